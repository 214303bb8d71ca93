import {setTimeout as sleep} from 'node:timers/promises';
import type {Frame, Page} from 'puppeteer';
import type {SnapshotImage} from '../../shared/contract/snapshot.ts';
import type {Site} from '../helpers/player-site.ts';
import {sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';
import type {Target} from './pages.ts';

/** How a tour is looked at: CSS pixels before zooming, how far the browser zooms, in a frame or alone, with a pointer over it or by touch. */
export type Way = {width: number; height: number; zoom?: number; framed?: boolean; by?: 'mouse' | 'touch'};

/** What lies where once the step stands still. */
export type Clearance = {
	name: string;
	/** Share of the target that nothing of ours lies on, and that is in view. */
	uncovered: number;
	faults: string[];
};

/** Of the target, at least. */
const UNCOVERED = 0.95;
/** In which a visitor sees a target, in every combination that is likely. */
export const WAYS: Way[] = [
	...[
		{width: 390, height: 844},
		{width: 844, height: 390},
		{width: 1024, height: 768},
		{width: 1440, height: 900},
		{width: 1920, height: 1080},
		{width: 3440, height: 1440},
	].flatMap(window => [window, {...window, by: 'mouse'} as const]),
	{width: 600, height: 400, framed: true},
	{width: 600, height: 400, framed: true, by: 'mouse'},
	{width: 600, height: 400, framed: true, by: 'touch'},
	{width: 320, height: 200, framed: true, by: 'touch'},
	{width: 390, height: 844, by: 'touch'},
	{width: 844, height: 390, by: 'touch'},
	...[2, 4].flatMap(zoom =>
		[
			{width: 1024, height: 768},
			{width: 1366, height: 648},
			{width: 1440, height: 900},
			{width: 1920, height: 1080},
			{width: 3440, height: 1440},
		].map(window => ({...window, zoom, by: 'mouse'}) as const),
	),
];

/** Where applications have Save, Help and their state: small targets in the corners of a picture and in the middle of its edges. */
export function edgeTargets(app: string, image: SnapshotImage): Target[] {
	const [width, height] = [60 / image.width, 24 / image.height];
	return [0, 0.5, 1].flatMap(x =>
		[0, 0.5, 1].map(y => {
			const box = {x: x * (1 - width), y: y * (1 - height), width, height};
			return {app, size: `at ${x}, ${y}`, box, click: {x: box.x + width / 2, y: box.y + height / 2}, image};
		}),
	);
}

export function wayName({width, height, zoom = 1, framed, by}: Way): string {
	return [`${width}x${height}`, zoom > 1 && `at ${100 * zoom} %`, framed && 'in a frame', by].filter(Boolean).join(' ');
}

/** Opens a tour of these targets in this way, and says of each what lies on it, what leaves the window, and what of ours lies on one another. */
export async function clearances(site: Site, targets: Target[], way: Way): Promise<Clearance[]> {
	const steps = targets.map(({image, box, click}) => sampleStep({image, highlight: box, click}));
	site.show(sampleTour(steps));
	const {page, frame} = await visitIn(site, way);
	const found: Clearance[] = [];
	for (const [index, {app, size, box, click}] of targets.entries()) {
		await frame.evaluate(
			async id => {
				location.hash = id;
				// The step is drawn with the event, and laid out in the frame that follows.
				await new Promise(resolve => setTimeout(resolve, 60));
			},
			`s${index + 1}`,
		);
		const {uncovered, overClick, outside, meeting} = await frame.evaluate(look, box, click);
		const faults = [
			uncovered < UNCOVERED && `${Math.floor(uncovered * 100)} % of the target are free`,
			overClick && `${overClick} over the click`,
			...outside.map(part => `${part} outside the window`),
			...meeting,
		].filter(fault => fault !== false && fault !== null);
		found.push({name: `${app} ${size} (${index})`, uncovered, faults});
	}
	await page.close();
	return found;
}

async function visitIn(site: Site, {width, height, zoom = 1, framed, by}: Way): Promise<{page: Page; frame: Frame}> {
	const size = {width: Math.floor(width / zoom), height: Math.floor(height / zoom)};
	const touch = by === 'touch';
	const prepare = (page: Page) => page.setViewport({...size, deviceScaleFactor: zoom, hasTouch: touch, isMobile: touch});
	const {page} = await site.visit({...size, prepare, path: framed ? `/framed?${size.width}x${size.height}` : '/p/tour'});
	const frame = framed ? page.frames()[1]! : page.mainFrame();
	if (by === 'mouse') await page.mouse.move(size.width / 2, 3);
	if (touch) await page.touchscreen.tap(2, size.height / 2);
	await sleep(250);
	return {page, frame};
}

/** Runs in the page. */
function look(target: {x: number; y: number; width: number; height: number}, click: {x: number; y: number}) {
	const isSeen = (element: Element) =>
		element.getClientRects().length > 0 && getComputedStyle(element).opacity !== '0' && getComputedStyle(element).visibility !== 'hidden';
	const boxes = (selector: string) =>
		[...document.querySelectorAll(selector)].filter(isSeen).map(element => element.getBoundingClientRect());
	const [balloons, tools, bars] = [boxes('.on .balloon'), boxes('.tools:has(:not([hidden]))'), boxes('.progress')];
	const ours = {balloon: balloons, tools, bar: bars};
	const [picture, shot] = [boxes('.on .pic')[0]!, boxes('.on .shot')[0]!];
	const within = ({left, top, right, bottom}: DOMRect, x: number, y: number) => x >= left && x <= right && y >= top && y <= bottom;
	const at = (x: number, y: number) => [picture.left + x * picture.width, picture.top + y * picture.height] as const;
	const SIDE = 40;
	let free = 0;
	for (let row = 0; row < SIDE; row++) {
		for (let column = 0; column < SIDE; column++) {
			const [x, y] = at(target.x + ((column + 0.5) / SIDE) * target.width, target.y + ((row + 0.5) / SIDE) * target.height);
			const seen = within(shot, x, y) && x > 0 && y > 0 && x < innerWidth && y < innerHeight;
			if (seen && !Object.values(ours).some(list => list.some(one => within(one, x, y)))) free++;
		}
	}
	const over = Object.entries(ours).find(([, list]) => list.some(one => within(one, ...at(click.x, click.y))));
	const slack = 0.5;
	const leaves = ({left, top, right, bottom}: DOMRect) =>
		left < -slack || top < -slack || right > innerWidth + slack || bottom > innerHeight + slack;
	const meet = (one: DOMRect, other: DOMRect) =>
		one.left < other.right - slack && other.left < one.right - slack && one.top < other.bottom - slack && other.top < one.bottom - slack;
	const pairs = [
		['tools', 'balloon'],
		['bar', 'balloon'],
		['tools', 'bar'],
	] as const;
	return {
		uncovered: free / SIDE ** 2,
		overClick: over?.[0] ?? null,
		outside: Object.entries(ours).flatMap(([name, list]) => (list.some(leaves) ? [name] : [])),
		meeting: pairs
			.filter(([one, other]) => ours[one].some(a => ours[other].some(b => meet(a, b))))
			.map(([one, other]) => `${one} on ${other}`),
	};
}
