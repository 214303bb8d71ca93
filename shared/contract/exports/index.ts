import type {TObject} from 'typebox';
import {
	BundleExportOptions,
	CaptionsOptions,
	GifOptions,
	GuideOptions,
	HtmlExportOptions,
	Mp4Options,
	PdfOptions,
	ScormExportOptions,
	WebpOptions,
} from './options.ts';

/** A format in which a tour can be exported, with the facts that callers need. */
export type ExportFormatFacts = {
	/** Raised whenever the exporter (`renderers/export/index.ts`) makes other bytes from the same source and options. */
	version: number;
	/** Schema of the options: a closed object, each property with its default. */
	options: TObject;
	/** Content type of the download. */
	contentType: string;
	extension: `.${string}`;
	/** The format also needs the tour's document, for keys, ids and mediaIds that no page has. */
	takesDocument?: true;
	/** The format shows one step after the other; of a tour with paths, the main path. */
	isLinear?: true;
	/** The format plays: longer tours get more time, and seconds count against the day's limit, except for stills. */
	moves?: true;
	/** The format speaks, or has as captions, what the tour says. */
	speaks?: true;
};

const HTML = 'text/html; charset=utf-8';
const ZIP = 'application/zip';

/** Every format: one line each, and one in `renderers/export/index.ts`. */
export const EXPORT_FORMATS = {
	mp4: {version: 5, isLinear: true, options: Mp4Options, contentType: 'video/mp4', extension: '.mp4', moves: true, speaks: true},
	webp: {version: 4, isLinear: true, options: WebpOptions, contentType: 'image/webp', extension: '.webp', moves: true},
	gif: {version: 4, isLinear: true, options: GifOptions, contentType: 'image/gif', extension: '.gif', moves: true},
	pdf: {version: 10, isLinear: true, options: PdfOptions, contentType: 'application/pdf', extension: '.pdf', takesDocument: true},
	guide: {version: 6, isLinear: true, options: GuideOptions, contentType: ZIP, extension: '.zip', takesDocument: true},
	html: {version: 4, options: HtmlExportOptions, contentType: HTML, extension: '.html', speaks: true},
	scorm: {version: 3, options: ScormExportOptions, contentType: ZIP, extension: '.zip', speaks: true},
	vtt: {version: 2, isLinear: true, options: CaptionsOptions, contentType: 'text/vtt; charset=utf-8', extension: '.vtt', speaks: true},
	srt: {
		version: 2,
		isLinear: true,
		options: CaptionsOptions,
		contentType: 'application/x-subrip; charset=utf-8',
		extension: '.srt',
		speaks: true,
	},
	bundle: {version: 3, options: BundleExportOptions, contentType: ZIP, extension: '.zip', takesDocument: true},
} as const satisfies Record<string, ExportFormatFacts>;

export type ExportFormat = keyof typeof EXPORT_FORMATS;
export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormat[];

/** Returns the facts about a format. */
export function factsOf(format: ExportFormat): ExportFormatFacts {
	return EXPORT_FORMATS[format];
}

/** Returns the given options, which are valid, with the defaults of all others. */
export function completeOptions(format: ExportFormat, given: Record<string, unknown> = {}): Record<string, unknown> {
	const properties = Object.entries(factsOf(format).options.properties as Record<string, {default?: unknown}>);
	const defaults = properties.flatMap(([name, schema]) => (schema.default === undefined ? [] : [[name, schema.default] as const]));
	return {...Object.fromEntries(defaults), ...given};
}
