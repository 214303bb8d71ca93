import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {BODY_TEXTS, SHOWN_TEXTS, type ShownTexts, shownTexts, TEXT_TAGS} from '../../../shared/contract/step-fields.ts';
import {type Html, html, oneLine} from '../../../shared/html.ts';
import {isWindow} from '../../../shared/tour/browser-bar.ts';
import {marked, unmarked} from '../../../shared/tour/marked.ts';
import {offersNext} from '../../../shared/tour/paths/graph.ts';
import {comesNear, frameRatioOf, isPart, isPhone, stripOf, zoomOf} from '../../../shared/tour/place/camera.ts';
import {isDark} from '../../../shared/tour/themes.ts';
import {isLarge} from '../../hotspot/hotspot.ts';
import {widthsOnPhone} from '../placement/placement.ts';
import {type Before, wishOf} from '../placement/wish.ts';
import {buttonRow, hotspots, nextId, onPaper, previousId} from './actions.ts';
import type {StepContext} from './context.ts';
import {ICONS} from './icons.ts';
import {narrations} from './narration.ts';
import {picture, type Seen} from './picture.ts';

/** Texts longer than this together (code points) get a wider balloon. */
const LONG = 260;
/** Code points above which a title of the closing card is not put on a button. */
const LABEL = 28;

/** Renders a step as a section that reads without the others: texts, screenshot with highlight, ways on and back. */
export function stepSection(step: SnapshotStep, index: number, context: StepContext): Html {
	const {words, lang, theirs, ids, count, places} = context;
	const long = isLong(step);
	const classes = ['step', long && 'long', isMute(index, context) && 'mute'].filter(name => name !== false);
	const place = places?.of[index];
	const name =
		place && !place.number ? (place.chapter ?? words.branch) : words.step(place?.number ?? index + 1, places?.main.length ?? count);
	const along = place && html` data-at="${place.at}"${place.isEnd && html` data-end`}`;
	const texts = stepTexts(step, theirs);
	const ways = html`${narrations(step.narrations, context)}${buttonRow(step, index, context)}${place && onPaper(step, index, context)}${stepWays(step, index, context)}`;
	const after = offersNext(step) ? nextId(index, context) : undefined;
	const lasts = context.plays && html` data-ms="${step.durationMs}"`;
	// Its name is ours, unless it is a chapter's.
	const tongue = place && !place.number && place.chapter ? null : lang;
	const opening = () =>
		html`<section class="${classes.join(' ')}" id="${ids[index]!}" data-step="${step.id}" aria-label="${name}"${tongue}${along}${lasts}>`;
	if (step.type === 'slide' || !step.image) {
		return html`${opening()}<div class="card">${texts}${ways}</div></section>
`;
	}
	if (comesNear(step)) classes.push('near');
	if (isPart(step)) classes.push('ultra');
	if (isPhone(step.image)) classes.push('phone');
	if (context.browserBar && isWindow(step.image)) classes.push('browser', ...(isDark(step.image.color) ? ['night'] : []));
	const own = altText(step, '');
	const alt = own || step.altDecorative ? own : words.screenshot(index + 1);
	const image = picture(step.image, {
		alt,
		lang: own ? theirs : lang,
		told: !!own && own === step.alt,
		eager: index === 0,
		...seenOf(step),
		url: context.url,
	});
	return html`${opening()}<div class="balloon${!step.highlight && ' free'}"${placeOf(step, context.steps[index - 1])}>${texts}${ways}</div><div class="shot"><div class="pic">${image}${marks(step, after)}${hotspots(step, index, context)}</div></div></section>
`;
}

/** Sizes of the step's picture: at first, and once the camera has come near. */
export function seenOf(step: SnapshotStep): {seen: Seen; near: Seen} {
	const {whole, near} = widthsOnPhone(step);
	const [strip, frame] = [stripOf(step), frameRatioOf(step)];
	return {seen: {phone: whole, zoom: 1, frame: frame * strip}, near: {phone: near, zoom: Math.max(zoomOf(step), strip), frame}};
}

/**
 * Renders the texts, each in the direction of its own first letter, isolated from what surrounds it. `lang` and `ours`: the attributes of
 * their language, and of the title's if that is ours.
 */
export function stepTexts(step: ShownTexts, lang: Html | null, ours: Html | null = null): Html | null {
	const said = SHOWN_TEXTS.flatMap(name => {
		const [tag, words] = [TEXT_TAGS[name], step[name]];
		return words ? html`<${tag} dir="auto"${name === 'title' && ours}>${name === 'title' ? words : marked(words)}</${tag}>` : [];
	});
	return said.length > 0 ? html`<div class="say"${lang}>${said}</div>` : null;
}

export function isLong(step: ShownTexts): boolean {
	return [...shownTexts(step).join('')].length > LONG;
}

/** True if a narrated tour has no more speech from this step on. */
export function isMute(index: number, {spokenTo}: StepContext): boolean {
	return spokenTo >= 0 && index > spokenTo;
}

function stepWays(step: SnapshotStep, index: number, context: StepContext): Html {
	const {words, lang, ours, theirs, ids, count, places} = context;
	const place = places?.of[index];
	const chapter = place && !place.number && place.chapter;
	const shown = chapter || (place ? place.number && `${place.number} / ${places!.main.length}` : `${index + 1} / ${count}`);
	const [before, after] = [index > 0 && previousId(index, context), nextId(index, context)];
	const toEnd = after === ids[count];
	return html`<div class="go"${lang}><span aria-hidden="true"${chapter ? html` dir="auto" title="${chapter}"${theirs}` : ours}>${shown}</span>${
		before && html`<a class="way" rel="prev" href="#${before}">${words.previous}</a>`
	}${
		!offersNext(step)
			? null
			: after
				? html`<a class="button" rel="next" href="#${after}">${toEnd ? endLabel(context) : words.next}${ICONS.next}</a>`
				: index > 0 && html`<a class="button" href="#${ids[0]!}">${words.replay}${ICONS.replay}</a>`
	}</div>`;
}

// The card's own title, where a button has room for it.
function endLabel({endTitle, words, theirs}: StepContext): Html | string {
	return endTitle && [...endTitle].length <= LABEL ? html`<bdi${theirs}>${oneLine(endTitle)}</bdi>` : words.finish;
}

// For `client/place.ts`.
function placeOf(step: SnapshotStep, before: Before | undefined): Html | null {
	return step.highlight && html` data-place="${JSON.stringify(wishOf(step, before))}"`;
}

// Pointing at the highlight goes on as well; the keyboard and screen readers have the button for it.
function marks({highlight, simulateClick, image}: SnapshotStep, after: string | undefined): Html | null {
	if (!highlight) return null;
	const [hot, none] = [' hot', ''];
	const [around, inside] = simulateClick ? (isLarge(highlight, image!) ? [none, hot] : [hot, none]) : [none, none];
	const hand = simulateClick && ICONS.hand;
	const ring = after
		? html`<a class="ring${around}" href="#${after}" tabindex="-1" aria-hidden="true">${hand}</a>`
		: html`<i class="ring${around}">${hand}</i>`;
	return html`${ring}<i${inside && html` class="hot"`}></i>`;
}

/** Returns the text that a screen reader reads for the picture. */
export function altText(step: SnapshotStep, otherwise: string): string {
	if (step.altDecorative) return '';
	const words = [step.title, ...BODY_TEXTS.map(name => unmarked(step[name] ?? ''))];
	return step.alt || words.filter(Boolean).join('. ') || otherwise;
}
