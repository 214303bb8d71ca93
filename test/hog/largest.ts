import {randomBytes} from 'node:crypto';
import sharp from 'sharp';
import {TOOLS} from '../../api/mcp/tools/index.ts';
import {OPERATIONS} from '../../api/operations/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {ended} from '../helpers/exports.ts';
import type {Client} from '../helpers/service.ts';

/** One call with the largest body that its operation takes; `body` of the call of this number, none where it has none. */
export type Largest = {name: string; method: string; path: string; headers: Record<string, string>; body?: (index: number) => Buffer[]};

/** A tour as large as tours are, and what else calls name. */
export type Known = {
	tour: {id: string; steps: Array<{id: string; text: string}>};
	document: Record<string, unknown>;
	mediaId: string;
	/** A picture of almost as many bytes as one may have. */
	picture: Buffer;
	bundle: Buffer;
	jobId: string;
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

/** A message has 1 MB at most beside an image. */
const STEPS_OF_A_MESSAGE = 170;
const KEY = 'as-large-as-tours-are';
const JSON_TYPE = {'Content-Type': 'application/json'};
const MCP_TYPE = {...JSON_TYPE, Accept: 'application/json, text/event-stream'};
/** What makes a call smaller than it could be. */
const LEFT_OUT = new Set(['dryRun', 'idempotencyKey', 'clear', 'limit', 'cursor', 'url', 'contentType', 'sha256', 'count']);
const text = (length: number, index: number) => `${index} Açúcar é doce. `.repeat(Math.ceil(length / 10)).slice(0, length);

/** The largest bodies of every operation and tool: what their schemas allow, or, where a schema says less than that, whole tours and pictures. */
export function* largestCalls(known: Known): Generator<Largest> {
	for (const operation of OPERATIONS as readonly Operation[]) {
		if (operation.stream) continue;
		if (operation.image) yield {...onPath(operation, known), ...asImage(operation, known)};
		yield {...onPath(operation, known), ...asBody(operation, known)};
	}
	for (const {name, operation} of TOOLS) {
		const body = (index: number) => {
			const document = {...known.document, steps: (known.document.steps as unknown[]).slice(0, STEPS_OF_A_MESSAGE)};
			const input = inputOf(operation, {...known, document}, index);
			const message = {jsonrpc: '2.0', id: index, method: 'tools/call', params: {name, arguments: input}};
			return [Buffer.from(JSON.stringify(message))];
		};
		yield {name: `tool ${name}`, method: 'POST', path: '/mcp', headers: MCP_TYPE, body};
	}
}

function onPath(operation: Operation, known: Known): Omit<Largest, 'body'> {
	const {method, path} = methodAndPath(operation);
	const values: Record<string, unknown> = {...named(known, 0), id: path.startsWith('/jobs') ? known.jobId : known.tour.id};
	return {name: operation.name, method, path: `/v1${path.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? 1))}`, headers: {}};
}

function asBody(operation: Operation, known: Known): Partial<Largest> {
	const {method, parameters} = methodAndPath(operation);
	if (method === 'GET' || method === 'DELETE') return {};
	if (operation.file) return {headers: {'Content-Type': operation.file.type}, body: () => [known.bundle]};
	return {
		headers: JSON_TYPE,
		body(index) {
			const input = Object.entries(inputOf(operation, known, index)).filter(([name]) => !parameters.includes(name));
			return [Buffer.from(JSON.stringify(Object.fromEntries(input)))];
		},
	};
}

/** The picture as the body itself, or in it as base64; each call has one of its own. */
function asImage({name, image}: Operation, {picture}: Known): Partial<Largest> {
	const tail = (index: number) =>
		Buffer.from(
			String(index % 100)
				.padStart(2, '0')
				.repeat(3),
		);
	if (image === 'media') return {name: `${name} (bytes)`, headers: {'Content-Type': 'image/png'}, body: index => [picture, tail(index)]};
	const base64 = picture.toString('base64');
	const [head, end] = [Buffer.from(`{"image":{"base64":"${base64}`), Buffer.from('"}}')];
	return {name: `${name} (image)`, headers: JSON_TYPE, body: index => [head, Buffer.from(tail(index).toString('base64')), end]};
}

function inputOf(operation: Operation, known: Known, index: number): Record<string, unknown> {
	const byHand = BY_HAND[operation.name]?.(known, index);
	const schema = operation.input as Schema;
	const all = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
		const value =
			{...named(known, index), ...byHand}[name] ?? (byHand ? undefined : largestOf(name, inner, schema.required?.includes(name) ?? false));
		return value === undefined ? [] : [[name, value]];
	});
	return Object.fromEntries(all);
}

function named({tour, mediaId}: Known, index: number): Record<string, unknown> {
	return {id: tour.id, stepId: tour.steps[index % 2]!.id, mediaId, key: KEY, number: 1, stepIds: tour.steps.map(({id}) => id)};
}

/** What schemas do not say: which values mean something. */
const BY_HAND: Record<string, (known: Known, index: number) => Record<string, unknown>> = {
	put_tour: ({document}, index) => ({document: {...document, name: `As large as tours are ${index % 2}`}}),
	change_tour: ({tour}, index) => ({
		changes: tour.steps.slice(0, LIMITS.editsAtOnce).map(step => ({
			kind: 'edit',
			step: step.id,
			set: {text: text(LIMITS.stepText, index), narrationScript: text(LIMITS.narrationScript, index)},
			was: {text: step.text, narrationScript: text(LIMITS.narrationScript, index + 1)},
		})),
	}),
	upload_media: ({picture}, index) => ({base64: Buffer.concat([picture, Buffer.from(String(index + 100))]).toString('base64')}),
	add_step: (_, index) => ({
		title: text(LIMITS.stepTitle, index),
		text: text(LIMITS.stepText, index),
		narrationScript: text(LIMITS.narrationScript, index),
	}),
	update_step: (_, index) => ({
		title: text(LIMITS.stepTitle, index),
		text: text(LIMITS.stepText, index),
		narrationScript: text(LIMITS.narrationScript, index),
	}),
	reorder_steps: ({tour}) => ({stepIds: tour.steps.map(({id}) => id).reverse()}),
	export_tour: (_, index) => ({format: ['html', 'bundle', 'scorm', 'guide', 'captions', 'pdf'][index % 6]}),
	publish: () => ({}),
	target_step: () => ({pixels: {x: 1, y: 1, width: 20, height: 20}}),
	redact_step: () => ({
		areas: Array.from({length: LIMITS.redactionAreas}, () => ({x: 0.1, y: 0.1, width: 0.1, height: 0.1, style: 'box'})),
	}),
	find_elements: () => ({query: 'a'.repeat(LIMITS.targetText)}),
	generate_step_text: () => ({language: 'en', save: false}),
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

/** Makes the tour, or brings it back to what it was, and returns what calls name. `steps`: how many it has; `pixels`: of each side of the picture. */
export async function prepareLargest(client: Client, {steps, side}: {steps: number; side: number}, before?: Known): Promise<Known> {
	const picture = before?.picture ?? (await noise(side));
	const small = await sharp({create: {width: 800, height: 500, channels: 3, background: '#fafafa'}})
		.png()
		.toBuffer();
	const mediaId = before?.mediaId ?? (await ok(client('POST', '/v1/media', {body: {base64: small.toString('base64')}}))).media.mediaId;
	const document = before?.document ?? {
		name: 'As large as tours are',
		language: 'en',
		steps: Array.from({length: steps}, (_, index) => stepOf(index, mediaId)),
	};
	if (before) await client('POST', `/v1/tours/${before.tour.id}/restore`);
	const reply = await client('PUT', `/v1/documents/${KEY}`, {body: {document}});
	if (reply.status >= 300) throw new Error(JSON.stringify(reply.body));
	const {tour} = reply.body.tour ? reply.body : (await client('GET', `/v1/documents/${KEY}`)).body;
	const bundle = before?.bundle ?? (await bundleOf(client, tour.id));
	const jobId =
		before?.jobId ??
		(await ok(client('POST', `/v1/tours/${tour.id}/publish`, {body: {dryRun: true}, headers: {Prefer: 'respond-async'}}))).job.id;
	return {tour, document, mediaId, picture, bundle, jobId};
}

/** 6 KB a step, as a body of a whole tour has at most. */
function stepOf(index: number, mediaId: string) {
	return {
		key: `step-${index}`,
		title: text(LIMITS.stepTitle, index),
		text: text(LIMITS.stepText, index),
		narrationScript: text(LIMITS.narrationScript, index),
		alt: text(LIMITS.alt, index),
		image: {mediaId},
		highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.1},
	};
}

async function bundleOf(client: Client, id: string): Promise<Buffer> {
	const order = await ok(client('POST', `/v1/tours/${id}/exports`, {body: {format: 'bundle'}}));
	const {url} = await ended(client, order.export.id);
	return Buffer.from(await (await fetch(url)).arrayBuffer());
}

async function noise(side: number): Promise<Buffer> {
	return sharp(randomBytes(side * side * 3), {raw: {width: side, height: side, channels: 3}})
		.png({compressionLevel: 0})
		.toBuffer();
}

async function ok(call: ReturnType<Client>) {
	const {status, body} = await call;
	if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
	return body;
}
