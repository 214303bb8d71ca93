import {timingSafeEqual} from 'node:crypto';
import type Koa from 'koa';
import type {Config} from '../../shared/config/config.ts';
import {AppError} from '../../shared/errors.ts';
import {randomToken, sha256} from '../../shared/ids.ts';
import type {Services} from '../../shared/services/services.ts';
import {clientIp} from '../http/client-ip.ts';
import {requireSameOrigin} from '../http/headers.ts';
import {openAttemptLimits} from '../http/rate-limiter.ts';

const PATH = '/ops/queues';
const ICON = '/favicon.ico';
const USER = 'operator';
/** Wrong passwords in a quarter of an hour: of one IP, and of all together. */
const ATTEMPTS = {ip: [10, 900], all: [100, 900]} as const;

const CLOSED = 'OPERATOR_PASSWORD is unset: the queues at /ops/queues are closed until it is set.';

/** The Bull dashboard, for operators: behind a password, and read-only unless the configuration says otherwise. */
export function dashboard(services: Services): Koa.Middleware {
	const {config} = services;
	let board: Promise<Koa.Middleware> | undefined;
	const text = config.operatorPassword || (process.stderr.isTTY ? generatePassword(config.baseUrl) : null);
	const password = text === null ? null : sha256(text);
	if (!password) services.log.warn(CLOSED);
	const attempts = openAttemptLimits(services, 'dashboard', ATTEMPTS);

	/** Throws where too often was tried: also with the right password, or else the response would tell of it. */
	const mayEnter = async (ctx: Koa.Context, password: Buffer) => {
		const header = ctx.get('authorization');
		if (!/^basic /i.test(header)) return false;
		const ip = clientIp(ctx, config.trustedProxies);
		const isRight = allowed(header, password);
		const count = isRight ? attempts.require : attempts.take;
		await count('ip', ip);
		await count('all', '');
		return isRight;
	};

	return async (ctx, next) => {
		if (ctx.path !== PATH && !ctx.path.startsWith(`${PATH}/`)) return next();
		if (!password) throw new AppError('unavailable', {message: CLOSED});
		if (!(await mayEnter(ctx, password))) {
			ctx.status = 401;
			ctx.set('WWW-Authenticate', 'Basic realm="Roteiro operators", charset="UTF-8"');
			ctx.body = {ok: false, error: 'invalid_credential', message: `Sign in as ${USER} with the operator's password.`};
			return;
		}
		requireOwnChange(ctx, config);
		// The dashboard is a separate web application.
		ctx.set(
			'Content-Security-Policy',
			"default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; frame-ancestors 'none'",
		);
		board ??= openBoard(services);
		await (await board)(ctx, next);
		if (ctx.type === 'text/html' && typeof ctx.body === 'string') ctx.body = withOwnFilesOnly(ctx.body);
	};
}

/** Throws for a change that another site's page asks for, as browsers keep the password; and for any while the dashboard is read-only. */
function requireOwnChange(ctx: Koa.Context, {baseUrl, dashboardWritable}: Pick<Config, 'baseUrl' | 'dashboardWritable'>): void {
	if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
	// A caller without both is no browser, and was given the password itself.
	if (ctx.headers.origin !== undefined || ctx.get('sec-fetch-site')) requireSameOrigin(ctx, baseUrl);
	if (dashboardWritable) return;
	const message = 'The queues can only be looked at: DASHBOARD_WRITABLE=true lets jobs be retried and removed here.';
	throw new AppError('method_not_allowed', {message, headers: {Allow: 'GET, HEAD'}});
}

/** Loaded at an operator's first look: the process starts sooner without. */
async function openBoard({config, dispatcher}: Services): Promise<Koa.Middleware> {
	const [{createBullBoard}, {BullMQAdapter}, {KoaAdapter}] = await Promise.all([
		import('@bull-board/api'),
		import('@bull-board/api/bullMQAdapter'),
		import('@bull-board/koa'),
	]);
	const adapter = new KoaAdapter();
	adapter.setBasePath(PATH);
	createBullBoard({
		queues: [...dispatcher.queues.values()].map(queue => new BullMQAdapter(queue, {readOnlyMode: !config.dashboardWritable})),
		serverAdapter: adapter,
		options: {
			uiConfig: {boardTitle: 'Roteiro queues', boardLogo: {path: ICON, width: 28, height: 28}, favIcon: {default: ICON, alternative: ICON}},
		},
	});
	// Its own would show an outage as a defect.
	adapter.setErrorHandler(cause => {
		throw new AppError('unavailable', {message: 'The queues cannot be read: Redis does not respond.', retryAfter: 5, cause});
	});
	return adapter.registerPlugin();
}

/** Returns the page without fonts of another host: the policy would refuse them with an error in the console. */
function withOwnFilesOnly(page: string): string {
	return page.replaceAll(/<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>\s*/g, '');
}

function allowed(header: string, password: Buffer): boolean {
	const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header)?.[1];
	if (!encoded) return false;
	const [user, ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
	return user === USER && timingSafeEqual(sha256(rest.join(':')), password);
}

/** Makes the password if OPERATOR_PASSWORD is unset, and writes it once to the terminal. Elsewhere stderr is a log. */
function generatePassword(baseUrl: string): string {
	const password = randomToken();
	process.stderr.write(`OPERATOR_PASSWORD is unset. Until this process ends, ${baseUrl}${PATH} opens for ${USER} with ${password}\n`);
	return password;
}
