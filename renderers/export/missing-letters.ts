import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {shownTexts} from '../../shared/contract/step-fields.ts';
import type {Browser} from '../browser/browser.ts';
import {drawableTexts} from '../cover/glyphs.ts';
import type {ExportWarning} from '../exporter.ts';

/**
 * Warns of each place with letters for which this machine has no font, which are empty boxes in formats that are drawn here. `scripts`:
 * the narration that is drawn for each step, beside its words.
 */
export async function missingLetters(
	browser: Browser,
	{title, steps, endCta}: Snapshot,
	scripts: ReadonlyArray<string | null> = [],
): Promise<ExportWarning[]> {
	const {whatsapp, link} = endCta;
	const card = endCta.enabled ? [endCta.title, endCta.text, whatsapp?.label, link?.label] : [];
	const places: Array<{what: string; words: Array<string | null | undefined>; stepId?: string}> = [
		{what: 'the title', words: [title]},
		...steps.map((step, index) => ({what: `step ${index + 1}`, words: [...shownTexts(step), scripts[index]], stepId: step.id})),
		{what: 'the closing card', words: card},
	];
	const texts = places.map(({words}) => plain(words.filter(Boolean).join(' ')));
	const drawable = await drawableTexts(browser, texts);
	return places.flatMap(({what, stepId}, index) => {
		if (plain(drawable[index]!) === texts[index]) return [];
		const message = `The machine has no font for some letters of ${what}: they are empty boxes.`;
		return [{code: 'letters_missing', message, ...(stepId && {stepId})}];
	});
}

function plain(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}
