import {readFile} from 'node:fs/promises';
import {relative} from 'node:path';
import type {Connection} from './connection.ts';
import {refused} from './errors.ts';
import {hashOf, type Picture} from './folder/pictures.ts';
import type {Output} from './output.ts';

/** Files that one call may ask about; the service takes no more. */
const ASKED_AT_ONCE = 100;
const SENT_AT_ONCE = 4;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

type Upload = {url: string; method: string; headers: Record<string, string>};

/** Sends the pictures that the service does not have; returns how many. */
export async function uploadPictures({client}: Connection, pictures: Picture[], output: Output): Promise<number> {
	const missing: Array<{picture: Picture; upload: Upload}> = [];
	for (let start = 0; start < pictures.length; start += ASKED_AT_ONCE) {
		const asked = pictures.slice(start, start + ASKED_AT_ONCE);
		const {files} = await client.call('POST /media/batch', {
			files: asked.map(({sha256, bytes, file}) => ({sha256, bytes, name: file.slice(-100)})),
		});
		for (const [index, {upload}] of files.entries()) if (upload) missing.push({picture: asked[index]!, upload});
	}
	// Two files with the same bytes have one upload.
	const uploads = [...new Map(missing.map(one => [one.upload.url, one])).values()];
	let sent = 0;
	const queue = uploads.values();
	const sender = async () => {
		for (const {picture, upload} of queue) {
			output.progress('Sending pictures', sent, uploads.length);
			await send(picture, upload);
			sent++;
		}
	};
	await Promise.all(Array.from({length: SENT_AT_ONCE}, sender));
	output.progress(null);
	return sent;
}

async function send({path, sha256}: Picture, {url, method, headers}: Upload): Promise<void> {
	const body = await readFile(path);
	if (hashOf(body) !== sha256)
		throw refused([
			{place: relative('', path), message: 'The picture has changed while the command ran. Run it again when nothing writes there.'},
		]);
	for (let attempt = 1; ; attempt++) {
		const outcome = await fetch(url, {method, headers, body}).catch((error: unknown) => error as Error);
		if (outcome instanceof Response && outcome.ok) return void (await outcome.arrayBuffer());
		const isFinal = outcome instanceof Response && outcome.status < 500 && outcome.status !== 429;
		if (isFinal || attempt === ATTEMPTS) {
			if (!(outcome instanceof Response)) throw outcome;
			const foreign = `${new URL(url).host} answers "${outcome.status} ${outcome.statusText}", and not as Roteiro does: ${outcome.status === 413 ? 'the picture is too large for a proxy before it.' : 'does a proxy before it refuse this?'}`;
			const {message = foreign, errors = []} = (await outcome.json().catch(() => ({}))) as {
				message?: string;
				errors?: Array<{message: string}>;
			};
			throw refused([{place: relative('', path), message: [message, ...errors.map(error => error.message)].join(' ')}]);
		}
		const asked = outcome instanceof Response ? Number(outcome.headers.get('retry-after')) * 1000 : 0;
		await new Promise(resolve => setTimeout(resolve, asked || FIRST_PAUSE_MS * 2 ** (attempt - 1)));
	}
}
