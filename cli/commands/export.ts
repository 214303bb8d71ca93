import {createWriteStream} from 'node:fs';
import {rename, rm, stat, writeFile} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import type {Input, Output as Returned} from '../../client/index.ts';
import {asCommandError, type Connection, connect} from '../connection.ts';
import {CommandError, didYouMean, EXIT, interruption, refused, unwritable, usageError} from '../errors.ts';
import type {Output} from '../output.ts';
import {findTour, idOfKey} from './tours.ts';

export type ExportValues = {
	format?: string;
	out?: string;
	language?: string;
	option?: string;
	published?: boolean;
	force?: boolean;
};

type Order = Input<'POST /tours/{id}/exports'>;
type TourExport = Returned<'GET /exports/{id}'>['export'];

/** Formats that the command offers. A test compares them with the service's, whose schemas are too heavy to load here. */
export const FORMATS = ['mp4', 'webp', 'gif', 'pdf', 'guide', 'html', 'scorm', 'vtt', 'srt', 'bundle'];

const LOOK_AGAIN_MS = 2000;

/** Times that a broken download is resumed without a new byte. */
const ATTEMPTS = 5;

type Fetching = {url: string; part: string; signal: AbortSignal; done(bytes: number): void};

/** Has the service export the tour, and downloads the file. Run again after an interruption, it goes on with the same export. */
export async function exportTour(named: string, values: ExportValues & {isKey?: boolean}, output: Output): Promise<void> {
	const {format} = values;
	if (!format) throw usageError(`Which format? --format is one of ${FORMATS.join(', ')}.`);
	if (!FORMATS.includes(format))
		throw usageError(`There is no format "${format}".${didYouMean(format, FORMATS)} --format is one of ${FORMATS.join(', ')}.`);
	const options = readOptions(values.option);
	const connection = await connect();
	try {
		const id = values.isKey ? await idOfKey(named, connection) : await findTour(named, connection);
		const order = {id, format, ...(options && {options}), language: values.language, source: values.published ? 'published' : undefined};
		const ordered = (await connection.client.call('POST /tours/{id}/exports', order as Order)).export;
		const made = await whenMade(ordered, connection, output);
		const file = values.out ?? plainName(made.fileName!);
		if (!values.out && !values.force && (await stat(file).catch(() => null)))
			throw refused(`${file} is there already. Name another with -o, or replace it with --force.`);
		await download({url: made.url!, bytes: made.bytes!}, file, output);
		for (const {message, stepId} of made.warnings) output.warn(`${stepId ? `${stepId}: ` : ''}${message}`);
		output.line(`${file}: ${(made.bytes! / 1000).toFixed(0)} kB. Anyone downloads it at ${made.url} until ${made.expiresAt.slice(0, 10)}.`);
		output.json({file, export: made});
	} catch (error) {
		throw asCommandError(error, connection.url);
	} finally {
		output.progress(null);
	}
}

/** Returns a file's name as it is in this folder. Throws for one that leads out of it or hides the file: the service may not be one's own. */
function plainName(name: string): string {
	if (!/^[.\s]|[/\\:\p{Cc}]/u.test(name) && name !== '') return name;
	throw refused(`The service calls the file ${JSON.stringify(name)}, which is no name for a file here. Name it with -o.`);
}

/** Returns the options of a format from `size=720p,closing=false`. */
function readOptions(text: string | undefined): Record<string, unknown> | null {
	if (text === undefined) return null;
	const entries = text.split(',').map(part => {
		const [, name, value] = /^\s*([A-Za-z]\w*)\s*=\s*(.+?)\s*$/.exec(part) ?? [];
		if (!name || value === undefined) throw usageError(`--option takes NAME=VALUE, and commas between several, not "${part}".`);
		if (value === 'true' || value === 'false') return [name, value === 'true'] as const;
		return [name, /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value] as const;
	});
	return Object.fromEntries(entries);
}

/** Returns the export once it is ready. Throws the service's message if it failed. */
async function whenMade(ordered: TourExport, {client, url}: Connection, output: Output): Promise<TourExport> {
	for (let made = ordered; ; ) {
		if (made.status === 'succeeded') return made;
		if (made.status === 'failed')
			throw new CommandError(EXIT.refused, [{message: `${url}: ${made.error?.message ?? 'The export failed.'}`}]);
		try {
			for await (const job of client.follow('GET /jobs/{id}/events', {id: made.jobId}))
				output.progress(job.status === 'queued' ? 'Waiting for its turn' : 'Exporting', Math.round(100 * job.progress), 100);
		} catch {
			// A stream may break; the export goes on.
			await new Promise(resolve => setTimeout(resolve, LOOK_AGAIN_MS));
		}
		made = (await client.call('GET /exports/{id}', {id: made.id})).export;
	}
}

/** Writes the whole file or none, even after Ctrl-C; resumes an interrupted download. Two may run at once. */
export async function download({url, bytes}: {url: string; bytes: number}, file: string, output: Output): Promise<void> {
	const part = `${file}.${process.pid}-${Math.random().toString(36).slice(2, 8)}.part`;
	const {signal, end} = interruption();
	try {
		// What says nothing has no bytes, and is a file all the same.
		await writeFile(part, '');
		for (let attempt = 1, at = 0; at < bytes; attempt++) {
			try {
				const done = (read: number) => output.progress('Downloading', Math.round(read / 1000), Math.round(bytes / 1000));
				await fetchFrom(at, {url, part, signal, done});
			} catch (error) {
				if (signal.aborted) throw signal.reason;
				if (error instanceof CommandError || attempt >= ATTEMPTS || isLocal(error)) throw error;
			}
			const {size} = await stat(part);
			if (size > at) attempt = 0;
			at = size;
		}
		await rename(part, file);
	} catch (error) {
		await rm(part, {force: true}).catch(() => {});
		throw isLocal(error) ? unwritable(file, error as Error) : error;
	} finally {
		end();
	}
}

async function fetchFrom(at: number, {url, part, signal, done}: Fetching): Promise<void> {
	const response = await fetch(url, {headers: at > 0 ? {Range: `bytes=${at}-`} : {}, signal});
	if (response.status !== (at > 0 ? 206 : 200) || !response.body)
		throw new CommandError(EXIT.network, [{message: `${url} answers ${response.status}. Run it again.`}]);
	let read = at;
	const counted = async function* () {
		for await (const chunk of response.body!) {
			read += chunk.length;
			done(read);
			yield chunk;
		}
	};
	await pipeline(Readable.from(counted(), {objectMode: false}), createWriteStream(part, {flags: at > 0 ? 'a' : 'w'}));
}

/** True for an error of the file system, not of the network. */
function isLocal(error: unknown): boolean {
	return ['ENOSPC', 'EACCES', 'ENOENT', 'EISDIR', 'EROFS', 'EPERM', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}
