import puppeteer, {type Browser, type ElementHandle, type Frame, type Page} from 'puppeteer-core';
import {type Activity, type AnyEvents, type AnyPage, watchActivity} from './driver.ts';
import {focusedElement} from './page/facts.ts';
import {installTools} from './page/install.ts';
import {RecordingError, type RecordOptions} from './recording.ts';
import {settle, within} from './settle.ts';

/** A page of the application while it is recorded. */
export type Watched = Activity & {page: Page};

export type Session = {
	browser: Browser;
	main: Watched;
	/** All pages, those that the application opened included. */
	watched(page: Page): Watched;
	close(): Promise<void>;
};

const START_MS = 30_000;
/** Keeps the profile apart from the keys of the machine's own browser: what `login --browser` keeps, `record` can read. */
const OWN_KEYS = ['--password-store=basic', '--use-mock-keychain'];

/** Turns prerendering off, because a prerendered page lacks the recorder's tools. */
const NOT_AHEAD = '--disable-features=Prerender2';

/** The page and frame of an action. */
export type Place = {watched: Watched; frame: Frame};

/** No script of a frame may hold up the recording for longer. */
const LOOK_MS = 3000;

export async function launch(
	{browser, profile, headed, language}: Pick<RecordOptions, 'browser' | 'profile' | 'headed' | 'language'>,
	viewport: {width: number; height: number; deviceScaleFactor: number} | null,
	url?: string,
): Promise<Browser> {
	const args = [...OWN_KEYS, NOT_AHEAD, '--no-first-run', '--no-default-browser-check', '--hide-crash-restore-bubble'];
	if (language) args.push(`--accept-lang=${language}`, `--lang=${language}`);
	if (url) args.push(url);
	// Chromium refuses to sandbox as root.
	if (process.getuid?.() === 0) args.push('--no-sandbox');
	try {
		return await puppeteer.launch({
			executablePath: browser,
			headless: !headed,
			args,
			defaultViewport: viewport,
			...(profile && {userDataDir: profile}),
			pipe: true,
			timeout: START_MS,
			// The command ends it in order.
			handleSIGINT: false,
			handleSIGTERM: false,
			handleSIGHUP: false,
		});
	} catch (error) {
		const [first = ''] = String((error as Error).message).split('\n');
		const why = /profile|SingletonLock|already running/i.test((error as Error).message) ? 'its profile is used by another window' : first;
		throw new RecordingError(null, `The browser ${browser} did not start: ${why}`);
	}
}

/** Closes the browser, even if the work was aborted while it started: such a signal does not fire again. */
export function closeOnAbort(browser: Browser, signal: AbortSignal): void {
	const stop = () => void browser.close().catch(() => undefined);
	if (signal.aborted) stop();
	else signal.addEventListener('abort', stop, {once: true});
}

/** Opens the browser with one page, and watches whatever pages come. */
export async function openSession(options: RecordOptions): Promise<Session> {
	const {viewport, scale, warn, signal} = options;
	const browser = await launch(options, {...viewport, deviceScaleFactor: scale});
	closeOnAbort(browser, signal);
	try {
		const known = new Map<Page, Watched>();
		const watched = (page: Page) =>
			known.get(page) ?? watch(page, known, () => warn(null, 'The application showed a dialog; it was confirmed.'));
		browser.on('targetcreated', target => {
			// A page that is gone before it could be looked at is none.
			if (target.type() === 'page')
				void target.page().then(
					page => page && watched(page),
					() => undefined,
				);
		});
		const client = await browser.target().createCDPSession();
		await client.send('Browser.setDownloadBehavior', {behavior: 'deny'});
		const [page = await browser.newPage()] = await browser.pages();
		await installTools(page);
		return {browser, main: watched(page), watched, close: () => browser.close()};
	} catch (error) {
		await browser.close().catch(() => undefined);
		throw error;
	}
}

function watch(page: Page, known: Map<Page, Watched>, onDialog: () => void): Watched {
	const state: Watched = Object.assign(watchActivity(page as unknown as AnyPage & AnyEvents), {page});
	if (known.size > 0) void installTools(page).catch(() => undefined);
	known.set(page, state);
	page.on('dialog', dialog => {
		onDialog();
		void dialog.accept(dialog.defaultValue()).catch(() => undefined);
	});
	return state;
}

/** Returns the focused element, in any frame; null if nothing has the focus. */
export async function focusIn({watched}: Place): Promise<{handle: ElementHandle<Element>; frame: Frame; offset: null} | null> {
	await settle(watched);
	for (const frame of watched.page.frames()) {
		const handle = await within(frame.evaluateHandle(focusedElement), LOOK_MS).catch(() => null);
		const element = handle?.asElement() as ElementHandle<Element> | null | undefined;
		if (element) return {handle: element, frame, offset: null};
	}
	return null;
}

/** Returns the indexes that lead to a frame from its page, one for each level. */
export function pathTo(frame: Frame): number[] {
	const parent = frame.parentFrame();
	return parent ? [...pathTo(parent), parent.childFrames().indexOf(frame)] : [];
}

/** Returns a URL without what may be secret in it. */
export function pathOf(url: string): string {
	if (!URL.canParse(url)) return 'the page';
	const {origin, pathname, protocol} = new URL(url);
	return origin === 'null' ? `${protocol}…` : origin + pathname;
}
