import {matchLanguage} from '../../shared/contract/page-language.ts';
import {extensionMessages} from '../../shared/locales/index.ts';
import {forgetPictures, readAccount, readPicture, readRecording} from '../background/kept.ts';
import {composeTour} from '../compose-tour.ts';
import type {Message, Recording, Refusal, Sending} from '../messages.ts';
import {zip} from '../zip.ts';
import {alert, button, element, field, fill, isShown, moveBar, originsOf, sendingParts, underWay} from './sending.ts';

// What is shown where the extension's button is pressed: start, stop, and what becomes of the recording.

const language = matchLanguage(chrome.i18n.getUILanguage()) ?? 'en';
const words = extensionMessages(language);
document.documentElement.lang = language;
/** Permission for any page: without it Chrome allows no picture of a page once the person has left it. */
const EVERYWHERE = {origins: ['<all_urls>']};
const LINK_MS = 60_000;

let typedName: string | null = null;

await show();
chrome.storage.session.onChanged.addListener(() => void follow());

async function show(trouble?: string): Promise<void> {
	const recording = await readRecording();
	const parts = !recording ? ready() : recording.isOn ? running(recording) : await finished(recording);
	fill(heading(recording), ...parts, ...(trouble ? [alert(trouble)] : []));
}

/** Shows the worker's progress. While pictures are sent, only the bar moves. */
async function follow(): Promise<void> {
	const sending = await readSending();
	if (sending?.phase === 'sending' && moveBar(sending)) return;
	if (!isShown(sending)) await show();
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

async function finished(recording: Recording): Promise<HTMLElement[]> {
	const discard = button(words.discard, 'quiet', async () => {
		if (discard.textContent !== words.sure) {
			discard.textContent = words.sure;
			return;
		}
		await tell({type: 'discard'});
		await forgetPictures();
		typedName = null;
		await show();
	});
	if (recording.kept.length === 0) return [element('p', {}, words.nothing), ...missed(recording), discard];
	const sending = await readSending();
	if (sending?.phase === 'signing-in' || sending?.phase === 'sending') return underWay(sending, words);
	const name = field(words.name, {value: typedName ?? recording.name, maxLength: '120'});
	name.input.addEventListener('input', () => {
		typedName = name.input.value;
	});
	const account = await readAccount();
	const save = button(words.save, account?.tokens ? '' : 'main', () => saveFolder(recording, name.input.value));
	const {first, more} = sendingParts({sending, account, words, go: service => send(recording, name.input.value, service), signOut});
	return [element('p', {}, words.steps(recording.kept.length)), ...missed(recording), name.label, ...first, save, more, discard];
}

/** Has the worker send it: signing in opens a window, and this one closes. Returns what is in the way. */
async function send(recording: Recording, name: string, service: string): Promise<void> {
	const origins = originsOf(service);
	// Asked first: what follows the press of a button later is no response to it any more.
	if (origins && !(await chrome.permissions.request({origins}))) return show(words.notReached);
	const {tour, pictures} = composeTour(recording, name, language);
	await tell({type: 'send', tour, pictures, service, app: words.app});
}

async function signOut(): Promise<void> {
	await tell({type: 'sign-out'});
	await show();
}

async function saveFolder(recording: Recording, name: string): Promise<void> {
	const {tour, pictures} = composeTour(recording, name, language);
	const files = [{name: 'tour.json', bytes: new TextEncoder().encode(`${JSON.stringify(tour, null, '\t')}\n`)}];
	for (const [index, {image}] of tour.steps.entries())
		files.push({name: image, bytes: new Uint8Array(await (await readPicture(pictures[index]!)).arrayBuffer())});
	const url = URL.createObjectURL(zip(files));
	element('a', {href: url, download: `${tour.key}.zip`}).click();
	setTimeout(() => URL.revokeObjectURL(url), LINK_MS);
	await show();
	document.querySelector('main')!.append(element('p', {role: 'status'}, words.saved));
}

async function readSending(): Promise<Sending | null> {
	return (await chrome.runtime.sendMessage({type: 'sending'} satisfies Message)) as Sending | null;
}

/** Returns a line for each picture that was not taken, with its reason. */
function missed({refused}: Recording): HTMLElement[] {
	return Object.entries(Object.groupBy(refused, ({why}) => why)).map(([why, all]) => {
		const names = all.flatMap(({name}) => name ?? []);
		const which = names.length > 0 ? ` (${names.join(', ')})` : '';
		return alert(`${words.missed(all.length)}${which}. ${words.refusals[why as Refusal]}`);
	});
}

/** Returns what went wrong. */
async function tell(message: Message): Promise<string | null> {
	const response = (await chrome.runtime.sendMessage(message)) as {error?: string} | null | undefined;
	return response?.error ?? null;
}
