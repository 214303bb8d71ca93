import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {messages} from '../../shared/locales/en/editor/main.ts';

/** The words of the language that was chosen; there before anything is drawn. Screens import their own as English: see api/editor/languages.ts. */
export let m: typeof messages;
/** BCP 47, for dates and numbers. */
export let language: PageLanguage = 'en';

/** Loads what a language has from the first moment; the words of screens are found by their folder. */
const FIRST: Record<PageLanguage, () => Promise<{messages: typeof messages}>> = {
	'pt-BR': () => import('../../shared/locales/pt-br/editor/main.ts'),
	en: () => import('../../shared/locales/en/editor/main.ts'),
	es: () => import('../../shared/locales/es/editor/main.ts'),
};

export async function loadMessages(chosen: PageLanguage): Promise<void> {
	language = chosen;
	m = (await FIRST[chosen]()).messages;
}

/** Returns what a field of a step is called. */
export function fieldName(field: string): string {
	return (m.fields as Record<string, string>)[field] ?? field;
}
