import {buffer} from 'node:stream/consumers';
import {deserialize, serialize} from 'node:v8';
import type {RedactionArea} from '../../shared/contract/pictures/redaction.ts';
import {AppError} from '../../shared/errors.ts';
import type {ImageFormat} from '../../shared/image-format.ts';
import {redactImage} from './redact.ts';
import {ingestImage} from './variants.ts';

/** An image to ingest, or to encode again from its pixels with these areas replaced. */
export type ImageTask = {ingest: Buffer} | {original: Buffer; areas: readonly RedactionArea[]; format?: ImageFormat};

/**
 * A process that works on one image: reads its task from standard input, serialized by V8, and writes what became of it to standard
 * output. A process, because an animation takes seconds, which would hold the threads that decode for others, and all pixels are in memory.
 */
process.stdout.write(serialize(await outcome(deserialize(await buffer(process.stdin)))));

async function outcome(task: ImageTask) {
	try {
		return {made: 'ingest' in task ? await ingestImage(task.ingest) : await redactImage(task.original, task.areas, task.format)};
	} catch (error) {
		if (error instanceof AppError) return {appError: error.toJSON()};
		throw error;
	}
}
