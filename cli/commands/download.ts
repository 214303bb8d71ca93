import {createWriteStream} from 'node:fs';
import {rename, rm, stat} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {CommandError, EXIT, refused} from '../errors.ts';
import type {Output} from '../output.ts';
import {interruption} from '../recording/interruption.ts';

/** Downloads that break are taken up where they were, so often without a byte. */
const ATTEMPTS = 5;

/** Writes the file whole, or not at all, Ctrl-C included; what broke off is taken up where it was. Two at once do not meet. */
export async function download({url, bytes}: {url: string; bytes: number}, file: string, output: Output): Promise<void> {
	const part = `${file}.${process.pid}-${Math.random().toString(36).slice(2, 8)}.part`;
	const {signal, end} = interruption();
	try {
		for (let attempt = 1, at = 0; at < bytes; attempt++) {
			try {
				const done = (read: number) => output.progress('Downloading', Math.round(read / 1000), Math.round(bytes / 1000));
				await fetchFrom(at, {url, part, signal, done});
			} catch (error) {
				if (signal.aborted) throw signal.reason;
				if (error instanceof CommandError || attempt >= ATTEMPTS || isLocal(error)) throw error;
			}
			// Nothing is written where not even the first byte came.
			const size = (await stat(part).catch(() => null))?.size ?? 0;
			if (size > at) attempt = 0;
			at = size;
		}
		await rename(part, file);
	} catch (error) {
		await rm(part, {force: true}).catch(() => {});
		const {code} = error as NodeJS.ErrnoException;
		throw isLocal(error) ? refused(`${file} cannot be written (${code}).`) : error;
	} finally {
		end();
	}
}

type Fetching = {url: string; part: string; signal: AbortSignal; done(bytes: number): void};

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
