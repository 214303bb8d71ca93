/**
 * Languages in which we write our own pages, mails, the editor, the extension and generated texts, with the name that each
 * gives to itself. The words of each are in a folder of `shared/locales/`, named as its tag in lower case.
 */
export const LANGUAGE_NAMES = {'pt-BR': 'Português', en: 'English', es: 'Español'} as const;
export type PageLanguage = keyof typeof LANGUAGE_NAMES;
export const PAGE_LANGUAGES = Object.keys(LANGUAGE_NAMES) as PageLanguage[];
