import {Readable} from 'node:stream';
import type Router from '@koa/router';
import type Koa from 'koa';
import {readExport} from '../../shared/account-end/stored-export.ts';
import {AppError} from '../../shared/errors.ts';
import {accountEndMessages, accountMessages} from '../../shared/locales/index.ts';
import {exportAccount} from '../../shared/queue/jobs/maintenance.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {reopenAccount} from '../../shared/store/account-end/closing.ts';
import {findExport, listExports, orderExport} from '../../shared/store/account-end/exports.ts';
import {tx} from '../../shared/store/database.ts';
import {closeAccount} from '../auth/close-account.ts';
import {signOut} from '../auth/session.ts';
import type {AccountContext} from '../auth/sign-in-limits.ts';
import {requestedPart} from '../http/byte-range.ts';
import {clientIp} from '../http/client-ip.ts';
import {readForm} from '../http/form.ts';
import {sendPage} from '../pages/page.ts';
import {seeOther} from '../pages/redirect.ts';
import {closingPage, dataPage} from './data-page.ts';
import {requireSession} from './require-session.ts';

/** Copies of everything, and the end of the account, as pages: a free account has no others. */
export function dataRoutes(router: Router, context: AccountContext): void {
	const {services} = context;
	const {baseUrl} = services.config;
	const db = services.database.manager;

	router.get('/data', async ctx => {
		const session = await requireSession(ctx, services);
		if (session) await showData(ctx, context, session);
	});

	router.get('/closing', async ctx => {
		const session = await requireSession(ctx, services, {whileClosing: true});
		if (!session) return;
		if (!session.account.deletionDueAt) return seeOther(ctx, `${baseUrl}/account/data`);
		await showData(ctx, context, session);
	});

	router.post('/data/export', async ctx => {
		const session = await requireSession(ctx, services, {whileClosing: true});
		if (!session) return;
		const here = session.account.deletionDueAt ? 'closing' : 'data';
		try {
			const {job} = await tx(services.database, inside => orderExport(inside, session.account.id, exportAccount.name));
			await services.dispatcher.enqueue(job);
		} catch (error) {
			if (!(error instanceof AppError && error.code === 'attempts_limited')) throw error;
			return showData(ctx, context, session, {failed: accountEndMessages(session.account.language).tooSoon, status: 429});
		}
		seeOther(ctx, `${baseUrl}/account/${here}?done=export`);
	});

	router.post('/closing/keep', async ctx => {
		const session = await requireSession(ctx, services, {whileClosing: true});
		if (!session) return;
		await tx(services.database, inside => reopenAccount(inside, session.account.id));
		seeOther(ctx, `${baseUrl}/account/data?done=kept`);
	});

	router.get('/exports/:id', async ctx => {
		const session = await requireSession(ctx, services, {whileClosing: true});
		if (!session) return;
		const found = await findExport(db, session.account.id, ctx.params.id!);
		if (found?.status !== 'ready') throw new AppError('not_found');
		sendExport(ctx, context, {id: found.id, size: found.bytes!, day: found.createdAt.toISOString().slice(0, 10)});
	});

	deleteRoute(router, context);
}

function deleteRoute(router: Router, context: AccountContext): void {
	const {services} = context;
	const {config, database} = services;
	router.post('/data/delete', async ctx => {
		const session = await requireSession(ctx, services);
		if (!session) return;
		const {id: accountId, language} = session.account;
		const form = await readForm(ctx);
		const given = {email: form.text('email'), password: form.exactly('password')};
		const ip = clientIp(ctx, config.trustedProxies);
		const closed = await tx(database, db => closeAccount(db, services, {accountId, ip, ...given}));
		if ('fault' in closed) {
			const faults =
				closed.fault === 'emailWrong'
					? {email: accountEndMessages(language).emailWrong}
					: {password: accountMessages(language).faults.passwordWrong};
			return showData(ctx, context, session, {email: given.email, faults, status: 400});
		}
		for (const job of closed.next) await services.dispatcher.enqueue(job);
		await signOut(ctx, services);
		// What the editor keeps in the browser goes too.
		ctx.set('Clear-Site-Data', '"storage"');
		seeOther(ctx, `${config.baseUrl}/account/sign-in?done=closing`);
	});
}

type Shown = {failed?: string; email?: string; faults?: Partial<Record<string, string>>; status?: number};

async function showData(
	ctx: Koa.Context,
	{services}: AccountContext,
	{account}: SessionInfo,
	{status = 200, ...more}: Shown = {},
): Promise<void> {
	const words = accountEndMessages(account.language);
	const done: Record<string, string> = {export: words.ordered, kept: words.takenBack};
	const content = {account, exports: await listExports(services.database.manager, account.id), said: done[String(ctx.query.done)], ...more};
	sendPage(ctx, account.deletionDueAt ? closingPage(content) : dataPage(content), status);
}

/** Whole, or from where an earlier fetch broke off. */
function sendExport(ctx: Koa.Context, {services}: AccountContext, {id, size, day}: {id: string; size: number; day: string}): void {
	ctx.set({
		'Content-Disposition': `attachment; filename="roteiro-${day}.zip"`,
		'Cache-Control': 'no-store',
		'Accept-Ranges': 'bytes',
	});
	ctx.type = 'application/zip';
	ctx.etag = id;
	const part = requestedPart(ctx, size);
	if (part === 'unsatisfiable') {
		ctx.set('Content-Range', `bytes */${size}`);
		ctx.status = 416;
		return;
	}
	const {start, end} = part ?? {start: 0, end: size - 1};
	ctx.status = part ? 206 : 200;
	if (part) ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
	if (ctx.method !== 'HEAD') {
		const bytes = readExport(id, {...services, db: services.database.manager}, {start, end});
		ctx.body = Readable.from(bytes, {objectMode: false});
	}
	// Setting a stream takes the length away.
	ctx.length = end - start + 1;
}
