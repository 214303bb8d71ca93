import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {EDITOR} from '../../shared/locales/editor.ts';
import type {messages} from '../../shared/locales/en/editor/main.ts';

/** The words of the language that was chosen; there before anything is drawn. Screens import their own as English: see api/editor/bundle.ts. */
export let m: typeof messages;
/** BCP 47, for dates and numbers. */
export let language: PageLanguage = 'en';

export async function loadMessages(chosen: PageLanguage): Promise<void> {
	language = chosen;
	m = (await EDITOR[chosen]()).messages;
}

/** Returns a number as the language writes it: 10,000 and 12.5, or 10.000 and 12,5; with at most so many decimals. */
export function numeral(value: number, most = 0, format?: Intl.NumberFormatOptions): string {
	return new Intl.NumberFormat(language, {maximumFractionDigits: most, ...format}).format(value);
}

/** Returns a moment as the language writes it, in the reader's own time. */
export function moment(time: string, format: Intl.DateTimeFormatOptions): string {
	return new Intl.DateTimeFormat(language, format).format(new Date(time));
}

/** Returns what a field of a step is called. */
export function fieldName(field: string): string {
	return (m.fields as Record<string, string>)[field] ?? field;
}
