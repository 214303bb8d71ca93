import type {Browser, CDPSession} from 'puppeteer';

export type FirstStep = {
	/** Milliseconds from the navigation until the first screenshot is painted, and until the way on can be hit. */
	imageMs: number;
	clickMs: number;
	/** Received, headers included, and asked for until both. */
	bytes: number;
	requests: number;
};
type Seen = {imageMs: number; clickMs: number; beganMs: number};

/** A phone in the middle of the range, far from the mast. */
const PHONE = {width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true};
const LINE = {download: 1_600_000 / 8, upload: 750_000 / 8, latency: 150};
const CPU = 4;
const PATIENCE_MS = 60_000;

/**
 * Opens a page as somebody who was never there, and waits until its first step stands. `next` selects the ways on; `titles`, of the
 * first two steps, show that the first one met leads on indeed.
 */
export async function openFirstStep(browser: Browser, url: string, next: string, titles: [string, string]): Promise<FirstStep> {
	const context = await browser.createBrowserContext();
	const page = await context.newPage();
	await page.setViewport(PHONE);
	await page.emulateNetworkConditions(LINE);
	await page.emulateCPUThrottling(CPU);
	const traffic = await listen(await page.createCDPSession());
	const {promise, resolve, reject} = Promise.withResolvers<Seen>();
	const timer = setTimeout(() => reject(new Error(`The first step of ${url} does not stand after ${PATIENCE_MS} ms.`)), PATIENCE_MS);
	await page.exposeFunction('firstStepStands', resolve);
	await page.evaluateOnNewDocument(watch, next);
	try {
		// Not waited for: the first step may well stand before the page has all that it asks for.
		page.goto(url, {timeout: PATIENCE_MS}).catch(reject);
		const seen = await promise;
		const until = seen.beganMs + Math.max(seen.imageMs, seen.clickMs);
		await page.emulateCPUThrottling(1);
		await page.evaluate(tap, next);
		await page.waitForFunction(shows, {timeout: PATIENCE_MS}, ...titles);
		return {imageMs: seen.imageMs, clickMs: seen.clickMs, ...traffic.until(until)};
	} finally {
		clearTimeout(timer);
		await context.close();
	}
}

type Transfer = {askedAt: number; headers: number; parts: {at: number; bytes: number}[]; endedAt: number; bytes: number};

/** What comes over the line, by request. */
async function listen(session: CDPSession): Promise<{until(ms: number): {bytes: number; requests: number}}> {
	const transfers = new Map<string, Transfer>();
	// Events tell the time since the machine started, the page since 1970.
	let epoch = 0;
	session.on('Network.requestWillBeSent', ({requestId, timestamp, wallTime}) => {
		epoch ||= wallTime - timestamp;
		transfers.set(requestId, {askedAt: timestamp, headers: 0, parts: [], endedAt: Infinity, bytes: 0});
	});
	session.on('Network.responseReceived', ({requestId, response}) => {
		Object.assign(transfers.get(requestId) ?? {}, {headers: response.encodedDataLength});
	});
	session.on('Network.dataReceived', ({requestId, timestamp, dataLength}) => {
		transfers.get(requestId)?.parts.push({at: timestamp, bytes: dataLength});
	});
	session.on('Network.loadingFinished', ({requestId, timestamp, encodedDataLength}) => {
		Object.assign(transfers.get(requestId) ?? {}, {endedAt: timestamp, bytes: encodedDataLength});
	});
	await session.send('Network.enable');
	return {
		until(ms) {
			const before = (at: number) => (at + epoch) * 1000 <= ms;
			const asked = [...transfers.values()].filter(({askedAt}) => before(askedAt));
			return {bytes: asked.reduce((sum, transfer) => sum + bytesOf(transfer, before), 0), requests: asked.length};
		},
	};
}

/** Only at its end does the browser tell how large a compressed response was; what is under way by then are pictures and fonts, which are not compressed. */
function bytesOf({headers, parts, endedAt, bytes}: Transfer, before: (at: number) => boolean): number {
	if (before(endedAt)) return bytes;
	return parts.filter(({at}) => before(at)).reduce((sum, part) => sum + part.bytes, headers);
}

/** In the page, once a frame: is there a screenshot (the first large image that one can see), and does a tap on a way on meet it? */
function watch(next: string): void {
	const {firstStepStands} = window as unknown as {firstStepStands(seen: Seen): void};
	const seen: Partial<Seen> = {beganMs: performance.timeOrigin};
	let image: HTMLImageElement | undefined;
	const look = () => {
		if (!image) {
			image = [...document.images].find(
				one => one.complete && one.naturalWidth > 0 && one.clientWidth >= 200 && one.checkVisibility({opacityProperty: true}),
			);
			// Painted is what the frame after the decoding shows.
			void image?.decode().then(() => requestAnimationFrame(() => requestAnimationFrame(now => (seen.imageMs = now))));
		}
		if (!seen.clickMs) {
			const met = [...document.querySelectorAll(next)].some(way => {
				const {left, top, width, height} = way.getBoundingClientRect();
				return width > 0 && way.contains(document.elementFromPoint(left + width / 2, top + height / 2));
			});
			if (met) seen.clickMs = performance.now();
		}
		if (seen.imageMs && seen.clickMs) firstStepStands(seen as Seen);
		else requestAnimationFrame(look);
	};
	if (window === top) requestAnimationFrame(look);
}

function tap(next: string): void {
	const ways = [...document.querySelectorAll<HTMLElement>(next)];
	ways.find(way => way.checkVisibility())!.click();
}

function shows(first: string, second: string): boolean {
	const text = document.body.innerText;
	return text.includes(second) && !text.includes(first);
}
