import type {CtaTarget, ReportEvent} from '../../../shared/contract/visitors/report.ts';
import {frameHeight} from '../../../shared/tour/embed.ts';
import {at, stage, steps} from './steps.ts';

/**
 * Reports the visit to the service (`main[data-report]`; a preview has none and counts nothing), under a name that each load of the page
 * makes and stores nowhere; and to a page that shows this one in a frame, by `message` events whose `data` is:
 *
 *     {source: 'roteiro', tour, type: 'view', position, count}           the tour was seen: once
 *     {source: 'roteiro', tour, type: 'step', position, count, step}     this step is shown
 *     {source: 'roteiro', tour, type: 'complete', position, count}       the last step is reached; with paths, an end, and `step` says from where
 *     {source: 'roteiro', tour, type: 'action', step, action}            a button or hotspot of a step is pressed; without `action` its Next
 *     {source: 'roteiro', tour, type: 'cta', target, click}              'whatsapp' or 'link' is pressed; `click` 1, 2, … counts
 *     {source: 'roteiro', tour, type: 'lead'}                            the opening form was sent and taken
 *     {source: 'roteiro', tour, type: 'resize', width, height}           CSS pixels: at `height` it shows picture and words whole at this `width`
 *
 * `tour` is the last part of the page's URL: the slug, or a preview's token. `position` 0 is the first of `count` steps, -1 the opening form, `count` the closing card.
 * Fields may be added.
 */
type Message = {type: string; [field: string]: unknown};

// The visit's name: 22 random digits, 73 bits.
const visit = crypto.getRandomValues(new Uint32Array(9)).join('').slice(-22);
/** The first report's time. */
let since: number | undefined;
let inView = false;
let shown: HTMLElement | undefined;
let clicks = 0;
/** With paths: number of steps shown, and the end once reached, which every later report repeats, since one may be lost. */
let seen = 0;
let end: ReportEvent | undefined;

export function start(): void {
	// A frame below the fold is loaded but not seen.
	new IntersectionObserver(entries => {
		inView = entries.pop()!.isIntersecting;
		look();
	}).observe(stage);
	addEventListener('step', look);
	addEventListener('visibilitychange', look);
	addEventListener('resize', measure);
	// Captured before the link is followed and another step is shown.
	if (PATHS) addEventListener('click', onWay, true);
	addEventListener('lead', () => post({type: 'lead'}));
	addEventListener('click', ({target}) => {
		const link = (target as Element).closest<HTMLElement>('[data-to]');
		if (link) tell([{type: 'cta', target: link.dataset.to as CtaTarget, click: ++clicks}]);
	});
	// Only after the page is laid out.
	if (parent !== self) setTimeout(measure);
}

function look(): void {
	const now = steps[at]!;
	// A page that the browser renders ahead is hidden as well.
	if (document.hidden || !inView || shown === now) return;
	const pages = steps.filter(({dataset}) => dataset.step);
	const position = now.id === 'end' ? pages.length : pages.indexOf(now);
	const events: ReportEvent[] = [];
	if (!shown) events.push({type: 'view'});
	const {step} = now.dataset;
	if (step) events.push(PATHS ? {type: 'step', step, n: ++seen} : {type: 'step', step});
	if (PATHS) {
		// An end: a step that only the end follows, or the closing card after a way to it was taken.
		const last = 'end' in now.dataset ? now : now.id === 'end' && shown?.querySelector('a[href="#end"]') && shown;
		if (last && !end) {
			end = {type: 'complete', step: last.dataset.step!};
			events.push(end);
		}
	} else if (position + 1 === pages.length) events.push({type: 'complete'});
	shown = now;
	tell(events, {position, count: pages.length});
}

function onWay({target}: Event): void {
	const way = (target as Element).closest<HTMLElement>('.step :is([data-action],a[rel=next],a.ring)');
	const step = way?.closest<HTMLElement>('.step')?.dataset.step;
	if (step) tell([{type: 'action', step, action: way?.dataset.action}]);
}

/** Reports events; `more` goes only to the host page. Repeated reports count once; lost ones are not sent again. */
function tell(events: ReportEvent[], more?: object): void {
	// 25 hours: later after it was first seen a page stops reporting, since the service forgets visits after some days.
	const most = 9e7;
	since ??= Date.now();
	for (const event of events) post({...event, ...more});
	const path = stage.dataset.report;
	// Sent at once: a report that waits for the end of the visit may be lost.
	if (path && events[0] && Date.now() - since < most)
		navigator.sendBeacon(path, JSON.stringify({visit, events: PATHS && end ? [...events, end] : events}));
}

/** Posts the best height of the frame: the first picture at full width and, if it is narrow, the words below it. */
function measure(): void {
	// Pixels: below the width `narrow` the words are under the picture and need the height `words`.
	const narrow = 832;
	const words = 240;
	// From the attributes, since the drawn size is rounded, differently at each height of the frame.
	const image = document.querySelector('img');
	const side = (name: string) => Number(image?.getAttribute(name));
	const picture = frameHeight(innerWidth, side('width') / side('height') || 1 / 0.6);
	post({type: 'resize', width: innerWidth, height: innerWidth < narrow ? Math.max(innerWidth, picture + words) : picture});
}

function post(message: Message): void {
	if (parent !== self) parent.postMessage({source: 'roteiro', tour: location.pathname.split('/').pop(), ...message}, '*');
}
