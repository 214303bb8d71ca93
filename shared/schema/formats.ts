import {canonicalLanguage} from '../tour/language/language-tag.ts';
import {isHttpsUrl} from '../tour/urls.ts';

/** Formats of ours, beside those of JSON Schema. */
export const FORMATS: Record<string, (text: string) => boolean> = {
	'https-url': isHttpsUrl,
	'language-tag': tag => canonicalLanguage(tag) !== null,
};
