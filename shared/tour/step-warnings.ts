import type {Warning} from '../contract/geometry.ts';
import {primaryLanguage} from '../contract/page-language.ts';
import {lastText, SHOWN_TEXTS, shownTexts} from '../contract/step-fields.ts';
import {pageLanguage, type StoredStep, type TourContent} from './document/document.ts';
import {detectLanguage} from './language/detect-language.ts';
import {unmarked} from './marked.ts';
import type {StepChange} from './steps.ts';

/** The most warnings of a kind in a publish: a tour of 500 steps in another language is one mistake. */
const MOST_ALIKE = 20;

const MARKUP: Array<[kind: string, pattern: RegExp]> = [
	['HTML', /<\/?(?:b|i|u|p|a|br|em|h[1-6]|li|ul|ol|div|img|code|span|strong)(?:\s[^<>]{0,500})?\/?>/i],
	[
		'Markdown',
		/\*\*[^\s*][^*\n]{0,500}\*\*|(?:^|\s)__[^\s_][^_\n]{0,500}__|!?\[[^\]\n]{1,300}\]\((?:https?:|[./#])\S{0,2000}\)|^#{1,6}\s\S|^```/m,
	],
];

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
export function stepWarnings({content, step}: Pick<StepChange, 'content' | 'step'>): Warning[] {
	const warnings = wordWarnings(step);
	const page = pageLanguage(content.narrationSettings);
	const looks = detectLanguage(shownTexts(step).join(' '));
	if (looks && looks !== primaryLanguage(page)) {
		const hint = `Write it in the page's language, or set the tour's language to ${looks}: screen readers and our own buttons follow it.`;
		warnings.push({field: lastText(step), message: `Reads like ${looks}, and the page says ${page}.`, hint});
	}
	return warnings;
}

/** Warns of unwise words in all steps, for a publish. `languageWarnings` judges the language as a whole. */
export function markupWarnings(content: TourContent): Warning[] {
	const all = content.steps.flatMap((step, index) => wordWarnings(step, `steps[${index}].`));
	const counts = new Map<string, number>();
	return all.filter(({message}) => {
		const count = (counts.get(message) ?? 0) + 1;
		counts.set(message, count);
		return count <= MOST_ALIKE;
	});
}
