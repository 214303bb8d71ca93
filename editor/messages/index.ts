import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {messages} from '../../shared/locales/en/editor/main.ts';

/** The words of the language that was chosen; there before anything is drawn. Screens import their own as English: see api/editor/languages.ts. */
export let m: typeof messages;
/** BCP 47, for dates and numbers. */
export let language: PageLanguage = 'en';

export async function loadMessages(chosen: PageLanguage): Promise<void> {
	language = chosen;
	m = (await import(`../../shared/locales/${chosen.toLowerCase()}/editor/main.ts`)).messages;
}
