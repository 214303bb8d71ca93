import Router from '@koa/router';
import type Koa from 'koa';
import {IMAGE_TYPES} from '../../shared/contract/image.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError, asStepFault, invalid} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import type {Authenticate} from '../auth/bearer.ts';
import {holdImage, type Images} from '../http/base64-image.ts';
import {bodyTooLarge, contentType, parseObject, readBytes} from '../http/body.ts';
import {imagesOf} from '../http/body-budget.ts';
import {clientIp} from '../http/client-ip.ts';
import {receiveFile} from '../http/receive-file.ts';
import {streamEvents} from '../http/server-sent-events.ts';
import {bringsMuch, type HandOver, isOfLongTour} from '../long-calls/long-calls.ts';
import {refuseImage} from '../operations/media/image-source.ts';
import {takesTurns} from '../pipeline/account-turns.ts';
import type {CallContext, Input, Perform} from '../pipeline/context.ts';
import {makesByPut, methodAndPath, type Operation, type StatusResponse} from '../pipeline/operation.ts';
import {checkResponse} from '../pipeline/validate.ts';

/** The REST endpoint: one route an operation, under /v1 for keys and apps, under /app/v1 for people signed in with a browser. */
export function restRouter(
	operations: readonly Operation[],
	{
		prefix,
		services,
		authenticate,
		perform,
		handOver,
	}: {
		prefix: '/v1' | '/app/v1';
		services: Services;
		authenticate: Authenticate;
		perform: Perform;
		handOver?: HandOver | undefined;
	},
): Router {
	const router = new Router({prefix});
	const [bySegments, none] = [new Map<number, Router>(), new Router()];
	// A path is compared with those of as many segments alone: matching all operations took a fifteenth of a quick call.
	router.match = (path, method) => (bySegments.get(segmentsOf(path)) ?? none).match(path, method);
	for (const operation of operations) {
		const {method, path, parameters} = methodAndPath(operation);
		const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
		const segments = segmentsOf(prefix + path);
		const alike = bySegments.get(segments) ?? new Router({prefix});
		bySegments.set(segments, alike);
		alike.register(pattern, [method], async ctx => {
			ctx.state.operation = operation.name;
			if (takesTurns(operation)) ctx.state.leaveQuick?.();
			const credential: Credential = ctx.state.credential ?? (await authenticate(ctx, operation));
			ctx.state.accountId = credential.account.id;
			const ip = clientIp(ctx, services.config.trustedProxies);
			const much = bringsMuch(ctx.req);
			// While it is counted, the database says how much it is about.
			const [admitted, long] = await Promise.all([
				(ctx.state.admitted as Record<string, string> | undefined) ?? perform.admit(operation, credential, ip),
				handOver && isLong(ctx, operation, {much, accountId: credential.account.id, services}),
			]);
			if (handOver && long) return handOver(ctx, {credential, admitted});
			const turn = perform.turnOf(operation, credential.account.id, await much);
			const images = imagesOf(ctx.req);
			const call = perform.contextOf(operation, {
				credential,
				ip,
				admitted,
				turn,
				images,
				// An empty key is too short, not absent.
				idempotencyKey: ctx.req.headers['idempotency-key'] as string | undefined,
				ifMatch: expectedVersion(ctx, operation),
				respondAsync: operation.async && /(^|,)\s*respond-async\s*($|[,;])/i.test(ctx.get('prefer')),
			});
			try {
				const response = await perform(call, readInput(ctx, call, {parameters, images}));
				ctx.set(locate(response.headers, prefix));
				if ('events' in response) streamEvents(ctx, response.events, services.stopping.signal);
				else send(ctx, call, response);
			} catch (error) {
				if (error instanceof AppError) locate(error.headers, prefix);
				throw error;
			} finally {
				ctx.state.jobId = call.jobId;
				turn.end();
			}
		});
	}
	return router;
}

function send(ctx: Koa.Context, {operation, services}: CallContext, {status, version, json, body: given}: StatusResponse): void {
	const body = {ok: true, ...given};
	if (!services.config.production && status !== 202) checkResponse(operation, status, body);
	ctx.status = status;
	if (version !== undefined && !operation.versioned && !services.config.production)
		throw new Error(`${operation.name}: its ETag is not declared.`);
	if (version !== undefined) ctx.etag = `v${version}`;
	if (ctx.fresh) ctx.status = 304;
	else if (json) {
		ctx.type = 'application/json; charset=utf-8';
		ctx.body = json;
	} else ctx.body = body;
}

/** Counts the segments of a path, in which one slash at the end makes no difference. */
function segmentsOf(path: string): number {
	return path.split('/').length - (path.endsWith('/') ? 1 : 0);
}

/** True for a call that takes long; those with pictures or files do not, as their bytes are read aside. */
async function isLong(
	ctx: Koa.Context,
	operation: Operation,
	{much, accountId, services}: {much: Promise<boolean>; accountId: string; services: Services},
): Promise<boolean> {
	if (operation.file || operation.stream) return false;
	if (await much) return !operation.image;
	return isOfLongTour(services.database.manager, accountId, operation, ctx.params);
}

/** A job is looked for where the call was made. */
function locate(headers: Record<string, string>, prefix: string): Record<string, string> {
	if (headers.Location) headers.Location = headers.Location.replace(/^\/v1\//, `${prefix}/`);
	return headers;
}

/** Path, query or body in one object; the body is parsed in the call's turn. It may not name what the path says. */
async function readInput(
	ctx: Koa.Context,
	call: CallContext,
	{parameters, images}: {parameters: string[]; images: Images},
): Promise<Input> {
	const {operation, turn} = call;
	requireEtag(operation, ctx.req.headers['if-match']);
	if (operation.file) return readFile(ctx, call, {...operation.file, images});
	// The router has decoded them; what could not be decoded stands as it came and names nothing.
	const fromPath = Object.fromEntries(parameters.map(name => [name, wholeNumber(operation, name, ctx.params[name])]));
	if (ctx.method === 'GET' || ctx.method === 'DELETE') {
		refuseQuery(
			Object.keys(ctx.query).filter(name => parameters.includes(name)),
			'The path says it already.',
		);
		return {...readQuery(ctx, operation), ...fromPath};
	}
	refuseQuery(Object.keys(ctx.query), 'This operation takes its input in the body.');
	if (operation.image === 'media' && contentType(ctx.req).startsWith('image/')) return readImage(ctx, images);
	const {image, bodyBytes = LIMITS.bodyBytes} = operation;
	const bytes = await readBytes(ctx.req, image ? LIMITS.imageBodyBytes : bodyBytes, image ? imageTooLarge(image) : bodyTooLarge);
	await turn.begin();
	return {
		...(await parseObject(ctx.req, bytes, {
			reserved: parameters,
			images: image ? images : null,
			other: image === 'media' ? IMAGE_OR_JSON : undefined,
		})),
		...fromPath,
	};
}

/** Says what a body is that brings an image. */
const IMAGE_OR_JSON = {
	message: 'The body must be an image, or JSON sent as application/json.',
	hint: `Send the bytes of the image as the whole body, not in a form, with their own type: ${IMAGE_TYPES.join(', ')}; anything else is saved as PNG first. Or send {"base64": …} or {"url": …} as application/json.`,
};

/** The image that a body is, without JSON and base64 around it. */
async function readImage(ctx: Koa.Context, images: Images): Promise<Input> {
	const type = contentType(ctx.req);
	if (!IMAGE_TYPES.some(known => known === type)) {
		const hint = `Send ${IMAGE_TYPES.join(', ')}, or JSON.`;
		throw new AppError('image_type', {errors: [{field: 'Content-Type', message: `Is ${type.slice(0, 100)}.`, hint}]});
	}
	const refuse = () => new AppError('image_too_large');
	const bytes = await readBytes(ctx.req, LIMITS.imageBytes, refuse);
	// Said here, while it is known that no base64 was sent.
	refuseImage(bytes, 'body');
	return {base64: await holdImage(bytes, images)};
}

/** A file that is the whole body, stored among the originals; what is not used is swept like any of these. */
async function readFile(
	ctx: Koa.Context,
	{accountId, services}: CallContext,
	{property, type, bytes, images}: NonNullable<Operation['file']> & {images: Images},
): Promise<Input> {
	refuseQuery(Object.keys(ctx.query), 'This operation takes its input in the body.');
	const given = contentType(ctx.req);
	if (given !== type) {
		const fault = {field: 'Content-Type', message: `Is ${given.slice(0, 100) || 'missing'}.`, hint: `Send the bytes as ${type}.`};
		throw new AppError('unsupported_media_type', {message: `The body must be sent as ${type}.`, errors: [fault]});
	}
	const fault = {field: 'body', message: `Has more than ${bytes} bytes.`, hint: 'Send fewer or smaller files.'};
	// It goes to the disk piece by piece: no more is held.
	images.clear();
	const refuse = () => new AppError('body_too_large', {errors: [fault]});
	return receiveFile(ctx.req, {accountId, limit: bytes, refuse}, async ({path, sha256}) => {
		await services.files.putFile('originals', sha256, path);
		return {[property]: sha256};
	});
}

/** A query that would be passed over in silence could mean the opposite of what is done: `publish?dryRun=true`. */
function refuseQuery(names: string[], hint: string): void {
	if (names.length === 0) return;
	throw invalid(
		names.slice(0, LIMITS.faults).map(name => ({field: name.slice(0, 100), message: 'Is not a parameter of the query.', hint})),
	);
}

/** Returns the error of a body whose image is too large; within a step it is that of any other image. */
function imageTooLarge(image: 'media' | 'step'): () => AppError {
	const field = image === 'media' ? 'base64' : 'image.base64';
	const message = `The body has more than ${LIMITS.imageBodyBytes} bytes.`;
	const hint =
		'An image has 15 MB at most. Large ones are better sent as they are: POST /v1/media with Content-Type image/png, image/jpeg, image/webp or image/gif and the bytes as the body, or an upload URL.';
	const appError = () => new AppError('image_too_large', {errors: [{field, message, hint}]});
	return () => (image === 'media' ? appError() : (asStepFault(appError()) as AppError));
}

/** Query values as their schema wants them: whole numbers as numbers. What does not look like one is left for the schema to refuse. */
function readQuery(ctx: Koa.Context, operation: Operation): Input {
	return Object.fromEntries(Object.entries(ctx.query).map(([name, value]) => [name, wholeNumber(operation, name, value)]));
}

function wholeNumber(operation: Operation, name: string, value: unknown): unknown {
	const properties = operation.input.properties as Record<string, {type?: string}>;
	const wanted = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
	return wanted === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

const ETAG = /^(?:W\/)?"v(\d{1,15})"$/;

/** Returns the version in `If-Match: "v12"`, 0 if there must be none (`If-None-Match: *` of a PUT that may make a tour), or null if any will do. */
function expectedVersion(ctx: Koa.Context, operation: Operation): number | null {
	if (makesByPut(operation) && ctx.get('if-none-match').trim() === '*') return 0;
	const version = ETAG.exec(ctx.get('if-match').trim())?.[1];
	return version === undefined ? null : Number(version);
}

/** Throws if an operation that reads the header gets one that is no ETag of a tour: its sender expects protection. */
function requireEtag({errors}: Operation, header: string | undefined): void {
	if (header === undefined || header.trim() === '*' || ETAG.test(header.trim()) || !errors.includes('version_mismatch')) return;
	const hint = 'Send the ETag that the tour was answered with, such as "v1" with its quotes, or *.';
	throw invalid([{field: 'If-Match', message: 'Is not an ETag of a tour.', hint}]);
}
