import {EXAMPLE_BASE} from '../../api/docs/openapi-responses.ts';

/** The moment of all examples; what lies later or earlier keeps its distance. */
const MOMENT = Date.parse('2026-01-15T09:30:00.000Z');
const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;
const ID_DIGITS = 21;

/** Returns the examples with what is another value at each run replaced: address, identifiers, tokens, times, names of the account. */
export function stableExamples<T>(examples: T, {baseUrl, begun}: {baseUrl: string; begun: number}): T {
	const dated = JSON.parse(JSON.stringify(examples), (name, value) => stableValue(name, value, begun));
	let text = JSON.stringify(dated).replaceAll(baseUrl, EXAMPLE_BASE);
	text = numbered(text, /\b(?:acc|cred|tour|step|job|tex)_[0-9a-hjkmnp-tv-z]{26}\b/g, (id, count) => {
		const prefix = id.slice(0, id.indexOf('_'));
		return `${prefix}_01kah${String(count).padStart(ID_DIGITS, '0')}`;
	});
	text = numbered(text, /(?<=\/(?:p|uploads|preview|exports)\/)[A-Za-z0-9]{22}(?![A-Za-z0-9])/g, (_, count) => tokenOf(count));
	text = numbered(text, /(?<=\/cover-)[0-9a-f]{16}(?=\.)/g, (_, count) => count.toString(16).padStart(16, 'c'));
	text = numbered(text, /(?<=\/)[0-9a-f]{32}(?=\.)/g, (_, count) => count.toString(16).padStart(32, 'd'));
	text = text.replaceAll(/[0-9a-f-]{36}@example\.com/g, 'ana@example.com');
	return JSON.parse(text);
}

/** A voice list is as long as the machine has voices. */
const SHORT_LISTS = ['voices', 'elements'];

function stableValue(name: string, value: unknown, begun: number): unknown {
	if (Array.isArray(value) && SHORT_LISTS.includes(name)) return value.slice(0, 2);
	return typeof value === 'string' ? stableTime(name, value, begun) : value;
}

function stableTime(name: string, value: string, begun: number): string {
	if (name === 'nextCursor') return 'MTc2ODQ2OTQwMDAwMCAx';
	if (name === 'resetsAt') return '2026-02-01T00:00:00.000Z';
	if (/^\d{4}-\d\d-\d\d$/.test(value)) {
		const days = Math.round((Date.parse(value) - Math.floor(begun / DAY_MS) * DAY_MS) / DAY_MS);
		return new Date(MOMENT + days * DAY_MS).toISOString().slice(0, 10);
	}
	if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return value.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, new Date(MOMENT).toISOString());
	const distance = Math.round((Date.parse(value) - begun) / QUARTER_MS) * QUARTER_MS;
	return new Date(MOMENT + distance).toISOString();
}

/** Exchanges each different match, everywhere, for a name with its number in the order of appearance. */
function numbered(text: string, pattern: RegExp, rename: (found: string, count: number) => string): string {
	const names = new Map([...new Set(text.match(pattern) ?? [])].map((found, index) => [found, rename(found, index + 1)]));
	return [...names].reduce((result, [found, name]) => result.replaceAll(found, name), text);
}

function tokenOf(count: number): string {
	return `q7Zt4Xb2Lw9Rk5Nv8Hc3${String(count).padStart(2, '0')}`;
}

/** Texts that a machine's programs read or write: another version of them may find other words. */
const MACHINE_MADE = ['generated', 'elements', 'voices', 'voice', 'script'];

/** Returns true if two runs have the same examples but for the size of files, durations and what the machine's programs read and write. */
export function areAlike(one: unknown, other: unknown): boolean {
	return JSON.stringify(one, outline) === JSON.stringify(other, outline);
}

function outline(name: string, value: unknown): unknown {
	if (MACHINE_MADE.includes(name)) return typeof value;
	// A hint of `find_elements` counts what the machine's programs read.
	if (name === 'hint') return String(value).replaceAll(/\d+/g, '0');
	// A stream of events is a text.
	if (typeof value === 'string') return value.replaceAll(/"bytes":\d+/g, '"bytes":0');
	return typeof value === 'number' ? 0 : value;
}
