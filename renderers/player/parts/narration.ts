import {primaryLanguage} from '../../../shared/contract/page-language.ts';
import type {SnapshotNarration, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {type Html, html} from '../../../shared/html.ts';
import {cuesOf} from '../../../shared/tour/timeline.ts';
import type {StepContext} from './context.ts';
import {ICONS} from './icons.ts';

/**
 * Renders a step's narrations for visitors without JavaScript, with the script's data: sound, language, captions. The controls of a browser are many
 * elements each: a script makes those of the steps that play alone.
 */
export function narrations(list: SnapshotNarration[], {words, ours, url}: StepContext): Html[] {
	const several = list.length > 1;
	return list.map(({file, durationMs, language, script}) => {
		const name = several && html` · <bdi lang="${language}">${languageName(language)}</bdi>`;
		// Between two pieces stands a place where a line may break: there the script of the page cuts the captions.
		const cues = cuesOf(script, language).map((cue, index) => html`${index > 0 && BREAK}${cue}`);
		return html`<div class="voice"${ours}><noscript><audio controls preload="none" src="${url(file)}" data-ms="${durationMs}" aria-label="${words.narration}${
			several && ` · ${languageName(language)}`
		}"></audio></noscript><details><summary>${words.transcript}${name}</summary><p lang="${language}" dir="auto">${cues}</p></details></div>`;
	});
}

/** Returns the bar under the stage: play and pause, the captions, the languages where a step has several (first `main`), captions on and off. */
export function soundBar(steps: SnapshotStep[], main: string, context: StepContext): Html {
	const {words, lang, ours} = context;
	const several = steps.some(({narrations}) => narrations.length > 1);
	const spoken = [...new Set([main, ...steps.flatMap(({narrations}) => narrations.map(({language}) => language))])];
	const options = spoken.map(language => {
		const alone = spoken.every(other => other === language || primaryLanguage(other) !== primaryLanguage(language));
		return html`<option lang="${language}" value="${language}">${languageName(alone ? primaryLanguage(language) : language)}</option>`;
	});
	return html`<section class="sound" aria-label="${words.narration}"${lang}><audio></audio>${playButton(html`<bdi>${words.listen}</bdi><bdi>${words.play}</bdi>`, 'word', context)}<p dir="auto" hidden></p><div>${
		several && html`<select class="way" aria-label="${words.narrationLanguage}"${ours}>${options}</select>`
	}<button class="way" type="button" aria-pressed="true" aria-label="${words.captions}">${ICONS.captions}</button></div></section>
`;
}

const BREAK = html`<wbr>`;

/** Returns the language's own name for itself, as a title: "Português (Brasil)"; the tag where the tag says nothing. */
function languageName(tag: string): string {
	try {
		const name = new Intl.DisplayNames([tag], {type: 'language'}).of(tag) ?? tag;
		return name.replace(/^\p{Ll}/u, letter => letter.toLocaleUpperCase(tag));
	} catch {
		return tag;
	}
}

/** Returns the one button that lets the tour play and pause: both words stand in it, and the script shows one of them. */
export function playButton(play: Html | string, look: 'sign' | 'word', {words}: StepContext): Html {
	const [looks, unseen] = look === 'word' ? ['way play', null] : ['play', html` class="unseen"`];
	const side = (icon: Html, word: Html | string) => html`${icon}<span${unseen}>${word}</span>`;
	return html`<button class="${looks}" type="button"><span>${side(ICONS.play, play)}</span><span hidden>${side(ICONS.pause, words.pause)}</span></button>`;
}
