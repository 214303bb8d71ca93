import {readlinkSync} from 'node:fs';
import {createServer} from 'node:http';
import {constants, setPriority} from 'node:os';
import {parentPort, workerData} from 'node:worker_threads';
import Koa from 'koa';
import {openServices} from '../shared/services/services.ts';
import {bearerAuthentication} from './auth/bearer.ts';
import {boundBodies} from './http/body-budget.ts';
import {NOTES, type Notes, type ThreadData, type Told} from './long-calls/long-calls.ts';
import {PortStream} from './long-calls/port-stream.ts';
import {mcpEndpoint} from './mcp/endpoint.ts';
import {errorEnvelope, setSecurityHeaders} from './middleware.ts';
import {PUBLIC_OPERATIONS} from './operations/index.ts';
import {openPerform} from './pipeline/perform.ts';
import {openRateLimits} from './pipeline/rate-limits.ts';
import {restRouters} from './rest/routers.ts';

/** The thread for long calls: the operations and the tools of agents, for what the API process hands over. That one logs and counts the calls. */

/** Database connections of this thread, beside the process's: no account has more than two long calls under way. */
const CONNECTIONS = 8;

lowerPriority();
const {config, held} = workerData as ThreadData;
const services = await openServices({...config, databasePool: Math.min(CONNECTIONS, config.databasePool)}, 'api');
const app = buildThreadApp().callback();
const server = createServer({requestTimeout: 0, headersTimeout: 0}, app);

parentPort!.on('message', async (told: Told) => {
	if (told === 'stopping') services.stopping.abort();
	else if (told === 'end') {
		await services.close();
		process.exit();
	} else
		server.emit(
			'connection',
			new PortStream(told.port, told.call).on('error', () => {}),
		);
});

function buildThreadApp(): Koa {
	const koa = new Koa();
	const authenticate = bearerAuthentication(services);
	const rateLimits = openRateLimits(services);
	const perform = openPerform(services, rateLimits);
	koa.use(takeNotes);
	koa.use(errorEnvelope(services));
	koa.use(setSecurityHeaders(services));
	koa.use(boundBodies(config.trustedProxies, held));
	const rest = restRouters(services, {operations: PUBLIC_OPERATIONS, perform, rateLimits, authenticate});
	koa.use(mcpEndpoint({services, authenticate, perform}));
	for (const router of rest.routers) koa.use(router.routes());
	koa.use(rest.notFound);
	koa.on('error', (error, ctx) => services.log.debug({requestId: ctx?.state?.requestId, error}, 'response failed'));
	return koa;
}

/** Lowers this thread's priority, so that quick calls come first on a busy machine. Only Linux has priorities of threads. */
function lowerPriority(): void {
	if (process.platform !== 'linux') return;
	const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
	setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Knows who calls from the process, and tells it, in a header, what it logs and counts of the call. */
async function takeNotes(ctx: Koa.Context, next: Koa.Next): Promise<void> {
	const {requestId, credential, admitted} = (ctx.req.socket as unknown as PortStream).call;
	Object.assign(ctx.state, {requestId, credential, admitted});
	await next();
	const {operation, jobId, errorCode} = ctx.state;
	ctx.set(NOTES, JSON.stringify({operation, jobId, error: errorCode} satisfies Notes));
}
