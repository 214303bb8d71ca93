import type {Operation} from '../../api/pipeline/operation.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';

/** A tour as large as tours are, and what else calls name. */
export type Known = {
	tour: {id: string; steps: Array<{id: string; text: string}>};
	/** A tour that has room for steps. */
	roomyId: string;
	document: Record<string, unknown>;
	mediaId: string;
	/** A picture of almost as many bytes as one may have. */
	picture: Buffer;
	bundle: Buffer;
	exportId: string;
	voiceId: string;
	jobId: string;
	/** Paths of upload URLs, one for each call. */
	uploads: string[];
};

type Schema = {
	type?: string;
	const?: unknown;
	enum?: unknown[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
	pattern?: string;
	format?: string;
	maxLength?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
};

export const KEY = 'as-large-as-tours-are';

/** What makes a call smaller than it could be. */
const LEFT_OUT = new Set(['dryRun', 'idempotencyKey', 'clear', 'limit', 'cursor', 'url', 'contentType', 'sha256', 'count']);
export const text = (length: number, index: number) => `${index} Açúcar é doce. `.repeat(Math.ceil(length / 10)).slice(0, length);

/** The picture in base64, one of its own for each call. */
export const pictureOf = ({picture}: Known, index: number) => Buffer.concat([picture, Buffer.from(String(index + 100))]).toString('base64');

/** Operations that nobody can call again and again with success, and why: a small body and one look at the database is all that there is of them. */
export const ONLY_REFUSED: Readonly<Record<string, string>> = {
	delete_export: 'an export goes once',
	delete_narration: 'a narration goes once',
	'owner change_password': 'asks for the present one, and ends all sessions',
	'owner change_email': 'asks for the password',
	'owner end_session': 'a session ends once',
	'owner create_key': 'an account has few',
	'owner revoke_key': 'a key goes once',
	'owner disconnect_app': 'an app goes once',
	'owner erase_leads': 'asks for the number of those that go',
	'owner erase_lead': 'a lead goes once',
	'owner erase_tour': 'a tour goes once',
	'owner export_account': 'one copy a day',
	'owner get_account_export': 'there is none before one of these copies',
	'owner delete_account': 'asks for the password, and ends the account',
	'owner keep_account': 'for an account that ends',
};

/** As much of each argument as the operation takes. */
export function inputOf(operation: Operation, known: Known, index: number): Record<string, unknown> {
	const byHand = BY_HAND[operation.name]?.(known, index);
	const names = {...named(known, index), id: idFor(operation, known)};
	const schema = operation.input as Schema;
	const all = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
		const value = {...names, ...byHand}[name] ?? (byHand ? undefined : largestOf(name, inner, schema.required?.includes(name) ?? false));
		return value === undefined ? [] : [[name, value]];
	});
	return Object.fromEntries(all);
}

/** The tour that a call is about. */
export function idFor({name}: Pick<Operation, 'name'>, {tour, roomyId}: Known): string {
	return name === 'add_step' ? roomyId : tour.id;
}

/** What calls name: every second one another step. */
export function named({tour, mediaId}: Known, index: number): Record<string, unknown> {
	return {id: tour.id, stepId: tour.steps[index % 2]!.id, mediaId, key: KEY, number: 1, stepIds: tour.steps.map(({id}) => id)};
}

const textsOf = (index: number) => Object.fromEntries(Object.entries(STEP_TEXTS).map(([name, most]) => [name, text(most, index)]));

/** What schemas do not say: which values mean something. */
const BY_HAND: Record<string, (known: Known, index: number) => Record<string, unknown>> = {
	put_tour: ({document}, index) => ({document: {...document, name: `As large as tours are ${index % 2}`}}),
	change_tour: ({tour}, index) => ({
		changes: tour.steps.slice(0, LIMITS.editsAtOnce).map(step => ({
			kind: 'edit',
			step: step.id,
			set: {text: text(STEP_TEXTS.text, index), narrationScript: text(STEP_TEXTS.narrationScript, index)},
			was: {text: step.text, narrationScript: text(STEP_TEXTS.narrationScript, index + 1)},
		})),
	}),
	upload_media: (known, index) => ({base64: pictureOf(known, index)}),
	add_step: (_, index) => textsOf(index),
	update_step: (_, index) => textsOf(index),
	reorder_steps: ({tour}) => ({stepIds: tour.steps.map(({id}) => id).reverse()}),
	export_tour: (_, index) => ({format: ['html', 'bundle', 'scorm', 'guide', 'captions', 'pdf'][index % 6]}),
	publish: (_, index) => ({title: `As large as tours are ${index}`}),
	target_step: () => ({pixels: {x: 1, y: 1, width: 20, height: 20}}),
	redact_step: (_, index) => ({
		areas: Array.from({length: LIMITS.redactionAreas}, () => ({x: 0.1, y: 0.1 + index / 100, width: 0.1, height: 0.1, style: 'box'})),
	}),
	find_elements: () => ({query: 'a'.repeat(LIMITS.targetText)}),
	generate_step_text: () => ({language: 'en', save: false}),
	generate_narration: () => ({language: 'en'}),
	speak_sample: () => ({text: text(200, 0)}),
	get_analytics: () => ({}),
	set_narration_settings: () => ({language: 'en'}),
	set_camera: () => ({zoom: 2}),
	set_step_actions: () => ({
		buttons: Array.from({length: LIMITS.buttonsPerStep}, () => ({label: text(LIMITS.actionLabel, 0), target: {to: 'end'}})),
	}),
	set_chapters: () => ({
		chapters: Array.from({length: LIMITS.sceneMax}, (_, index) => ({scene: index + 1, title: text(LIMITS.chapterTitle, index)})),
	}),
	batch_media: (_, index) => ({
		files: Array.from({length: LIMITS.mediaBatch}, (_, file) => ({sha256: `${index}${file}`.padStart(64, '0'), bytes: 1000})),
	}),
	set_end_cta: () => ({enabled: true, title: text(LIMITS.cardTitle, 0), text: text(LIMITS.cardText, 0)}),
	set_lead_capture: () => ({enabled: false, title: text(LIMITS.cardTitle, 0), text: text(LIMITS.cardText, 0)}),
	update_tour: (_, index) => ({name: text(LIMITS.tourName, index)}),
};

/** As much as the schema takes; undefined for what may be left out and would need a value that means something. */
function largestOf(name: string, schema: Schema, required: boolean): unknown {
	if (LEFT_OUT.has(name) && !required) return undefined;
	if (schema.const !== undefined) return required ? schema.const : undefined;
	if (schema.enum) return schema.enum.at(-1);
	if (schema.anyOf) return schema.anyOf.map(inner => largestOf(name, inner, required)).find(value => value != null);
	switch (schema.type) {
		case 'string':
			return schema.format || (schema.pattern && !/\\s/.test(schema.pattern)) ? undefined : text(schema.maxLength ?? LIMITS.search, 0);
		case 'array':
			return required
				? Array.from({length: schema.maxItems ?? 1}, () => largestOf('', schema.items ?? {}, true)).filter(value => value !== undefined)
				: undefined;
		case 'integer':
		case 'number':
			return required ? (schema.maximum ?? 1) : undefined;
		case 'boolean':
			return required ? true : undefined;
		case 'object': {
			const inside = Object.entries(schema.properties ?? {}).map(([inner, of]) => [
				inner,
				largestOf(inner, of, schema.required?.includes(inner) ?? false),
			]);
			return Object.fromEntries(inside.filter(([, value]) => value !== undefined));
		}
		default:
			return undefined;
	}
}
