import {type Html, html} from '../../../shared/html.ts';
import type {StepContext} from './context.ts';
import {ICONS} from './icons.ts';

/** The one button that lets the tour play and pause: both words stand in it, and the script shows one of them. */
export function playButton(play: Html | string, look: 'sign' | 'word', {words}: StepContext): Html {
	const [looks, unseen] = look === 'word' ? ['way play', null] : ['play', html` class="unseen"`];
	const side = (icon: Html, word: Html | string) => html`${icon}<span${unseen}>${word}</span>`;
	return html`<button class="${looks}" type="button"><span>${side(ICONS.play, play)}</span><span hidden>${side(ICONS.pause, words.pause)}</span></button>`;
}
