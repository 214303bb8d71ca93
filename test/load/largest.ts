import {randomBytes} from 'node:crypto';
import sharp from 'sharp';
import {TOOLS} from '../../api/mcp/tools/index.ts';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {ended} from '../helpers/exports.ts';
import type {Client} from '../helpers/service.ts';
import {idFor, inputOf, KEY, type Known, named, pictureOf, text} from './largest-inputs.ts';

/** One call with the largest body that its operation takes; `path` and `body` of the call of this number, no body where it has none. `by`: who makes it. */
export type Largest = {
	name: string;
	by: 'key' | 'session' | 'nobody';
	method: string;
	path: (index: number) => string;
	headers: Record<string, string>;
	body?: (index: number) => Buffer[];
};

const ROOMY_STEPS = 200;
/** A message has 1 MB at most beside an image. */
const STEPS_OF_A_MESSAGE = 170;
const JSON_TYPE = {'Content-Type': 'application/json'};
const MCP_TYPE = {...JSON_TYPE, Accept: 'application/json, text/event-stream'};
/** The largest bodies of every operation and tool: what their schemas allow, or, where a schema says less than that, whole tours and pictures. */
export function* largestCalls(known: Known): Generator<Largest> {
	for (const operation of PUBLIC_OPERATIONS as readonly Operation[]) {
		if (operation.stream) continue;
		if (operation.image) yield {...onPath(operation, known), ...asImage(operation, known)};
		yield {...onPath(operation, known), ...asBody(operation, known)};
	}
	for (const operation of OWNER_OPERATIONS as readonly Operation[])
		yield {...onPath(operation, known, '/app/v1'), ...asBody(operation, known), name: `owner ${operation.name}`, by: 'session'};
	const picture = asImage({name: 'upload URL', image: 'media'} as Operation, known);
	yield {
		by: 'nobody',
		method: 'PUT',
		...picture,
		name: 'upload URL',
		headers: {'Content-Type': 'image/png'},
		path: index => known.uploads[index]!,
	};
	for (const {name, operation} of TOOLS) {
		const byTool = {by: 'key', method: 'POST', path: () => '/mcp', headers: MCP_TYPE} as const;
		yield {...byTool, name: `tool ${name}`, body: index => asMessage(name, operation, known, index)};
		if (operation.image === 'step')
			yield {...byTool, name: `tool ${name} (image)`, body: index => asMessage(name, operation, known, index, pictureOf(known, index))};
	}
}

function asMessage(name: string, operation: Operation, known: Known, index: number, base64?: string): Buffer[] {
	const document = {...known.document, steps: (known.document.steps as unknown[]).slice(0, STEPS_OF_A_MESSAGE)};
	const input = {...inputOf(operation, {...known, document}, index), ...(base64 && {image: {base64}})};
	return [Buffer.from(JSON.stringify({jsonrpc: '2.0', id: index, method: 'tools/call', params: {name, arguments: input}}))];
}

function onPath(operation: Operation, known: Known, prefix = '/v1'): Omit<Largest, 'body'> {
	const {method, path} = methodAndPath(operation);
	// An export that is deleted is there for no other call.
	const ids: Record<string, string> = {jobs: known.jobId, voices: known.voiceId, ...(method === 'GET' && {exports: known.exportId})};
	const values: Record<string, unknown> = {...named(known, 0), id: ids[path.split('/')[1]!] ?? idFor(operation, known)};
	const whole = `${prefix}${path.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? 1))}`;
	return {name: operation.name, by: 'key', method, path: () => whole, headers: {}};
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
function asImage({name, image}: Operation, known: Known): Partial<Largest> {
	if (image !== 'media')
		return {
			name: `${name} (image)`,
			headers: JSON_TYPE,
			body: index => [Buffer.from(JSON.stringify({image: {base64: pictureOf(known, index)}}))],
		};
	const tail = (index: number) => Buffer.from(String(index % 100).padStart(2, '0'));
	return {name: `${name} (bytes)`, headers: {'Content-Type': 'image/png'}, body: index => [known.picture, tail(index)]};
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
	// Room for each way to add steps.
	const roomy = {...document, name: 'With room', steps: (document.steps as unknown[]).slice(0, ROOMY_STEPS)};
	const roomyId = before?.roomyId ?? (await ok(client('PUT', `/v1/documents/${KEY}-with-room`, {body: {document: roomy}}))).tour.id;
	// A redaction takes the exports of its picture away.
	const isThere = before && (await client('GET', `/v1/exports/${before.exportId}`)).status === 200;
	const {bundle, exportId} = isThere ? before : await bundleOf(client, tour.id);
	const voiceId = before?.voiceId ?? (await ok(client('GET', '/v1/voices?language=en'))).voices[0]?.id;
	const jobId =
		before?.jobId ??
		(await ok(client('POST', `/v1/tours/${tour.id}/publish`, {body: {dryRun: true}, headers: {Prefer: 'respond-async'}}))).job.id;
	return {tour, roomyId, document, mediaId, picture, bundle, exportId, voiceId, jobId, uploads: before?.uploads ?? []};
}

/** 6 KB a step, as a body of a whole tour has at most. */
function stepOf(index: number, mediaId: string) {
	return {
		key: `step-${index}`,
		title: text(STEP_TEXTS.title, index),
		text: text(STEP_TEXTS.text, index),
		narrationScript: text(STEP_TEXTS.narrationScript, index),
		alt: text(STEP_TEXTS.alt, index),
		image: {mediaId},
		highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.1},
	};
}

async function bundleOf(client: Client, id: string): Promise<Pick<Known, 'bundle' | 'exportId'>> {
	const order = await ok(client('POST', `/v1/tours/${id}/exports`, {body: {format: 'bundle'}}));
	const {url} = await ended(client, order.export.id);
	return {bundle: Buffer.from(await (await fetch(url)).arrayBuffer()), exportId: order.export.id};
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
