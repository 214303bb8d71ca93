import {calm, listen, shoot} from './camera.ts';

/**
 * Turns a page that reads without JavaScript into one that shows one step at a time, fetches the next
 * screenshot ahead, and places the balloon beside the highlight. Stores nothing, and sends nothing.
 */

const root = document.documentElement;
const KEYS: Record<string, number> = {ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1, Home: -Infinity, End: Infinity};

export let stage: HTMLElement;
export let steps: HTMLElement[];
/** The marks of the progress bar, each for the steps up to the next mark; with too many steps, one mark without a link. */
let marks: HTMLAnchorElement[];
export let status: HTMLElement;
export let at = 0;
/** The first step is painted. */
let loaded = false;
/** The step that the URL asked for, shown once the opening form is passed. */
let asked: HTMLElement | undefined;
/** Indexes of the steps on the way here, the latest last; kept in the browser's history entry. */
export const gone: number[] = [];
/** Goes on (1) or back (-1) in a tour with paths; returns false if its ways do not say where. */
export let turn = (_by: number): boolean => false;

export function start(): void {
	stage = document.querySelector('main')!;
	steps = [...document.querySelectorAll<HTMLElement>('.step')];
	marks = [...document.querySelectorAll<HTMLAnchorElement>('.progress a')];
	status = document.querySelector('[role=status]')!;
	const found = find(location.hash);
	if (inForm()) asked = steps[found];
	else at = Math.max(0, found);
	// Before anything is laid out: WebKit leaves a row of buttons where it is when one more appears in it.
	offerFullscreen();
	listen(settleStep);
	addEventListener('online', fetchAhead);
	addEventListener('hashchange', () => go(find(location.hash)));
	addEventListener('keydown', onKey);
	addEventListener('click', onClick);
	listenForSwipes();
	standUp();
}

/**
 * Has the controls laid out, then the first step, and then that placed and shown, each in a task of its own: on a slow phone they take as
 * long as a task may.
 */
async function standUp(): Promise<void> {
	const wait = (milliseconds?: number) => new Promise(resolve => setTimeout(resolve, milliseconds));
	await wait();
	root.classList.add('up');
	stage.getClientRects();
	await wait();
	show();
	// Shown whole, as it is measured first, if the camera moves to it.
	if (NEAR && !calm.matches) steps[at]!.classList.toggle('all', steps[at]!.matches('.near'));
	stage.getClientRects();
	await wait();
	root.classList.remove('soon');
	settleStep();
	new ResizeObserver(settleStep).observe(stage);
	await loading;
	// The first screenshot must not share the line with its larger version, the second, or a font: they wait until the first step is painted.
	// Milliseconds after loading by which it has been.
	await wait(50);
	loaded = true;
	fetchAhead();
	// Until then the texts stand in their own font's twin of the same measures, which every machine has. They are laid out once more, not twice.
	await Promise.allSettled([...document.fonts].map(face => face.load()));
	root.classList.add('dressed');
	settleStep(1);
}

/** Fulfilled when the page has loaded, which it may have before its script begins. */
export const loading = new Promise(resolve => addEventListener('load', resolve));

/** Has keys and swipes ask this first. */
export function turnBy(follow: typeof turn): void {
	turn = follow;
}

let inside = self !== top;
const low = matchMedia('(height<480px)');

/** Makes a frame look like a window of its own, so that a tour can be tried out as its link shows it. */
export function standAlone(): void {
	inside = false;
}

/** Inside another page, or in a low window, the picture gets all of the room. */
function shape(): void {
	// Asked for the window's height, a browser would lay out the page.
	root.classList.toggle('bare', inside || low.matches);
}

/** Hosts and mailers append to a fragment (`#s3#?secret=…`): no step's name has such letters. */
export function find(hash: string): number {
	const name = hash.split(/\W/)[1] ?? hash;
	// Without a closing card the tour ends with its last step.
	return steps.findIndex(({id, dataset}, index) => [id, dataset.step, steps[index + 1] ?? 'end'].includes(name));
}

/** True while the opening form is shown. */
export function inForm(): boolean {
	return FORM && steps[0]!.id === 'lead';
}

/** Removes the opening form, even one that must be filled in, and shows the step that the URL asks for, else the first. */
export function passForm(): void {
	if (!inForm()) return;
	delete steps[0]!.dataset.must;
	go(1);
}

/** Shows the step of this index, which is no way on where one goes back; the window hears of it (`step`). The opening form, once left, is gone. */
export function go(index: number, isBack?: boolean): void {
	const from = steps[at]!;
	let to = steps[index];
	if (!to || to === from) return;
	const left = from.matches(':focus-within') && (document.activeElement as HTMLAnchorElement);
	if (inForm()) {
		// Onward from the form lies what the URL asked for.
		if (index === 1) to = asked ?? to;
		asked = to;
		if ('must' in from.dataset) return;
		steps.shift()!.remove();
	}
	if (PATHS && !isBack && steps.includes(from)) gone.push(at);
	at = steps.indexOf(to);
	try {
		// Replaced, not pushed: "back" leaves the tour, and a page that embeds it keeps its own history.
		history.replaceState(PATHS ? gone : null, '', `#${to.id}`);
	} catch {
		// A document without a URL of its own (srcdoc) cannot have a fragment.
	}
	show();
	settleStep();
	if (left) {
		to.tabIndex = -1;
		// On the same button for people with a keyboard; if it has no `rel` the step gets it, so that one key too many opens nothing.
		(to.querySelector<HTMLElement>(`a[rel="${left.rel}"]`) ?? to).focus({preventScroll: true});
	}
	// Its name, unless the focus says it, its texts, and its picture if they do not describe it: each in its language.
	const said = [...stage.querySelectorAll<HTMLImageElement>('.on:not(:focus),.on :is(.say>*,.told)')].map(part =>
		Object.assign(document.createElement('span'), {
			lang: part.closest<HTMLElement>('[lang]')!.lang,
			textContent: `${part.ariaLabel ?? part.alt ?? part.textContent}. `,
		}),
	);
	status.replaceChildren(...said);
	fetchAhead();
	dispatchEvent(new Event('step'));
}

function show(): void {
	for (const step of steps) {
		step.classList.remove('was', ...(NEAR ? ['next'] : []));
		step.classList.toggle('on', step === steps[at]);
	}
	mark();
}

/** Fills the progress bar up to the step that is shown; of that one this share (0..1). */
export function mark(played = 1): void {
	const begins = marks.map(({hash}) => (hash ? (PATHS ? placeOf(find(hash)) : find(hash)) : 0));
	// The closing card is none of them.
	const end = (PATHS && Number(stage.dataset.count)) || steps.findLastIndex(({dataset}) => dataset.step) + 1;
	for (const [index, entry] of marks.entries()) {
		const from = begins[index]!;
		const next = begins[index + 1] ?? end;
		entry.style.setProperty('--at', `${clamp(((PATHS ? placeOf(at) : at) + played - from) / (next - from), 1)}`);
		entry.ariaCurrent = (PATHS ? placeOf(at) : at) >= from && (PATHS ? placeOf(at) : at) < next ? 'step' : null;
	}
}

/** Returns a step's place on the main path; on a branch a fraction, as far as the branch is gone. */
function placeOf(index: number): number {
	return Number(steps[index]!.dataset.at ?? index);
}

function fetchAhead(): void {
	for (const step of steps.slice(at, at + 2)) {
		const image = step.querySelector('img');
		if (!image) continue;
		// Of the first one `sizes`: as large as the camera shows it, which is not fetched before anything is seen.
		image.loading = 'eager';
		for (const part of step.querySelectorAll('img,source')) Object.assign(part, image.dataset);
		// One that failed may come now.
		if (image.complete && !image.naturalWidth) image.src += '';
		// A screenshot that cannot be read leaves its colour and its text.
		image.decode().catch(() => {});
	}
}

/** Once whenever a step, the size of the stage or the font (`stays`: the step is the same) comes; none of these follows from what is done here. */
function settleStep(stays?: unknown): void {
	shape();
	shoot(steps[at]!, loaded && steps[at + 1], stage, stays, settleStep);
}

function onKey(event: KeyboardEvent): void {
	const move = KEYS[event.key];
	if (!move || inField(event) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
	event.preventDefault();
	if (!(PATHS && turn(move))) go(clamp(at + move, steps.length - 1));
}

/** From 0 to `most`. */
function clamp(value: number, most: number): number {
	return Math.max(0, Math.min(value, most));
}

/** True if an event comes from a field of a form, which handles it itself. */
export function inField({target}: Event): boolean {
	return (target as Element).matches?.('input,select,textarea');
}

function onClick(event: MouseEvent): void {
	if (event.defaultPrevented) return;
	const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	go(find(link.hash));
}

function listenForSwipes(): void {
	let from: Touch | false | undefined;
	stage.addEventListener('touchstart', event => (from = !event.touches[1] && !inField(event) && event.touches[0]), {passive: true});
	stage.addEventListener('touchend', ({changedTouches: [to]}) => {
		// Someone who has zoomed in moves the page, not the tour.
		if (!from || !to || visualViewport!.scale > 1.05) return;
		const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
		if (Math.abs(x) > Math.max(48, 2 * Math.abs(y)) && !(PATHS && turn(-Math.sign(x)))) go(at - Math.sign(x));
	});
}

function offerFullscreen(): void {
	const full = document.querySelector<HTMLButtonElement>('.full')!;
	full.hidden = !document.fullscreenEnabled;
	full.onclick = () => {
		const change = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen();
		// The browser may refuse, and then nothing changes.
		change.catch(() => {});
	};
}

// Stands in the head: the shape of the page is known before anything is painted.
shape();
root.classList.add('js', 'soon');
