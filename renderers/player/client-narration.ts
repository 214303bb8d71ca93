import {at, go, status, steps} from './client.ts';

/**
 * What a narrated tour's page does besides: plays the sound of each step and goes on to the next, shows the script as captions, answers the
 * keys of the device. One element plays all sounds, since browsers trust the one that a person started. Nothing sounds before the press.
 */

const root = document.documentElement;
const session = navigator.mediaSession;
/** Between the last word of a step and the first of the next, in milliseconds. */
const BREATH = 400;
/** How much longer than the step lasts a sound is waited for that stopped coming, in milliseconds. */
const PATIENCE = 5000;

let sound: HTMLAudioElement;
let play: HTMLElement;
let caption: HTMLElement;
let captions: HTMLElement;
let language: HTMLSelectElement | null;
let playing = false;
/** Index of the step whose narration has begun, -1 for none. */
let begun = -1;
/** After the last step: the next press starts from the first. */
let over = false;
/** Nothing (more) to hear in this step. */
let silent = false;
/** How long its sound lasts, in milliseconds: what the page says, since a browser may not know before the end. */
let length = 0;
let cues: string[] = [];
let elapsed = 0;
let ticked = 0;
let timer = 0;

function start(): void {
	const bar = document.querySelector('.sound')!;
	sound = bar.querySelector('audio')!;
	caption = bar.querySelector('p')!;
	captions = bar.querySelector('[aria-pressed]')!;
	language = bar.querySelector('select');
	play = bar.querySelector('.play')!;
	play.onclick = () => (playing ? halt() : listen());
	captions.onclick = () => {
		captions.ariaPressed = String(captions.ariaPressed !== 'true');
		show();
	};
	if (language) {
		language.onchange = () => voiceOf(at)[0]?.src !== sound.src && (playing ? begin(at) : rest());
		// Its arrows choose a language, not a step.
		language.onkeydown = event => event.key !== 'Escape' && event.stopPropagation();
	}
	sound.onended = () => {
		if (sound.ended) elapsed = lasts(at) - BREATH;
	};
	sound.onerror = () => {
		silent = true;
	};
	// Headphones pulled out, another application's sound: not our doing.
	sound.onpause = () => sound.paused && !sound.ended && !silent && playing && halt();
	addEventListener('keydown', ({key}) => key === 'Escape' && playing && halt());
	addEventListener('step', onStep);
	session.setActionHandler('play', listen);
	session.setActionHandler('pause', halt);
	session.setActionHandler('previoustrack', () => go(at - 1));
	session.setActionHandler('nexttrack', () => go(at + 1));
}

function onStep(): void {
	if (!playing) {
		rest();
		return;
	}
	if (!lasts(at)) {
		finish();
		return;
	}
	if (begun !== at) begin(at);
	// Two voices at once help nobody.
	if (!silent) status.textContent = '';
}

/** How long the step is shown where it is silent, in milliseconds; the closing card has no end. */
function lasts(index: number): number {
	return lengthOf(steps[index]);
}

function lengthOf(element: HTMLElement | undefined): number {
	return Number(element?.dataset.ms ?? 0);
}

function listen(): void {
	const from = over || !lasts(at) ? 0 : at;
	playing = true;
	timer ||= window.setInterval(tick, 200);
	ticked = performance.now();
	// Within the press, before any transition: a browser may not let it sound later.
	if (begun === from) resume();
	else begin(from);
	go(from);
	show();
}

function begin(index: number): void {
	const [voice, script] = voiceOf(index);
	begun = index;
	over = false;
	silent = !voice;
	length = lengthOf(voice);
	elapsed = 0;
	cues = [...(script?.childNodes ?? [])].map(({textContent}) => textContent!).filter(Boolean);
	caption.lang = script?.lang ?? '';
	if (voice) sound.src = voice.src;
	else sound.removeAttribute('src');
	// Ends what sounded before, also where nothing follows.
	sound.load();
	resume();
	const [ahead] = voiceOf(index + 1);
	if (ahead) ahead.preload = 'auto';
	const step = steps[index]!;
	session.metadata = new MediaMetadata({title: step.querySelector('h2')?.textContent || step.ariaLabel!, artist: document.title});
	tick();
	show();
}

function resume(): void {
	// A sound that cannot be played says so by its error event; a browser that forbids it, only here.
	if (!silent && !sound.ended) sound.play().catch(({name}) => name === 'NotAllowedError' && halt());
}

/** The step's sound and script in the language that was chosen, else in its first. */
function voiceOf(index: number): [HTMLAudioElement?, HTMLElement?] {
	const voices = [...(steps[index]?.querySelectorAll<HTMLElement>('.voice') ?? [])];
	const pairs = voices.map(voice => [voice.querySelector('audio')!, voice.querySelector('p')!] as [HTMLAudioElement, HTMLElement]);
	return pairs.find(([, {lang}]) => lang === language?.value) ?? pairs[0] ?? [];
}

function tick(): void {
	const now = performance.now();
	elapsed += now - ticked;
	ticked = now;
	// On the way to another step.
	if (begun !== at) return;
	const part = silent ? elapsed / lasts(at) : (sound.currentTime * 1000) / length;
	progress(part);
	const said = part * cues.join('').length;
	const cue = cues.find((_, index) => said < cues.slice(0, index + 1).join('').length) ?? cues.at(-1) ?? '';
	if (caption.textContent !== cue) caption.textContent = cue;
	// A sound that has not begun by then is not waited for.
	const done = silent || sound.ended || !sound.currentTime;
	const stalled = sound.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
	if (elapsed > lasts(at) && (done || (stalled && elapsed > lasts(at) + PATIENCE))) next();
}

function progress(part: number): void {
	root.style.setProperty('--played', String(part));
}

function next(): void {
	if (at + 1 < steps.length) go(at + 1);
	else finish();
}

function finish(): void {
	halt();
	rest();
	over = true;
}

function halt(): void {
	playing = false;
	clearInterval(timer);
	timer = 0;
	sound.pause();
	show();
}

/** The step has changed, or all is over: what was begun is not gone on with. */
function rest(): void {
	begun = -1;
	over = false;
	caption.textContent = '';
	progress(1);
	show();
}

function show(): void {
	const [listenTo, pause] = play.children as HTMLCollectionOf<HTMLElement>;
	listenTo!.hidden = playing;
	pause!.hidden = !playing;
	caption.hidden = begun < 0 || captions.ariaPressed !== 'true';
	session.playbackState = playing ? 'playing' : begun < 0 ? 'none' : 'paused';
}

addEventListener('DOMContentLoaded', start);
