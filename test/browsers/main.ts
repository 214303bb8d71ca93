import {parseArgs} from 'node:util';
import {installPackages} from '../../infra/start/packages.mjs';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {waysIn} from '../helpers/forked-walk.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import {serveSite} from '../helpers/player-site.ts';
import {startService} from '../helpers/service.ts';
import {type Driven, Hang} from './driven.ts';
import {walkEditor} from './editor.ts';
import {openChromium, openFirefox} from './firefox.ts';
import {walkGraph} from './graphs.ts';
import {randomTours, type Walked} from './tours.ts';
import {type Fault, walk} from './walk.ts';
import {openWebKit} from './webkit.ts';

/**
 * `npm run lab -- browsers [--seed 7 --tours 30 --only webkit,firefox,chromium --window 844x390]`: walks through tours with random highlights, sides and sizes to
 * their closing cards, and along every link of as many tours that fork, in the engines of Safari and Firefox; exit code 1 where a page freezes, a balloon lies outside the window or over what
 * is clicked, a highlight is out of view, or a step takes longer than half a second of script. `--walk editor` walks through the editor alone,
 * `--walk tours` through tours alone. The browsers are Debian packages, installed when they are missing.
 */
const WINDOWS = ['320x568', '390x844', '844x390', '1440x900', '1920x1080'];
const BROWSERS: Record<string, () => Promise<Driven>> = {webkit: openWebKit, firefox: openFirefox, chromium: openChromium};

type Row = {
	browser: string;
	window: string;
	tours: number;
	steps: number;
	/** Of tours that fork. */
	ways: number;
	hangs: number;
	faults: number;
	'slowest ms': number;
	'ring covered': number;
};

const {values} = parseArgs({
	options: {
		seed: {type: 'string', default: String(Math.floor(Math.random() * 1e6))},
		tours: {type: 'string', default: '30'},
		only: {type: 'string', default: 'webkit,firefox'},
		window: {type: 'string'},
		walk: {type: 'string', default: 'tours,editor'},
	},
});

await installPackages({privateServers: true, also: ['browsers']});
const opens = values.only.split(',').map(name => {
	const open = BROWSERS[name];
	if (!open) throw new Error(`There is no browser ${name} here, only ${Object.keys(BROWSERS).join(', ')}.`);
	return open;
});
const {tours, files, forked} = await randomTours(Number(values.tours), Number(values.seed));
const site = await serveSite(files);
const rows: Row[] = [];
const faults: (Fault & {browser: string})[] = [];
let bad = 0;
if (values.walk.includes('tours')) await walkTours();
if (values.walk.includes('editor')) await onOwnServers(walkEditors);
await site.close();
process.exit(bad === 0 ? 0 : 1);

async function walkTours(): Promise<void> {
	console.log(`${tours.length} tours of seed ${values.seed}`);
	for (const open of opens) await walkAll(open);
	console.table(rows);
	console.table(faults.slice(0, 20));
	bad = rows.reduce((sum, {hangs, faults: count}) => sum + hangs + count, 0);
	console.log(
		bad === 0 ? 'Every tour was walked to its end.' : `${bad} faults. To see them again: npm run lab -- browsers --seed ${values.seed}`,
	);
}

async function walkEditors(): Promise<void> {
	const service = await startService({REGISTRATION: 'pro'}, {also: ['export']});
	for (const open of opens) {
		const browser = await open();
		await browser.resize(1440, 900);
		const {parts, faults: found} = await walkEditor(browser, service.baseUrl);
		bad += found.length;
		console.log(`${browser.name}: ${parts} parts of the editor, ${found.length} faults`);
		if (found.length > 0) console.table(found);
		await browser.close();
	}
	await service.stop();
}

async function walkAll(open: () => Promise<Driven>): Promise<void> {
	let browser = await open();
	for (const window of values.window?.split(',') ?? WINDOWS) {
		const [width, height] = window.split('x').map(Number) as [number, number];
		const row: Row = {browser: browser.name, window, tours: 0, steps: 0, ways: 0, hangs: 0, faults: 0, 'slowest ms': 0, 'ring covered': 0};
		rows.push(row);
		process.stderr.write(`${browser.name} ${window} …\n`);
		await browser.resize(width, height);
		const walks = [
			...tours.map((tour, index) => ({name: tour.name, walk: () => walkOne(browser, tour, index, row)})),
			...forked.map((tour, index) => ({name: `fork ${index + 1}`, walk: () => walkFork(browser, tour, index, row)})),
		];
		for (const {name, walk} of walks) {
			try {
				await walk();
			} catch (error) {
				if (!(error instanceof Hang)) throw error;
				row.hangs++;
				faults.push({browser: browser.name, tour: name, window, step: '', fault: error.message});
				await browser.close();
				browser = await open();
				await browser.resize(width, height);
			}
		}
	}
	await browser.close();
}

async function walkOne(browser: Driven, tour: Walked, index: number, row: Row): Promise<void> {
	site.show(tour.snapshot, tour.snapshot.leadCapture.enabled ? {lead: {id: 'form', action: '/p/tour/lead'}} : {});
	const walked = await walk(browser, `${site.url}/p/tour?${index}`, tour, row.window);
	row.tours++;
	row.steps += walked.steps;
	row.faults += walked.faults.length;
	row['slowest ms'] = Math.max(row['slowest ms'], Math.round(walked.slowest));
	row['ring covered'] += walked.covered;
	faults.push(...walked.faults.map(fault => ({browser: row.browser, ...fault})));
}

async function walkFork(browser: Driven, snapshot: Snapshot, index: number, row: Row): Promise<void> {
	site.show(snapshot);
	const ways = waysIn(snapshot);
	const found = await walkGraph(browser, `${site.url}/p/tour?fork${index}`, ways, {tour: `fork ${index + 1}`, window: row.window});
	row.tours++;
	row.ways += ways.length;
	row.faults += found.length;
	faults.push(...found.map(fault => ({browser: row.browser, ...fault})));
}
