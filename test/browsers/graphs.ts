import {setTimeout as sleep} from 'node:timers/promises';
import type {Way} from '../helpers/forked-walk.ts';
import {type Driven, openTour} from './driven.ts';
import type {Fault} from './walk.ts';

/** Until a step is shown, milliseconds: what a busy machine puts off. */
const SHOWN_LIMIT_MS = 8000;

/** Runs in the page: says what is wrong with a link of the step that is shown, and follows it where that is `pressed`. */
const FOLLOW = `
	const [selector, wanted, pressed] = arguments;
	const link = document.querySelector('.step.on ' + selector);
	if (!link) return 'is not there';
	const {left, top, width, height} = link.getBoundingClientRect();
	const over = document.elementFromPoint(left + width / 2, top + height / 2);
	const faults = [];
	if (link.hash !== '#' + wanted || !document.getElementById(wanted)) faults.push('leads elsewhere without a script');
	if (over?.closest('a') !== link) faults.push('is hidden');
	if (width < 24 || height < 24) faults.push('is smaller than a finger');
	if (pressed) link.click();
	return faults.join(', ');
`;

/**
 * Follows every link of a tour that forks, by pointer and by the number of its button, goes back by a key and on after the page was loaded again.
 * Throws a `Hang` where the page does not respond.
 */
export async function walkGraph(
	browser: Driven,
	url: string,
	ways: Way[],
	{tour, window}: {tour: string; window: string},
): Promise<Fault[]> {
	const faults: Fault[] = [];
	const say = (step: string, fault: string) => faults.push({tour, window, step, fault});
	const arrive = async (id: string, by: string, from: string) => {
		const found = await shown(browser, id);
		if (found !== id) say(from, `${by}: ${found} instead of ${id}`);
	};
	await openTour(browser, url);
	for (const {at, link, wanted, key} of ways) {
		for (const byKey of key === null ? [false] : [false, true]) {
			await browser.run('location.hash = arguments[0]', [`#${at}`]);
			await arrive(at, 'a deep link', at);
			const wrong = await browser.run<string>(FOLLOW, [link, wanted, !byKey]);
			if (wrong) say(at, `${link} ${wrong}`);
			if (byKey) await press(browser, String(key));
			await arrive(wanted, byKey ? `key ${key}` : link, at);
			if (wanted === at) continue;
			await press(browser, 'ArrowLeft');
			await arrive(at, `Back from ${wanted}`, at);
		}
	}
	const last = ways.at(-1)?.wanted;
	if (last) {
		await browser.run('location.hash = arguments[0]', [`#${last}`]);
		await arrive(last, 'a deep link', last);
		await reload(browser);
		await arrive(last, 'after a reload', last);
	}
	return faults;
}

function press(browser: Driven, key: string): Promise<void> {
	return browser.run("dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))", [key]);
}

/** Resolves once the page that replaces the current one has loaded. */
async function reload(browser: Driven): Promise<void> {
	await browser.run('self.replaced = false; location.reload()');
	const deadline = Date.now() + SHOWN_LIMIT_MS;
	// Drivers refuse scripts in a page that is being left.
	const loaded = () =>
		browser
			.run<boolean>("return self.replaced !== false && document.readyState === 'complete' && !document.documentElement.matches('.soon')")
			.catch(() => false);
	while (Date.now() < deadline && !(await loaded())) await sleep(20);
}

/** Returns the id of the step that is shown as soon as it is this one, or the one that is shown instead. */
async function shown(browser: Driven, id: string): Promise<string> {
	const deadline = Date.now() + SHOWN_LIMIT_MS;
	for (;;) {
		const found = await browser.run<string>("return document.querySelector('.step.on')?.id ?? ''");
		if (found === id || Date.now() > deadline) return found;
		await sleep(20);
	}
}
