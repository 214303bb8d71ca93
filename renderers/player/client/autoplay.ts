import {calm} from './camera.ts';
import {at, find, go, inForm, loading, mark, steps} from './steps.ts';

/**
 * The tour that plays by itself: each step for as long as it lasts, up to the closing card. Begun by a press, or by `?autoplay=1` on the
 * URL, and then without a sound. Escape pauses it. Where nothing is said aloud, so does every move of the visitor's.
 */

/** The sound of the steps while they play, as the clock sees it. */
export type Voice = {
	/** True if the step that plays has nothing (more) to hear. */
	silent: boolean;
	/** Called before the step that is shown is played from its start. */
	begin(): void;
	/** Called when playing starts or stops, or another step plays. */
	show(): void;
	/** Gets how much of the step's time is over (0..1), says how much of the step was played. */
	follow(part: number): number;
	/** True if the next step may follow, these milliseconds after the step's time was over. */
	done(late: number): boolean;
};

export let playing = false;
/** True while it plays without having been asked by a person: then nothing may sound. */
export let muted = false;
/** True if the step that is shown plays or was paused. */
export let begun = false;
/** None in a tour without narration: nothing sounds. */
let voice: Voice | undefined;
let button: HTMLElement | null;
/** True if the URL asks for playing and no press has begun it yet. */
let wanted = !calm.matches && /[?&]autoplay=1(&|$)/.test(location.search);
/** Index of the step that the clock moved to: any other is the visitor's choice. */
let due = -1;
/** Value of `due` after a choice was offered: any step is then expected. */
const ANY = -2;
/** After the last step: the next press starts from the first. */
let over = false;
let elapsed = 0;
let ticked = 0;
let timer: ReturnType<typeof setInterval> | 0 = 0;

export function start(): void {
	button = document.querySelector('.play');
	if (!button) return;
	button.onclick = () => (playing ? pause() : play());
	addEventListener('keydown', ({key}) => key === 'Escape' && pause());
	addEventListener('step', onStep);
	loading.then(playUnasked);
}

/** Connects the narration. */
export function speakWith(narration: Voice): void {
	voice = narration;
}

function playUnasked(): void {
	if (!wanted || inForm()) return;
	wanted = false;
	play(true);
}

/** Plays from here, or after the last step from the first. A person asked for it, unless it is `unasked`. */
export function play(unasked = false): void {
	// On from the form, where it lets pass.
	if (inForm()) go(1);
	if (inForm()) return;
	const from = over || !lasts() ? 0 : at;
	const goesOn = begun && !muted;
	playing = true;
	muted = unasked;
	timer ||= setInterval(tick, 200);
	ticked = performance.now();
	due = from;
	// Started within the press, since a browser may not allow sound later.
	if (from !== at) go(from);
	else if (goesOn) show();
	else begin();
}

function onStep(): void {
	if (!playing) rest();
	else if (!lasts()) finish();
	else if (at === due || (PATHS && due === ANY) || (voice && !muted)) begin();
	else {
		pause();
		rest();
	}
	playUnasked();
}

/** Plays the step that is shown from its start. */
export function begin(): void {
	begun = true;
	over = false;
	elapsed = 0;
	voice?.begin();
	show();
	tick();
}

function tick(): void {
	const now = performance.now();
	// The time of a silent step stops while the page is hidden.
	if (voice?.silent === false || !document.hidden) elapsed += now - ticked;
	ticked = now;
	const part = elapsed / lasts();
	mark(voice?.follow(part) ?? part);
	const late = elapsed - lasts();
	if (late < 0 || voice?.done(late) === false) return;
	if (PATHS) {
		followNext();
		return;
	}
	due = at + 1;
	if (steps[due]) go(due);
	else finish();
}

/** Follows Next; at a step with choices it waits, and plays on from the answer. */
function followNext(): void {
	const next = steps[at]!.querySelector<HTMLElement>('a[rel=next]');
	if (choices()) due = ANY;
	else if (next) {
		due = find((next as HTMLAnchorElement).hash);
		next.click();
	} else finish();
}

/** Returns the choices of the step on show. */
export function choices(): string {
	return [...steps[at]!.querySelectorAll('a[data-action]')].map(({textContent}) => textContent).join(' · ');
}

/** Sets the clock so that the step goes on for these milliseconds. */
export function remain(milliseconds: number): void {
	elapsed = lasts() - milliseconds;
}

function finish(): void {
	pause();
	rest();
	over = true;
}

export function pause(): void {
	playing = false;
	clearInterval(timer);
	timer = 0;
	show();
}

/** Forgets the step that was begun, since it has changed or all is over: playing starts it from its beginning. */
export function rest(): void {
	begun = false;
	over = false;
	mark();
	show();
}

function show(): void {
	for (const [index, word] of [...button!.children].entries()) (word as HTMLElement).hidden = playing !== index > 0;
	voice?.show();
}

/** Returns how long a silent step is shown, in milliseconds; the closing card has no end. */
function lasts(): number {
	return Number(steps[at]!.dataset.ms ?? 0);
}
