import {pino} from 'pino';
import type {Config} from './config/config.ts';

export type Log = pino.Logger;

/** Lines that cannot be written are kept up to here. */
const WAITING_BYTES = 256 * 1024;
/** More lines of one turn are written before it ends. */
const TURN_CHARACTERS = 16 * 1024;

/** Standard output: one, however many logs a process opens. */
let output: pino.DestinationStream | undefined;

/** Hands on together the lines of one turn of the event loop: to write each by itself is a seventh of what a quick call takes. */
function linesOfATurn(): pino.DestinationStream {
	const destination = pino.destination({fd: 1, sync: true, maxLength: WAITING_BYTES});
	// A disk that is full of logs must not end the process that complains about it: the lines are lost.
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

/** JSON lines on standard output. Nothing personal and nothing secret may be passed: no headers, no bodies, no IPs, no e-mail addresses. */
export function openLog(config: Pick<Config, 'logLevel'>, process: 'api' | 'workers'): Log {
	output ??= linesOfATurn();
	const options: pino.LoggerOptions = {
		level: config.logLevel,
		base: {process},
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: {level: label => ({level: label})},
		serializers: {error: describeError},
	};
	return pino(options, output);
}

/** Name, code and place of an error; a failed statement's parameters and a request's body stay out of the log. */
function describeError(error: unknown): object {
	if (!(error instanceof Error)) return {message: String(error)};
	const {name, message, stack, code, errno} = error as Error & {code?: string; errno?: number};
	const cause = error.cause ? describeError(error.cause) : undefined;
	return {name, message: message.slice(0, 500), code, errno, stack: stack?.split('\n').slice(1, 12).join('\n'), cause};
}
