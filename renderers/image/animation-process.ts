import {buffer} from 'node:stream/consumers';
import {deserialize, serialize} from 'node:v8';
import {AppError} from '../../shared/errors.ts';
import {ingestImage} from './variants.ts';

/**
 * A process that ingests one animation: reads its bytes from standard input, serialized by V8, and writes what became of it to
 * standard output. A process, because seconds of work at the priority of others would hold the threads that decode for them.
 */
process.stdout.write(serialize(await ingested(deserialize(await buffer(process.stdin)))));

async function ingested(original: Buffer) {
	try {
		return {image: await ingestImage(original)};
	} catch (error) {
		if (error instanceof AppError) return {appError: error.toJSON()};
		throw error;
	}
}
