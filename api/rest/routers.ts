import type Router from '@koa/router';
import type Koa from 'koa';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Authenticate} from '../auth/bearer.ts';
import {sessionAuthentication} from '../auth/session.ts';
import type {HandOver} from '../long-calls/long-calls.ts';
import {OWNER_OPERATIONS} from '../operations/owner/index.ts';
import {leadExportRouter} from '../operations/owner/leads.ts';
import type {Perform} from '../pipeline/context.ts';
import type {Operation} from '../pipeline/operation.ts';
import type {RateLimits} from '../pipeline/rate-limits.ts';
import {originalRouter, uploadRouter} from './images.ts';
import {restRouter} from './router.ts';

/** Dependencies of the routers. Without `handOver`, long calls are worked on in this thread. */
type Dependencies = {
	operations: readonly Operation[];
	perform: Perform;
	rateLimits: RateLimits;
	authenticate: Authenticate;
	handOver?: HandOver;
};

/**
 * Serves the REST API: operations for keys and apps (/v1), these and the owner's own for sessions (/app/v1), and routes that no operation
 * can be: bytes in, a file out. `notFound` comes after all other routes: it knows which methods a path of the API has.
 */
export function restRouters(services: Services, dependencies: Dependencies): {routers: Router[]; notFound: Koa.Middleware} {
	const {operations, perform, rateLimits, authenticate, handOver} = dependencies;
	const bySession = sessionAuthentication(services);
	const keys = restRouter(operations, {prefix: '/v1', services, authenticate, perform, handOver});
	const people = restRouter([...operations, ...OWNER_OPERATIONS], {
		prefix: '/app/v1',
		services,
		authenticate: bySession,
		perform,
		handOver,
	});
	const routers = [
		keys,
		people,
		originalRouter(services, {authenticate, rateLimits}),
		leadExportRouter(services, {authenticate: bySession, rateLimits}),
		uploadRouter(services, rateLimits),
	];
	const notFound: Koa.Middleware = ctx => {
		throw notFoundOrMethod(ctx, [keys, people]);
	};
	return {routers, notFound};
}

const API_PATH = /^\/(?:app\/)?v1(?:\/|$)/;
const NO_OPERATION = 'There is no operation with this path: /docs lists them all, /openapi.json for programs.';

function notFoundOrMethod(ctx: Koa.Context, routers: Array<ReturnType<typeof restRouter>>): AppError {
	const layers = routers.flatMap(router => router.match(ctx.path, ctx.method).path);
	const methods = [...new Set(layers.flatMap(layer => layer.methods))];
	if (methods.length === 0) return new AppError('not_found', API_PATH.test(ctx.path) ? {message: NO_OPERATION} : {});
	return new AppError('method_not_allowed', {headers: {Allow: methods.join(', ')}});
}
