import {execFile} from 'node:child_process';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import type {Page} from 'puppeteer';
import sharp from 'sharp';
import {pages} from '../evals/local-writer/serve.ts';
import {openBrowser} from '../helpers/player-site.ts';
import {seededRandom} from '../helpers/random.ts';

/**
 * `node test/targets/take.ts FOLDER [NAME…]`: takes the pictures and the boxes again, of these applications or of all.
 * FOLDER keeps the applications, which come from npm.
 */
const APPLICATIONS: Record<string, {of: string; width: number; height: number}> = {
	swagger: {of: 'swagger-ui-dist@5.35.0', width: 1440, height: 900},
	grapes: {of: 'grapesjs@0.22.16', width: 1440, height: 900},
	bpmn: {of: 'bpmn-js@18.31.1', width: 1280, height: 720},
	monaco: {of: 'monaco-editor@0.52.2', width: 1280, height: 720},
	sheet: {of: 'x-data-spreadsheet@1.1.9', width: 1440, height: 900},
	calendar: {of: 'fullcalendar@6.1.21', width: 1280, height: 720},
	table: {of: 'tabulator-tables@6.5.3', width: 3440, height: 900},
	json: {of: 'jsoneditor@10.4.3', width: 390, height: 844},
	gantt: {of: 'frappe-gantt@1.2.2', width: 1440, height: 900},
};
/** Classes of the longer side, CSS pixels: one target of each, where the page has one. */
const CLASSES = [12, 16, 20, 26, 36, 60, 120, 260, 600];
const SMALLEST = CLASSES[0]!;
const SETTLED_MS = 2500;
const HERE = import.meta.dirname;

type Box = {left: number; top: number; width: number; height: number};

const [folder, ...only] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node test/targets/take.ts FOLDER: the folder keeps the applications.');
await mkdir(folder, {recursive: true});
const chosen = Object.entries(APPLICATIONS).filter(([name]) => only.length === 0 || only.includes(name));
const packages = chosen.map(([, {of}]) => of);
await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, ...packages]);
await writeFile(join(folder, 'openapi.json'), await readFile(join(HERE, '..', '..', 'docs', 'openapi.json')));
for (const [name] of chosen) {
	await writeFile(join(folder, `${name}.html`), await readFile(join(HERE, 'pages', `${name}.txt`)));
}
const running = await pages(folder);
const browser = await openBrowser();
const random = seededRandom(11);
const list = join(HERE, 'targets.json');
const listed: {file: string}[] = JSON.parse(await readFile(list, 'utf8'));
const fileOf = (name: string) => `pictures/${name}.webp`;
const pictures: object[] = listed.filter(({file}) => !chosen.some(([name]) => file === fileOf(name)));
for (const [name, {width, height}] of chosen) {
	const page = await browser.newPage();
	await page.setViewport({width, height});
	await page.goto(`${running.url}/${name}.html`, {waitUntil: 'networkidle0'});
	await page.addStyleTag({content: '*{caret-color:transparent!important;animation:none!important}'});
	await page.mouse.move(width / 2, height - 2);
	await sleep(SETTLED_MS);
	const boxes = choose(await page.evaluate(boxesOf, SMALLEST, CLASSES.at(-1)!));
	await take(page, name);
	pictures.push({file: fileOf(name), width, height, targets: boxes.map(box => toTarget(box, width, height))});
	await page.close();
}
await writeFile(list, `${JSON.stringify(pictures, null, '\t')}\n`);
await browser.close();
await running.stop();

async function take(page: Page, name: string): Promise<void> {
	const picture = await sharp(await page.screenshot())
		.removeAlpha()
		.webp({lossless: true, effort: 6})
		.toBuffer();
	await writeFile(join(HERE, 'pictures', `${name}.webp`), picture);
}

/** Runs in the page: what is wholly seen, covered by nothing, and no longer than `most` nor shorter than `least`. */
function boxesOf(least: number, most: number): Box[] {
	const ANY =
		'a,button,input,select,textarea,label,h1,h2,h3,h4,th,td,li,svg,i,span,[role],[class*=btn],[class*=icon],[class*=entry],[class*=panel],[class*=category],[class*=bar],.djs-shape';
	const found: Box[] = [];
	for (const element of document.querySelectorAll<HTMLElement>(ANY)) {
		const {left, top, width, height} = element.getBoundingClientRect();
		const {visibility, opacity} = getComputedStyle(element);
		if (Math.min(width, height) < least || Math.max(width, height) > most || visibility !== 'visible' || Number(opacity) < 0.5) continue;
		if (left < 0 || top < 0 || left + width > innerWidth || top + height > innerHeight) continue;
		const seen = [0.1, 0.5, 0.9].every(x =>
			[0.1, 0.9].every(y => {
				const hit = document.elementFromPoint(left + width * x, top + height * y);
				return hit && (element.contains(hit) || hit.contains(element));
			}),
		);
		if (seen) found.push({left, top, width, height});
	}
	return found;
}

function choose(boxes: Box[]): Box[] {
	const chosen: Box[] = [];
	const apart = (a: Box, b: Box) =>
		a.left + a.width <= b.left || b.left + b.width <= a.left || a.top + a.height <= b.top || b.top + b.height <= a.top;
	for (const [index, least] of CLASSES.slice(0, -1).entries()) {
		const fitting = boxes.filter(box => {
			const long = Math.max(box.width, box.height);
			return long >= least && long <= CLASSES[index + 1]! && chosen.every(other => apart(box, other));
		});
		if (fitting.length > 0) chosen.push(random.pick(fitting));
	}
	return chosen;
}

function toTarget({left, top, ...size}: Box, width: number, height: number) {
	const [x, y] = [left + size.width * (0.2 + 0.6 * random.next()), top + size.height * (0.2 + 0.6 * random.next())];
	const share = (value: number, of: number) => Number((value / of).toFixed(5));
	return {
		x: share(left, width),
		y: share(top, height),
		width: share(size.width, width),
		height: share(size.height, height),
		click: {x: share(x, width), y: share(y, height)},
	};
}
