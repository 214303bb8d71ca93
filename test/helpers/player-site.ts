import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Browser, Page} from 'puppeteer';
import {fontFiles} from '../../renderers/fonts/fonts.ts';
import {type PageOptions, renderPage} from '../../renderers/player/page.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {FONTS} from '../../shared/contract/theme.ts';
import {launchLoopbackBrowser} from './loopback-browser.ts';

/** For the tests of this folder: a page as the service serves it (policy, fonts, pictures), and the real browser. */

export type Site = Served & {
	browser: Browser;
	/** Opens the tour; `complaints` collects what the browser objects to, violations of the policy included. */
	visit(options?: VisitOptions): Promise<Visit>;
};

export type Served = {
	url: string;
	/** Paths that were asked for since the last `show`. */
	requests: string[];
	/** Names of media of which only the first half ever comes. */
	stalled: Set<string>;
	/** Serves this tour at `/p/tour`, and inside a frame of another origin at `/framed`, or `/framed?600x400` with nothing around it. */
	show(snapshot: Snapshot, options?: Partial<PageOptions>): void;
	close(): Promise<void>;
};

export async function openSite(media: Map<string, Buffer>): Promise<Site> {
	const served = await serveSite(media);
	const browser = await openBrowser();
	return {
		...served,
		browser,
		visit: options => visitTour(browser, served.url, options),
		async close() {
			await browser.close();
			await served.close();
		},
	};
}

/** The page alone, for whichever browser. */
export async function serveSite(media: Map<string, Buffer>): Promise<Served> {
	for (const font of FONTS) if (font !== 'default') for (const {name, bytes} of fontFiles(font)) media.set(name, bytes);
	let page = {html: '', csp: ''};
	const requests: string[] = [];
	const stalled = new Set<string>();
	const server = createServer(({url = ''}, response) => {
		requests.push(url);
		const {port} = server.address() as AddressInfo;
		if (url.startsWith('/p/')) {
			response.setHeader('Content-Security-Policy', page.csp);
			return response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page.html);
		}
		if (url.startsWith('/framed')) {
			response.setHeader('Content-Type', 'text/html; charset=utf-8');
			const [, width = 640, height = 400] = /\?(\d+)x(\d+)/.exec(url) ?? [];
			const margin = url.includes('?') ? '<style>*{margin:0;border:0;display:block}</style>' : '';
			return response.end(`${margin}<iframe src="http://localhost:${port}/p/tour?embed=1" width="${width}" height="${height}"></iframe>`);
		}
		const name = url.replace('/media/', '');
		const bytes = media.get(name);
		// Sounds are kept as the service lets them be kept; pictures are fetched each time, so that each visit counts.
		if (url.endsWith('.mp3')) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
		response.writeHead(bytes ? 200 : 204, {'Content-Length': bytes?.length ?? 0});
		return bytes && stalled.has(name) ? response.write(bytes.subarray(0, bytes.length / 2)) : response.end(bytes);
	});
	await new Promise<void>(resolve => server.listen(0, resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		requests,
		stalled,
		show(snapshot, options = {}) {
			page = renderPage(snapshot, {...PUBLIC, ...options});
			requests.length = 0;
		},
		async close() {
			server.close().closeAllConnections();
		},
	};
}

/** Where a published tour of the tests says that it lives. */
export const PUBLIC: PageOptions = {
	pageUrl: 'https://tours.example/p/abc',
	coverUrl: 'https://tours.example/covers/abc.jpg',
	oembedUrl: 'https://tours.example/oembed?url=x&format=json',
	basePath: '',
	preview: false,
	lead: null,
	reportPath: '/p/tour/events',
};

/** Where a tour of the tests sends its opening form. */
export const LEAD_TARGET = {id: 'form_of_the_tests', action: '/p/tour/lead'};

export function openBrowser(): Promise<Browser> {
	// Without a window it would play whatever it is asked to; people's browsers want a press first.
	return launchLoopbackBrowser(['--autoplay-policy=document-user-activation-required']);
}

export type VisitOptions = {
	path?: string;
	width?: number;
	height?: number;
	script?: boolean;
	motion?: boolean;
	/** What the page gets before it is opened. */
	prepare?: (page: Page) => Promise<unknown>;
};

export type Visit = {page: Page; complaints: string[]};

async function visitTour(
	browser: Browser,
	siteUrl: string,
	{path = '/p/tour', width = 1280, height = 800, script = true, motion = false, prepare}: VisitOptions = {},
): Promise<Visit> {
	const page = await browser.newPage();
	const complaints: string[] = [];
	page.on('console', message => ['error', 'warn'].includes(message.type()) && complaints.push(message.text()));
	page.on('pageerror', error => complaints.push(String(error)));
	await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: motion ? 'no-preference' : 'reduce'}]);
	await page.setJavaScriptEnabled(script);
	await page.setViewport({width, height});
	await prepare?.(page);
	await page.goto(siteUrl + path, {waitUntil: 'networkidle0'});
	return {page, complaints};
}

/** Opens a tour. Resolves once its first step stands, which is some tasks after the page has loaded. */
export async function openTour(page: Page, url: string): Promise<void> {
	await page.goto(url, {waitUntil: 'load'});
	await page.waitForSelector(':root:not(.soon)');
}
