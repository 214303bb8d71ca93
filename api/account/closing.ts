import type Router from '@koa/router';
import type Koa from 'koa';
import {readExport} from '../../shared/account-end/stored-export.ts';
import {utcDay} from '../../shared/contract/limits.ts';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {AppError} from '../../shared/errors.ts';
import {type Html, html} from '../../shared/html.ts';
import {accountEndMessages} from '../../shared/locales/index.ts';
import {exportAccount} from '../../shared/queue/jobs/accounts.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {reopenAccount} from '../../shared/store/account-end/closing.ts';
import {type FoundExport, findExport, listExports, orderExport} from '../../shared/store/account-end/exports.ts';
import {tx} from '../../shared/store/database.ts';
import type {AccountContext} from '../auth/sign-in-limits.ts';
import {sendPart} from '../http/byte-range.ts';
import {notice, type Page, renderPage, sendPage} from '../pages/page.ts';
import {seeOther} from '../pages/redirect.ts';
import {requireSession} from './require-session.ts';

type Content = {account: SessionInfo['account']; exports: FoundExport[]; said?: string | undefined; failed?: string | undefined};

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
		await sendExport(ctx, context, {id: found.id, size: found.bytes!, day: utcDay(found.createdAt)});
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

/** Shows an account that is to be deleted to its owner. */
function closingPage({account, exports, said, failed}: Content): Page {
	const {language, deletionDueAt} = account;
	const words = accountEndMessages(language);
	const body = html`<h1>${words.closingTitle}</h1>
${notice(said)}
${notice(failed, true)}
<p class="lead">${words.closing(day(language, deletionDueAt!, 'long'))}</p>
<section class="card" aria-labelledby="keep"><h2 id="keep">${words.takeBack}</h2>
<p class="soft">${words.takeBackMeans}</p>
<form method="post" action="/account/closing/keep"><p class="actions"><button>${words.takeBack}</button></p></form>
</section>
${exportCard(language, exports)}
<form method="post" action="/account/sign-out"><p class="actions"><button class="quiet">${words.signOut}</button></p></form>`;
	return renderPage({title: words.closingTitle, language, body, wide: true});
}

function exportCard(language: PageLanguage, exports: FoundExport[]): Html {
	const words = accountEndMessages(language);
	const rows = exports.map(found => exportRow(language, found));
	return html`<section class="card" aria-labelledby="export"><h2 id="export">${words.export}</h2>
<p class="soft">${words.exportMeans}</p>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : null}
<form method="post" action="/account/closing/export"><p class="actions"><button class="quiet">${words.exportButton}</button></p></form>
</section>`;
}

function exportRow(language: PageLanguage, {id, status, progress, bytes, createdAt, expiresAt}: FoundExport): Html {
	const words = accountEndMessages(language);
	const part = new Intl.NumberFormat(language, {style: 'percent'}).format(progress);
	const state = status === 'running' ? `${words.states.running} (${part})` : words.states[status];
	const until = status === 'ready' ? `, ${words.until(day(language, expiresAt))}` : '';
	return html`<li><div><strong>${words.of(day(language, createdAt))}</strong><small>${state}${until}</small></div>
${status === 'ready' ? html`<a class="button quiet" href="/account/exports/${id}" download>${words.fetch(size(language, bytes ?? 0))}</a>` : null}</li>`;
}

function day(language: PageLanguage, date: Date, dateStyle: 'medium' | 'long' = 'medium'): string {
	return new Intl.DateTimeFormat(language, {
		dateStyle,
		...(dateStyle === 'medium' && {timeStyle: 'short' as const}),
		timeZone: 'UTC',
	}).format(date);
}

function size(language: PageLanguage, bytes: number): string {
	const format = (value: number, unit: string) =>
		new Intl.NumberFormat(language, {style: 'unit', unit, maximumFractionDigits: 1}).format(value);
	if (bytes < 1_000_000) return format(Math.max(1, Math.round(bytes / 1000)), 'kilobyte');
	return bytes < 1e9 ? format(bytes / 1e6, 'megabyte') : format(bytes / 1e9, 'gigabyte');
}
