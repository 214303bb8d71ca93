import type Router from '@koa/router';
import {LIMITS} from '../../shared/contract/limits.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {AppError} from '../../shared/errors.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import {changeProfile} from '../../shared/store/access/accounts.ts';
import {switchOnOwnPro} from '../../shared/store/access/administrators.ts';
import {tx} from '../../shared/store/database.ts';
import {changePassword} from '../auth/change-password.ts';
import {deviceOf} from '../auth/device.ts';
import {keepSignedIn} from '../auth/session.ts';
import type {AccountContext} from '../auth/sign-in-limits.ts';
import {clientIp} from '../http/client-ip.ts';
import {readForm} from '../http/form.ts';
import {sendPage} from '../pages/page.ts';
import {seeOther} from '../pages/redirect.ts';
import {homePage} from './profile-page.ts';
import {requireSession} from './require-session.ts';

/** The account's own page: name, language, password. */
export function profileRoutes(router: Router, {services, limits}: AccountContext): void {
	const {config, database} = services;

	router.get('/', async ctx => {
		const session = await requireSession(ctx, services);
		if (!session) return;
		const {home} = accountMessages(session.account.language);
		const done: Record<string, string> = {saved: home.saved, password: home.passwordChanged};
		sendPage(ctx, homePage({account: session.account, said: done[String(ctx.query.done)]}));
	});

	router.post('/profile', async ctx => {
		const session = await requireSession(ctx, services);
		if (!session) return;
		const {account} = session;
		const form = await readForm(ctx);
		const name = form.text('name');
		const {faults} = accountMessages(account.language);
		const fault = !name ? faults.nameMissing : [...name].length > LIMITS.personName ? faults.nameLong : null;
		if (fault) return sendPage(ctx, homePage({account, name, faults: {name: fault}}), 400);
		const language = PAGE_LANGUAGES.find(candidate => candidate === form.text('language')) ?? account.language;
		await changeProfile(database.manager, account.id, {name, language});
		seeOther(ctx, `${config.baseUrl}/account?done=saved`);
	});

	router.post('/plan', async ctx => {
		const session = await requireSession(ctx, services);
		if (!session) return;
		if (!(await switchOnOwnPro(database.manager, session.account.id))) throw new AppError('not_found');
		seeOther(ctx, `${config.baseUrl}/`);
	});

	router.post('/password', async ctx => {
		const session = await requireSession(ctx, services);
		if (!session) return;
		const {account} = session;
		const form = await readForm(ctx);
		const passwords = {current: form.exactly('current'), next: form.exactly('password')};
		const ip = clientIp(ctx, config.trustedProxies);
		const changed = await tx(database, db =>
			changePassword(db, limits, {accountId: account.id, ip, device: deviceOf(ctx.get('user-agent')), ...passwords}),
		);
		if ('fault' in changed) {
			const {fault} = changed;
			const field = fault === 'passwordWrong' ? 'current' : 'password';
			return sendPage(ctx, homePage({account, faults: {[field]: accountMessages(account.language).faults[fault]}}), 400);
		}
		await keepSignedIn(ctx, services, changed.session);
		seeOther(ctx, `${config.baseUrl}/account?done=password`);
	});
}
