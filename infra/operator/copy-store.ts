import {copyFiles} from '../../shared/files/copy-files.ts';
import type {FileStore} from '../../shared/files/file-store.ts';

const TELL_MS = 5000;

/** Copies what is not there yet, and tells how far it is every few seconds. */
export async function copyStore(from: FileStore, to: FileStore, tell: (line: string) => void) {
	const done = {files: 0, bytes: 0, copied: 0};
	let printedAt = performance.now();
	for await (const {bytes, isNew} of copyFiles(from, to)) {
		done.files++;
		done.bytes += bytes;
		if (isNew) done.copied++;
		if (performance.now() - printedAt < TELL_MS) continue;
		printedAt = performance.now();
		tell(`${done.files} files, ${done.copied} of them copied.`);
	}
	return done;
}
