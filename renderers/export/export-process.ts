import {AppError} from '../../shared/errors.ts';
import {openBrowser} from '../browser/browser.ts';
import type {Exported, Exporter, ExportWork} from '../exporter.ts';
import {EXPORTERS} from './index.ts';
import type {ExportNews, ExportQuestion, ExportReply, ExportTask} from './messages.ts';

/**
 * Makes one export in a process of its own, with its own browser, so that the system can give it a low priority and end it at any
 * moment, with all that it has started. It asks its worker for what it needs of the service, and ends with it.
 */

/** Milliseconds for a step of which a video needs five pictures, at the lowest priority beside more urgent work. */
const DRAWING_MS = 60_000;

const waiting = new Map<number, (reply: ExportReply) => void>();
let asked = 0;
/** Parts that exist or are in progress, by file. */
const parts = new Map<string, Promise<string>>();

process.once('message', (task: ExportTask) => {
	process.on('message', (reply: ExportReply) => waiting.get(reply.id)?.(reply));
	void run(task);
});
process.once('disconnect', () => process.exit(1));

async function run(task: ExportTask): Promise<void> {
	const ended = new AbortController();
	const browser = openBrowser({executablePath: task.chromium, timeout: DRAWING_MS});
	const news: ExportNews = await make(task, {
		browser,
		ffmpeg: task.ffmpeg,
		folder: task.folder,
		progress: fraction => tell({news: 'progress', fraction}),
		signal: ended.signal,
		kept,
	}).then(
		exported => ({news: 'done', exported}),
		error => failure(error),
	);
	ended.abort();
	await browser.close();
	await new Promise(resolve => process.send!(news, resolve));
	process.exit(0);
}

function make({format, options, source}: ExportTask, work: ExportWork): Promise<Exported> {
	const exporter = EXPORTERS[format] as Exporter<unknown>;
	const read = (ask: 'file' | 'original') => async (name: string) => (await question({ask, name})).bytes ?? null;
	return exporter.make({...source, read: read('file'), original: read('original')}, options, work);
}

/** Makes one part for all steps with the same picture, so that no step reads an unfinished file. */
function kept(name: string, extension: string, makePart: (path: string) => Promise<void>): Promise<string> {
	const file = name + extension;
	const made = parts.get(file) ?? makeKept(name, extension, makePart);
	parts.set(file, made);
	return made;
}

async function makeKept(name: string, extension: string, makePart: (path: string) => Promise<void>): Promise<string> {
	const {path, isThere} = await question({ask: 'part', name, extension});
	if (isThere) return path!;
	await makePart(path!);
	await question({ask: 'put', name, extension});
	return path!;
}

type Question = ExportQuestion extends infer Asked ? (Asked extends unknown ? Omit<Asked, 'id'> : never) : never;

function question(what: Question): Promise<ExportReply> {
	const id = ++asked;
	return new Promise((resolve, reject) => {
		waiting.set(id, reply => {
			waiting.delete(id);
			if (reply.failed === undefined) resolve(reply);
			else reject(new Error(reply.failed));
		});
		process.send!({...what, id});
	});
}

function tell(news: ExportNews): void {
	process.send!(news);
}

function failure(error: Error): ExportNews {
	const appError = error instanceof AppError ? error.toJSON() : undefined;
	const code = codeOf(error);
	return {
		news: 'failed',
		message: error.stack ?? String(error),
		...(code && {code}),
		...(appError && {appError}),
	};
}

/** Returns the system's own error, even inside a program's error: a full disk puts the job off. */
function codeOf(error: unknown): string | null {
	if (!(error instanceof Error)) return null;
	const {code} = error as {code?: unknown};
	return code ? String(code) : codeOf(error.cause);
}
