import type Router from '@koa/router';
import type Koa from 'koa';
import {LIMITS} from '../../shared/contract/limits.ts';
import {isScope} from '../../shared/contract/scopes.ts';
import {AppError} from '../../shared/errors.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import {createApiKey, KEY_VALIDITY_DAYS, listApiKeys, revokeApiKey} from '../../shared/store/access/credentials.ts';
import {disconnectApp, listApps} from '../../shared/store/access/oauth.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {listUses} from '../../shared/store/access/usage-log.ts';
import type {Db} from '../../shared/store/database.ts';
import type {AccountContext} from '../auth/sign-in-limits.ts';
import {readForm} from '../http/form.ts';
import {shownIpHash, USE_ID} from '../operations/owner/access.ts';
import {decodeCursor, pageOf} from '../operations/paging.ts';
import {sendPage} from '../pages/page.ts';
import {seeOther} from '../pages/redirect.ts';
import {type AccessContent, accessPage} from './access-page.ts';
import {requireSession} from './require-session.ts';

const USES_SHOWN = 20;

/** Serves keys, connected apps and recent uses as a page, for people without the editor at hand. */
export function accessRoutes(router: Router, {services}: AccountContext): void {
	const {config, database} = services;
	const db = database.manager;

	router.get('/access', async ctx => {
		const session = await requireSession(ctx, services);
		if (!session) return;
		const {access} = accountMessages(session.account.language);
		const done: Record<string, string> = {revoked: access.revoked, disconnected: access.disconnected};
		await show(ctx, db, session, {said: done[String(ctx.query.done)]});
	});

	router.post('/access/keys', async ctx => {
		const session = await requireSession(ctx, services);
		if (!session) return;
		const {faults: messages} = accountMessages(session.account.language);
		const form = await readForm(ctx);
		const name = form.text('name');
		const scopes = [...new Set(form.all('scopes').filter(isScope))];
		const days = KEY_VALIDITY_DAYS.find(candidate => String(candidate) === form.text('days')) ?? 90;
		const faults = {
			...(!name && {name: messages.nameMissing}),
			...([...name].length > LIMITS.keyName && {name: messages.nameLong}),
			...(scopes.length === 0 && {scopes: messages.scopesMissing}),
		};
		if (Object.keys(faults).length > 0) return show(ctx, db, session, {faults, typed: {name, scopes, days}}, 400);
		const {key} = await createApiKey(db, {accountId: session.account.id, name, scopes, days});
		await show(ctx, db, session, {created: {name, key}}, 201);
	});

	router.post('/access/keys/:id/revoke', async ctx => {
		const session = await requireSession(ctx, services);
		if (!session) return;
		if (!(await revokeApiKey(db, ctx.params.id!, session.account.id))) throw new AppError('not_found');
		seeOther(ctx, `${config.baseUrl}/account/access?done=revoked`);
	});

	router.post('/access/apps/:id/disconnect', async ctx => {
		const session = await requireSession(ctx, services);
		if (!session) return;
		if (!(await disconnectApp(db, session.account.id, ctx.params.id!))) throw new AppError('not_found');
		seeOther(ctx, `${config.baseUrl}/account/access?done=disconnected`);
	});
}

async function show(ctx: Koa.Context, db: Db, {account}: SessionInfo, more: Partial<AccessContent>, status = 200): Promise<void> {
	const after = typeof ctx.query.uses === 'string' ? decodeCursor(ctx.query.uses, USE_ID) : null;
	const [keys, apps, uses] = await Promise.all([
		listApiKeys(db, account.id),
		listApps(db, account.id),
		listUses(db, account.id, {limit: USES_SHOWN + 1, after}),
	]);
	const shown = pageOf(uses, USES_SHOWN, use => use);
	const page = accessPage({
		language: account.language,
		keys: keys.filter(({revokedAt, expiresAt}) => !revokedAt && expiresAt > new Date()).reverse(),
		apps,
		uses: shown.rows.map(use => ({...use, address: shownIpHash(use.ipHash)})),
		older: shown.nextCursor && `/account/access?uses=${shown.nextCursor}#uses`,
		...more,
	});
	sendPage(ctx, page, status);
}
