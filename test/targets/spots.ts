import type {Highlight} from '../../shared/contract/geometry.ts';
import type {StepActions} from '../../shared/contract/paths/actions.ts';
import type {SnapshotImage, SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {Site} from '../helpers/player-site.ts';
import {sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';
import type {Target} from './pages.ts';

/** Hotspots over the targets of a picture, beside one that is highlighted: whether each is as large as a finger, and can be pressed. */

const WINDOWS = [
	{width: 1440, height: 900},
	{width: 1024, height: 768},
	{width: 844, height: 390},
	{width: 600, height: 400},
	{width: 390, height: 844},
];
/** CSS pixels. */
const FINGER = 24;
const MOST = 6;

const END = {to: 'end' as const};

/** Returns how many hotspots over the targets of real screens were looked at, and in words those that cannot be pressed. */
export async function spotFaults(site: Site, targets: Target[]): Promise<{count: number; faults: string[]}> {
	const tours = [...Map.groupBy(targets, ({image}) => image)].flatMap(([image, [first, ...others]]) => {
		const hotspots = spotsOn(others.slice(0, MOST).map(({box}) => box));
		return hotspots.length > 0 ? [{name: first!.app, step: {image, highlight: first!.box, click: first!.click, actions: {hotspots}}}] : [];
	});
	return spotFaultsOf(site, tours, WINDOWS);
}

type Trial = {name: string; step: Partial<SnapshotStep>};
type Window = {width: number; height: number};

/** Returns how many hotspots in these ways of lying on a picture were looked at, and in words those that cannot be pressed. */
export function crowdFaults(site: Site, images: SnapshotImage[], windows: Window[] = WINDOWS): Promise<{count: number; faults: string[]}> {
	return spotFaultsOf(site, images.flatMap(crowdsOn), windows);
}

/** Six hotspots small and large, on one another and at the edges; each with a highlight or none, and with buttons or none. */
function crowdsOn(image: SnapshotImage): Trial[] {
	const across = (pixels: number) => pixels / image.width;
	const down = (pixels: number) => pixels / image.height;
	const six = (make: (at: number) => Highlight) => Array.from({length: MOST}, (_, at) => make(at));
	const tiny = {width: across(8), height: down(8)};
	const crowds: Record<string, Highlight[]> = {
		'a corner each': six(at => ({x: (at % 2) * (1 - tiny.width), y: Math.floor(at / 2) * 0.5 * (1 - tiny.height), ...tiny})),
		'tiny in a row': six(at => ({x: 0.5 + across(30) * (at - 3), y: 0.5, ...tiny})),
		'one over the other': six(at => ({x: 0.3 + 0.05 * at, y: 0.3 + 0.05 * at, width: 0.2, height: 0.2})),
		'one in the other': six(at => ({x: 0.06 * at, y: 0.06 * at, width: 1 - 0.12 * at, height: 1 - 0.12 * at})),
		'all of the picture': six(at => ({x: (at % 3) / 3, y: at < 3 ? 0 : 0.5, width: 1 / 3, height: 0.5})),
		'rows of a table': six(at => ({x: 0.02, y: 0.1 + 0.14 * at, width: 0.96, height: 0.1})),
	};
	const highlight = {x: 0.45, y: 0.42, width: across(80), height: down(30)};
	const buttons = ['One', 'Two', 'Three', 'Four'].map((label, at) => ({id: `b${at}`, label, target: END}));
	return Object.entries(crowds).flatMap(([name, areas]) =>
		[null, highlight].flatMap(highlight =>
			[undefined, buttons].map(buttons => ({
				name: `${image.width} x ${image.height}, ${name}${highlight ? ', highlighted' : ''}${buttons ? ', asking' : ''}`,
				step: {image, highlight, click: null, actions: {hotspots: spotsOn(areas), ...(buttons && {buttons})}},
			})),
		),
	);
}

function spotsOn(areas: Highlight[]): NonNullable<StepActions['hotspots']> {
	return areas.map((area, at) => ({id: `h${at}`, label: `Spot ${at + 1}`, area, target: END}));
}

async function spotFaultsOf(site: Site, trials: Trial[], windows: Window[]): Promise<{count: number; faults: string[]}> {
	const faults: string[] = [];
	site.show(sampleTour(trials.map(({step}) => sampleStep(step))));
	for (const window of windows) {
		const {page} = await site.visit(window);
		for (const [at, {name}] of trials.entries()) {
			await page.evaluate(
				async id => {
					location.hash = id;
					// The step is drawn with the event, and laid out in the frame that follows.
					await new Promise(resolve => setTimeout(resolve, 60));
				},
				`s${at + 1}`,
			);
			const found = await page.evaluate(look, FINGER);
			faults.push(...found.map(fault => `${name} ${window.width}x${window.height}: ${fault}`));
		}
		await page.close();
	}
	return {count: windows.length * trials.reduce((sum, {step}) => sum + step.actions!.hotspots!.length, 0), faults};
}

/** Runs in the page: whether each link on the picture and in the balloon is free somewhere, and as large as a finger. */
function look(least: number): string[] {
	return [...document.querySelectorAll('.on :is(.spot, .balloon a)')].flatMap(link => {
		const {left, top, width, height} = link.getBoundingClientRect();
		const shares = Array.from({length: 25}, (_, at) => (at + 0.5) / 25);
		const isFree = shares.some(x => shares.some(y => document.elementFromPoint(left + width * x, top + height * y)?.closest('a') === link));
		const said = [...(isFree ? [] : ['hidden']), ...(Math.min(width, height) < least - 0.5 ? ['too small'] : [])];
		return said.map(fault => `${link.textContent} ${fault}`);
	});
}
