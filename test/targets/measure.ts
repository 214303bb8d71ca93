import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import sharp from 'sharp';
import type {Target} from './pages.ts';

/** What hides nothing is less than this, of 255, in every channel: scaling and compression of the page's layers differ by a little. */
const TOLERANCE = 14;
/** Of the target, at every moment. */
const SEEN = 0.9;
/** Of the target's neighbourhood (as much around it as it is large), where another side of it was free. */
const COVERED = 0.1;
/** The balloon's distance from its target, CSS pixels. */
const APART = 14;

export type Box = {left: number; top: number; right: number; bottom: number};
export type Measured = {
	/** The least share of the target that was seen at any moment. */
	seen: number;
	overClick: boolean;
	outside: boolean;
	/** Share of the neighbourhood that the balloon covers, and whether another side was free. */
	covered: number;
	free: boolean;
	faults: string[];
};

/** Looks at the step that is shown, `moments` milliseconds after its first second. The clock of its animations is set, so that a slow machine sees the same. */
export async function measure(page: Page, {box, click}: Target, moments: number[]): Promise<Measured> {
	await sleep(1000);
	await page.evaluate(settled);
	const {picture, balloon, stage} = await page.evaluate(readBoxes);
	const place = (x: number, y: number) => [
		picture.left + x * (picture.right - picture.left),
		picture.top + y * (picture.bottom - picture.top),
	];
	const [left, top] = place(box.x, box.y) as [number, number];
	const [right, bottom] = place(box.x + box.width, box.y + box.height) as [number, number];
	const target = {left, top, right, bottom};
	const [clickX, clickY] = place(click.x, click.y) as [number, number];

	const bare = await without(page, () => shoot(page, target, stage));
	let seen = 1;
	for (const moment of moments) {
		await page.evaluate(setClock, 1000 + moment);
		seen = Math.min(seen, same(await shoot(page, target, stage), bare));
	}
	const overClick = !!balloon && clickX > balloon.left && clickX < balloon.right && clickY > balloon.top && clickY < balloon.bottom;
	const outside = !!balloon && !within(balloon, stage);
	const around = neighbourhood(target, picture, stage);
	const covered = balloon ? overlap(balloon, around) : 0;
	const free = !!balloon && hasFreeSide(balloon, target, around, stage);
	const faults = [
		seen < SEEN && `${Math.round(seen * 100)} % of the target are seen`,
		overClick && 'over the click point',
		outside && 'outside the frame',
		covered > COVERED && free && `over ${Math.round(covered * 100)} % of the neighbourhood`,
	].filter(fault => fault !== false);
	return {seen, overClick, outside, covered, free, faults};
}

/** Runs in the page. */
function readBoxes() {
	const edges = (selector: string) => {
		const element = document.querySelector(selector);
		if (!element) return null;
		const {left, top, right, bottom} = element.getBoundingClientRect();
		return {left, top, right, bottom};
	};
	return {picture: edges('.on .pic')!, balloon: edges('.on .balloon[data-place]'), stage: edges('main')!};
}

/** Runs in the page: what comes later than the first second on a slow machine would be taken for a mark. */
async function settled(): Promise<void> {
	await document.fonts.ready;
	await document.querySelector<HTMLImageElement>('.on img')!.decode();
}

/** Runs in the page: every animation stands at this time. */
function setClock(time: number): void {
	for (const animation of document.getAnimations()) {
		animation.pause();
		animation.currentTime = time;
	}
}

/** The same step without anything over the picture. */
async function without<T>(page: Page, look: () => Promise<T>): Promise<T> {
	const show = (visibility: string) =>
		page.evaluate(value => {
			for (const mark of document.querySelectorAll<HTMLElement>('.on .ring, .on .ring + i, .on .hand, .on .balloon'))
				mark.style.visibility = value;
		}, visibility);
	await show('hidden');
	const result = await look();
	await show('');
	return result;
}

type Pixels = {data: Buffer; channels: number};

async function shoot(page: Page, target: Box, stage: Box): Promise<Pixels> {
	// Whole pixels that lie in the target and on the stage.
	const left = Math.ceil(Math.max(target.left, stage.left) - 0.01);
	const top = Math.ceil(Math.max(target.top, stage.top) - 0.01);
	const width = Math.max(1, Math.floor(Math.min(target.right, stage.right) + 0.01) - left);
	const height = Math.max(1, Math.floor(Math.min(target.bottom, stage.bottom) + 0.01) - top);
	const png = await page.screenshot({clip: {x: left, y: top, width, height}, optimizeForSpeed: true});
	const {data, info} = await sharp(png).removeAlpha().raw().toBuffer({resolveWithObject: true});
	return {data, channels: info.channels};
}

/** Share of the pixels that are as they were. */
function same(one: Pixels, other: Pixels): number {
	let changed = 0;
	const {channels} = one;
	for (let at = 0; at < one.data.length; at += channels) {
		for (let channel = 0; channel < channels; channel++) {
			if (Math.abs(one.data[at + channel]! - other.data[at + channel]!) <= TOLERANCE) continue;
			changed++;
			break;
		}
	}
	return 1 - changed / (one.data.length / channels);
}

function neighbourhood({left, top, right, bottom}: Box, picture: Box, stage: Box): Box {
	const [width, height] = [right - left, bottom - top];
	return {
		left: Math.max(left - width, picture.left, stage.left),
		top: Math.max(top - height, picture.top, stage.top),
		right: Math.min(right + width, picture.right, stage.right),
		bottom: Math.min(bottom + height, picture.bottom, stage.bottom),
	};
}

/** Share of `part` that lies under `over`. */
function overlap(over: Box, part: Box): number {
	const width = Math.min(over.right, part.right) - Math.max(over.left, part.left);
	const height = Math.min(over.bottom, part.bottom) - Math.max(over.top, part.top);
	if (width <= 0 || height <= 0) return 0;
	return (width * height) / ((part.right - part.left) * (part.bottom - part.top));
}

function within(box: Box, stage: Box): boolean {
	const SLACK = 0.5;
	return (
		box.left >= stage.left - SLACK && box.top >= stage.top - SLACK && box.right <= stage.right + SLACK && box.bottom <= stage.bottom + SLACK
	);
}

/** Whether the balloon, as large as it is, could stand beside the target on the stage and leave the neighbourhood free. */
function hasFreeSide(balloon: Box, target: Box, around: Box, stage: Box): boolean {
	const [width, height] = [balloon.right - balloon.left, balloon.bottom - balloon.top];
	const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
	const x = clamp((target.left + target.right - width) / 2, stage.left, stage.right - width);
	const y = clamp((target.top + target.bottom - height) / 2, stage.top, stage.bottom - height);
	const corners = [
		[x, target.bottom + APART],
		[x, target.top - APART - height],
		[target.right + APART, y],
		[target.left - APART - width, y],
	] as const;
	return corners.some(([left, top]) => {
		const box = {left, top, right: left + width, bottom: top + height};
		return within(box, stage) && overlap(box, around) <= COVERED;
	});
}
