import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import puppeteer, {type Browser, type Page} from 'puppeteer';
import sharp from 'sharp';
import {readConfig} from '../../../shared/config/config.ts';
import {seededRandom} from '../../helpers/random.ts';
import type {Application, Shot} from './application.ts';
import {sets} from './applications.ts';
import {choose, type Target, toTarget} from './choose.ts';
import {collect} from './collect.ts';
import {fonts} from './install.ts';

const HERE = import.meta.dirname;
const PATIENCE_MS = 30_000;

type Picture = {file: string; app: string; language: string; dpr: number; width: number; height: number; targets: Target[]};

const [folder, onlySet, onlyApp] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node test/evals/local-writer/take.ts FOLDER [SET [APPLICATION]]: the folder keeps the applications.');

await mkdir(folder, {recursive: true});
const browser = await puppeteer.launch({
	executablePath: readConfig().chromium,
	pipe: true,
	env: await fonts(folder),
	args: [
		...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
		'--disable-background-networking',
		'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
		'--enable-blink-features=ComputedAccessibilityInfo',
	],
});
for (const [set, applications] of Object.entries(sets)) {
	if (onlySet && onlySet !== set) continue;
	for (const application of applications) if (!onlyApp || onlyApp === application.name) await takeAll(set, application);
}
await browser.close();

/** Takes every picture of one application and puts them in the place of its earlier ones. */
async function takeAll(set: string, application: Application): Promise<void> {
	const list = join(HERE, `${set}.json`);
	const others: Picture[] = JSON.parse(await readFile(list, 'utf8').catch(() => '[]'));
	const kept = others.filter(({app}) => app !== application.name);
	await mkdir(join(HERE, set), {recursive: true});
	for (const file of await readdir(join(HERE, set))) if (file.startsWith(`${application.name}-`)) await rm(join(HERE, set, file));

	const running = await application.start(folder!);
	const taken: Picture[] = [];
	try {
		for (const [index, shot] of application.shots.entries()) {
			const file = `${set}/${application.name}-${shot.language}-${String(index + 1).padStart(2, '0')}.webp`;
			taken.push(await take(browser, application, running.url, shot, file));
			console.log(
				`${file}: ${taken
					.at(-1)!
					.targets.map(({kind, label}) => `${kind} "${label}"`)
					.join(', ')}`,
			);
		}
	} finally {
		await running.stop();
	}
	const order = sets[set]!.map(({name}) => name);
	const pictures = [...kept, ...taken].sort((a, b) => order.indexOf(a.app) - order.indexOf(b.app));
	await writeFile(list, `${JSON.stringify(pictures, null, '\t')}\n`);
}

async function take(browser: Browser, {name, marks, enter}: Application, url: string, shot: Shot, file: string): Promise<Picture> {
	const {language, window} = shot;
	const random = seededRandom([...file].reduce((sum, letter) => Math.imul(sum, 31) + letter.codePointAt(0)!, 7));
	const context = await browser.createBrowserContext();
	try {
		const page = await open(context, shot);
		await enter?.(page, url, language);
		await page.goto(url + shot.path, {waitUntil: 'networkidle2'});
		await shot.act?.(page);
		const png = await still(page);
		const found = await page.evaluate(collect, marks);
		const targets = choose(found, random).map(one => toTarget(one, window, random));
		const picture = await sharp(png).removeAlpha().webp({lossless: true, effort: 6}).toBuffer();
		await writeFile(join(HERE, file), picture);
		const {width, height} = await sharp(picture).metadata();
		return {file, app: name, language, dpr: window.dpr, width, height, targets};
	} finally {
		await context.close();
	}
}

async function open(context: Awaited<ReturnType<Browser['createBrowserContext']>>, {language, window}: Shot): Promise<Page> {
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	await page.setViewport({width: window.width, height: window.height, deviceScaleFactor: window.dpr});
	await page.emulateTimezone('UTC');
	await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: window.dark ? 'dark' : 'light'}]);
	const session = await page.createCDPSession();
	// The screen is as large as the window: some pages ask for it.
	const {width, height, dpr: deviceScaleFactor} = window;
	const metrics = {width, height, deviceScaleFactor, mobile: false, screenWidth: width, screenHeight: height};
	await session.send('Emulation.setDeviceMetricsOverride', metrics);
	// Also what navigator.languages says.
	const acceptLanguage = language === 'en' ? 'en-US,en' : `${language},${language.slice(0, 2)}`;
	await session.send('Network.setUserAgentOverride', {userAgent: await page.browser().userAgent(), acceptLanguage});
	return page;
}

/** The screen once two pictures in a row are equal. */
async function still(page: Page): Promise<Buffer> {
	await page.addStyleTag({content: '* {caret-color: transparent !important; animation: none !important;}'});
	const {width, height} = page.viewport()!;
	await page.mouse.move(width / 2, height - 2);
	await page.evaluate(() => document.fonts.ready);
	const deadline = Date.now() + PATIENCE_MS;
	let last = Buffer.alloc(0);
	while (Date.now() < deadline) {
		await sleep(250);
		const next = Buffer.from(await page.screenshot());
		if (next.equals(last)) return next;
		last = next;
	}
	throw new Error('The screen never came to rest.');
}
