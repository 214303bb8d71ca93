import {setTimeout as sleep} from 'node:timers/promises';
import type Router from '@koa/router';
import type Koa from 'koa';
import {accountMessages} from '../../shared/locales/index.ts';
import type {Services} from '../../shared/services/services.ts';
import {changeEmail, confirmAccount, findAccountByEmail, setPassword, stillHasPassword} from '../../shared/store/access/accounts.ts';
import {findLink, useLink, voidLinks} from '../../shared/store/access/email-links.ts';
import {createSession, endSessions} from '../../shared/store/access/sessions.ts';
import {type Db, tx} from '../../shared/store/database.ts';
import {looksLikeEmail, tellOwner} from '../auth/change-credentials.ts';
import {hashPassword, verifyPassword} from '../auth/password.ts';
import {passwordFault} from '../auth/password-strength.ts';
import {completeFirstSignIn, deviceOf, keepSignedIn} from '../auth/session.ts';
import {type AccountContext, mailAccount} from '../auth/sign-in-limits.ts';
import {readForm} from '../http/body.ts';
import {clientIp} from '../http/client-ip.ts';
import {languageOf, type Page, sendPage} from '../pages/page.ts';
import {seeOther, withQuery} from '../pages/redirect.ts';
import {mailSentPage} from './sign-in.ts';
import {choosePasswordPage, confirmPage, forgottenPage, messagePage, RESET_COMMAND} from './sign-in-pages.ts';

/** Asking for a link takes this long at least, whether the address was known or not. */
const FORGOTTEN_MS = 300;

/** Serves links from mails and from the operator. Opening one changes nothing: mail servers open links as well. */
export function emailLinkRoutes(router: Router, context: AccountContext): void {
	forgottenRoutes(router, context);
	newPasswordRoutes(router, context);
	confirmRoutes(router, context);
	newEmailRoutes(router, context);
}

function forgottenRoutes(router: Router, context: AccountContext): void {
	const {services, limits} = context;
	const {config, database} = services;

	router.get('/forgotten', ctx => sendPage(ctx, config.smtpUrl ? forgottenForm(ctx, {}) : noMailPage(ctx)));

	router.post('/forgotten', async ctx => {
		if (!config.smtpUrl) return sendPage(ctx, noMailPage(ctx));
		const email = (await readForm(ctx)).text('email');
		const fault = accountMessages(languageOf(ctx)).faults.email;
		if (!looksLikeEmail(email)) return sendPage(ctx, forgottenForm(ctx, {email, fault}), 400);
		const ip = clientIp(ctx, config.trustedProxies);
		await limits.askForMail(ip);
		await Promise.all([mailReset(email), sleep(FORGOTTEN_MS)]);
		sendPage(ctx, mailSentPage(ctx, email));
	});

	async function mailReset(email: string): Promise<void> {
		const account = await findAccountByEmail(database.manager, email);
		if (account) await mailAccount(context, {account, purpose: 'reset'});
	}
}

function newPasswordRoutes(router: Router, {services, limits}: AccountContext): void {
	const {config, database} = services;

	router.get('/new-password', async ctx => {
		const account = await findLink(database.manager, token(ctx), 'reset');
		if (!account) return sendPage(ctx, gonePage(ctx), 410);
		sendPage(ctx, choosePasswordPage({language: languageOf(ctx), here: hereWithToken(ctx), email: account.email}));
	});

	router.post('/new-password', async ctx => {
		await limits.link(clientIp(ctx, config.trustedProxies));
		const account = await findLink(database.manager, token(ctx), 'reset');
		if (!account) return sendPage(ctx, gonePage(ctx), 410);
		const password = (await readForm(ctx)).exactly('password');
		const language = languageOf(ctx);
		const wrong = passwordFault(password, account);
		if (wrong) {
			const fault = accountMessages(language).faults[wrong];
			return sendPage(ctx, choosePasswordPage({language, here: hereWithToken(ctx), email: account.email, fault}), 400);
		}
		const passwordHash = await hashPassword(password);
		const entered = await completeFirstSignIn(services, async db => {
			if (!(await useLink(db, token(ctx), 'reset'))) return null;
			await setPassword(db, account.id, passwordHash);
			await confirmAccount(db, account.id);
			await voidLinks(db, account.id);
			await endSessions(db, account.id);
			// Not where it is the first one.
			if (account.passwordHash) await tellOwner(db, services, account, 'password');
			return {id: account.id, session: await createSession(db, account.id, deviceOf(ctx.get('user-agent')))};
		});
		await signIn(ctx, services, entered?.session);
	});
}

function confirmRoutes(router: Router, context: AccountContext): void {
	// Without this, a stranger could sign up with another's address and have its curious owner confirm it.
	passwordRoutes(router, context, 'confirm', async ({id}, redeem, device) => {
		const entered = await completeFirstSignIn(context.services, async db => {
			if (!(await redeem(db))) return null;
			await confirmAccount(db, id);
			return {id, session: await createSession(db, id, device)};
		});
		return entered?.session;
	});
}

/** Confirms a new address with the password, so that reading its mailbox alone does not open the account. */
function newEmailRoutes(router: Router, context: AccountContext): void {
	passwordRoutes(router, context, 'email', ({id, email}, redeem, device) =>
		tx(context.services.database, async db => {
			if (!(await redeem(db)) || !(await changeEmail(db, id, email, true))) return null;
			// Links that went to the address before open nothing more.
			await voidLinks(db, id);
			return createSession(db, id, device);
		}),
	);
}

const PATHS = {confirm: '/confirm', email: '/new-email'};
type LinkedAccount = NonNullable<Awaited<ReturnType<typeof findLink>>>;
type Session = Awaited<ReturnType<typeof createSession>>;

/**
 * Serves a link that counts with the account's password alone. `enter` returns the session of its owner; null where `redeem`, which runs in
 * its transaction, returns false: link or password have changed meanwhile.
 */
function passwordRoutes(
	router: Router,
	{services, limits}: AccountContext,
	kind: keyof typeof PATHS,
	enter: (account: LinkedAccount, redeem: (db: Db) => Promise<boolean>, device: string | null) => Promise<Session | null | undefined>,
): void {
	const {config, database} = services;

	router.get(PATHS[kind], async ctx => {
		const account = await findLink(database.manager, token(ctx), kind);
		if (!account) return sendPage(ctx, gonePage(ctx), 410);
		sendPage(ctx, confirmForm(ctx, account.email, false));
	});

	router.post(PATHS[kind], async ctx => {
		const ip = clientIp(ctx, config.trustedProxies);
		await limits.link(ip);
		const account = await findLink(database.manager, token(ctx), kind);
		if (!account) return sendPage(ctx, gonePage(ctx), 410);
		const password = (await readForm(ctx)).exactly('password');
		await limits.password(ip, account.id);
		const {passwordHash} = account;
		if (!passwordHash || !(await verifyPassword(passwordHash, password))) return sendPage(ctx, confirmForm(ctx, account.email, true), 400);
		await limits.resetPassword(ip, account.id);
		const redeem = async (db: Db) => (await stillHasPassword(db, account.id, passwordHash)) && (await useLink(db, token(ctx), kind));
		await signIn(ctx, services, await enter(account, redeem, deviceOf(ctx.get('user-agent'))));
	});
}

async function signIn(ctx: Koa.Context, services: Services, session: Session | null | undefined): Promise<void> {
	if (!session) return sendPage(ctx, gonePage(ctx), 410);
	await keepSignedIn(ctx, services, session);
	seeOther(ctx, `${services.config.baseUrl}/`);
}

function token(ctx: Koa.Context): string {
	return typeof ctx.query.token === 'string' ? ctx.query.token : '';
}

function hereWithToken(ctx: Koa.Context): string {
	return withQuery(ctx, ctx.path, ['token', 'language']);
}

function forgottenForm(ctx: Koa.Context, given: {email?: string; fault?: string}): Page {
	const here = withQuery(ctx, '/account/forgotten');
	return forgottenPage({language: languageOf(ctx), here, signIn: withQuery(ctx, '/account/sign-in'), ...given});
}

function confirmForm(ctx: Koa.Context, email: string, failed: boolean): Page {
	const forgotten = withQuery(ctx, '/account/forgotten');
	return confirmPage({language: languageOf(ctx), here: hereWithToken(ctx), email, forgotten, failed});
}

function noMailPage(ctx: Koa.Context): Page {
	const language = languageOf(ctx);
	const {forgotten, mailSent} = accountMessages(language);
	const way: [string, string] = [withQuery(ctx, '/account/sign-in'), mailSent.back];
	return messagePage({
		language,
		title: forgotten.noMailTitle,
		text: forgotten.noMail,
		more: forgotten.noMailOperator,
		command: `${RESET_COMMAND}\ndocker compose exec api operator account reset-link`,
		way,
		here: withQuery(ctx, '/account/forgotten'),
	});
}

function gonePage(ctx: Koa.Context): Page {
	const language = languageOf(ctx);
	const {linkGone} = accountMessages(language);
	return messagePage({language, title: linkGone.title, text: linkGone.text, way: [withQuery(ctx, '/account/forgotten'), linkGone.again]});
}
