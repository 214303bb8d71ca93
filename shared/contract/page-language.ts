/** The languages of our own pages and mails. */
export const PAGE_LANGUAGES = ['pt-BR', 'en', 'es'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];
