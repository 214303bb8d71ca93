import {buffer} from 'node:stream/consumers';
import {deserialize, serialize} from 'node:v8';
import type {RedactionArea} from '../../shared/contract/pictures/redaction.ts';
import {AppError} from '../../shared/errors.ts';
import type {ImageFormat} from '../../shared/image-format.ts';
import {redactImage} from './redact.ts';

/**
 * Redacts one image: reads `{original, areas, format?}` from standard input, serialized by V8, and writes the redacted
 * bytes to standard output. It is a process because all pixels are in memory at once.
 */
const {original, areas, format}: {original: Buffer; areas: RedactionArea[]; format?: ImageFormat} = deserialize(
	await buffer(process.stdin),
);
process.stdout.write(serialize(await redacted(original)));

async function redacted(bytes: Buffer) {
	try {
		return {bytes: await redactImage(bytes, areas, format)};
	} catch (error) {
		if (error instanceof AppError) return {appError: error.toJSON()};
		throw error;
	}
}
