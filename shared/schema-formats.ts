import {canonicalLanguage} from './tour/language/language-tag.ts';

/** Formats of ours, beside those of JSON Schema. */
export const FORMATS: Record<string, (text: string) => boolean> = {
	'https-url': isHttpsUrl,
	'language-tag': tag => canonicalLanguage(tag) !== null,
};

function isHttpsUrl(text: string): boolean {
	// The parser of URLs drops line breaks, trims blanks and adds what is missing of "//": a browser that reads
	// "https:example.com" in a page takes it for a path of that page's own host.
	if (!/^https:\/\/[^\s\u0000-\u001f\u007f\\]+$/i.test(text) || !URL.canParse(text)) return false;
	const url = new URL(text);
	return url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
}
