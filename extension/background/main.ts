import {LivePlan} from '../../cli/recorder/plan-actions.ts';
import {Secrets, secretsOf} from '../../cli/recorder/secrets.ts';
import type {Announced, Message, Recording, Refusal} from '../messages.ts';
import {signOut} from './account.ts';
import {bringIn, capture, register, say, type Taken, unregister} from './capture.ts';
import {forgetPictures, forgetRecording, keepPicture, readRecording, writeRecording} from './kept.ts';
import {beginSending, forgetSending, readSending} from './sending.ts';

// The worker of the extension: takes the pictures, one after the other, and keeps what was done.

const RED = '#b3261e';

/** Messages are handled one by one, in their order. */
let last: Promise<unknown> = Promise.resolve();

chrome.runtime.onMessage.addListener((message: Message, sender, respond) => {
	last = last.then(() => handle(message, sender)).catch(error => ({error: String(error)}));
	void last.then(respond);
	return true;
});

// A page older than the recording comes back from the cache without the script.
chrome.tabs.onUpdated.addListener((tab, {status}) => {
	if (status !== 'complete') return;
	void readRecording().then(recording => recording?.isOn && recording.tabs.includes(tab) && bringIn(tab));
});

async function handle(message: Message, sender: ChromeSender): Promise<unknown> {
	// A page that is recorded sends nothing anywhere.
	const isOurs = sender.url?.startsWith(chrome.runtime.getURL(''));
	if (message.type === 'send' || message.type === 'sending' || message.type === 'sign-out') return isOurs ? transfer(message) : null;
	if (message.type === 'start') return start(message.tab);
	const recording = await readRecording();
	if (message.type === 'discard') return discard(recording);
	if (!recording?.isOn) return false;
	await countEnded(recording);
	if (message.type === 'stop') return stop(recording);
	const {tab, documentId, documentLifecycle} = sender;
	if (tab?.id === undefined || documentId === undefined) return false;
	// A prerendered page says hello again once the tab shows it.
	if (message.type === 'hello' && documentLifecycle !== 'active') return false;
	const isPart = recording.tabs.includes(tab.id) || (tab.openerTabId !== undefined && recording.tabs.includes(tab.openerTabId));
	if (!isPart) return false;
	if (message.type === 'hello') return welcome(recording, message, tab.id, documentId);
	return act(recording, message, tab.id);
}

/** Handles messages that concern the service; sending runs beside all else. */
async function transfer(message: Extract<Message, {type: 'send' | 'sending' | 'sign-out'}>): Promise<unknown> {
	if (message.type === 'sending') return readSending();
	if (message.type === 'sign-out') return signOut();
	void beginSending(message);
	return null;
}

async function start(tab: number): Promise<void> {
	await forgetPictures();
	await forgetSending();
	const recording: Recording = {
		isOn: true,
		tabs: [tab],
		frames: {},
		done: [],
		kept: [],
		ending: null,
		endingPage: {title: '', heading: ''},
		begunAt: Date.now(),
		secrets: [],
		language: '',
		name: '',
		capturedAt: 0,
		refused: [],
		key: null,
	};
	await writeRecording(recording);
	await register();
	if (!(await bringIn(tab))) throw new Error('The browser lets no extension into this page.');
	await chrome.action.setBadgeBackgroundColor({color: RED});
	await chrome.action.setBadgeText({text: '0'});
}

/** Adds a document that has become visible to the recording. */
async function welcome(
	recording: Recording,
	{language, title, isTop}: Extract<Message, {type: 'hello'}>,
	tab: number,
	documentId: string,
): Promise<boolean> {
	if (!recording.tabs.includes(tab)) recording.tabs.push(tab);
	const known = recording.frames[tab] ?? [];
	if (!known.includes(documentId)) recording.frames[tab] = isTop ? [documentId] : [...known, documentId];
	if (isTop && recording.kept.length === 0) {
		recording.language = language;
		recording.name = title;
	}
	await writeRecording(recording);
	return true;
}

/** Takes the picture of the moment before something is done, where it is not a part of what was done before. */
async function act(recording: Recording, {doing, named, place}: Announced, tab: number): Promise<boolean> {
	const plan = new LivePlan(recording.done as never);
	const before = plan.actions.length;
	const action = plan.add(doing);
	const isNew = plan.actions.length > before;
	recording.done = [...plan.steps];
	const known = recording.kept.find(one => one.action === action);
	if (action >= 0) recording.secrets.push(...secretPatterns(secretsOf(plan.actions[action]!, isNew ? named : (known?.named ?? named))));
	if (!isNew) {
		await writeRecording(recording);
		return true;
	}
	const taken = await take(recording, tab, named?.name ?? null);
	if (taken) {
		await keepPicture(recording.kept.length, taken.picture);
		recording.kept.push({action, named, place, picture: recording.kept.length, page: taken.page});
	}
	await writeRecording(recording);
	await chrome.action.setBadgeText({text: taken ? String(recording.kept.length) : '!'});
	return true;
}

/** Takes a picture, or records the reason why there is none. */
async function take(recording: Recording, tab: number, name: string | null): Promise<Taken | null> {
	recording.taking = {name};
	await writeRecording(recording);
	const taken = await capture(recording, tab);
	if (typeof taken === 'string') refuse(recording, taken, name);
	delete recording.taking;
	return typeof taken === 'string' ? null : taken;
}

/** Counts the picture that a worker was taking when the browser ended it. */
async function countEnded(recording: Recording): Promise<void> {
	if (!recording.taking) return;
	refuse(recording, 'ended', recording.taking.name);
	delete recording.taking;
	await writeRecording(recording);
}

function refuse({refused, secrets}: Recording, why: Refusal, name: string | null): void {
	const isSecret = name !== null && secrets.length > 0 && new RegExp(secrets.join('|'), 'i').test(name);
	refused.push({why, name: isSecret ? null : name});
}

function secretPatterns(typed: string[]): string[] {
	const secrets = new Secrets();
	for (const secret of typed) secrets.add(secret);
	return secrets.patterns();
}

async function stop(recording: Recording): Promise<void> {
	const [tab] = await chrome.tabs.query({active: true, currentWindow: true});
	if (tab?.id !== undefined && recording.tabs.includes(tab.id)) {
		const taken = await take(recording, tab.id, null);
		if (taken) {
			recording.ending = recording.kept.length;
			recording.endingPage = taken.page;
			await keepPicture(recording.ending, taken.picture);
		}
	}
	recording.isOn = false;
	await writeRecording(recording);
	await end(recording);
}

async function discard(recording: Recording | null): Promise<void> {
	await forgetSending();
	await forgetRecording();
	await forgetPictures();
	if (recording) await end(recording);
}

async function end(recording: Recording): Promise<void> {
	// A document in the cache misses this order; it is told when it next sends a message.
	const told = Object.entries(recording.frames).flatMap(([tab, documents]) =>
		documents.map(documentId => ({tab: Number(tab), documentId})),
	);
	await Promise.all(told.map(({tab, documentId}) => say(tab, {type: 'record', isOn: false}, {documentId})));
	await unregister();
	await chrome.action.setBadgeText({text: ''});
}
