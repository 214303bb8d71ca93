import {availableParallelism} from 'node:os';
import type {HTTPRequest, Page, Browser as Puppeteer} from 'puppeteer';
import {openTurns, within} from '../../shared/concurrency.ts';
import {metrics} from '../../shared/metrics/metrics.ts';
import {BrowserHung, type Chromium, launchChromium, openBarePage} from './chromium.ts';

export type Picture = {
	/** The whole document with everything that it shows: nothing is fetched and no script runs. */
	html: string;
	/** CSS pixels. */
	width: number;
	height: number;
	type?: 'jpeg' | 'png';
	/** Quality of a JPEG, 1..100. */
	quality?: number;
	deviceScaleFactor?: number;
	/** Measures and changes the document before it is drawn; `show` puts another in its place. */
	settle?(page: Page, show: (html: string) => Promise<void>): Promise<void>;
};

/** The response to one request of a page. */
export type Loaded = {body: Buffer; headers: Record<string, string>};

type Visit<T> = {
	/** A page whose scripts run. Nothing leaves the browser: `load` answers every path; null is 404. */
	url: string;
	load(path: string): Promise<Loaded | null>;
	/** CSS pixels. */
	width: number;
	height: number;
	/** Pixels for each of them; 1. */
	scale?: number;
	/** Emulates a phone: touch, and no pointer that hovers. */
	mobile?: boolean;
	/** Milliseconds for all of it, where that may take longer than a picture. */
	timeout?: number;
	/** Works in the page once it has loaded. Animations are stopped. */
	look(page: Page): Promise<T>;
};

export type Browser = {
	/** Draws a document. Throws if the browser fails twice, or once takes too long. */
	screenshot(picture: Picture): Promise<Buffer>;
	/** Opens a page and works in it. Throws as `screenshot` does. */
	visit<T>(visit: Visit<T>): Promise<T>;
	/** Ends the browser; pictures under way fail. */
	close(): Promise<void>;
};

type Options = {
	executablePath: string;
	log?: {warn(facts: object, message: string): void};
	/** Pictures drawn at once; the others wait. */
	atOnce?: number;
	/** Pictures that one browser draws before another takes its place: leaks stay small. */
	perBrowser?: number;
	/** Milliseconds for one picture. */
	timeout?: number;
};

/** Requests of a page answered at once: 500 pictures together would fill memory three times over. */
const LOADED_AT_ONCE = 4;

/** Head of every document: a policy by which it may use only what it carries inside. */
const POLICY =
	'<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; font-src data:; style-src \'unsafe-inline\'">';

/** A browser and its work. Once it is worn out, its last picture closes it. */
type Session = {chromium: Promise<Chromium>; drawn: number; active: number; retired: boolean; ending?: Promise<void>};

/** Returns a Chromium that is started when it is first needed, started again after a crash, and replaced after some work. */
export function openBrowser({executablePath, log, atOnce = availableParallelism(), perBrowser = 100, timeout = 10_000}: Options): Browser {
	const inTurn = openTurns(atOnce);
	const sessions = openSessions(() => launchChromium(executablePath, 2 * timeout), perBrowser);
	let closed = false;
	for (const outcome of ['drawn', 'failed']) metrics.renders.inc({outcome}, 0);

	/** Makes one attempt. After any failure the browser is replaced: our pages do not fail in a working one. */
	const attempt = async <T>(work: (chromium: Puppeteer) => Promise<T>, limit: number): Promise<T> => {
		const session = sessions.checkOut();
		try {
			const {browser, ended} = await session.chromium;
			const drawn = await within(Promise.race([work(browser), ended]), limit, () => tooLate(limit));
			metrics.renders.inc({outcome: 'drawn'});
			return drawn;
		} catch (error) {
			sessions.retire(session);
			metrics.renders.inc({outcome: 'failed'});
			throw error;
		} finally {
			sessions.checkIn(session);
		}
	};
	const attemptTwice = <T>(work: (chromium: Puppeteer) => Promise<T>, limit = timeout): Promise<T> =>
		inTurn(async () => {
			if (closed) throw new Error('The browser was closed.');
			return attempt(work, limit).catch(error => {
				if (closed || error instanceof BrowserHung) throw error;
				log?.warn({error}, 'the browser failed; once more with another');
				return attempt(work, limit);
			});
		});

	return {
		screenshot: picture => attemptTwice(chromium => draw(chromium, picture)),
		visit: visit => attemptTwice(chromium => look(chromium, visit), visit.timeout),
		async close() {
			closed = true;
			await sessions.close();
		},
	};
}

async function draw(
	chromium: Puppeteer,
	{html, width, height, type = 'jpeg', quality = 85, deviceScaleFactor = 1, settle}: Picture,
): Promise<Buffer> {
	const {page, crashed, close} = await openBarePage(chromium);
	const drawn = async () => {
		await page.setViewport({width, height, deviceScaleFactor});
		const show = (html: string) => page.setContent(POLICY + html, {waitUntil: 'load'});
		await show(html);
		await settle?.(page, show);
		return page.screenshot({type, quality: type === 'jpeg' ? quality : undefined, captureBeyondViewport: false});
	};
	try {
		return Buffer.from(await Promise.race([drawn(), crashed]));
	} finally {
		// Not awaited, since the picture is done. If a browser cannot close a context, the next picture fails.
		close().catch(() => {});
	}
}

async function look<T>(chromium: Puppeteer, visit: Visit<T>): Promise<T> {
	const {url, load, width, height, scale = 1, mobile = false} = visit;
	const {page, crashed, close} = await openBarePage(chromium, {scripts: true});
	const inTurn = openTurns(LOADED_AT_ONCE);
	const seen = async () => {
		await page.setViewport({width, height, deviceScaleFactor: scale, isMobile: mobile, hasTouch: mobile});
		await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
		await page.setRequestInterception(true);
		page.on('request', request => void inTurn(() => respond(request, new URL(url).origin, load)));
		await page.goto(url, {waitUntil: 'load'});
		return visit.look(page);
	};
	try {
		return await Promise.race([seen(), crashed]);
	} finally {
		close().catch(() => {});
	}
}

/** Responds to a request of a page; ignores that the page may have closed meanwhile. */
async function respond(request: HTTPRequest, origin: string, load: Visit<unknown>['load']): Promise<void> {
	const {origin: asked, pathname} = new URL(request.url());
	const loaded = asked === origin ? await load(pathname).catch(() => null) : null;
	await (loaded ? request.respond({status: 200, ...loaded}) : request.respond({status: 404})).catch(() => {});
}

function tooLate(ms: number): Error {
	return new BrowserHung(`The browser took longer than ${ms} ms.`);
}

/** Manages the open browsers: one at work, and those that end with their last picture. `perBrowser`: pictures that one draws. */
function openSessions(launch: () => Promise<Chromium>, perBrowser: number) {
	const sessions = new Set<Session>();
	let current: Session | null = null;

	const retire = (session: Session) => {
		session.retired = true;
		if (current === session) current = null;
	};
	const end = (session: Session): Promise<void> => {
		session.ending ??= session.chromium
			.then(({close}) => close())
			.catch(() => {})
			.finally(() => sessions.delete(session));
		return session.ending;
	};
	const retireWhenEnded = (session: Session) => {
		session.chromium
			.then(({ended}) => ended)
			.catch(() => {
				retire(session);
				if (session.active === 0) void end(session);
			});
	};
	const start = (): Session => {
		metrics.browserStarts.inc();
		const session: Session = {chromium: launch(), drawn: 0, active: 0, retired: false};
		sessions.add(session);
		retireWhenEnded(session);
		return session;
	};

	return {
		retire,
		checkOut(): Session {
			current ??= start();
			const session = current;
			session.active += 1;
			session.drawn += 1;
			if (session.drawn >= perBrowser) retire(session);
			return session;
		},
		checkIn(session: Session): void {
			session.active -= 1;
			if (session.retired && session.active === 0) void end(session);
		},
		async close(): Promise<void> {
			await Promise.all([...sessions].map(end));
		},
	};
}
