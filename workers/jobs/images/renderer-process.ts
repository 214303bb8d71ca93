import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {deserialize, serialize} from 'node:v8';
import type {RedactionArea} from '../../../shared/contract/pictures/redaction.ts';
import {AppError} from '../../../shared/errors.ts';
import type {ImageFormat} from '../../../shared/image-format.ts';
import {runProgram} from '../../../shared/process/run-program.ts';

/** Bounds of a renderer that runs in a process of its own. */
export type Bounds = {
	/** `low`: others have the cores first, and it still gets a tenth of one that they want too. `idle`: only cores that are unused. */
	priority: 'low' | 'idle';
	cpuSeconds: number;
	/** Milliseconds, including those for which others keep it waiting. */
	timeoutMs: number;
	/** Bytes that it may allocate. Some 800 MB of that Node sets aside and never touches. */
	memoryBytes: number;
};

/** The system's own programs; where one is missing, the work is done without it. */
const PRIORITIES = {low: ['/usr/bin/nice', '-n', '10'], idle: ['/usr/bin/chrt', '--idle', '0']};

/** The largest image takes 3 s of a core and 400 MB. */
const BOUNDS: Bounds = {priority: 'low', cpuSeconds: 60, timeoutMs: 5 * 60_000, memoryBytes: 1_600_000_000};

/**
 * Runs a program of `renderers/image/` that reads its input from standard input and writes its output to standard output, both
 * serialized by V8. Throws `ProgramFailed`, and the signal's reason where that was aborted.
 */
export async function runRenderer<Output>(
	program: `${string}-process.ts`,
	input: unknown,
	{priority, cpuSeconds, timeoutMs, memoryBytes}: Bounds,
	signal: AbortSignal,
): Promise<Output> {
	const path = fileURLToPath(new URL(`../../../renderers/image/${program}`, import.meta.url));
	const bounded = ['/usr/bin/prlimit', `--cpu=${cpuSeconds}`, `--data=${memoryBytes}`, '--'];
	const wrappers = [PRIORITIES[priority], bounded].filter(([wrapper]) => existsSync(wrapper!)).flat();
	const [command, ...args] = [...wrappers, process.execPath, path];
	return deserialize(await runProgram(command!, args, {input: serialize(input), timeoutMs, signal}));
}

/** V8 brings back bytes as plain arrays. */
export function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Encodes an image again from its pixels, with these areas replaced, in a separate process. Throws like `redactImage`. */
export async function recodeImage(
	input: {original: Buffer; areas: readonly RedactionArea[]; format?: ImageFormat},
	signal: AbortSignal,
): Promise<Buffer> {
	const done: {bytes: Uint8Array} | {appError: ReturnType<AppError['toJSON']>} = await runRenderer(
		'redact-process.ts',
		input,
		BOUNDS,
		signal,
	);
	if ('bytes' in done) return asBuffer(done.bytes);
	throw AppError.restore(done.appError);
}
