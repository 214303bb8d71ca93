import {buffer} from 'node:stream/consumers';
import {deserialize, serialize} from 'node:v8';
import {encodeAvif, type WebpVariant} from './avif.ts';

/**
 * A process that encodes one image: reads `{original, variants}` from its standard input, serialized by V8, and writes the
 * AVIF variants to its standard output. A process, so that a priority of its own, a bound on its memory and an end at any
 * moment are the system's to give.
 */
const {original, variants}: {original: Buffer; variants: WebpVariant[]} = deserialize(await buffer(process.stdin));
process.stdout.write(serialize(await encodeAvif(original, variants)));
