import {secretsOf} from '../../cli/recorder/compose-step.ts';
import {LivePlan} from '../../cli/recorder/live-plan.ts';
import {Secrets} from '../../cli/recorder/secrets.ts';
import type {Announced, Message, Recording} from '../messages.ts';
import {signOut} from './account.ts';
import {capture, order} from './capture.ts';
import {forgetPictures, keepPicture} from './pictures.ts';
import {beginSending, forgetSending, readSending} from './sending.ts';
import {forgetRecording, readRecording, writeRecording} from './state.ts';

// The worker of the extension: takes the pictures, one after the other, and keeps what was done.

const SCRIPT = {
	id: 'roteiro',
	js: ['content.js'],
	matches: ['http://*/*', 'https://*/*'],
	allFrames: true,
	matchOriginAsFallback: true,
	runAt: 'document_start',
	persistAcrossSessions: false,
};
const RED = '#b3261e';

/** What is asked for is done in its order. */
let last: Promise<unknown> = Promise.resolve();

chrome.runtime.onMessage.addListener((message: Message, sender, respond) => {
	last = last.then(() => handle(message, sender)).catch(error => ({error: String(error)}));
	void last.then(respond);
	return true;
});

async function handle(message: Message, sender: ChromeSender): Promise<unknown> {
	// A page that is recorded sends nothing anywhere.
	const isOurs = sender.url?.startsWith(chrome.runtime.getURL(''));
	if (message.type === 'send' || message.type === 'sending' || message.type === 'sign-out') return isOurs ? transfer(message) : null;
	if (message.type === 'start') return start(message.tab);
	const recording = await readRecording();
	if (message.type === 'discard') return discard(recording);
	if (!recording?.isOn) return false;
	if (message.type === 'stop') return stop(recording);
	const {tab, frameId = 0} = sender;
	if (tab?.id === undefined) return false;
	const isPart = recording.tabs.includes(tab.id) || (tab.openerTabId !== undefined && recording.tabs.includes(tab.openerTabId));
	if (!isPart) return false;
	if (message.type === 'hello') return welcome(recording, message, tab.id, frameId);
	return act(recording, message, tab.id, tab.windowId);
}

/** What belongs to the service; sending goes on by itself, and nothing else waits for it. */
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
		secrets: [],
		language: '',
		name: '',
		capturedAt: 0,
		failed: 0,
		key: null,
	};
	await writeRecording(recording);
	await chrome.scripting.unregisterContentScripts({ids: [SCRIPT.id]}).catch(() => undefined);
	await chrome.scripting.registerContentScripts([SCRIPT]);
	await chrome.scripting.executeScript({target: {tabId: tab, allFrames: true}, files: SCRIPT.js});
	await chrome.action.setBadgeBackgroundColor({color: RED});
	await chrome.action.setBadgeText({text: '0'});
}

/** Takes in a frame that has come. */
async function welcome(
	recording: Recording,
	{language, title, isTop, isNew}: Extract<Message, {type: 'hello'}>,
	tab: number,
	frame: number,
): Promise<boolean> {
	if (!recording.tabs.includes(tab)) recording.tabs.push(tab);
	const known = isTop && isNew ? [] : (recording.frames[tab] ?? []);
	recording.frames[tab] = [...new Set([...known, frame])];
	if (isTop && recording.kept.length === 0) {
		recording.language = language;
		recording.name = title;
	}
	await writeRecording(recording);
	return true;
}

/** Takes the picture of the moment before something is done, where it is not a part of what was done before. */
async function act(recording: Recording, {doing, named, place}: Announced, tab: number, window: number): Promise<boolean> {
	const plan = new LivePlan(recording.done as never);
	const before = plan.actions.length;
	const action = plan.add(doing);
	const isNew = plan.actions.length > before;
	recording.done = [...plan.steps];
	const known = recording.kept.find(one => one.action === action);
	if (action >= 0) recording.secrets.push(...secretPatterns(secretsOf(plan.actions[action]!, isNew ? named : (known?.named ?? named))));
	await writeRecording(recording);
	if (!isNew) return true;
	const picture = await capture(recording, tab, window);
	if (picture) {
		await keepPicture(recording.kept.length, picture);
		recording.kept.push({action, named, place, picture: recording.kept.length});
	} else recording.failed++;
	await writeRecording(recording);
	await chrome.action.setBadgeText({text: String(recording.kept.length)});
	return true;
}

function secretPatterns(typed: string[]): string[] {
	const secrets = new Secrets();
	for (const secret of typed) secrets.add(secret);
	return secrets.patterns();
}

async function stop(recording: Recording): Promise<void> {
	const [tab] = await chrome.tabs.query({active: true, currentWindow: true});
	if (tab?.id !== undefined && recording.tabs.includes(tab.id)) {
		const picture = await capture(recording, tab.id, tab.windowId);
		if (picture) {
			recording.ending = recording.kept.length;
			await keepPicture(recording.ending, picture);
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
	for (const tab of recording.tabs) await order(recording, tab, {type: 'record', isOn: false});
	await chrome.scripting.unregisterContentScripts({ids: [SCRIPT.id]}).catch(() => undefined);
	await chrome.action.setBadgeText({text: ''});
}
