import type {Messages} from './pt.ts';

export type {Messages} from './pt.ts';

/** The words of the language that was chosen; there before anything is drawn. */
export let m: Messages;
/** BCP 47, for dates and numbers. */
export let language = 'pt-BR';

export async function loadMessages(chosen: string): Promise<void> {
	const primary = chosen.split('-')[0];
	language = chosen;
	if (primary === 'en') m = (await import('./en.ts')).en;
	else if (primary === 'es') m = (await import('./es.ts')).es;
	else m = (await import('./pt.ts')).pt;
}

/**
 * The words of one part of the editor, in the language that was chosen. Only for parts that are loaded after `loadMessages`; where a language lacks
 * a message the part does not compile.
 */
export function inLanguage<T>(words: {pt: T; en: NoInfer<T>; es: NoInfer<T>}): T {
	const primary = language.split('-')[0];
	return primary === 'en' || primary === 'es' ? words[primary] : words.pt;
}

/** Returns what a field of a step is called. */
export function fieldName(field: string): string {
	return (m.fields as Record<string, string>)[field] ?? field;
}
