import {type ChildProcess, spawn} from 'node:child_process';
import {getCompileCacheDir} from 'node:module';
import {constants, setPriority} from 'node:os';
import {fileURLToPath} from 'node:url';
import type {ExportNews, ExportQuestion, ExportReply, ExportTask} from '../../../renderers/export/messages.ts';
import type {Exported} from '../../../renderers/exporter.ts';
import {AppError} from '../../../shared/errors.ts';
import {PROGRAM_ENV, withParentDeathSignal} from '../../../shared/process/run-program.ts';

const PROGRAM = fileURLToPath(new URL('../../../renderers/export/export-process.ts', import.meta.url));
const KEPT_WORDS = 2000;
/**
 * Settings of glibc: few heaps, and large blocks given back at once. Decoded pictures are large and short-lived; the heaps of a dozen
 * threads kept half as much again of them. Programs that the exporter starts do not inherit it.
 */
const MALLOC_ENV = {MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144'};

type Run = {
	/** Answers the process's questions. */
	reply(question: ExportQuestion): Promise<Omit<ExportReply, 'id'>>;
	progress(fraction: number): void;
	/** Milliseconds after which it is killed, with all that it has started. */
	limitMs: number;
	signal: AbortSignal;
	/** Folder for the temporary files of the programs. */
	tmp: string;
};

/**
 * Has an exporter work in a process of its own at the lowest priority, which is killed with its whole group if its time is over or no caller
 * wants it any more, and with this process. Throws what the exporter threw, `unavailable` after the time limit, and the signal's reason.
 */
export async function runExporter(task: ExportTask, run: Run): Promise<Exported> {
	run.signal.throwIfAborted();
	const child = start(run.tmp);
	const {promise, resolve, reject} = Promise.withResolvers<Exported>();
	let said = '';
	child.stderr!.setEncoding('utf8').on('data', text => {
		said = (said + text).slice(-KEPT_WORDS);
	});
	child.once('error', reject);
	child.once('exit', (code, killer) => reject(new Error(`The exporter ended with ${killer ?? code}. ${said}`.trim())));
	child.on('message', (message: ExportNews | ExportQuestion) => {
		if ('ask' in message) return void respond(child, message, run);
		if (message.news === 'progress') return run.progress(message.fraction);
		if (message.news === 'done') return resolve(message.exported);
		reject(message.appError ? AppError.restore(message.appError) : Object.assign(new Error(message.message), {code: message.code}));
	});
	const timer = setTimeout(() => reject(tooLong(run.limitMs)), run.limitMs);
	const abort = () => reject(run.signal.reason);
	run.signal.addEventListener('abort', abort, {once: true});
	try {
		child.send(task);
		return await promise;
	} finally {
		clearTimeout(timer);
		run.signal.removeEventListener('abort', abort);
		await kill(child);
	}
}

function start(tmp: string): ChildProcess {
	const cache = getCompileCacheDir();
	const [command, ...args] = withParentDeathSignal(process.execPath, [PROGRAM]);
	const child = spawn(command!, args, {
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		serialization: 'advanced',
		// A group of its own, which is killed as a whole.
		detached: true,
		env: {...PROGRAM_ENV, ...MALLOC_ENV, HOME: tmp, TMPDIR: tmp, ...(cache && {NODE_COMPILE_CACHE: cache})},
	});
	try {
		// Set before it starts anything, so that its browser and programs inherit it.
		if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
	} catch {
		// It has ended already, and reports that.
	}
	return child;
}

async function respond(child: ChildProcess, question: ExportQuestion, {reply}: Run): Promise<void> {
	const {id} = question;
	const replied = await reply(question).catch((error: Error) => ({failed: String(error)}));
	if (child.connected) child.send({id, ...replied} satisfies ExportReply, () => {});
}

/** Kills the process with all that it has started: its group, and processes that end with it. */
async function kill(child: ChildProcess): Promise<void> {
	if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	const gone = new Promise(resolve => child.once('exit', resolve));
	try {
		process.kill(-child.pid, 'SIGKILL');
	} catch {
		// Already gone, as it should be.
	}
	await gone;
}

function tooLong(ms: number): AppError {
	const message = `The export took longer than ${Math.round(ms / 1000)} s and was ended. Nothing was counted.`;
	return new AppError('unavailable', {message, retryAfter: 60});
}
