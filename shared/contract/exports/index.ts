import type {TObject} from 'typebox';
import {BundleExportOptions} from './bundle.ts';
import {HtmlExportOptions} from './html.ts';

/** A format in which a tour can be exported, as far as whoever asks for it must know it. */
export type ExportFormatFacts = {
	/** The exporter's own version (`renderers/export/index.ts`): raised with whatever changes the bytes that it makes. */
	version: number;
	/** What can be chosen; a closed object, each property with its default. */
	options: TObject;
	/** Of what is downloaded. */
	contentType: string;
	extension: `.${string}`;
	/** It is made of the tour's document too. */
	takesDocument?: true;
	/** It has a length in time, which is waited for longer. */
	moves?: true;
	/** Its seconds count against those of the day, unless these options make it of stills. */
	counts?: (options: Record<string, unknown>) => boolean;
};

/** Every format: one line each, and one in `renderers/export/index.ts`. */
export const EXPORT_FORMATS = {
	bundle: {version: 1, options: BundleExportOptions, contentType: 'application/zip', extension: '.zip', takesDocument: true},
	html: {version: 1, options: HtmlExportOptions, contentType: 'text/html; charset=utf-8', extension: '.html'},
} as const satisfies Record<string, ExportFormatFacts>;

export type ExportFormat = keyof typeof EXPORT_FORMATS;
export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormat[];

/** What is known of a format. */
export function factsOf(format: ExportFormat): ExportFormatFacts {
	return EXPORT_FORMATS[format];
}

/** The options that were given, with the default of each other one. They are valid. */
export function completeOptions(format: ExportFormat, given: Record<string, unknown> = {}): Record<string, unknown> {
	const properties = Object.entries(factsOf(format).options.properties as Record<string, {default?: unknown}>);
	const defaults = properties.flatMap(([name, schema]) => (schema.default === undefined ? [] : [[name, schema.default] as const]));
	return {...Object.fromEntries(defaults), ...given};
}
