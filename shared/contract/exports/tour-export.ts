import {type Static, Type} from 'typebox';
import {ErrorBody} from '../error.ts';
import {LIMITS} from '../limits.ts';
import {Choice, Closed, Nullable, Timestamp} from '../schema.ts';
import {EXPORT_FORMAT_NAMES, EXPORT_FORMATS} from './index.ts';

export const EXPORT_SOURCES = ['draft', 'published'] as const;
export type ExportTourSource = (typeof EXPORT_SOURCES)[number];

export const ExportFormatName = Choice(EXPORT_FORMAT_NAMES, {description: 'What the tour becomes.'});

/** Options of any format; each format checks them against its own schema. */
export const ExportOptions = Type.Unsafe<Record<string, unknown>>({
	type: 'object',
	maxProperties: LIMITS.exportOptions,
	description: `Options of the format; what is left out has its default. ${optionsInWords()}`,
});

/** A notice that something was left out or reduced. */
const ExportWarning = Closed({
	code: Type.String(),
	message: Type.String(),
	stepId: Type.Optional(Type.String({description: 'Where it is of one step.'})),
});

/** A tour as a file in another format, or on the way to it. */
export const TourExport = Closed(
	{
		id: Type.String(),
		tourId: Type.String(),
		format: Choice(EXPORT_FORMAT_NAMES),
		language: Nullable(Type.String({description: 'Of narration and captions, where one was chosen.'})),
		options: Type.Unsafe<Record<string, unknown>>({type: 'object', description: 'All of them, defaults too.'}),
		source: Choice(EXPORT_SOURCES),
		status: Choice(['queued', 'running', 'succeeded', 'failed']),
		progress: Type.Number({description: '0..1'}),
		url: Nullable(Type.String({description: 'Where anyone who knows it downloads the file, until expiresAt; null until there is one.'})),
		bytes: Nullable(Type.Integer()),
		fileName: Nullable(Type.String({description: 'What a browser calls the file.'})),
		expiresAt: Timestamp,
		warnings: Type.Array(ExportWarning),
		error: Nullable(ErrorBody),
		jobId: Type.String({description: 'The job that makes it: GET /jobs/{id}/events tells how far it is.'}),
		createdAt: Timestamp,
	},
	{title: 'Export', description: 'A tour as a file in another format, or on the way to it.'},
);
export type TourExport = Static<typeof TourExport>;

/** Describes each format and its options for the description of the API. */
function optionsInWords(): string {
	return EXPORT_FORMAT_NAMES.map(name => {
		const {description = '', properties} = EXPORT_FORMATS[name].options as {description?: string; properties: Record<string, Described>};
		const options = Object.entries(properties).map(([option, schema]) => `${option} (${valuesOf(schema)}): ${schema.description ?? ''}`);
		return [`${name}: ${description}`, ...options].join(' ');
	}).join(' | ');
}

type Described = {type?: string; enum?: unknown[]; minimum?: number; maximum?: number; default?: unknown; description?: string};

function valuesOf({type, enum: values, minimum, maximum, default: standard}: Described): string {
	const range = minimum === undefined && maximum === undefined ? type : `${minimum ?? ''}..${maximum ?? ''}`;
	return `${values ? values.join(', ') : range}; default ${JSON.stringify(standard)}`;
}
