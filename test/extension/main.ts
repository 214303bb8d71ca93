import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs, promisify} from 'node:util';
import type {Browser, Page} from 'puppeteer';
import sharp from 'sharp';
import {readFolder} from '../../cli/folder/read-folder.ts';
import {readZip} from '../../cli/zip/index.ts';
import {installPackages} from '../../infra/start/packages.mjs';
import {followInterruptions} from '../canaries/interruptions.ts';
import {CANARY_PAGES} from '../canaries/pages.ts';
import {canaryRound, readUncovered} from '../canaries/round.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import {readInPicture} from '../helpers/read-pictures.ts';
import {serveApp} from '../helpers/recorded-app.ts';
import {PAGES} from '../helpers/recorded-pages.ts';
import {openBrowser, popupOf, startRecording, unpackExtension} from './browser.ts';
import {FLOWS, SECRETS} from './flows.ts';
import {followSending} from './sending.ts';

/**
 * `npm run lab -- extension [--shots FOLDER]`: installs Debian's chromium if it is missing (the headless shell takes
 * no extensions), loads the served extension, clicks through pages as a person would, at 100 % and 125 %, reads the
 * saved folder, and sends a tour to a service. Exits with 1 if a canary is legible in a picture or a refused picture is
 * not reported (`--only canaries`: this alone), if a target is more than 2 CSS px from the page's own measurement, if a
 * click is lost, if a secret is in any byte, or if the number of steps is wrong.
 */
const {values} = parseArgs({options: {shots: {type: 'string'}, only: {type: 'string'}}});
await installPackages({privateServers: true, also: ['chromium']});

const root = await mkdtemp(join(tmpdir(), 'roteiro-extension-'));
const extension = join(root, 'extension');
const bytes = await unpackExtension(extension);
console.log(`${bytes} bytes`);
const app = await serveApp({...PAGES, ...CANARY_PAGES});
const faults: string[] = bytes > 40 * 1024 ? [`the extension has ${bytes} bytes`] : [];
try {
	for (const zoom of values.only === 'canaries' ? [1] : [1, 1.25]) {
		const browser = await openBrowser(extension);
		try {
			for (const flow of FLOWS)
				if (!values.only || flow.name === values.only)
					faults.push(...(await follow(browser, flow, zoom)).map(fault => `${flow.name} at ${zoom}: ${fault}`));
			if (values.shots && zoom === 1) await shoot(browser, values.shots);
			if (zoom === 1 && !values.only) await onOwnServers(async () => void faults.push(...(await sendLast(browser))));
			if (zoom === 1 && (!values.only || values.only === 'canaries')) faults.push(...(await followCanaries(browser)));
		} finally {
			await browser.close();
		}
	}
} finally {
	await app.stop();
	await rm(root, {recursive: true, force: true});
}
console.log(faults.length === 0 ? 'Every line holds.' : faults.join('\n'));
process.exit(faults.length === 0 ? 0 : 1);

async function follow(browser: Browser, flow: (typeof FLOWS)[number], zoom: number): Promise<string[]> {
	const found: string[] = [];
	app.measured.length = 0;
	const popup = await popupOf(browser);
	const page = await browser.newPage();
	await page.goto(`${app.baseUrl}/${flow.page}`);
	await page.bringToFront();
	await startRecording(popup, page, zoom);
	const begun = Date.now();
	await flow.act(page, browser);
	const took = Date.now() - begun;
	await new Promise(resolve => setTimeout(resolve, 700));
	await popup.evaluate(() => chrome.runtime.sendMessage({type: 'stop'}));
	await popup.bringToFront();
	await popup.reload();
	const folder = join(root, `${flow.name}-${zoom}`);
	await save(browser, popup, folder);
	const {document} = await readFolder(folder);
	const steps = document.steps!;
	if (steps.length !== flow.targets.length + 1) found.push(`${steps.length} steps: ${steps.map(({title}) => title).join(', ')}`);
	const sizes = await page.evaluate(() => ({width: innerWidth, height: innerHeight}));
	for (const [index, id] of flow.targets.entries()) {
		const truth = app.measured.find(one => one.id === id);
		const at = steps[index]?.highlight;
		if (!truth || !at) {
			found.push(`${id}: ${truth ? 'no highlight' : 'was never used'}`);
			continue;
		}
		const shift = flow.shift?.[id] ?? 0;
		const [x, y, width, height] = [at.x * sizes.width, at.y * sizes.height, at.width * sizes.width, at.height * sizes.height];
		const off = Math.max(...[x - truth.x - shift, y - truth.y - shift, width - truth.width, height - truth.height].map(Math.abs));
		if (off > 2) found.push(`${id}: ${off.toFixed(1)} px beside: ${[x, y, width, height].map(Math.round)} for ${JSON.stringify(truth)}`);
	}
	for (const [index, title] of flow.titles.entries())
		if (steps[index]?.title !== title) found.push(`step ${index + 1} says ${steps[index]?.title} for ${title}`);
	const lost = flow.expects ? await page.evaluate(flow.expects).catch(() => 'the page is gone') : true;
	if (lost !== true) found.push(`the page did not get what was done (${lost})`);
	for (const file of await readdir(folder)) {
		const bytes = (await readFile(join(folder, file))).toString('latin1');
		for (const secret of Object.values(SECRETS)) if (bytes.includes(secret)) found.push(`${file} has a secret`);
	}
	for (const [index, isRed] of (flow.red ?? []).entries()) {
		const file = (await readdir(folder)).filter(name => name.endsWith('.png')).sort()[index]!;
		const {data, info} = await sharp(await readFile(join(folder, file)))
			.removeAlpha()
			.raw()
			.toBuffer({resolveWithObject: true});
		const hasRed = Array.from({length: info.width * info.height}, (_, at) => at * 3).some(
			at => data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 0,
		);
		if (hasRed !== isRed) found.push(`${file} is ${isRed ? 'not ' : ''}of the moment before`);
	}
	if (flow.reads) found.push(...(await readPixels(folder)));
	console.log(`${flow.name} at ${zoom}: ${steps.length} steps in ${took} ms${found.length > 0 ? `: ${found.join('; ')}` : ''}`);
	if (values.shots) await promisify(execFile)('cp', ['-r', folder, join(values.shots, `${flow.name}-${zoom}`)]).catch(() => undefined);
	for (const one of await browser.pages())
		if (one !== popup || (await browser.pages()).length > 1) await one.close().catch(() => undefined);
	return found;
}

/** Presses "Save", and unpacks what is saved. */
async function save(browser: Browser, popup: Page, folder: string): Promise<void> {
	const client = await popup.createCDPSession();
	const downloads = join(root, 'downloads');
	await rm(downloads, {recursive: true, force: true});
	await mkdir(downloads);
	await client.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: downloads});
	await popup.waitForSelector('button.main');
	await popup.click('button.main');
	let file: string | undefined;
	for (const end = Date.now() + 10_000; !file && Date.now() < end; await new Promise(resolve => setTimeout(resolve, 50)))
		file = (await readdir(downloads)).find(name => name.endsWith('.zip'));
	if (!file) throw new Error('Nothing was saved.');
	await mkdir(folder);
	for (const {name, bytes} of await readZip(join(downloads, file), () => true, {entries: 200, bytesEach: 2e7, bytes: 2e8}))
		await writeFile(join(folder, name), bytes);
	void browser;
}

async function readPixels(folder: string): Promise<string[]> {
	const found: string[] = [];
	for (const file of (await readdir(folder)).filter(name => name.endsWith('.png'))) {
		const shown = await readInPicture(join(folder, file), ['zanzibar', 'kingfisher', '9471', '41111111', SECRETS.codes]);
		if (shown.length > 0) found.push(`${file} shows ${shown}`);
	}
	return found;
}

/** Takes over two hundred pictures of pages with a canary, in all ways. */
async function followCanaries(browser: Browser): Promise<string[]> {
	const folder = join(root, 'canaries');
	await mkdir(folder);
	const uncovered = await readUncovered(folder);
	const found = uncovered.length === 0 ? ['the canary cannot be read where nothing covers it'] : [];
	for (const way of ['extension', 'record', 'playwright'] as const) {
		const {pictures, refused, faults} = await canaryRound(way, {folder, extended: browser});
		console.log(`canaries, ${way}: ${pictures} pictures, ${refused} refused and said${faults.length > 0 ? `: ${faults.join('; ')}` : ''}`);
		found.push(...faults.map(fault => `${way}: ${fault}`));
	}
	found.push(...(await followInterruptions(browser, app.baseUrl)));
	return found;
}

/** What was recorded last goes to a service. */
async function sendLast(browser: Browser): Promise<string[]> {
	const popup = await popupOf(browser);
	await popup.setViewport({width: 340, height: 520, deviceScaleFactor: 2});
	const found = await followSending(browser, popup, {elsewhere: app.baseUrl, shots: values.shots});
	console.log(`sending: ${found.length === 0 ? 'every line holds' : found.join('; ')}`);
	await popup.evaluate(() => chrome.runtime.sendMessage({type: 'discard'}));
	return found.map(fault => `sending: ${fault}`);
}

/** The popup in its states, light and dark. */
async function shoot(browser: Browser, folder: string): Promise<void> {
	await mkdir(folder, {recursive: true});
	const popup = await popupOf(browser);
	for (const scheme of ['light', 'dark']) {
		await popup.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
		await popup.setViewport({width: 340, height: 520, deviceScaleFactor: 2});
		await popup.reload();
		await popup.waitForSelector('button');
		await popup.screenshot({path: join(folder, `popup-finished-${scheme}.png`)});
		const details = await popup.$('summary');
		await details?.click();
		await popup.screenshot({path: join(folder, `popup-send-${scheme}.png`)});
	}
}
