import {timingSafeEqual} from 'node:crypto';
import {createBullBoard} from '@bull-board/api';
import {BullMQAdapter} from '@bull-board/api/bullMQAdapter';
import {KoaAdapter} from '@bull-board/koa';
import type Koa from 'koa';
import {randomToken, sha256} from '../shared/ids.ts';
import type {Services} from '../shared/services.ts';

const PATH = '/ops/queues';
const USER = 'operator';

/** The Bull dashboard, for operators: behind a password, and read-only unless the configuration says otherwise. */
export function dashboard({config, dispatcher}: Services): Koa.Middleware {
	const adapter = new KoaAdapter();
	adapter.setBasePath(PATH);
	createBullBoard({
		queues: [...dispatcher.queues.values()].map(queue => new BullMQAdapter(queue, {readOnlyMode: !config.dashboardWritable})),
		serverAdapter: adapter,
		options: {uiConfig: {boardTitle: 'Roteiro queues'}},
	});
	const board = adapter.registerPlugin();
	const password = sha256(config.operatorPassword || generatePassword(config.baseUrl));

	return async (ctx, next) => {
		if (ctx.path !== PATH && !ctx.path.startsWith(`${PATH}/`)) return next();
		if (!allowed(ctx.get('authorization'), password)) {
			ctx.status = 401;
			ctx.set('WWW-Authenticate', 'Basic realm="Roteiro operators", charset="UTF-8"');
			ctx.body = {ok: false, error: 'invalid_credential', message: `Sign in as ${USER} with the operator's password.`};
			return;
		}
		// The dashboard is a web application of its own. It would fetch a font from elsewhere; this keeps it from doing so.
		ctx.set(
			'Content-Security-Policy',
			"default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
		);
		await board(ctx, next);
	};
}

function allowed(header: string, password: Buffer): boolean {
	const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header)?.[1];
	if (!encoded) return false;
	const [user, ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
	return user === USER && timingSafeEqual(sha256(rest.join(':')), password);
}

/** Where OPERATOR_PASSWORD is unset, this process makes one and says it once, to whoever started it: it goes to no log. */
function generatePassword(baseUrl: string): string {
	const password = randomToken();
	process.stderr.write(`OPERATOR_PASSWORD is unset. Until this process ends, ${baseUrl}${PATH} opens for ${USER} with ${password}\n`);
	return password;
}
