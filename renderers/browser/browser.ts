import {availableParallelism} from 'node:os';
import type {Browser as Puppeteer} from 'puppeteer';
import {within} from '../../shared/deadline.ts';
import {type Chromium, launchChromium, openBarePage} from './chromium.ts';

export type Picture = {
	/** A whole document. What it shows must be inside it: nothing is fetched and no script runs. */
	html: string;
	/** CSS pixels. */
	width: number;
	height: number;
	type?: 'jpeg' | 'png';
	/** Of a JPEG, 1..100. */
	quality?: number;
	deviceScaleFactor?: number;
};

export type Browser = {
	/** Draws a document. Throws where the browser fails twice, or takes too long once. */
	screenshot(picture: Picture): Promise<Buffer>;
	/** Ends the browser; what is under way fails. */
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

/** A browser and what it has to do. It is closed by the last to leave, once it is worn out. */
type Session = {chromium: Promise<Chromium>; drawn: number; active: number; retired: boolean; ending?: Promise<void>};

/** Goes before any document: it may use what it carries inside, and nothing else. */
const POLICY =
	'<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; font-src data:; style-src \'unsafe-inline\'">';

/** A Chromium that is started when it is first needed, started again after a crash, and replaced after some work. */
export function openBrowser({executablePath, log, atOnce = availableParallelism(), perBrowser = 100, timeout = 10_000}: Options): Browser {
	const waiting: (() => void)[] = [];
	const sessions = new Set<Session>();
	let current: Session | null = null;
	let busy = 0;
	let closed = false;

	const enter = async () => {
		if (busy >= atOnce) await new Promise<void>(resolve => waiting.push(resolve));
		else busy += 1;
	};
	const leave = () => {
		const next = waiting.shift();
		if (next) next();
		else busy -= 1;
	};

	const join = (): Session => {
		if (closed) throw new Error('The browser was closed.');
		if (!current) {
			current = {chromium: launchChromium(executablePath, 2 * timeout), drawn: 0, active: 0, retired: false};
			sessions.add(current);
			retireWhenEnded(current);
		}
		const session = current;
		session.active += 1;
		session.drawn += 1;
		if (session.drawn >= perBrowser) retire(session);
		return session;
	};
	const retire = (session: Session) => {
		session.retired = true;
		if (current === session) current = null;
	};
	const retireWhenEnded = (session: Session) => {
		const {chromium} = session;
		chromium
			.then(({ended}) => ended)
			.catch(() => {
				retire(session);
				if (session.active === 0) void end(session);
			});
	};
	const part = (session: Session) => {
		session.active -= 1;
		if (session.retired && session.active === 0) void end(session);
	};
	const end = (session: Session): Promise<void> => {
		session.ending ??= session.chromium
			.then(({close}) => close())
			.catch(() => {})
			.finally(() => sessions.delete(session));
		return session.ending;
	};

	/** One try. Whatever goes wrong, that browser is not used again: a page of ours cannot fail in a sound one. */
	const attempt = async (picture: Picture): Promise<Buffer> => {
		const session = join();
		try {
			const {browser, ended} = await session.chromium;
			return await within(Promise.race([draw(browser, picture), ended]), timeout, () => tooLate(timeout));
		} catch (error) {
			retire(session);
			throw error;
		} finally {
			part(session);
		}
	};
	const attemptAgain = (picture: Picture, error: Error) => {
		if (closed || error.name === 'TimeoutError') throw error;
		log?.warn({error}, 'the browser failed; once more with another');
		return attempt(picture);
	};

	return {
		async screenshot(picture) {
			await enter();
			try {
				return await attempt(picture).catch(error => attemptAgain(picture, error));
			} finally {
				leave();
			}
		},
		async close() {
			closed = true;
			await Promise.all([...sessions].map(end));
		},
	};
}

async function draw(
	chromium: Puppeteer,
	{html, width, height, type = 'jpeg', quality = 85, deviceScaleFactor = 1}: Picture,
): Promise<Buffer> {
	const {page, crashed, close} = await openBarePage(chromium);
	const drawn = async () => {
		await page.setViewport({width, height, deviceScaleFactor});
		await page.setContent(POLICY + html, {waitUntil: 'load'});
		return page.screenshot({type, quality: type === 'jpeg' ? quality : undefined, captureBeyondViewport: false});
	};
	try {
		return Buffer.from(await Promise.race([drawn(), crashed]));
	} finally {
		// Not waited for: the picture is there. A browser that cannot close a context fails the next picture.
		close().catch(() => {});
	}
}

function tooLate(ms: number): Error {
	return new DOMException(`The browser took longer than ${ms} ms.`, 'TimeoutError');
}
