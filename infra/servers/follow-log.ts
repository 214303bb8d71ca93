import {closeSync, copyFileSync, openSync, readSync, statSync, truncateSync} from 'node:fs';

const LOOK_EVERY_MS = 250;
/** A log that grew past this is set aside as `<file>.1`, of which one is kept. */
const LARGEST_BYTES = 50_000_000;

/** The parts of a log line of our processes that are read. */
export type LogLine = {level: string; msg: string; error?: {name?: string; message?: string; stack?: string}};

/** Tells of each JSON line that is appended to a log file from now on until `close`, at `look` at once; other lines are passed over. */
export function followLog(file: string, onLine: (line: LogLine) => void): {look: () => void; close: () => void} {
	let position = size(file);
	let rest = '';
	const look = () => {
		const end = size(file);
		if (end < position) position = 0;
		if (end === position) return;
		const chunk = Buffer.alloc(Math.min(end - position, 4_000_000));
		const descriptor = openSync(file, 'r');
		const length = readSync(descriptor, chunk, 0, chunk.length, position);
		closeSync(descriptor);
		position += length;
		const lines = (rest + chunk.toString('utf8', 0, length)).split('\n');
		rest = lines.pop()!;
		for (const line of lines) {
			const parsed = parse(line);
			if (parsed) onLine(parsed);
		}
		if (position > LARGEST_BYTES) {
			copyFileSync(file, `${file}.1`);
			// Writers append, and so go on at the new beginning.
			truncateSync(file);
			position = 0;
		}
	};
	const timer = setInterval(look, LOOK_EVERY_MS);
	const close = () => {
		clearInterval(timer);
		look();
	};
	return {look, close};
}

function parse(line: string): LogLine | null {
	if (!line.startsWith('{')) return null;
	try {
		return JSON.parse(line) as LogLine;
	} catch {
		// Cut short by a kill.
		return null;
	}
}

function size(file: string): number {
	return statSync(file, {throwIfNoEntry: false})?.size ?? 0;
}
