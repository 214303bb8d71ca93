import {PAUSE_AFTER_SPEECH_MS} from '../../../shared/tour/pace.ts';
import {begin, begun, choices, muted, pause, play, playing, remain, rest, speakWith, type Voice} from './autoplay.ts';
import {at, go, status, steps, turn} from './steps.ts';

/**
 * Plays the sound of each step while a narrated tour plays, shows the script as captions, and answers the
 * media keys. One element plays all sounds, since browsers trust the one that a person started. No sound comes
 * before the press.
 */

const session = navigator.mediaSession;
/** Milliseconds beyond the step's time for which a sound that stopped loading is waited for. */
const PATIENCE = 5000;
/** `HTMLMediaElement.HAVE_FUTURE_DATA`: below it the sound has stopped because it is still loading. */
const FLOWS = 3;

let sound: HTMLAudioElement;
let caption: HTMLElement;
let captions: HTMLElement;
let language: HTMLSelectElement | null;
/** Length of the step's sound in milliseconds, as the page has it, since a browser may know it only at the end. */
let length = 0;
let cues: string[] = [];

const voice: Voice = {
	silent: false,

	begin() {
		const [audio, script] = voiceOf(at);
		voice.silent = muted || !audio;
		length = Number(audio?.dataset.ms);
		cues = [...(script?.childNodes ?? [])].map(({textContent}) => textContent!).filter(Boolean);
		caption.lang = script?.lang ?? '';
		if (audio && !muted) sound.src = audio.src;
		else sound.removeAttribute('src');
		// Ends what sounded before, also where nothing follows.
		sound.load();
		const [ahead] = voiceOf(at + 1);
		if (ahead && !muted) ahead.preload = 'auto';
		const step = steps[at]!;
		session.metadata = new MediaMetadata({title: step.querySelector('h2')?.textContent || step.ariaLabel!, artist: document.title});
	},

	show() {
		if (!begun) caption.textContent = '';
		caption.hidden = !begun || captions.ariaPressed !== 'true';
		session.playbackState = playing ? 'playing' : begun ? 'paused' : 'none';
		if (!playing) sound.pause();
		// A sound that cannot be played says so by its error event; a browser that forbids it, only here.
		else if (!voice.silent && !sound.ended) sound.play().catch(({name}) => name === 'NotAllowedError' && pause());
	},

	follow(part) {
		const heard = voice.silent ? part : (sound.currentTime * 1000) / length;
		const said = heard * cues.join('').length;
		let cue = cues.find((_, index) => said < cues.slice(0, index + 1).join('').length) ?? cues.at(-1) ?? '';
		// What is asked stands where the voice has stopped.
		if (PATHS && part >= 1) cue = choices() || cue;
		if (caption.textContent !== cue) caption.textContent = cue;
		return heard;
	},

	done(late) {
		// A sound that has not begun by then is not waited for.
		if (voice.silent || sound.ended || !sound.currentTime) return true;
		return late > PATIENCE && sound.readyState < FLOWS;
	},
};

export function start(): void {
	const bar = document.querySelector('.sound')!;
	sound = bar.querySelector('audio')!;
	caption = bar.querySelector('p')!;
	captions = bar.querySelector('[aria-pressed]')!;
	language = bar.querySelector('select');
	speakWith(voice);
	captions.onclick = () => {
		captions.ariaPressed = `${captions.ariaPressed !== 'true'}`;
		voice.show();
	};
	if (language) language.onchange = () => voiceOf(at)[0]?.src !== sound.src && (playing ? begin() : rest());
	sound.onended = () => sound.ended && remain(PAUSE_AFTER_SPEECH_MS);
	sound.onerror = () => {
		voice.silent = true;
	};
	// Headphones pulled out, another application's sound: not our doing.
	sound.onpause = () => sound.paused && !sound.ended && !voice.silent && playing && pause();
	addEventListener('step', () => {
		// Two voices at once help nobody.
		if (playing && !voice.silent) status.textContent = '';
	});
	session.setActionHandler('play', () => play());
	session.setActionHandler('pause', pause);
	session.setActionHandler('previoustrack', () => (PATHS && turn(-1)) || go(at - 1));
	session.setActionHandler('nexttrack', () => (PATHS && turn(1)) || go(at + 1));
}

/** Returns the step's sound and script in the chosen language, else in its first. */
function voiceOf(index: number): [HTMLAudioElement?, HTMLElement?] {
	const step = steps[index];
	for (const element of step?.querySelectorAll('noscript') ?? []) element.outerHTML = element.textContent;
	const voices = [...(step?.querySelectorAll<HTMLElement>('.voice') ?? [])];
	const pairs = voices.map(each => [each.querySelector('audio')!, each.querySelector('p')!] as [HTMLAudioElement, HTMLElement]);
	return pairs.find(([, {lang}]) => lang === language?.value) ?? pairs[0] ?? [];
}
