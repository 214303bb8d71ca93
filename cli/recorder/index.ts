import {mkdir, readFile, rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {parse, parseStep, type UserFlow} from '@puppeteer/replay';
import type {Cookie} from 'puppeteer-core';
import {closeOnAbort, launch, openSession, pathOf, type Session} from './open-browser.ts';
import {StepRecorder} from './record-steps.ts';
import {type RecordedStep, type RecordedTour, type Recorder, RecordingError, type RecordOptions} from './recording.ts';
import {replayFlow} from './replay-flow.ts';
import {settle} from './settle.ts';

// The recorder: a program of its own, which the command fetches from its service when it is needed.

const PAGE_MS = 15_000;
const ELEMENT_MS = 5000;
const LOOK_MS = 500;
/** Cookies that end with the window are kept here, beside the profile of the browser, which forgets them. */
const COOKIES = 'roteiro-cookies.json';

/** A step of driver.js, which names its element and has its words. */
type ElementStep = {element: string | null; title: string; text: string} & Pick<RecordedStep, 'popoverSide' | 'popoverAlign'>;

const SIDES = ['top', 'right', 'bottom', 'left', 'over'] as const;
const ALIGNS = ['start', 'center', 'end'] as const;
const ENTITIES: Record<string, string> = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' '};

export const recordFlow: Recorder['recordFlow'] = async (given, options) => {
	const flow = judged(given);
	return withSession(flow.title, options, (session, recorder) => replayFlow(flow, session, recorder, options));
};

export const recordElements: Recorder['recordElements'] = async (given, url, options) => {
	const steps = readElements(given);
	return withSession('', options, async ({main}, recorder) => {
		const timeout = options.timeoutMs ?? PAGE_MS;
		await main.page.goto(url, {waitUntil: 'domcontentloaded', timeout}).catch((error: Error) => {
			throw new RecordingError(
				null,
				`${pathOf(url)} cannot be reached (${/net::(\w+)/.exec(error.message)?.[1] ?? `no page came within ${timeout / 1000} s`}).`,
			);
		});
		await settle(main);
		for (const [index, step] of steps.entries()) {
			options.signal.throwIfAborted();
			options.progress(index, steps.length);
			await recordElement(step, index, {session: {main}, recorder, options});
		}
	});
};

/** Opens a window with the profile, and ends when it is closed. */
export const keepProfile: Recorder['keepProfile'] = async ({browser: path, profile, url, signal}) => {
	await mkdir(profile, {recursive: true, mode: 0o700});
	const browser = await launch({browser: path, profile, headed: true, language: null}, null, url);
	closeOnAbort(browser, signal);
	let cookies: Cookie[] = [];
	try {
		while (browser.connected && (await browser.pages()).length > 0) {
			cookies = await browser.cookies();
			await pause(LOOK_MS);
		}
	} catch (error) {
		// The window is closed while it is asked.
		if (browser.connected && (await browser.pages().catch(() => [])).length > 0) throw error;
	}
	const kept = cookies.filter(({session}) => session);
	await writeFile(join(profile, `${COOKIES}.new`), JSON.stringify(kept), {mode: 0o600});
	await rename(join(profile, `${COOKIES}.new`), join(profile, COOKIES));
	await browser.close().catch(() => undefined);
};

/** Judges a recording. Throws a `RecordingError` with the step that is wrong. */
function judged(given: object): UserFlow {
	const steps: unknown = 'steps' in given ? given.steps : null;
	if (Array.isArray(steps))
		for (const [index, step] of steps.entries()) {
			try {
				parseStep(step, index);
			} catch (error) {
				throw new RecordingError(index, `${(error as Error).message}.`);
			}
		}
	try {
		return parse(given);
	} catch (error) {
		throw new RecordingError(null, `${(error as Error).message}.`);
	}
}

async function withSession(
	title: string,
	options: RecordOptions,
	work: (session: Session, recorder: StepRecorder) => Promise<void>,
): Promise<RecordedTour> {
	let session: Session | null = null;
	try {
		session = await openSession(options);
		if (options.profile) await restoreCookies(session, options.profile);
		const recorder = new StepRecorder(title, options);
		await work(session, recorder);
		return await recorder.tour(session.main.page);
	} catch (error) {
		// Whatever the browser said when it was closed under the work.
		throw options.signal.aborted ? options.signal.reason : error;
	} finally {
		await session?.close().catch(() => undefined);
	}
}

async function restoreCookies({browser}: Session, profile: string): Promise<void> {
	const text = await readFile(join(profile, COOKIES), 'utf8').catch(() => null);
	if (text) await browser.setCookie(...(JSON.parse(text) as Cookie[]));
}

type Context = {session: Pick<Session, 'main'>; recorder: StepRecorder; options: RecordOptions};

async function recordElement(step: ElementStep, index: number, {session: {main}, recorder, options}: Context): Promise<void> {
	const {element, ...words} = step;
	if (element === null) return recorder.element(index, main, null, words);
	const timeout = options.timeoutMs ?? ELEMENT_MS;
	const handle = await main.page.waitForSelector(element, {visible: true, timeout}).catch(() => null);
	if (!handle)
		throw new RecordingError(
			index,
			`Nothing that can be seen at ${pathOf(main.page.url())} is ${element}, not within ${timeout / 1000} s.`,
		);
	await handle.scrollIntoView();
	await settle(main);
	await recorder.element(index, main, handle, words);
}

/** Reads steps as driver.js has them: `{element, popover: {title, description, side, align}}`. */
function readElements(given: readonly unknown[]): ElementStep[] {
	return given.map((step, index) => {
		if (!isValues(step)) throw new RecordingError(index, 'A step is an object: {"element": "#save", "popover": {"title": "Save"}}.');
		const {element = null, popover = {}} = step;
		if (element !== null && (typeof element !== 'string' || element === ''))
			throw new RecordingError(index, 'element: Must be a CSS selector, such as "#save".');
		if (!isValues(popover)) throw new RecordingError(index, 'popover: Must be an object with title and description.');
		return {
			element,
			title: plainText(popover.title, 'title', index),
			text: plainText(popover.description, 'description', index),
			...oneOf('popoverSide', popover.side, SIDES, index),
			...oneOf('popoverAlign', popover.align, ALIGNS, index),
		};
	});
}

function oneOf<N extends string, T extends string>(name: N, value: unknown, allowed: readonly T[], index: number): {[K in N]?: T} {
	if (value === undefined || value === null) return {};
	const found = allowed.find(one => one === value);
	if (!found) throw new RecordingError(index, `${name === 'popoverSide' ? 'side' : 'align'}: Is one of ${allowed.join(', ')}.`);
	return {[name]: found} as {[K in N]?: T};
}

/** Words without their HTML. */
function plainText(value: unknown, name: string, index: number): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string') throw new RecordingError(index, `${name}: Must be a text.`);
	return value
		.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
		.replace(/<br\s*\/?>|<\/(?:p|div|li|h\d)>/gi, '\n')
		.replace(/<\/?[a-z][^>]*>/gi, '')
		.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
			if (name) return ENTITIES[name.toLowerCase()] ?? whole;
			const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		})
		.replace(/[ \t]+/g, ' ')
		.replace(/\s*\n\s*/g, '\n')
		.trim();
}

function isValues(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
