/** Markup that is safe to write into a page without escaping. */
export type Html = {readonly markup: string};
type Value = Html | Html[] | string | number | null | undefined | false;

/** A template tag that escapes every value but markup: the only way from a text into a page. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
	return {markup: strings.reduce((page, part, i) => page + write(values[i - 1]!) + part)};
}

/** Marks our own markup as safe (icons, the compiled style and script); never use it for text from others. */
export function trusted(markup: string): Html {
	return {markup};
}

/**
 * Returns a text as one line for titles and attributes, which no element isolates: without line breaks, and without
 * marks that turn the direction of the text after it.
 */
export function oneLine(text: string): string {
	return text
		.replace(/[\u202A-\u202E\u2066-\u2069\u200E\u200F]/g, '')
		.replace(/\s+/g, ' ')
		.trim();
}

function write(value: Value): string {
	if (value === null || value === undefined || value === false) return '';
	if (Array.isArray(value)) return value.map(write).join('');
	if (typeof value === 'object') return value.markup;
	return escapeHtml(String(value));
}

const ENTITIES: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};

/** Text made safe between tags and inside quoted attributes; control characters, which HTML does not allow, are dropped. */
export function escapeHtml(text: string): string {
	return text.replace(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/g, '').replace(/[&<>"']/g, mark => ENTITIES[mark]!);
}
