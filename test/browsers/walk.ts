import {setTimeout as sleep} from 'node:timers/promises';
import {type Driven, openTour} from './driven.ts';
import type {Walked} from './tours.ts';

/** What a step may take of script, style and layout together, milliseconds. */
export const STEP_LIMIT_MS = 500;
/** Until a step that was asked for is shown, milliseconds: what a busy machine puts off. */
const SHOWN_LIMIT_MS = 8000;

export type Fault = {tour: string; window: string; step: string; fault: string};
export type Walk = {steps: number; slowest: number; covered: number; faults: Fault[]};

type Shown = {
	id: string;
	/** Milliseconds of script, style and layout. */
	took: number;
	faults: string[];
	/** Whether the camera is on its way. */
	moves: boolean;
	/** Whether the balloon lies over the highlight. */
	over: boolean;
};

/** Runs before each walk: counts what the change of a step takes. */
const WATCH = `
	let took = 0;
	const timed = change => {
		const begun = performance.now();
		change();
		document.querySelector('main').offsetHeight;
		took += performance.now() - begun;
	};
	delete document.querySelector('.lead')?.dataset.must;
	window.press = key => {
		took = 0;
		timed(() => dispatchEvent(new KeyboardEvent('keydown', {key})));
	};
	window.tookIt = () => took;
`;

/** Judges the step that is shown; runs in the page. */
const JUDGE = `
	const shown = document.querySelector('.step.on');
	const [x, y] = arguments[0][Number(shown.id.slice(1)) - 1] ?? [];
	const stage = document.querySelector('main').getBoundingClientRect();
	const faults = [];
	const balloon = shown.querySelector('.balloon');
	let over = false;
	if (balloon) {
		const box = balloon.getBoundingClientRect();
		const go = shown.querySelector('.go').getBoundingClientRect();
		if (box.left < -0.5 || box.top < stage.top - 0.5 || box.right > innerWidth + 0.5 || box.bottom > stage.bottom + 0.5) faults.push('outside the window');
		if (go.bottom > box.bottom + 0.5 || go.right > box.right + 0.5 || go.left < box.left - 0.5 || go.height < 24) faults.push('buttons outside the balloon');
		if (getComputedStyle(balloon).visibility !== 'visible') faults.push('invisible');
		if (x !== undefined) {
			const picture = shown.querySelector('.pic').getBoundingClientRect();
			const [clickX, clickY] = [picture.left + x * picture.width, picture.top + y * picture.height];
			const frame = shown.querySelector('.shot').getBoundingClientRect();
			const inFrame = clickX > frame.left - 0.5 && clickX < frame.right + 0.5 && clickY > frame.top - 0.5 && clickY < frame.bottom + 0.5;
			const whole = Math.min(frame.width, (frame.height * picture.width) / picture.height);
			// Straight on from another step on the same picture both are on their way.
			const [move] = shown.querySelector('.pic').getAnimations();
			if (!move || move.effect.getTiming().delay > 0) {
				// The balloon stands where the camera will leave room for it, and is not seen before.
				const seen = getComputedStyle(balloon).opacity > 0;
				if (seen && clickX > box.left && clickX < box.right && clickY > box.top && clickY < box.bottom) faults.push('over the click point');
				if (!inFrame) faults.push('the click is out of view');
			}
			if (shown.matches('.near:not(.moving)') && picture.width < 1.1 * whole) faults.push('does not come near');
			const ring = shown.querySelector('.ring').getBoundingClientRect();
			over = box.left < ring.right - 1 && box.right > ring.left + 1 && box.top < ring.bottom - 1 && box.bottom > ring.top + 1;
		}
	}
	for (const x of [-9, 9]) {
		scrollTo(x, 9);
		if (scrollX || scrollY) faults.push('the page scrolls');
		scrollTo(0, 0);
	}
	return {id: shown.id, moves: shown.matches('.moving'), took: window.tookIt(), faults, over};
`;

/** The camera stands at once. */
const STAND =
	"for (const part of document.querySelectorAll('.on .pic, .on .balloon')) for (const move of part.getAnimations()) move.finish()";

/** Walks through a tour to its closing card with the keyboard. Throws a `Hang` where the page does not respond. */
export async function walk(browser: Driven, url: string, {name, snapshot, clicks}: Walked, window: string): Promise<Walk> {
	const result: Walk = {steps: 0, slowest: 0, covered: 0, faults: []};
	await openTour(browser, url);
	await browser.run(WATCH);
	const ids = [...(snapshot.leadCapture.enabled ? ['lead'] : []), ...snapshot.steps.map((_, index) => `s${index + 1}`), 'end'];
	for (const [index, id] of ids.entries()) {
		// The first balloon rises while the page loads: until it stands it lies lower, and is not seen.
		await browser.run(index > 0 ? "press('PageDown')" : STAND);
		const begun = await shown(browser, id, clicks);
		const {took, over} = begun;
		const faults = [...begun.faults];
		if (begun.moves) {
			await browser.run(STAND);
			faults.push(...(await shown(browser, id, clicks, true)).faults);
		}
		if (took > STEP_LIMIT_MS) faults.push(`took ${Math.round(took)} ms`);
		result.steps++;
		result.slowest = Math.max(result.slowest, took);
		result.covered += Number(over);
		result.faults.push(...faults.map(fault => ({tour: name, window, step: id, fault})));
	}
	return result;
}

/** The step of this id as soon as it is shown, or as soon as its camera `stands`. */
async function shown(browser: Driven, id: string, clicks: Walked['clicks'], stands = false): Promise<Shown> {
	const deadline = Date.now() + SHOWN_LIMIT_MS;
	for (;;) {
		const state = await browser.run<Shown>(JUDGE, [clicks]);
		if (state.id === id && !(stands && state.moves)) return state;
		if (Date.now() > deadline) return {...state, faults: [state.id === id ? 'the camera never stands' : `${state.id} is shown instead`]};
		await sleep(20);
	}
}
