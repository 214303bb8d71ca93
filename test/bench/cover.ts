import {openBrowser} from '../../renderers/browser/browser.ts';
import {launchChromium} from '../../renderers/browser/chromium.ts';
import {coverContent, renderCover} from '../../renderers/cover/cover.ts';
import {coverPage} from '../../renderers/cover/document.ts';
import {ingestImage} from '../../renderers/image/variants.ts';
import {readConfig} from '../../shared/config/config.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {emptyTour} from '../../shared/tour/document/document.ts';
import {makeSnapshot} from '../../shared/tour/snapshot.ts';
import {addStep} from '../../shared/tour/steps.ts';
import type {Measured} from './benches.ts';
import {median, ms, percentile, sized, timed} from './figures.ts';
import {examplePictures} from './pictures.ts';

const TIMES = sized(30, 5);
const GOAL = 1.5;

/** The cover of a tour, against a bare Puppeteer screenshot of the same page in a new context of a warm browser. */
export async function benchCover(): Promise<Measured[]> {
	const executablePath = readConfig().chromium;
	const {snapshot, image} = await sample();
	const {html} = coverPage(coverContent(snapshot), image);
	const browser = openBrowser({executablePath, perBrowser: 10 * TIMES});
	const warm = await launchChromium(executablePath, 30_000);
	const bare = async () => {
		const context = await warm.browser.createBrowserContext();
		const page = await context.newPage();
		await page.setViewport({width: 1200, height: 630});
		await page.setContent(html);
		await page.screenshot({type: 'jpeg', quality: 88});
		await context.close();
	};
	let bytes = 0;
	const ours = async () => {
		bytes = (await renderCover(browser, snapshot, image)).length;
	};
	const rounds: Array<{ours: number; bare: number}> = [];
	for (let i = 0; i < TIMES + 5; i++) {
		const round = {ours: await timed(ours), bare: await timed(bare)};
		if (i >= 5) rounds.push(round);
	}
	await browser.close();
	await warm.close();
	const times = rounds.map(round => round.ours);
	const ratio = median(rounds.map(round => round.ours / round.bare));
	return [
		{
			what: `cover of ${Math.round(bytes / 1024)} KB`,
			ours: `${ms(median(times))} (p95 ${ms(percentile(times, 0.95))})`,
			bare: ms(median(rounds.map(round => round.bare))),
			ratio,
			goal: `<= ${GOAL}`,
			met: ratio <= GOAL,
		},
	];
}

/** A tour of one real screenshot, and the image that its cover shows. */
async function sample(): Promise<{snapshot: Snapshot; image: Buffer}> {
	const [picture] = await examplePictures();
	const {variants, width, height, color} = await ingestImage(picture!);
	const stored = variants.map(({bytes, ...variant}) => ({...variant, file: `${variant.width}.webp`, bytes: bytes.length}));
	const {content} = addStep(
		emptyTour('Build your first flow'),
		'step_1',
		{title: 'Start with an inject node', highlight: {x: 0.03, y: 0.49, width: 0.09, height: 0.04}},
		{mediaId: 'a', file: '1920.webp', width, height},
	);
	const snapshot = makeSnapshot(content, content.name, new Map([['a', {width, height, color, variants: stored, stills: []}]]));
	return {snapshot, image: variants.findLast(variant => variant.width <= 1440)!.bytes};
}
