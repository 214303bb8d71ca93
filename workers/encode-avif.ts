import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {deserialize, serialize} from 'node:v8';
import type {AvifVariant, WebpVariant} from '../renderers/avif.ts';
import type {encodeAvif as job} from '../shared/queue/jobs.ts';
import {findMedia, saveAvif} from '../shared/store/media.ts';
import type {Handler} from './handler.ts';
import {storeVariant} from './ingest-image.ts';
import {runProgram} from './program.ts';

const PROGRAM = fileURLToPath(new URL('../renderers/avif-process.ts', import.meta.url));
/** The largest image takes 10 s of a core that has nothing else to do. */
const CPU_SECONDS = 60;
/** As long as the others may leave it waiting. */
const TIMEOUT_MS = 15 * 60_000;
/** What the process may allocate: 400 MB for the encoder, the rest is what Node sets aside and never touches. */
const MEMORY_BYTES = 1_200_000_000;
/** The system's own programs: its lowest priority, which leaves the cores to whoever else wants them, and bounds. */
const IDLE = ['/usr/bin/chrt', '--idle', '0'];
const BOUNDED = ['/usr/bin/prlimit', `--cpu=${CPU_SECONDS}`, `--data=${MEMORY_BYTES}`, '--'];

/** Encodes an image once more for browsers that read AVIF. An image that is gone by now, and what is no smaller, is left as it is. */
export const encodeAvif: Handler<typeof job> = async ({mediaId}, {services, accountId, signal}) => {
	const {database, files} = services;
	const media = await findMedia(database.manager, accountId, mediaId);
	const [original, ...stored] = await Promise.all([
		files.read('originals', mediaId),
		...(media?.variants ?? []).map(({file}) => files.read('media', file)),
	]);
	const variants = stored.flatMap((bytes, index) => (bytes ? {...media!.variants[index]!, bytes} : []));
	const made = original && variants.length > 0 ? await encode(original, variants, signal) : [];
	const avif = await Promise.all(made.map(variant => storeVariant(files, {...variant, bytes: Buffer.from(variant.bytes)})));
	return async db => {
		await saveAvif(db, accountId, mediaId, avif);
		return {answer: {status: 200, body: {}}};
	};
};

async function encode(original: Buffer, variants: WebpVariant[], signal: AbortSignal): Promise<AvifVariant[]> {
	const [command, ...args] = [...[IDLE, BOUNDED].filter(([path]) => existsSync(path!)).flat(), process.execPath, PROGRAM];
	return deserialize(await runProgram(command!, args, {input: serialize({original, variants}), timeoutMs: TIMEOUT_MS, signal}));
}
