import {STEP_ID} from '../../../shared/contract/edit.ts';
import type {Fault} from '../../../shared/contract/error.ts';
import type {Adjustment, Warning} from '../../../shared/contract/geometry.ts';
import type {Step} from '../../../shared/contract/step.ts';
import {AppError} from '../../../shared/errors.ts';
import {findTourId} from '../../../shared/store/documents/documents.ts';
import {findMedia} from '../../../shared/store/media/media.ts';
import {findTourBySlug} from '../../../shared/store/tour-list.ts';
import {findContentVersion, readContent} from '../../../shared/store/tours.ts';
import {readTourUrl} from '../../../shared/tour/urls.ts';
import {logError, toAppError} from '../../http/error-response.ts';
import type {RunningJobKey} from '../../pipeline/context.ts';
import {checkResponse} from '../../pipeline/validate.ts';
import {type McpCall, type Params, performFor, RPC, rpcError} from '../context.ts';
import {together} from './brief-answer.ts';
import type {Body, Tool} from './define-tool.ts';
import {measuredFaults, type Size} from './hints.ts';
import {findTool, TOOLS} from './index.ts';
import {withPictures} from './seen-step.ts';
import {withTarget} from './with-target.ts';

type Content = {type: 'text'; text: string} | {type: 'image'; data: string; mimeType: string};
type ToolResult = {content: Content[]; structuredContent?: Record<string, unknown>; isError?: boolean};

/** A client hears this often that the work goes on, and waits on. */
const EVERY_MS = 1500;

/** Images of a document that are looked up for their sizes. */
const LOOKED_UP = 20;

/** `tools/call`: an error of the operation is a response that the model can read and act upon. */
export async function callTool(call: McpCall): Promise<ToolResult> {
	const tool = findTool(call.params.name);
	if (!tool) throw rpcError(RPC.invalidParams, `There is no tool of that name. The tools are ${TOOLS.map(({name}) => name).join(', ')}.`);
	return withProgress(call.progress, tool.title, async () => {
		let input = (call.params.arguments ?? {}) as Params;
		try {
			// Nothing is looked up for a call that is not admitted.
			await call.admitted;
			const targeted = await withTarget(tool, await withTourIds(input, call), call);
			input = targeted.input;
			const {body, json} = await responseOf(tool, input, call);
			await call.turn?.pause();
			if (targeted.said.length > 0) body.adjustments = [...targeted.said, ...((body.adjustments ?? []) as Adjustment[])];
			if (tool.brief && input.full !== true) return twice(tool.brief(body));
			const said = withoutRepetition(body);
			if (!tool.picture) return said === body && json && targeted.said.length === 0 ? kept(body, json) : twice(said);
			const seen = {...said, ...unsaid(input, body)};
			if (input.picture === false) return {content: [{type: 'text', text: JSON.stringify(seen)}]};
			// A tool that adds or changes a step has no `structuredContent`: many clients drop the pictures if there is one.
			const shown = await withPictures(seen, String(input.id), call);
			const text = {type: 'text' as const, text: JSON.stringify(shown.body)};
			return {content: [text, ...shown.pictures], ...(tool.structured && {structuredContent: shown.body})};
		} catch (error) {
			return refused(error, tool, input, call);
		}
	});
}

/** Returns the body with equal warnings once, which name the other places; the same object where none are equal. */
function withoutRepetition(body: Body): Body {
	const warnings = (body.warnings ?? []) as Warning[];
	const once = together(warnings, 'message');
	return once.length < warnings.length ? {...body, warnings: once} : body;
}

/** Returns the warnings with one more where a step has no picture to show, or a highlight was given and there is no point to click. */
function unsaid({highlight}: Params, {step, warnings = []}: Body): Body {
	const {type, image, click} = (step ?? {}) as Partial<Step>;
	const more: Warning[] = [];
	if (type === 'screen' && !image)
		more.push({field: 'image', message: 'The screen has no picture.', hint: 'Give image, or make it a step of type slide.'});
	else if (highlight && click === null) {
		const message = 'The step has a highlight and no click: nothing shows where to click.';
		more.push({field: 'click', message, hint: 'Give click, or target, where the visitor is to click.'});
	}
	return more.length > 0 ? {warnings: [...(warnings as Warning[]), ...more]} : {};
}

/** Returns the body as text for older clients and as structured content for newer ones; each reads one of the two. */
function twice(body: Record<string, unknown>): ToolResult {
	return {content: [{type: 'text', text: JSON.stringify(body)}], structuredContent: body};
}

/** The stored JSON of a result's body, by result; and the result's fields as JSON, by that JSON, for as long as it lives. */
const jsonOf = new WeakMap<object, Buffer>();
const fieldsOf = new WeakMap<Buffer, Buffer>();

function kept(body: Record<string, unknown>, json: Buffer): ToolResult {
	// Only the protocol's libraries read this: a plain call sends the JSON directly.
	const text = {
		type: 'text' as const,
		get text() {
			return json.toString();
		},
	};
	const result: ToolResult = {content: [text], structuredContent: body};
	jsonOf.set(result, json);
	return result;
}

/** Returns the fields of a result as JSON, without braces, where its body is kept as JSON; else undefined. */
export function keptFields(result: object): Buffer | undefined {
	const json = jsonOf.get(result);
	if (!json) return undefined;
	let fields = fieldsOf.get(json);
	if (!fields) {
		const text = JSON.stringify(json.toString());
		fields = Buffer.from(`"content":[{"type":"text","text":${text}}],"structuredContent":${json}`);
		fieldsOf.set(json, fields);
	}
	return fields;
}

async function responseOf(tool: Tool, input: Params, call: McpCall): Promise<{body: Record<string, unknown>; json?: Buffer}> {
	const {services, waitMs, images} = call;
	const key = tool.repeatable && input.idempotencyKey;
	const repeated =
		typeof key === 'string' ? {idempotencyKey: key} : {runningJob: tool.long ? await runningJobOf(tool, input, call) : undefined};
	const ifMatch = tool.guarded && typeof input.ifVersion === 'number' ? input.ifVersion : null;
	const response = await performFor(call, tool.operation, input, {images, waitMs, ifMatch, ...repeated});
	const body = {ok: true, ...response.body};
	if (!services.config.production) checkResponse(tool.operation, response.status, body);
	return {body, json: response.json};
}

/**
 * Returns the key by which repeated arguments from one key or app find the job that they began. Work that must not be done twice also takes
 * the result of a job that ended unseen; repeatable work (publish, an image once more) is done again.
 */
async function runningJobOf({name, hints}: Tool, {id}: Params, call: McpCall): Promise<RunningJobKey> {
	const {type, id: caller} = call.credential;
	// A publish after a change shows another content: it never takes the result of the one before.
	const {services, credential} = call;
	const shown = name === 'publish' && typeof id === 'string';
	const content = shown ? await findContentVersion(services.database.manager, credential.account.id, id) : null;
	return {scopedTo: [type, caller, content], acceptsFinished: !hints.idempotent};
}

async function refused(error: unknown, tool: Tool, input: Params, call: McpCall): Promise<ToolResult> {
	const plain = toAppError(error);
	if (plain.code === 'still_running') return stillRunning(tool);
	logError(call.services.log, plain, error, {requestId: call.state.requestId, tool: tool.name});
	const appError = await withSizes(plain, input, call);
	const again =
		appError.retryAfter === undefined || appError.code === 'rate_limited' ? '' : ` It is worth trying again in ${appError.retryAfter} s.`;
	const body = {...appError.body, message: appError.message + again};
	return {content: [{type: 'text', text: JSON.stringify(body)}], isError: true};
}

function stillRunning(tool: Tool): ToolResult {
	const message = `The work goes on. Call ${tool.name} again with exactly the same arguments to get its result: that joins the work under way and is not charged twice.`;
	const body = {ok: true, status: 'processing', message};
	return {content: [{type: 'text', text: JSON.stringify(body)}], ...((!tool.picture || tool.structured) && {structuredContent: body})};
}

const SLUG = /^[0-9A-Za-z]{22}$/;
const RESOURCE = /^tour:\/\/(tour_[0-9a-z]{26})(?:$|\/)/;

/**
 * The arguments with the tour's id in the place of its public link, of the slug in it, of its resource's URI or of the
 * key of `put_tour`: a person seldom has the id.
 */
async function withTourIds(input: Params, {services, credential}: Pick<McpCall, 'services' | 'credential'>): Promise<Params> {
	// What is no object is refused as such.
	if (typeof input !== 'object' || Array.isArray(input)) return input;
	const named = {...input};
	const {account} = credential;
	const db = services.database.manager;
	for (const field of ['id', 'tourId']) {
		const given = input[field];
		if (typeof given !== 'string') continue;
		const text = given.trim();
		const slug = SLUG.test(text) ? text : readTourUrl(services.config.baseUrl, text)?.slug;
		const id =
			(slug && (await findTourBySlug(db, account.id, slug))) || RESOURCE.exec(text)?.[1] || (await findTourId(db, account.id, text, field));
		if (id) named[field] = id;
	}
	return withStepId(named, {services, credential});
}

const STEP = new RegExp(STEP_ID);

/** The arguments with a step's id in the place of the key that `put_tour` gave it. */
async function withStepId(input: Params, {services, credential}: Pick<McpCall, 'services' | 'credential'>): Promise<Params> {
	const {id, stepId} = input;
	if (typeof id !== 'string' || typeof stepId !== 'string' || STEP.test(stepId)) return input;
	const content = await readContent(services.database.manager, credential.account.id, id).catch(() => null);
	const step = content?.steps.find(({key}) => key === stepId.trim());
	return step ? {...input, stepId: step.id} : input;
}

/** Runs what may take its time, and says how many seconds it has taken, where somebody wants to hear it. */
async function withProgress<T>(progress: McpCall['progress'], what: string, run: () => Promise<T>): Promise<T> {
	if (!progress) return run();
	const start = performance.now();
	const tell = () => {
		const seconds = Math.round((performance.now() - start) / 100) / 10;
		// The client may be gone; the work goes on, for a repetition of the call.
		progress(seconds, `${what}: at work for ${seconds} s`).catch(() => {});
	};
	const timer = setInterval(tell, EVERY_MS);
	try {
		return await run();
	} finally {
		clearInterval(timer);
	}
}

/** The error with hints that name the image's own size, where coordinates were measured in its pixels and it is known. */
async function withSizes(appError: AppError, input: Params, call: McpCall): Promise<AppError> {
	if (appError.code !== 'invalid_request' || measuredFaults(input).length === 0) return appError;
	const known = await imageSize(input, call).catch(() => null);
	const listed = await documentSizes(input, call).catch(() => new Map<string, Size>());
	const sizeOf = (step: Params) => (step === input ? known : (listed.get(mediaIdOf(step) ?? '') ?? null));
	// The faults of a document are named by their place in it.
	const sized = new Map(measuredFaults(input, sizeOf).map(fault => [fault.field.replace(/^document\./, ''), fault]));
	const better = (fault: Fault) => ({...(sized.get(fault.field) ?? fault), field: fault.field});
	return new AppError(appError.code, {...appError.toJSON(), errors: appError.errors?.map(better)});
}

async function documentSizes({document}: Params, {services, credential}: McpCall): Promise<Map<string, Size>> {
	const steps = (document as {steps?: unknown} | undefined)?.steps;
	const named = Array.isArray(steps) ? steps.flatMap(step => mediaIdOf(step) ?? []) : [];
	const sizes = new Map<string, Size>();
	for (const mediaId of [...new Set(named)].slice(0, LOOKED_UP)) {
		const media = await findMedia(services.database.manager, credential.account.id, mediaId);
		if (media) sizes.set(mediaId, media);
	}
	return sizes;
}

function mediaIdOf(step: unknown): string | null {
	const {mediaId} = ((step as {image?: unknown} | null)?.image ?? {}) as {mediaId?: unknown};
	return typeof mediaId === 'string' ? mediaId : null;
}

/** The image that the call brings by its mediaId, else the one that the step shows. */
async function imageSize(input: Params, {services, credential}: McpCall): Promise<Size | null> {
	const {id, stepId, image} = input;
	const db = services.database.manager;
	const mediaId = mediaIdOf(input);
	if (mediaId !== null) return findMedia(db, credential.account.id, mediaId);
	if (image || typeof id !== 'string' || typeof stepId !== 'string') return null;
	const {steps} = await readContent(db, credential.account.id, id);
	return steps.find(step => step.id === stepId)?.image ?? null;
}
