import {forgetPictures, readPicture} from '../background/pictures.ts';
import {readRecording} from '../background/state.ts';
import {composeTour} from '../compose-tour.ts';
import type {Message, Recording} from '../messages.ts';
import {zip} from '../zip.ts';
import {button, element, field, fill} from './elements.ts';
import {send} from './send.ts';
import {wordsFor} from './words.ts';

// What is shown where the extension's button is pressed: start, stop, and what becomes of the recording.

const {words, code} = wordsFor(chrome.i18n.getUILanguage());
document.documentElement.lang = code;
/** Any page: without it Chrome lets nobody take a picture of one after it was left. */
const EVERYWHERE = {origins: ['<all_urls>']};
const LINK_MS = 60_000;

await show();

async function show(trouble?: string): Promise<void> {
	const recording = await readRecording();
	const parts = !recording ? ready() : recording.isOn ? running(recording) : finished(recording);
	fill(heading(recording), ...parts, ...(trouble ? [alert(trouble)] : []));
}

function heading(recording: Recording | null): HTMLElement {
	const count = recording?.isOn ? [element('output', {}, `● ${words.steps(recording.kept.length)}`)] : [];
	return element('h1', {}, element('img', {src: 'icon.png', alt: ''}), recording?.isOn ? words.recording : 'Roteiro', ...count);
}

function ready(): HTMLElement[] {
	return [element('p', {}, words.ready), button(words.start, 'main', start)];
}

async function start(): Promise<void> {
	// Asked first: what follows the press of a button later is no response to it any more.
	const isAllowed = await chrome.permissions.request(EVERYWHERE);
	if (!isAllowed) return show(words.notAllowed);
	const [tab] = await chrome.tabs.query({active: true, currentWindow: true});
	if (tab?.id === undefined || !/^https?:/.test(tab.url ?? '')) return show(words.notHere);
	const response = await tell({type: 'start', tab: tab.id});
	if (response) return show(`${words.failed} ${response}`);
	close();
}

function running(recording: Recording): HTMLElement[] {
	const stop = async () => {
		await tell({type: 'stop'});
		await show();
	};
	return [element('p', {}, words.goOn), ...missed(recording), button(words.stop, 'stop', stop)];
}

function finished(recording: Recording): HTMLElement[] {
	const discard = button(words.discard, 'quiet', async () => {
		if (discard.textContent !== words.sure) {
			discard.textContent = words.sure;
			return;
		}
		await tell({type: 'discard'});
		await forgetPictures();
		await show();
	});
	if (recording.kept.length === 0) return [element('p', {}, words.nothing), discard];
	const name = field(words.name, {value: recording.name, maxLength: '120'});
	const save = button(words.save, 'main', () => saveFolder(recording, name.input.value));
	return [
		element('p', {}, words.steps(recording.kept.length)),
		...missed(recording),
		name.label,
		save,
		sending(recording, name.input),
		discard,
	];
}

function sending(recording: Recording, name: HTMLInputElement): HTMLElement {
	const service = field(words.service, {type: 'url', placeholder: 'https://tours.example.org'});
	const key = field(words.key, {type: 'password', autocomplete: 'off'});
	void chrome.storage.local.get('service').then(({service: kept}) => {
		const {url = '', key: secret = ''} = (kept ?? {}) as {url?: string; key?: string};
		service.input.value = url;
		key.input.value = secret;
	});
	const go = button(words.sendNow, '', async () => {
		go.disabled = true;
		go.textContent = words.sending;
		const to = {url: service.input.value.trim(), key: key.input.value.trim()};
		try {
			const {tour, pictures} = composeTour(recording, name.value, code);
			const where = await send(tour, await Promise.all(pictures.map(readPicture)), to);
			await chrome.storage.local.set({service: to});
			go.replaceWith(element('p', {role: 'status'}, `${words.sent} `, element('a', {href: where, target: '_blank'}, words.open)));
		} catch (error) {
			go.disabled = false;
			go.textContent = words.sendNow;
			go.after(alert(`${words.failed} ${(error as Error).message}`));
		}
	});
	const inside = element('div', {}, service.label, key.label, go);
	return element('details', {}, element('summary', {}, words.send), inside);
}

async function saveFolder(recording: Recording, name: string): Promise<void> {
	const {tour, pictures} = composeTour(recording, name, code);
	const files = [{name: 'tour.json', bytes: new TextEncoder().encode(`${JSON.stringify(tour, null, '\t')}\n`)}];
	for (const [index, {image}] of tour.steps.entries())
		files.push({name: image, bytes: new Uint8Array(await (await readPicture(pictures[index]!)).arrayBuffer())});
	const url = URL.createObjectURL(zip(files));
	element('a', {href: url, download: `${tour.key}.zip`}).click();
	setTimeout(() => URL.revokeObjectURL(url), LINK_MS);
	await show();
	document.querySelector('main')!.append(element('p', {role: 'status'}, words.saved));
}

function missed({failed}: Recording): HTMLElement[] {
	return failed > 0 ? [alert(words.missed(failed))] : [];
}

function alert(text: string): HTMLElement {
	return element('p', {role: 'alert'}, text);
}

/** Returns what went wrong. */
async function tell(message: Message): Promise<string | null> {
	const response = (await chrome.runtime.sendMessage(message)) as {error?: string} | null | undefined;
	return response?.error ?? null;
}
