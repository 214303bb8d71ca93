import Koa from 'koa';
import {AppError} from '../shared/errors.ts';
import {newRequestId} from '../shared/ids.ts';
import type {Services} from '../shared/services.ts';
import {type Authenticate, bearerAuthentication} from './auth/bearer.ts';
import {dashboard} from './dashboard.ts';
import {documentRouter} from './documents.ts';
import {healthRouter} from './health.ts';
import {OPERATIONS} from './operations/index.ts';
import {openPerform} from './perform.ts';
import {publicRouter} from './public.ts';
import {restRouter} from './rest.ts';
import {openThrottle} from './throttle.ts';
import {uploadRouter} from './uploads.ts';

/** The HTTP application: errors and request id around everything, then the rooms one after the other. */
export function buildApp(services: Services, operations = OPERATIONS): Koa {
	const app = new Koa();
	const authenticate: Authenticate = bearerAuthentication(services);
	const throttle = openThrottle(services);
	const perform = openPerform(services, throttle);

	app.use(requestId);
	app.use(accessLog(services));
	app.use(errorEnvelope(services));
	app.use(securityHeaders);
	const rest = restRouter(operations, {services, authenticate, perform});
	app.use(rest.routes());
	app.use(healthRouter(services).routes());
	app.use(documentRouter(operations, services.config.baseUrl).routes());
	app.use(publicRouter(services).routes());
	app.use(uploadRouter(services, throttle).routes());
	app.use(dashboard(services));
	app.use(ctx => {
		throw notFoundOrMethod(ctx, rest);
	});
	app.on('error', (error, ctx) => services.log.warn({requestId: ctx?.state?.requestId, error}, 'response failed'));
	return app;
}

async function requestId(ctx: Koa.Context, next: Koa.Next): Promise<void> {
	ctx.state.requestId = newRequestId();
	ctx.set('X-Request-Id', ctx.state.requestId);
	await next();
}

/** One line a request: what was asked for by its route's name, never by its path, which may hold a secret. */
function accessLog({log}: Services): Koa.Middleware {
	return async (ctx, next) => {
		const start = performance.now();
		try {
			await next();
		} finally {
			const {requestId, accountId, operation} = ctx.state;
			const route = operation ?? ctx._matchedRoute ?? 'none';
			const ms = Math.round((performance.now() - start) * 10) / 10;
			log.info({requestId, accountId, method: ctx.method, route, status: ctx.status, ms}, 'request');
		}
	};
}

function errorEnvelope({log}: Services): Koa.Middleware {
	return async (ctx, next) => {
		try {
			await next();
		} catch (error) {
			const refusal = asRefusal(error);
			if (refusal.status >= 500) log.error({requestId: ctx.state.requestId, error: refusal.cause ?? error}, refusal.code);
			ctx.status = refusal.status;
			ctx.set(refusal.headers);
			if (refusal.retryAfter !== undefined) ctx.set('Retry-After', String(refusal.retryAfter));
			ctx.body = refusal.body;
		}
	};
}

/** What a connection says that broke or was never made. */
const OUTAGE = /^(ECONN|ETIMEDOUT|EPIPE|PROTOCOL_|ER_CON_COUNT|ER_LOCK_WAIT|ER_SERVER_SHUTDOWN|POOL_)/;

/** Anything that is not a refusal of ours is a defect (500) or an outage (503); neither tells its inside. */
function asRefusal(error: unknown): AppError {
	if (error instanceof AppError) return error;
	const {code = '', syscall} = ((error as {driverError?: object}).driverError ?? error) as {code?: string; syscall?: string};
	if (syscall === 'connect' || OUTAGE.test(code)) return new AppError('unavailable', {retryAfter: 2, cause: error});
	return new AppError('internal_error', {cause: error});
}

async function securityHeaders(ctx: Koa.Context, next: Koa.Next): Promise<void> {
	ctx.set({
		'X-Content-Type-Options': 'nosniff',
		'Referrer-Policy': 'strict-origin-when-cross-origin',
		// Pages that may be framed or that need more say so themselves.
		'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
	});
	await next();
}

function notFoundOrMethod(ctx: Koa.Context, rest: ReturnType<typeof restRouter>): AppError {
	const methods = [...new Set(rest.match(ctx.path, ctx.method).path.flatMap(layer => layer.methods))];
	if (methods.length === 0) return new AppError('not_found');
	return new AppError('method_not_allowed', {headers: {Allow: methods.join(', ')}});
}
