import {createClient} from '../../client/index.ts';
import {SignInError, type SignInFault} from '../../client/sign-in.ts';
import type {TourDocument} from '../../shared/contract/document.ts';
import type {ComposedTour, Message, Sending} from '../messages.ts';
import {accountFetch, signIn} from './account.ts';
import {readAccount, readPicture, readRecording, writeRecording} from './kept.ts';

const KEY = 'sending';
/** Chrome ends a worker that calls nothing for 30 seconds, and a picture may take longer to go. Milliseconds. */
const BEAT_MS = 20_000;

/** True while this worker sends: a sending that another worker began counts as broken off. */
let underWay = false;

/** Returns the state of sending; null if nothing was sent yet. */
export async function readSending(): Promise<Sending | null> {
	const {[KEY]: kept} = await chrome.storage.session.get(KEY);
	const sending = (kept as Sending | undefined) ?? null;
	const isBroken = !underWay && (sending?.phase === 'sending' || sending?.phase === 'signing-in');
	return isBroken ? {phase: 'failed', fault: 'interrupted', detail: '', service: ''} : sending;
}

export function forgetSending(): Promise<void> {
	return chrome.storage.session.remove(KEY);
}

/** Signs in if needed, sends the tour, and opens it. `readSending` has the progress; the recording stays. */
export async function beginSending(order: Extract<Message, {type: 'send'}>): Promise<void> {
	if (underWay) return;
	underWay = true;
	const beat = setInterval(() => void chrome.storage.session.get(KEY), BEAT_MS);
	try {
		const url = await sendAll(order);
		await write({phase: 'sent', url});
		await chrome.tabs.create({url});
	} catch (error) {
		await write({phase: 'failed', ...faultOf(error), service: order.service ?? ''});
	} finally {
		underWay = false;
		clearInterval(beat);
	}
}

async function sendAll({tour, pictures, service, app}: Extract<Message, {type: 'send'}>): Promise<string> {
	let account = await readAccount();
	if (!account?.tokens || (service !== null && service !== account.url)) {
		await write({phase: 'signing-in'});
		account = await signIn(service ?? account?.url ?? '', app);
	}
	await write({phase: 'sending', done: 0, total: pictures.length});
	// Two recordings of one name are two tours; one that is sent again is the same.
	const recording = await readRecording();
	const key = recording?.key ?? `${tour.key.slice(0, 50)}-${Date.now().toString(36)}`;
	if (recording) await writeRecording({...recording, key});
	const where = await send({...tour, key}, await Promise.all(pictures.map(readPicture)), {
		url: account.url,
		fetch: accountFetch(account),
		progress: (done, total) => write({phase: 'sending', done, total}),
	});
	// Sending again makes another tour: this one may be edited by now.
	const now = await readRecording();
	if (now?.key === key) await writeRecording({...now, key: null});
	return where;
}

function write(sending: Sending): Promise<void> {
	return chrome.storage.session.set({[KEY]: sending});
}

function faultOf(error: unknown): {fault: SignInFault; detail: string} {
	if (error instanceof SignInError) return {fault: error.fault, detail: ''};
	// What fetch says of a connection that broke or was never made.
	if (error instanceof TypeError) return {fault: 'unreachable', detail: ''};
	return {fault: 'refused', detail: (error as Error).message};
}

/** Pictures that one call asks about, as the service takes them. */
const ASKED_AT_ONCE = 100;

type Service = {
	url: string;
	/** Lets its calls in. */
	fetch: typeof fetch;
	/** Gets the number of pictures that are stored. */
	progress(done: number, total: number): unknown;
};

/**
 * Sends a tour to a service, as a draft, and returns where it is edited. Sent again after it broke off, it is the same tour, and what
 * is there already is not sent twice.
 */
export async function send({key, ...tour}: ComposedTour, pictures: Blob[], service: Service): Promise<string> {
	const client = createClient({baseUrl: service.url, fetch: service.fetch, unreachableMs: 8000});
	const files = await Promise.all(
		pictures.map(async picture => {
			const bytes = await picture.arrayBuffer();
			return {sha256: hex(await crypto.subtle.digest('SHA-256', bytes)), bytes: bytes.byteLength};
		}),
	);
	// Two pictures with the same bytes have one upload, which is used once.
	const used = new Set<string>();
	for (let start = 0; start < files.length; start += ASKED_AT_ONCE) {
		const asked = files.slice(start, start + ASKED_AT_ONCE).map((file, index) => ({...file, name: tour.steps[start + index]!.image}));
		const response = await client.call('POST /media/batch', {files: asked});
		for (const [index, {upload}] of response.files.entries()) {
			await service.progress(start + index, files.length);
			if (!upload || used.has(upload.url)) continue;
			const {url, method, headers} = upload;
			used.add(url);
			const response = await fetch(url, {method, headers, body: pictures[start + index]!});
			if (!response.ok) throw new Error(((await response.json().catch(() => ({}))) as {message?: string}).message ?? response.statusText);
		}
	}
	await service.progress(files.length, files.length);
	const steps = tour.steps.map((step, index) => ({...step, image: {mediaId: files[index]!.sha256}}));
	const {tour: made} = await client.call('PUT /documents/{key}', {key, document: {...tour, steps} as TourDocument});
	return `${service.url}/tours/${made!.id}`;
}

function hex(bytes: ArrayBuffer): string {
	return Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');
}
