import type {EndCtaInput, LeadCaptureInput} from '../contract/cards.ts';
import type {Fault} from '../contract/error.ts';
import type {Warning} from '../contract/geometry.ts';
import {matchLanguage, primaryLanguage} from '../contract/page-language.ts';
import {lastText, SHOWN_TEXTS, shownTexts} from '../contract/step-fields.ts';
import {FACTS} from '../locales/languages.ts';
import {resolveLeadCapture} from './cards.ts';
import {pageLanguage, type StoredStep, type TourContent} from './document/document.ts';
import {detectLanguage} from './language/detect-language.ts';
import {askedFields} from './lead-answers.ts';
import {unmarked} from './marked.ts';
import {isStale} from './narration.ts';
import {pathFaults, pathWarnings} from './paths/flow.ts';
import type {StepChange} from './steps.ts';

/** The most warnings of a kind in a publish: a tour of 500 steps in another language is one mistake. */
const MOST_ALIKE = 20;
/** Ratio of two images' shapes, width by height, from which they show their contents at other places. */
const OTHER_SHAPE = 1.1;

const MARKUP: Array<[kind: string, pattern: RegExp]> = [
	['HTML', /<\/?(?:b|i|u|p|a|br|em|h[1-6]|li|ul|ol|div|img|code|span|strong)(?:\s[^<>]{0,500})?\/?>/i],
	[
		'Markdown',
		/\*\*[^\s*][^*\n]{0,500}\*\*|(?:^|\s)__[^\s_][^_\n]{0,500}__|!?\[[^\]\n]{1,300}\]\((?:https?:|[./#])\S{0,2000}\)|^#{1,6}\s\S|^```/m,
	],
];

/** Lists the reasons against publishing: no step, a screen without image, a choice that leads nowhere. Empty if none. */
export function publishFaults(content: TourContent): Fault[] {
	if (content.steps.length === 0) {
		return [{field: 'steps', message: 'The tour has no steps.', hint: 'Add at least one: add_step (POST /v1/tours/{id}/steps).'}];
	}
	const images = content.steps.flatMap((step, index) =>
		step.type === 'screen' && !step.image
			? [
					{
						field: `steps[${index}].image`,
						message: `Step ${index + 1} (${step.id}) is a screen without a screenshot.`,
						hint: 'Give it an image, or make it a slide (type: "slide").',
					},
				]
			: [],
	);
	return [...images, ...pathFaults(content)];
}

/** Lists content that is allowed but unwise to publish. */
export function publishWarnings(content: TourContent): Warning[] {
	const warnings: Warning[] = [];
	for (const [index, step] of content.steps.entries()) {
		if (step.type === 'slide' && step.image) {
			warnings.push({
				field: `steps[${index}].image`,
				message: 'A slide does not show its image; it is kept for when the step becomes a screen again.',
				hint: 'Set type to "screen" to show it.',
			});
		}
		if (step.type === 'screen' && !step.alt && !step.altDecorative) {
			warnings.push({
				field: `steps[${index}].alt`,
				message: 'The screenshot has no alternative text; the player falls back to title and text.',
				hint: 'Describe what the screenshot shows in alt, or set altDecorative where it carries no information.',
			});
		}
		for (const narration of step.narrations.filter(candidate => isStale(candidate, step))) {
			warnings.push({
				field: `steps[${index}].${narration.lang === null ? 'narration' : 'narrations'}`,
				message: `The narration (${narration.language}) says what stood here before the step's words were changed.`,
				hint: 'Generate the narration again.',
			});
		}
		if (step.type === 'slide' && shownTexts(step).length === 0) {
			warnings.push({field: `steps[${index}]`, message: 'This slide is empty.', hint: 'Give it a title or a text.'});
		}
	}
	warnings.push(...markupWarnings(content), ...pathWarnings(content));
	const {endCta} = content;
	if (endCta.enabled && !endCta.title && !endCta.text && !endCta.whatsapp && !endCta.link) {
		warnings.push({field: 'endCta', message: 'The closing card is empty.', hint: 'Give it a title, a text, a WhatsApp contact or a link.'});
	}
	const {leadCapture} = content;
	if (leadCapture.enabled && askedFields(resolveLeadCapture(leadCapture, 'en')).length === 0) {
		warnings.push({
			field: 'leadCapture.fields',
			message: 'The opening form asks for nothing: every field is hidden.',
			hint: 'Show name, email or phone, or turn the form off.',
		});
	}
	warnings.push(
		...offWarnings('endCta', endCta),
		...offWarnings('leadCapture', leadCapture),
		...languageWarnings(content),
		...altWarnings(content),
		...borrowedWarnings(content),
	);
	return warnings;
}

/** Words needed to judge the language: two titles may be names. */
const WORDS_TO_JUDGE = 10;
const WORDS_THAT_SUFFICE = 2000;

/**
 * Warns if the words of a tour look like another language than its page's, which is that of controls, form and consent. Returns nothing
 * if that is not certain, or if the page's language is none of those that can be detected.
 */
function languageWarnings(content: TourContent): Warning[] {
	const page = pageLanguage(content.narrationSettings);
	const own = matchLanguage(page);
	const words = ownWords(content, WORDS_THAT_SUFFICE);
	const looks = words.length < WORDS_TO_JUDGE ? null : detectLanguage(words.join(' '));
	const found = looks && matchLanguage(looks);
	if (!found || !own || found === own) return [];
	const [wordsIn, controls] = [FACTS[found].englishName, FACTS[own].englishName];
	return [
		{
			field: 'narrationSettings.language',
			message: `The tour's words look ${wordsIn}, and its page is ${controls} (${page}): buttons, form and consent are in ${controls}.`,
			hint: `Set the tour's language to "${looks}" (update_tour; PUT /v1/tours/{id}/narration-settings; language in its file), or leave it where ${controls} is meant.`,
		},
	];
}

/** Warns if the alternative texts together are plainly in another language than the page, which is the one that screen readers speak. */
function altWarnings({steps, narrationSettings}: TourContent): Warning[] {
	const page = pageLanguage(narrationSettings);
	const shown = steps.filter(({type, alt, altDecorative}) => type === 'screen' && alt && !altDecorative);
	const looks = detectLanguage(shown.map(({alt}) => alt).join(' '));
	if (!looks || looks === primaryLanguage(page) || looks === detectLanguage(steps.flatMap(shownTexts).join(' '))) return [];
	return [
		{
			field: 'steps.alt',
			message: `The alternative texts read like ${looks}, and the page says ${page}: screen readers speak them as ${page}.`,
			hint: "Write them in the page's language.",
		},
	];
}

/** Warns of words on the two cards that were left to us and that we do not have in the page's language: they are English. */
function borrowedWarnings({leadCapture: form, endCta: card, narrationSettings}: TourContent): Warning[] {
	const page = pageLanguage(narrationSettings);
	if (matchLanguage(page)) return [];
	const lacking = {
		leadCapture: form.enabled ? ['title', 'consentText', 'submitLabel', ...(form.allowSkip === false ? [] : ['skipLabel'])] : [],
		endCta: card.enabled ? ['title', ...(card.whatsapp ? ['whatsapp.label'] : []), ...(card.link ? ['link.label'] : [])] : [],
	};
	const given: Record<keyof typeof lacking, Record<string, unknown>> = {
		leadCapture: form,
		endCta: {...card, 'whatsapp.label': card.whatsapp?.label, 'link.label': card.link?.label},
	};
	return (['leadCapture', 'endCta'] as const).flatMap(field => {
		const names = lacking[field].filter(name => !given[field][name]);
		if (names.length === 0) return [];
		const message = `These words were left to the service and will be English on a page in ${page}: ${names.join(', ')}.`;
		return [{field, message, hint: "Write them in the tour's language."}];
	});
}

/** Returns the author's words that visitors read; at most the first `most`. */
function ownWords({name, steps, leadCapture, endCta}: TourContent, most: number): string[] {
	const cards = [leadCapture.title, leadCapture.text, leadCapture.consentText, endCta.title, endCta.text];
	const words: string[] = [];
	for (const text of [name, ...steps.flatMap(shownTexts), ...cards]) {
		if (words.length >= most) break;
		if (typeof text === 'string') words.push(...text.split(/\s+/).filter(Boolean));
	}
	return words.slice(0, most);
}

/** Warns of a card with content that was neither switched on nor off: it is off, and its author may not know. */
export function offWarnings(card: 'endCta' | 'leadCapture', given: EndCtaInput | LeadCaptureInput, field = `${card}.enabled`): Warning[] {
	const {enabled, title, text} = given;
	const more = 'consentText' in given ? given.consentText : 'link' in given || 'whatsapp' in given;
	if (enabled !== undefined || !(title || text || more)) return [];
	const name = card === 'endCta' ? 'The closing card' : 'The opening form';
	return [
		{field, message: `${name} is off: it has content and is not shown.`, hint: 'Set enabled to true to show it, or to false to say so.'},
	];
}

/** Warns of unwise words in a step, in any language; `field` begins the paths. */
function wordWarnings(step: StoredStep, field = ''): Warning[] {
	const warnings: Warning[] = [];
	for (const name of [...SHOWN_TEXTS, 'alt'] as const) {
		const said = step[name] ?? '';
		const markup = MARKUP.find(([, pattern]) => pattern.test(name === 'title' || name === 'alt' ? said : unmarked(said)));
		if (!markup) continue;
		const message = `Has ${markup[0]}, which visitors see as it is written here.`;
		warnings.push({
			field: `${field}${name}`,
			message,
			hint: "Texts are plain but for **bold** and <kbd>keys</kbd> in a step's text: leave other marks out.",
		});
	}
	if (step.type === 'screen' && !shownTexts(step).join('').trim()) {
		const hint = 'Give it a title or a text that says what to do.';
		warnings.push({field: `${field}title`, message: 'The balloon is empty: it has neither title nor text.', hint});
	}
	return warnings;
}

/** Warns of a step that was just added or changed, also if its words seem to be in another language. */
export function stepWarnings({content, step, before}: Pick<StepChange, 'content' | 'step' | 'before'>): Warning[] {
	const warnings = [...wordWarnings(step), ...shapeWarnings(step, before)];
	const page = pageLanguage(content.narrationSettings);
	const looks = detectLanguage(shownTexts(step).join(' '));
	if (looks && looks !== primaryLanguage(page)) {
		const hint = `Write it in the page's language, or set the tour's language to ${looks}: screen readers and our own buttons follow it.`;
		warnings.push({field: lastText(step), message: `Reads like ${looks}, and the page says ${page}.`, hint});
	}
	return warnings;
}

/** Warns if a screen's new image has another shape than the one before, and what lies on it keeps its shares of width and height. */
function shapeWarnings(step: StoredStep, before: StoredStep | undefined): Warning[] {
	const [is, was] = [step.image, before?.image];
	if (step.type !== 'screen' || !is || !was) return [];
	if (Math.abs(Math.log((is.width * was.height) / (is.height * was.width))) <= Math.log(OTHER_SHAPE)) return [];
	const kept = (['highlight', 'click'] as const).filter(name => step[name] !== null && step[name] === before![name]);
	const names = [...kept, ...(step.actions?.hotspots?.length ? ['hotspots'] : [])];
	if (names.length === 0) return [];
	const message = `The image is ${is.width} x ${is.height} pixels, and the one before was ${was.width} x ${was.height}: what lies on it (${names.join(', ')}) stays at its shares of the image, which may be other places now.`;
	return [
		{
			field: 'image',
			message,
			hint: 'Look with preview_step (GET /v1/tours/{id}/steps/{stepId}/picture), and place again what does not fit.',
		},
	];
}

/** Warns of unwise words in all steps, for a publish. `languageWarnings` judges the language as a whole. */
function markupWarnings(content: TourContent): Warning[] {
	const all = content.steps.flatMap((step, index) => wordWarnings(step, `steps[${index}].`));
	const counts = new Map<string, number>();
	return all.filter(({message}) => {
		const count = (counts.get(message) ?? 0) + 1;
		counts.set(message, count);
		return count <= MOST_ALIKE;
	});
}
