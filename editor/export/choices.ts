import type {ExportFormat} from '../../shared/contract/exports/index.ts';

/** Options offered for each format: a test compares them with the schemas, which are too heavy to load here. */

type Choice = {option: string; values: ReadonlyArray<string | number | boolean>};

/** Offered where a tour has paths. */
const BRANCHES: Choice = {option: 'branches', values: ['named', 'sections']};

/** VTT is left to programs: SRT has the same captions. */
export type OfferedFormat = Exclude<ExportFormat, 'vtt'>;
type Offer = {choices: readonly Choice[]; speaks?: true};

export const FORMATS: Record<OfferedFormat, Offer> = {
	mp4: {
		choices: [
			{option: 'size', values: ['1080p', '720p', 'square', 'vertical']},
			{option: 'captions', values: ['soft', 'burnt', 'none']},
			{option: 'quality', values: ['high', 'small']},
		],
	},
	webp: {
		choices: [
			{option: 'style', values: ['motion', 'slides']},
			{option: 'width', values: [800, 640, 1280]},
		],
	},
	gif: {
		choices: [
			{option: 'style', values: ['slides', 'motion']},
			{option: 'width', values: [800, 640, 1280]},
		],
	},
	pdf: {
		choices: [{option: 'paper', values: ['a4', 'letter']}, {option: 'layout', values: ['portrait', 'landscape']}, BRANCHES],
	},
	guide: {choices: [BRANCHES]},
	html: {choices: []},
	scorm: {choices: [{option: 'status', values: ['completed', 'passed']}]},
	srt: {choices: [], speaks: true},
	bundle: {choices: []},
};

/** Returns the chosen options that differ from their defaults. */
export function chosenOptions(format: OfferedFormat, chosen: ReadonlyMap<string, unknown>): Record<string, unknown> {
	const entries = FORMATS[format].choices.flatMap(({option, values}) => {
		const value = chosen.get(`${format}.${option}`);
		return value === undefined || value === values[0] ? [] : [[option, value] as const];
	});
	return Object.fromEntries(entries);
}
