import type Router from '@koa/router';
import type Koa from 'koa';
import {readExport} from '../../shared/account-end/stored-export.ts';
import {AppError} from '../../shared/errors.ts';
import {accountEndMessages} from '../../shared/locales/index.ts';
import {exportAccount} from '../../shared/queue/jobs/maintenance.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {reopenAccount} from '../../shared/store/account-end/closing.ts';
import {findExport, listExports, orderExport} from '../../shared/store/account-end/exports.ts';
import {tx} from '../../shared/store/database.ts';
import type {AccountContext} from '../auth/sign-in-limits.ts';
import {sendPart} from '../http/byte-range.ts';
import {sendPage} from '../pages/page.ts';
import {seeOther} from '../pages/redirect.ts';
import {closingPage} from './closing-page.ts';
import {requireSession} from './require-session.ts';

/** Serves the page of an account that is to be deleted: keeping it, and a copy of everything. Copies of any account are fetched here. */
export function closingRoutes(router: Router, context: AccountContext): void {
	const {services} = context;
	const {baseUrl} = services.config;
	const db = services.database.manager;

	router.get('/closing', async ctx => {
		const session = await requireSession(ctx, services, {whileClosing: true});
		if (!session) return;
		if (!session.account.deletionDueAt) return seeOther(ctx, `${baseUrl}/settings/data`);
		await show(ctx, context, session);
	});

	router.post('/closing/export', async ctx => {
		const session = await requireSession(ctx, services, {whileClosing: true});
		if (!session) return;
		try {
			const {job} = await tx(services.database, inside => orderExport(inside, session.account.id, exportAccount.name));
			await services.dispatcher.enqueue(job);
		} catch (error) {
			if (!(error instanceof AppError && error.code === 'attempts_limited')) throw error;
			return show(ctx, context, session, {failed: accountEndMessages(session.account.language).tooSoon, status: 429});
		}
		seeOther(ctx, `${baseUrl}/account/closing?done=export`);
	});

	router.post('/closing/keep', async ctx => {
		const session = await requireSession(ctx, services, {whileClosing: true});
		if (!session) return;
		await tx(services.database, inside => reopenAccount(inside, session.account.id));
		seeOther(ctx, `${baseUrl}/settings/data`);
	});

	router.get('/exports/:id', async ctx => {
		const session = await requireSession(ctx, services, {whileClosing: true});
		if (!session) return;
		const found = await findExport(db, session.account.id, ctx.params.id!);
		if (found?.status !== 'ready') throw new AppError('not_found');
		await sendExport(ctx, context, {id: found.id, size: found.bytes!, day: found.createdAt.toISOString().slice(0, 10)});
	});
}

type Shown = {failed?: string; status?: number};

async function show(
	ctx: Koa.Context,
	{services}: AccountContext,
	{account}: SessionInfo,
	{status = 200, ...more}: Shown = {},
): Promise<void> {
	const words = accountEndMessages(account.language);
	const said = ctx.query.done === 'export' ? words.ordered : undefined;
	sendPage(ctx, closingPage({account, exports: await listExports(services.database.manager, account.id), said, ...more}), status);
}

/** Whole, or from where an earlier fetch broke off. */
function sendExport(ctx: Koa.Context, {services}: AccountContext, {id, size, day}: {id: string; size: number; day: string}): Promise<void> {
	ctx.set({
		'Content-Disposition': `attachment; filename="roteiro-${day}.zip"`,
		'Cache-Control': 'no-store',
		'Accept-Ranges': 'bytes',
	});
	ctx.type = 'application/zip';
	ctx.etag = id;
	return sendPart(ctx, size, part => readExport(id, {...services, db: services.database.manager}, part));
}
