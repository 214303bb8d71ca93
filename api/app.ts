import type {RequestListener} from 'node:http';
import Koa from 'koa';
import {invalid} from '../shared/errors.ts';
import {newRequestId} from '../shared/ids.ts';
import {metrics} from '../shared/metrics/metrics.ts';
import type {Services} from '../shared/services/services.ts';
import {traced} from '../shared/tracing/tracing.ts';
import {accountRouter} from './account/router.ts';
import {bearerAuthentication} from './auth/bearer.ts';
import {documentRouter} from './docs/router.ts';
import {editorRouter} from './editor/router.ts';
import {boundBodies, newHeld} from './http/body-budget.ts';
import {noteCall} from './http/call-log.ts';
import {openQuickCallGate, type QuickCallGate} from './http/limits/quick-call-gate.ts';
import {landingRouter} from './landing/landing.ts';
import {LONG_BYTES, openLongCalls} from './long-calls/long-calls.ts';
import {mcpEndpoint} from './mcp/endpoint.ts';
import {errorEnvelope, setSecurityHeaders} from './middleware.ts';
import type {Outbound} from './oauth/clients.ts';
import {oauthRouter, wellKnownRouter} from './oauth/routes.ts';
import {PUBLIC_OPERATIONS} from './operations/index.ts';
import {dashboard} from './ops/dashboard.ts';
import {healthRouter} from './ops/health.ts';
import {openPerform} from './pipeline/perform.ts';
import {openRateLimits} from './pipeline/rate-limits.ts';
import {openCachedFiles} from './public/cached-files.ts';
import {publicRouters} from './public/routers.ts';
import {openShown} from './public/shown.ts';
import {restRouters} from './rest/routers.ts';

/** Parameters of a query; no route of ours has more than a dozen. */
const QUERY_PARAMETERS = 100;

type App = Koa & {callback(): RequestListener};

/** The HTTP application: errors and request id around everything, then the routers one after the other. `outbound`: see `oauthRouter`. */
export function buildApp(services: Services, operations = PUBLIC_OPERATIONS, outbound?: Outbound): App {
	const app = new Koa();
	const authenticate = bearerAuthentication(services);
	const rateLimits = openRateLimits(services);
	const gate = openQuickCallGate();
	const perform = openPerform(services, rateLimits, gate);

	app.use(requestId);
	app.use((_, next) => traced('call', {}, next, {kind: 'server', parent: 'new'}));
	app.use(accessLog(services));
	app.use(errorEnvelope(services));
	app.use(setSecurityHeaders(services));
	app.use(boundedQuery);
	app.use(noteQuickCalls(gate));
	const held = newHeld();
	app.use(boundBodies(services.config.trustedProxies, held));
	const handOver = openLongCalls(services, held);
	const rest = restRouters(services, {operations, perform, rateLimits, authenticate, handOver});
	app.use(mcpEndpoint({services, authenticate, perform, handOver}));
	for (const router of rest.routers) app.use(router.routes());
	app.use(accountRouter(services).routes());
	app.use(wellKnownRouter(services.config).routes());
	app.use(oauthRouter(services, outbound).routes());
	app.use(healthRouter(services).routes());
	app.use(editorRouter(services).routes());
	app.use(landingRouter(services).routes());
	app.use(documentRouter(operations, services.config.baseUrl).routes());
	const shown = openShown(services);
	for (const router of publicRouters(services, shown)) app.use(router.routes());
	app.use(dashboard(services));
	app.use(rest.notFound);
	app.on('error', (error, ctx) => {
		// A visitor who leaves a page ends its event stream; that is no failure.
		const level = ctx?.req?.aborted ? 'debug' : 'warn';
		services.log[level]({requestId: ctx?.state?.requestId, error}, 'response failed');
	});
	const sendCached = openCachedFiles(services, shown, gate);
	const callback = app.callback.bind(app);
	// What a visitor's browser asks for is answered before all this where it is in memory.
	return Object.assign(app, {callback: () => sendCached(callback() as RequestListener)});
}

async function requestId(ctx: Koa.Context, next: Koa.Next): Promise<void> {
	ctx.state.requestId = newRequestId();
	ctx.set('X-Request-Id', ctx.state.requestId);
	await next();
}

/** Notes each request, and the job that it has made. */
function accessLog(services: Services): Koa.Middleware {
	return async (ctx, next) => {
		const start = performance.now();
		metrics.requestsInFlight.inc();
		try {
			await next();
		} finally {
			metrics.requestsInFlight.dec();
			const {requestId, accountId, operation, jobId} = ctx.state;
			const route = String(operation ?? ctx._matchedRoute ?? 'none');
			noteCall(services, {requestId, accountId, jobId, method: ctx.method, route, status: ctx.status, start});
		}
	};
}

/** Koa takes every parameter of a query together with all of its name: 12 KB of `a&a&` took it a second. */
async function boundedQuery(ctx: Koa.Context, next: Koa.Next): Promise<void> {
	if (ctx.querystring.split('&', QUERY_PARAMETERS + 1).length > QUERY_PARAMETERS) {
		throw invalid([
			{field: '', message: `The query has more than ${QUERY_PARAMETERS} parameters.`, hint: 'Send only parameters that the route takes.'},
		]);
	}
	await next();
}

/** Long work lets these calls pass; `leaveQuick` says of one that it belongs to the long work itself. */
function noteQuickCalls(gate: QuickCallGate): Koa.Middleware {
	return async (ctx, next) => {
		if (Number(ctx.get('content-length') || 0) > LONG_BYTES) return next();
		const leave = gate.enter();
		ctx.state.leaveQuick = leave;
		try {
			await next();
		} finally {
			leave();
		}
	};
}
