import {setTimeout as pause} from 'node:timers/promises';
import {within as inTime} from '../../shared/concurrency.ts';
import type {Activity, AnyFrame} from './driver.ts';
import {installInto} from './page/install.ts';
import type {Holder} from './page/tools.ts';

/** Milliseconds without a change after which a page is settled; the others are milliseconds as well. */
const QUIET_MS = 50;
const CHANGES_MS = 600;
const REQUESTS_MS = 3000;
/** The wait for a page that was waited for in vain before. */
const RESTLESS_MS = 120;
/** A request that takes longer waits for an event. */
const LONG_REQUEST_MS = 1500;
const LOOK_MS = 20;
/** No script of a page may hold up the recording for longer. */
const SCRIPT_MS = 3000;

/** Waits until the page has what it asked for and stands still, but never for ever: some pages never do. */
export async function settle(activity: Activity & {page: {mainFrame(): unknown}}): Promise<void> {
	const {page, requests} = activity;
	const end = Date.now() + (activity.isRestless ? RESTLESS_MS : REQUESTS_MS);
	const isBusy = () => [...requests.values()].some(begun => Date.now() - begun < LONG_REQUEST_MS);
	while (isBusy() && Date.now() < end) await pause(LOOK_MS);
	activity.isRestless ||= isBusy();
	await within(quiet(page.mainFrame() as AnyFrame, activity.isRestless ? RESTLESS_MS : CHANGES_MS), SCRIPT_MS).catch(() => undefined);
}

async function quiet(frame: AnyFrame, mostMs: number): Promise<void> {
	const ask = () => frame.evaluate(waitForQuiet, [QUIET_MS, mostMs] as const);
	if (await ask()) return;
	await installInto(frame);
	await ask();
}

/** Runs within the page. Returns false if the tools are not there. */
async function waitForQuiet([quietMs, mostMs]: readonly [number, number]): Promise<boolean> {
	const tools = (globalThis as Holder)[Symbol.for('roteiro')];
	if (!tools?.quiet) return false;
	await tools.quiet(quietMs, mostMs);
	return true;
}

/** Returns the promise's result. Throws if it takes longer. */
export function within<T>(work: Promise<T>, ms: number): Promise<T> {
	return inTime(work, ms, () => new Error(`Took longer than ${ms} ms`));
}
