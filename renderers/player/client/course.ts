import {at, steps} from './steps.ts';

/**
 * Reports a visit to an LMS with SCORM 1.2: which step is shown, and from which one to go on next time.
 * The course is completed (or passed: `main[data-course]`) when the last step is reached, since reports at the
 * end of a visit may be lost. The page plays on without an LMS, and with one that fails.
 */
type Function = 'LMSInitialize' | 'LMSGetValue' | 'LMSSetValue' | 'LMSCommit' | 'LMSFinish';
type Api = Record<Function, (...words: string[]) => unknown>;

let api: Api | undefined;
let over = false;

export function start(): void {
	api = find(self) ?? find(opener) ?? find(top!.opener);
	if (call('LMSInitialize', '') !== 'true') return;
	over = /^(completed|passed)$/.test(call('LMSGetValue', 'cmi.core.lesson_status'));
	// A completed course begins at the start when it is opened again: nothing is lost.
	if (!over) resume();
	// As soon as the first step is shown.
	queueMicrotask(look);
	addEventListener('step', look);
	// Browsers that forbid `unload` in frames have this event.
	addEventListener('pagehide', finish);
	// What comes back out of the browser's memory has said goodbye.
	addEventListener('pageshow', ({persisted}) => persisted && location.reload());
}

/** Looks up the frames of this window for the LMS's functions. */
function find(from: Window | null): Api | undefined {
	for (let frame = from; frame; frame = frame === frame.parent ? null : frame.parent) {
		try {
			const {API} = frame as {API?: Api};
			if (API?.LMSInitialize) return API;
		} catch {
			// A frame of another origin does not let itself be looked at; one further out may.
		}
	}
	return undefined;
}

function resume(): void {
	set('lesson_status', 'incomplete');
	// Now: at the end of a visit browsers let no LMS wait for its server, and one that has not heard of it may forget the place.
	set('exit', 'suspend');
	const step = call('LMSGetValue', 'cmi.core.lesson_location');
	try {
		// Where the player looks for the step that it begins with; one that is no more changes nothing.
		if (step) history.replaceState(null, '', `#${step}`);
	} catch {
		// A document without a URL of its own cannot have a fragment: then it begins at the start.
	}
}

function look(): void {
	const shown = steps[at]!.dataset.step;
	// The closing card is no step.
	if (shown) set('lesson_location', shown);
	if (!over && (PATHS ? isEnd(steps[at]!) : at >= steps.findLastIndex(({dataset}) => dataset.step))) {
		over = true;
		set('lesson_status', document.querySelector('main')!.dataset.course!);
		set('exit', '');
	}
	commit();
}

/** With paths there are several: steps after which nothing but the end follows, and the card at which other ways to it arrive. */
function isEnd({id, dataset}: HTMLElement): boolean {
	return id === 'end' || 'end' in dataset;
}

function finish(): void {
	commit();
	call('LMSFinish', '');
	// Once.
	api = undefined;
}

function commit(): void {
	set('session_time', timespan(performance.now()));
	call('LMSCommit', '');
}

function set(element: string, value: string): void {
	call('LMSSetValue', `cmi.core.${element}`, value);
}

function call(name: Function, ...words: string[]): string {
	try {
		return `${api?.[name](...words)}`;
	} catch {
		return '';
	}
}

/** CMITimespan of SCORM 1.2: HHHH:MM:SS.SS. */
function timespan(milliseconds: number): string {
	const hundredths = Math.floor(milliseconds / 10);
	const two = (value: number) => `${value}`.padStart(2, '0');
	const hours = Math.min(Math.floor(hundredths / 360_000), 9999);
	return `${`${hours}`.padStart(4, '0')}:${two(Math.floor(hundredths / 6000) % 60)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}
