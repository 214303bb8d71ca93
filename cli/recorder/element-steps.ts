import type {RecordedStep} from './recording.ts';
import {RecordingError} from './recording.ts';

/** A step of driver.js, which names its element and has its words. */
export type ElementStep = {element: string | null; title: string; text: string} & Pick<RecordedStep, 'popoverSide' | 'popoverAlign'>;

const SIDES = ['top', 'right', 'bottom', 'left', 'over'] as const;
const ALIGNS = ['start', 'center', 'end'] as const;
const ENTITIES: Record<string, string> = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' '};

/** Reads steps as driver.js has them: `{element, popover: {title, description, side, align}}`. */
export function readElements(given: readonly unknown[]): ElementStep[] {
	return given.map((step, index) => {
		if (!isValues(step)) throw new RecordingError(index, 'A step is an object: {"element": "#save", "popover": {"title": "Save"}}.');
		const {element = null, popover = {}} = step;
		if (element !== null && (typeof element !== 'string' || element === ''))
			throw new RecordingError(index, 'element: Must be a CSS selector, such as "#save".');
		if (!isValues(popover)) throw new RecordingError(index, 'popover: Must be an object with title and description.');
		return {
			element,
			title: plainText(popover.title, 'title', index),
			text: plainText(popover.description, 'description', index),
			...oneOf('popoverSide', popover.side, SIDES, index),
			...oneOf('popoverAlign', popover.align, ALIGNS, index),
		};
	});
}

function oneOf<N extends string, T extends string>(name: N, value: unknown, allowed: readonly T[], index: number): {[K in N]?: T} {
	if (value === undefined || value === null) return {};
	const found = allowed.find(one => one === value);
	if (!found) throw new RecordingError(index, `${name === 'popoverSide' ? 'side' : 'align'}: Is one of ${allowed.join(', ')}.`);
	return {[name]: found} as {[K in N]?: T};
}

/** Words without their HTML. */
function plainText(value: unknown, name: string, index: number): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string') throw new RecordingError(index, `${name}: Must be a text.`);
	return value
		.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
		.replace(/<br\s*\/?>|<\/(?:p|div|li|h\d)>/gi, '\n')
		.replace(/<\/?[a-z][^>]*>/gi, '')
		.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
			if (name) return ENTITIES[name.toLowerCase()] ?? whole;
			const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		})
		.replace(/[ \t]+/g, ' ')
		.replace(/\s*\n\s*/g, '\n')
		.trim();
}

function isValues(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
