import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {EXAMPLE_FOLDER, publishExamples, readExample} from '../helpers/example-tour.ts';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import type {Measured} from './benches.ts';
import {median, ms, sized} from './figures.ts';
import {driverPage, inklyPage, type Screen} from './player/competitors.ts';
import {type CopiedPage, copyPage} from './player/copy-page.ts';
import {type FirstStep, openFirstStep} from './player/first-step.ts';
import {type StaticFile, serveFiles} from './player/static-site.ts';

const SCREENS = sized(8, 2);
const ROUNDS = sized(5, 1);
const WEBP_WIDTH = 1440;
const OUR_NEXT = '.step.on a[rel=next]';
/** As many bytes as a page that holds a tour and nothing else: what ours does beside may weigh this much more. */
const LEVEL = 1.05;

type Page = {path: string; next: string};
type Rival = Page & {title: string; files: Map<string, StaticFile>};
type Round = Map<string, FirstStep>;
type Figure = {what: string; of(step: FirstStep): number; say(value: number): string};

const BYTES: Figure = {what: 'bytes to first step', of: step => step.bytes, say: value => `${(value / 1000).toFixed(1)} KB`};
const FIGURES: Figure[] = [
	BYTES,
	{what: 'time to first image', of: step => step.imageMs, say: ms},
	{what: 'time to first click', of: step => step.clickMs, say: ms},
];

/**
 * A published page beside what one would take instead: Inkly's player, and a page with driver.js. All show the same screenshots on
 * a phone with 1.6 Mbit/s, a round trip of 150 ms and a processor four times slower, from one static server. The others get the
 * screenshots as they were taken, and then the very WebP files that the service has made of them.
 */
export async function benchPlayer(): Promise<Measured[]> {
	const published = await publishExamples([{screens: SCREENS}, {screens: SCREENS, avif: sized(true, false)}]);
	const [early, settled] = (await Promise.all(published.urls.map(copyPage))) as [CopiedPage, CopiedPage];
	await published.stop();
	const {titles, png, webp, files} = await pictures(early);
	const rivals = [
		await inkly('Inkly, screenshots as taken', 'inkly-png', png),
		await inkly('Inkly, our WebP', 'inkly-webp', webp),
		await driver('driver.js, screenshots as taken', 'driver-png', png),
		await driver('driver.js, our WebP', 'driver-webp', webp),
	];
	const all = new Map([{files}, early, settled, ...rivals].flatMap(page => [...page.files]));
	const mine = [settled, early].map(({path}) => ({path, next: OUR_NEXT}));
	const rounds = await measure(all, [...mine, ...rivals], titles);

	const rows = rivals.flatMap(rival => FIGURES.map(figure => compare(rounds, figure, settled, rival, 1)));
	// Before there is AVIF the picture is the same file, and what is compared is all else that a page needs.
	const alike = {...rivals.at(-1)!, title: 'driver.js, our WebP, while we have no AVIF either'};
	return [...rows, ...FIGURES.map(figure => compare(rounds, figure, early, alike, figure === BYTES ? LEVEL : 1))];
}

async function inkly(title: string, folder: string, screens: Screen[]): Promise<Rival> {
	return {title, path: `/${folder}/`, next: '[aria-label="Next step"]', files: await inklyPage(folder, title, screens)};
}

async function driver(title: string, folder: string, screens: Screen[]): Promise<Rival> {
	return {title, path: `/${folder}/`, next: '.driver-popover-next-btn', files: await driverPage(folder, title, screens)};
}

async function pictures(page: CopiedPage) {
	const shown = (await readExample()).steps.filter(step => step.file).slice(0, SCREENS);
	const png: Screen[] = shown.map(step => ({...step, src: `/png/${step.file}`, width: 2880, height: 1800}));
	const webp: Screen[] = shown.map((step, index) => ({...step, src: webpOf(page, index), width: WEBP_WIDTH, height: 900}));
	const files = new Map<string, StaticFile>();
	for (const {src, file} of png) files.set(src, {type: 'image/png', body: await readFile(join(EXAMPLE_FOLDER, file!))});
	return {titles: shown.map(({title}) => title!).slice(0, 2) as [string, string], png, webp, files};
}

/** All pages in turns, by path; the first round warms up. */
async function measure(files: Map<string, StaticFile>, pages: Page[], titles: [string, string]): Promise<Round[]> {
	const site = await serveFiles(files);
	const browser = await launchLoopbackBrowser();
	const rounds: Round[] = [];
	for (let number = 0; number <= ROUNDS; number++) {
		const round: Round = new Map();
		for (const {path, next} of pages) round.set(path, await openFirstStep(browser, site.url + path, next, titles));
		if (number > 0) rounds.push(round);
	}
	await browser.close();
	await site.close();
	return rounds;
}

function compare(rounds: Round[], {what, of, say}: Figure, ours: {path: string}, rival: Rival, goal: number): Measured {
	const figures = (path: string) => rounds.map(round => of(round.get(path)!));
	const figureOf = (path: string) => `${say(median(figures(path)))} (${median(rounds.map(round => round.get(path)!.requests))} requests)`;
	const theirs = figures(rival.path);
	const ratio = median(figures(ours.path).map((value, round) => value / theirs[round]!));
	return {
		what: `${what}, beside ${rival.title}`,
		ours: figureOf(ours.path),
		bare: figureOf(rival.path),
		ratio,
		goal: `< ${goal}`,
		met: ratio < goal,
	};
}

/** Path of the picture that our page has of this step, in the width that a phone and a laptop take. */
function webpOf({path, files}: CopiedPage, index: number): string {
	const sections = String(files.get(path)!.body).split('<section').slice(1);
	const found = sections[index]!.match(new RegExp(`(/media/\\w+\\.webp) ${WEBP_WIDTH}w`));
	if (!found) throw new Error(`Our page has no WebP of ${WEBP_WIDTH} pixels for step ${index + 1}.`);
	return found[1]!;
}
