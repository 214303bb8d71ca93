import {spawn} from 'node:child_process';
import type {Readable, Writable} from 'node:stream';
import type {Browser, ConnectionTransport, Page} from 'puppeteer';
import {within} from '../../shared/concurrency.ts';
import {makeTemporaryFolder, removeAbandonedFolders, removeFolder} from '../../shared/process/temporary-folder.ts';

export type Chromium = {
	browser: Browser;
	/** Rejects when the browser has ended, so that callers do not wait for ever. */
	ended: Promise<never>;
	/** Ends the browser, by force if need be, and removes its folder. Never throws. */
	close(): Promise<void>;
};

type ChromiumProcess = {
	transport: ConnectionTransport;
	/** Rejects, with what the browser said last, when the process has ended or could not start. */
	ended: Promise<never>;
	/** Ends it and all that it started, at once. */
	kill(): void;
};

/** Flags against background traffic, beside Puppeteer's own against sync, crash reports and the first run. Other requests find no host. */
const FLAGS = [
	'--remote-debugging-pipe',
	'--disable-component-update',
	'--disable-domain-reliability',
	'--disable-field-trial-config',
	'--disable-quic',
	'--no-default-browser-check',
	'--no-pings',
	'--no-service-autorun',
	'--disable-features=AutofillServerCommunication,CertificateTransparencyComponentUpdater,NetworkTimeServiceQuerying',
	'--host-resolver-rules=MAP * ~NOTFOUND',
	'--webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** Error of a browser that does not start, or does not draw, in time. */
export class BrowserHung extends Error {
	override readonly name = 'TimeoutError';
	readonly code = 'BROWSER_HUNG';
}

const LAUNCH_MS = 15_000;
const CLOSE_MS = 2_000;

/** Starts a Chromium in a folder of its own. Throws if none can be started. */
export async function launchChromium(executablePath: string, protocolTimeout: number): Promise<Chromium> {
	// A recorder's process starts nothing else that would.
	removeAbandonedFolders();
	// Loaded with the first browser, since many processes never start one.
	const {default: puppeteer} = await import('puppeteer');
	const folder = makeTemporaryFolder('browser');
	const {transport, ended, kill} = await startChromium(executablePath, folder);
	try {
		const connected = Promise.race([puppeteer.connect({transport, protocolTimeout, defaultViewport: null}), ended]);
		const browser = await within(connected, LAUNCH_MS, () => new BrowserHung(`The browser did not start within ${LAUNCH_MS} ms.`));
		return {browser, ended, close: () => close(browser, ended, kill).finally(() => removeFolder(folder))};
	} catch (error) {
		kill();
		removeFolder(folder);
		throw error;
	}
}

/** A page in a context of its own that reaches no network, and runs no script unless it is asked to. */
export async function openBarePage(
	browser: Browser,
	{scripts = false}: {scripts?: boolean} = {},
): Promise<{page: Page; crashed: Promise<never>; close(): Promise<void>}> {
	const context = await browser.createBrowserContext();
	const close = () => context.close();
	try {
		const page = await context.newPage();
		const {promise: crashed, reject} = Promise.withResolvers<never>();
		crashed.catch(() => {});
		page.once('error', reject);
		await Promise.all([page.setJavaScriptEnabled(scripts), goOffline(page)]);
		return {page, crashed, close};
	} catch (error) {
		await close().catch(() => {});
		throw error;
	}
}

/** Replaces Puppeteer's `setOfflineMode`, whose command a half-year-old Chromium does not know. */
async function goOffline(page: Page): Promise<void> {
	const session = await page.createCDPSession();
	await session.send('Network.emulateNetworkConditions', {offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1});
}

async function close(browser: Browser, ended: Promise<never>, kill: () => void): Promise<void> {
	const timer = setTimeout(kill, CLOSE_MS);
	await browser.close().catch(() => {});
	await ended.catch(() => {});
	clearTimeout(timer);
	kill();
}

/**
 * Starts the browser on a pipe: it ends with the pipe, and so with this process, however that ends. Puppeteer could
 * start it as well, but lets go of the pipe's errors too early: a browser killed with a command unread would end us with it.
 */
async function startChromium(executablePath: string, folder: string): Promise<ChromiumProcess> {
	// Chromium refuses to sandbox as root; anyone else keeps the sandbox.
	const flags = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : [...FLAGS];
	const {default: puppeteer} = await import('puppeteer');
	const args = await puppeteer.defaultArgs({headless: 'shell', userDataDir: folder, args: flags});
	const child = spawn(executablePath, args, {
		stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
		// A group of its own: the executable may be a script around the browser.
		detached: true,
		// Nothing of our own environment: it holds passwords.
		env: {
			HOME: folder,
			TMPDIR: folder,
			XDG_CONFIG_HOME: folder,
			XDG_CACHE_HOME: folder,
			PATH: '/usr/local/bin:/usr/bin:/bin',
			LANG: 'C.UTF-8',
		},
	});
	let said = '';
	child.stderr!.setEncoding('utf8').on('data', text => {
		said = (said + text).slice(-1000);
	});
	for (const stream of child.stdio) stream?.on('error', () => {});

	const {promise: ended, reject} = Promise.withResolvers<never>();
	ended.catch(() => {});
	child.once('error', reject);
	child.once('exit', (code, signal) => reject(new Error(`The browser has ended (${signal ?? code}). ${said}`.trim())));
	return {
		transport: pipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable),
		ended,
		kill() {
			if (child.pid === undefined) return;
			try {
				process.kill(-child.pid, 'SIGKILL');
			} catch {
				// Already gone, as it should be.
			}
		},
	};
}

/** Messages are JSON texts that end with a zero byte, both ways. */
function pipeTransport(input: Writable, output: Readable): ConnectionTransport {
	// Pieces of the current message, joined at its end: a picture or a PDF comes in hundreds of pieces.
	let begun: string[] = [];
	const transport: ConnectionTransport = {
		send(message) {
			input.write(`${message}\0`);
		},
		close() {
			input.destroy();
			output.destroy();
		},
	};
	output.setEncoding('utf8').on('data', (text: string) => {
		const ends = text.split('\0');
		for (const end of ends.slice(0, -1)) {
			const message = [...begun, end].join('');
			begun = [];
			// Each in a turn of its own, so that what waits for one goes on before the next comes.
			setImmediate(() => transport.onmessage?.(message));
		}
		begun.push(ends.at(-1)!);
	});
	output.once('close', () => transport.onclose?.());
	return transport;
}
