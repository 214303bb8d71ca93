import {pino} from 'pino';
import type {Config} from './config/config.ts';

export type Log = pino.Logger;

/** Bytes of lines kept while they cannot be written. */
const WAITING_BYTES = 256 * 1024;
/** Characters of one turn's lines above which they are written before the turn ends. */
const TURN_CHARACTERS = 16 * 1024;

/** Standard output, shared by all logs of a process. */
let output: pino.DestinationStream | undefined;

/** Writes all lines of one turn of the event loop together: writing each by itself takes a seventh of a quick call's time. */
function linesOfATurn(): pino.DestinationStream {
	const destination = pino.destination({fd: 1, sync: true, maxLength: WAITING_BYTES});
	// A disk full of logs must not end the process that reports it; the lines are lost.
	destination.on('error', () => {});
	let lines = '';
	const handOn = () => {
		const all = lines;
		lines = '';
		if (all !== '') destination.write(all);
	};
	process.on('exit', handOn);
	return {
		write(line: string) {
			if (lines === '') setImmediate(handOn);
			lines += line;
			if (lines.length > TURN_CHARACTERS) handOn();
		},
	};
}

let lastMs = 0;
let lastTime = '';

/** Returns the time of a line as pino wants it. Under load many lines have the same millisecond, and formatting it costs more than the rest of a line. */
function isoTime(): string {
	const now = Date.now();
	if (now !== lastMs) {
		lastMs = now;
		lastTime = `,"time":"${new Date(now).toISOString()}"`;
	}
	return lastTime;
}

/** Opens a log of JSON lines on standard output. Log nothing personal or secret: no headers, bodies, IPs or e-mail addresses. */
export function openLog(config: Pick<Config, 'logLevel'>, process: 'api' | 'workers'): Log {
	output ??= linesOfATurn();
	const options: pino.LoggerOptions = {
		level: config.logLevel,
		base: {process},
		timestamp: isoTime,
		formatters: {level: label => ({level: label})},
		serializers: {error: describeError},
	};
	return pino(options, output);
}

/** Returns an error's name, code and place; a failed statement's parameters and a request's body stay out of the log. */
function describeError(error: unknown): object {
	if (!(error instanceof Error)) return {message: String(error)};
	const {name, message, stack, code, errno} = error as Error & {code?: string; errno?: number};
	const cause = error.cause ? describeError(error.cause) : undefined;
	return {name, message: message.slice(0, 500), code, errno, stack: stack?.split('\n').slice(1, 12).join('\n'), cause};
}
