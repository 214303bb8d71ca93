import type Koa from 'koa';
import {LOOPBACK} from '../../shared/contract/access.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError, invalid} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {type Authenticate, calledUrl, challengeHeader, requirePlan} from '../auth/bearer.ts';
import {imagesOf} from '../http/body-budget.ts';
import {clientIp} from '../http/client-ip.ts';
import {bringsMuch, type HandOver, isOfLongTour, LONG_BYTES} from '../long-calls/long-calls.ts';
import {getTour, wasSmall} from '../operations/tours.ts';
import {type Turn, takesTurns} from '../pipeline/account-turns.ts';
import type {Perform} from '../pipeline/context.ts';
import type {Operation} from '../pipeline/operation.ts';
import {isModern, type McpCall, type MethodName, type Params, RPC} from './context.ts';
import {findMethod, operationOf} from './methods.ts';
import {type Message, readMessage} from './read-message.ts';

/** Dependencies of the endpoint. Without `handOver`, long calls are worked on in this thread. */
type EndpointDependencies = {services: Services; authenticate: Authenticate; perform: Perform; waitMs?: number; handOver?: HandOver};

const RESOURCE = {resource: 'mcp'} as const;

/**
 * The MCP endpoint: one path, only POST, no sessions. A refusal here precedes the protocol: it is an HTTP
 * status and a JSON-RPC error whose data is the envelope.
 */
export function mcpEndpoint(dependencies: EndpointDependencies): Koa.Middleware {
	const requireKnownOrigin = checkOrigin(dependencies.services.config.baseUrl);
	return async (ctx, next) => {
		if (ctx.path !== '/mcp' && ctx.path !== '/mcp/') return next();
		ctx.state.operation = 'mcp';
		let message: Message | null = null;
		let turn: Turn | undefined;
		try {
			requireKnownOrigin(ctx);
			refuseTooLarge(ctx);
			const credential: Credential = ctx.state.credential ?? (await dependencies.authenticate(ctx, RESOURCE));
			ctx.state.accountId = credential.account.id;
			requirePlan(credential);
			if (ctx.method !== 'POST') throw new AppError('method_not_allowed', {headers: {Allow: 'POST'}});
			const {handOver, services} = dependencies;
			const brings = await bringsMuch(ctx.req);
			if (brings && handOver && !bringsImage(ctx)) return await handOver(ctx, {credential});
			const images = imagesOf(ctx.req);
			turn = brings ? dependencies.perform.turnOf('large', credential.account.id) : undefined;
			const read = await readMessage(ctx.req, images, turn);
			message = read.message;
			if (!ctx.accepts('text/event-stream')) forgetProgress(message);
			const ip = clientIp(ctx, dependencies.services.config.trustedProxies);
			protocol ??= loadProtocol();
			const {isPlainCall, answerPlainCall} = await protocol;
			const plain = isPlainCall(ctx, message);
			const asked = readAsked(message, credential, plain);
			if (asked.method) ctx.state.operation = `mcp ${asked.operation?.name ?? asked.method}`;
			const caller = {waitMs: LIMITS.mcpWaitMs, ...dependencies, state: ctx.state, credential, ip, images, turn: undefined};
			// While it is counted, the database says how much it is about.
			const admitted = ctx.state.admitted ? Promise.resolve<Admitted>(ctx.state.admitted) : admit(message, asked, caller, ctx.get('host'));
			admitted.catch(() => {});
			if (handOver && images.size === 0 && (await isOfLongTool(asked, credential, services)))
				return await handOver(ctx, {credential, admitted: await admitted, body: read.bytes});
			if (asked.operation && takesTurns(asked.operation)) ctx.state.leaveQuick?.();
			// A response that is a stream begins before the work does, and takes a turn there.
			if (asked.streams) turn?.end();
			else turn ??= asked.operation && dependencies.perform.turnOf(asked.operation, credential.account.id);
			const call = {...caller, ...asked, admitted, turn: asked.streams ? undefined : turn};
			if (plain) await answerPlainCall(ctx, message, call);
			else await serve(ctx, message, call);
		} catch (error) {
			if (!(error instanceof AppError)) throw error;
			refuse(ctx, message, error);
		} finally {
			turn?.end();
		}
	};
}

type Admitted = Awaited<McpCall['admitted']>;
type Caller = Omit<McpCall, 'method' | 'params' | 'admitted'>;
/** The request that a message makes; `streams`: with progress. */
type Asked = {method: MethodName | undefined; params: Params; operation: Operation | undefined; streams: boolean};

function readAsked(message: Message, credential: Credential, plain: boolean): Asked {
	const method = findMethod(message.method);
	const params = (typeof message.params === 'object' && message.params !== null ? message.params : {}) as Params;
	const {progressToken} = (params._meta ?? {}) as {progressToken?: unknown};
	const operation = method && operationOf(method, params, credential);
	// A plain call gets a tour as stored JSON. Sixty of the largest at once would still delay other calls by a third of a second.
	const quick =
		plain && operation?.route === `GET /tools/${getTour.name}` && wasSmall((params.arguments as Params | undefined)?.id, LONG_BYTES);
	return {method, params, operation: quick ? {...operation, wholeTours: false} : operation, streams: progressToken !== undefined};
}

/** Loaded with the first message, since many a process never gets one, and once: to import them for each took a fifth of a `tools/call`. */
let protocol: ReturnType<typeof loadProtocol> | undefined;

async function loadProtocol() {
	const [{isLegacyRequest}, {handleLegacy}, {handleModern}, {isPlainCall, answerPlainCall}, {wrongParams}] = await Promise.all([
		import('@modelcontextprotocol/server'),
		import('./legacy.ts'),
		import('./modern.ts'),
		import('./plain-call.ts'),
		import('./wrong-params.ts'),
	]);
	return {isLegacyRequest, handleLegacy, handleModern, isPlainCall, answerPlainCall, wrongParams};
}

async function serve(ctx: Koa.Context, message: Message, call: McpCall): Promise<void> {
	const {isLegacyRequest, handleLegacy, handleModern, wrongParams} = await protocol!;
	const request = webRequest(ctx, call.services, message);
	// A header that names the revision settles it; otherwise the library looks into the message.
	const legacy = !isModern(ctx) && (await isLegacyRequest(request, message));
	// The later revision knows no `initialize`.
	const faults = legacy || call.method ? wrongParams(message) : [];
	if (faults.length > 0) {
		ctx.set(await call.admitted);
		return answerError(ctx, message, RPC.invalidParams, invalid(faults));
	}
	const handle = legacy ? handleLegacy : handleModern;
	// The library makes ready while the call is counted; the method itself waits for that.
	const response = handle(request, message, call);
	response.catch(() => {});
	ctx.set(await call.admitted);
	await send(ctx, await response);
}

/** Progress goes by a stream, which not every client takes. */
function forgetProgress({params}: Message): void {
	const {_meta} = (params ?? {}) as {_meta?: {progressToken?: unknown}};
	if (typeof _meta === 'object' && _meta !== null) delete _meta.progressToken;
}

/** Returns the Accept header that the libraries require: both types, though many clients name only one, or any. */
function acceptOf(ctx: Koa.Context): string {
	return ctx.accepts('application/json') ? 'application/json, text/event-stream' : ctx.get('accept');
}

/** Makes the request without its body, which was read already. */
function webRequest(ctx: Koa.Context, {config: {baseUrl}, stopping}: Services, {method}: Message): Request {
	const init = {method: 'POST', headers: {...(ctx.headers as Record<string, string>), accept: acceptOf(ctx)}};
	if (method !== 'subscriptions/listen') return new Request(`${baseUrl}/mcp`, init);
	// Only a stream ends with its client, or with this process.
	const gone = new AbortController();
	ctx.res.once('close', () => gone.abort());
	return new Request(`${baseUrl}/mcp`, {...init, signal: AbortSignal.any([gone.signal, stopping.signal])});
}

/**
 * Counts a message, whatever it asks for; one without an id is a notification, which runs nothing. A missing permission is a challenge: it names all that the
 * call needs, and where to sign in for it.
 */
async function admit(message: Message, {method, operation}: Asked, caller: Caller, host: string): Promise<Admitted> {
	const {perform, credential, ip, services} = caller;
	// Unknown names are not logged, since the caller has made them up.
	if (!operation || !('id' in message)) return perform.count(method ? `mcp ${method}` : 'mcp', credential, ip);
	try {
		return await perform.admit(operation, credential, ip);
	} catch (error) {
		if (error instanceof AppError && error.code === 'missing_permission') {
			const challenge = {error: 'insufficient_scope', description: error.message, scope: operation.scopes};
			error.headers['WWW-Authenticate'] = challengeHeader(calledUrl(services.config.baseUrl, host), 'mcp', challenge);
		}
		throw error;
	}
}

async function send(ctx: Koa.Context, response: Response): Promise<void> {
	for (const [name, value] of response.headers) ctx.set(name, value);
	const streams = response.headers.get('content-type')?.startsWith('text/event-stream');
	// Read at once, so that it goes out with its length.
	ctx.body = response.body && !streams ? Buffer.from(await response.arrayBuffer()) : response.body;
	ctx.status = response.status;
}

/** More than any message has without a picture. */
function bringsImage(ctx: Koa.Context): boolean {
	return Number(ctx.get('content-length') || 0) > LIMITS.bodyBytes;
}

/** Pictures of a step are looked at and not made here, but the tour around them is read. */
async function isOfLongTool({operation, params}: Asked, credential: Credential, {database}: Services): Promise<boolean> {
	const named = params.arguments;
	if (!operation || typeof named !== 'object' || named === null) return false;
	return isOfLongTour(database.manager, credential.account.id, operation, named);
}

function refuseTooLarge(ctx: Koa.Context): void {
	if (Number(ctx.get('content-length') || 0) > LIMITS.imageBodyBytes) throw new AppError('body_too_large', {status: 413});
}

function refuse(ctx: Koa.Context, message: Message | null, appError: AppError): void {
	const code = appError.code === 'malformed_json' ? RPC.parseError : appError.code === 'invalid_request' ? RPC.invalidRequest : RPC.refused;
	ctx.status = appError.status;
	ctx.set(appError.headers);
	if (appError.retryAfter !== undefined) ctx.set('Retry-After', String(appError.retryAfter));
	answerError(ctx, message, code, appError);
}

function answerError(ctx: Koa.Context, message: Message | null, code: number, appError: AppError): void {
	const id = typeof message?.id === 'string' || typeof message?.id === 'number' ? message.id : null;
	ctx.body = {jsonrpc: '2.0', id, error: {code, message: appError.message, data: appError.body}};
}

/**
 * A check that throws a 403 unless the message was sent to a name of ours and by no page of somebody else: a page whose host
 * name was turned to this machine's IP (DNS rebinding) says a foreign Host, and any page says its Origin.
 */
export function checkOrigin(baseUrl: string): (ctx: Pick<Koa.Context, 'get'>) => void {
	const base = new URL(baseUrl);
	const isHere = LOOPBACK.test(base.hostname);
	return ctx => {
		const host = ctx.get('host');
		const name = hostname(`http://${host}`);
		if (host !== base.host && name !== base.hostname && !(isHere && LOOPBACK.test(name))) {
			throw foreign(`The Host header names ${host.slice(0, 100)}; this service is ${base.host}.`);
		}
		const origin = ctx.get('origin');
		if (origin && origin !== base.origin && !(isHere && LOOPBACK.test(hostname(origin)))) {
			throw foreign(`The Origin ${origin.slice(0, 100)} may not call this service from a browser.`);
		}
	};
}

function hostname(url: string): string {
	return URL.canParse(url) ? new URL(url).hostname : '';
}

function foreign(message: string): AppError {
	return new AppError('foreign_origin', {message});
}
