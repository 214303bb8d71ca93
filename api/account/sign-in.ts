import {setTimeout as sleep} from 'node:timers/promises';
import type Router from '@koa/router';
import type Koa from 'koa';
import type {Config} from '../../shared/config/config.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import {
	findAccountByEmail,
	insertAccount,
	isAdministrationClaimed,
	plainEmail,
	stillHasPassword,
} from '../../shared/store/access/accounts.ts';
import {createSession, endSessions} from '../../shared/store/access/sessions.ts';
import {type Db, tx} from '../../shared/store/database.ts';
import type {AccountRow} from '../../shared/store/entities/accounts.ts';
import {looksLikeEmail} from '../auth/change-credentials.ts';
import {hashPassword, verifyPassword} from '../auth/password.ts';
import {passwordFault} from '../auth/password-strength.ts';
import {completeFirstSignIn, deviceOf, keepSignedIn, sessionOf, signOut} from '../auth/session.ts';
import {type AccountContext, mailAccount} from '../auth/sign-in-limits.ts';
import {type Form, readForm} from '../http/body.ts';
import {clientIp} from '../http/client-ip.ts';
import {languageOf, type Page, sendPage} from '../pages/page.ts';
import {returnUrl, seeOther, withQuery} from '../pages/redirect.ts';
import {type Faults, messagePage, signInPage, signUpPage} from './sign-in-pages.ts';

/** Signing up takes this long at least, whether the address was known or not. */
const SIGN_UP_MS = 300;

/** Signing in, up and out. */
export function signInRoutes(router: Router, context: AccountContext): void {
	const {services, limits} = context;
	const {config, database} = services;
	signUpRoutes(router, context);
	signOutRoutes(router, context);

	router.get('/sign-in', async ctx => {
		if (await sessionOf(ctx, services)) return seeOther(ctx, returnUrl(ctx, config.baseUrl));
		sendPage(ctx, signInForm(ctx, config, {}));
	});

	router.post('/sign-in', async ctx => {
		const form = await readForm(ctx);
		const [email, password] = [form.text('email'), form.exactly('password')];
		const ip = clientIp(ctx, config.trustedProxies);
		const account = await findAccountByEmail(database.manager, email);
		const who = account?.id ?? plainEmail(email);
		await limits.password(ip, who);
		const right = await verifyPassword(account?.passwordHash ?? null, password);
		if (!account || !right) return sendPage(ctx, signInForm(ctx, config, {email, failed: true}), 400);
		if (!account.confirmedAt && config.smtpUrl) {
			// Whether the password was right must not show, in the counts either: it would tell whether the address was free when somebody signed up with it.
			mailAccount(context, {account, purpose: 'confirm'}).catch(error => services.log.warn({error}, 'mail not sent'));
			return sendPage(ctx, signInForm(ctx, config, {email, failed: true}), 400);
		}
		await limits.resetPassword(ip, who);
		const session = await tx(database, async db =>
			(await stillHasPassword(db, account.id, account.passwordHash!))
				? createSession(db, account.id, deviceOf(ctx.get('user-agent')))
				: null,
		);
		if (!session) return sendPage(ctx, signInForm(ctx, config, {email, failed: true}), 400);
		await keepSignedIn(ctx, services, session);
		seeOther(ctx, returnUrl(ctx, config.baseUrl));
	});
}

function signUpRoutes(router: Router, context: AccountContext): void {
	const {services, limits} = context;
	const {config} = services;
	const open = config.registration === 'open';
	// The first account of all is on the plan Pro.
	const startsFree = async () => config.signUpPlan === 'free' && (await isAdministrationClaimed(services.database.manager));

	router.get('/sign-up', async ctx => {
		if (!open) return sendPage(ctx, closedPage(ctx), 403);
		if (await sessionOf(ctx, services)) return seeOther(ctx, returnUrl(ctx, config.baseUrl));
		sendPage(ctx, signUpForm(ctx, {isFree: await startsFree()}));
	});

	router.post('/sign-up', async ctx => {
		if (!open) return sendPage(ctx, closedPage(ctx), 403);
		const form = await readForm(ctx);
		const language = languageOf(ctx);
		const wanted = {email: form.text('email'), name: form.text('name'), language};
		const faults = signUpFaults(form, language);
		if (Object.keys(faults).length > 0) return sendPage(ctx, signUpForm(ctx, {values: wanted, faults, isFree: await startsFree()}), 400);
		const ip = clientIp(ctx, config.trustedProxies);
		await limits.signUp(ip);
		const password = form.exactly('password');
		const [account] = await Promise.all([register(context, wanted, {password, ip}), sleep(SIGN_UP_MS)]);
		if (config.smtpUrl) return sendPage(ctx, mailSentPage(ctx, wanted.email));
		if (account) {
			await keepSignedIn(ctx, services, await createSession(services.database.manager, account.id, deviceOf(ctx.get('user-agent'))));
			return seeOther(ctx, returnUrl(ctx, config.baseUrl));
		}
		seeOther(ctx, withDone(withQuery(ctx, `${config.baseUrl}/account/sign-in`), 'made'));
	});
}

/** Clears the tours that the editor keeps in the browser, unless it has cleared the person's itself and keeps those of others. */
function forgetInBrowser(ctx: Koa.Context): void {
	if (ctx.query.keep !== 'others') ctx.set('Clear-Site-Data', '"storage"');
}

function signOutRoutes(router: Router, {services}: AccountContext): void {
	const {config, database} = services;

	router.post('/sign-out', async ctx => {
		await signOut(ctx, services);
		forgetInBrowser(ctx);
		seeOther(ctx, `${config.baseUrl}/account/sign-in?done=out`);
	});

	router.post('/sign-out-everywhere', async ctx => {
		const session = await sessionOf(ctx, services);
		if (session) await endSessions(database.manager, session.account.id);
		await signOut(ctx, services);
		forgetInBrowser(ctx);
		seeOther(ctx, `${config.baseUrl}/account/sign-in?done=everywhere`);
	});
}

/** The page after something was mailed, or was not: it does not tell which. */
export function mailSentPage(ctx: Koa.Context, email: string): Page {
	const language = languageOf(ctx);
	const {mailSent} = accountMessages(language);
	return messagePage({
		language,
		title: mailSent.title,
		text: mailSent.text(email),
		more: mailSent.nothing,
		way: [withQuery(ctx, '/account/sign-in'), mailSent.back],
	});
}

/**
 * Makes an account, or informs the owner of an existing one by mail; the response does not tell which. Without a mail server, returns the
 * account to a person who has proved to own it: by making it, or by sending the form twice with its password.
 */
async function register(
	{services, limits}: AccountContext,
	{email, name, language}: Pick<AccountRow, 'email' | 'name' | 'language'>,
	{password, ip}: {password: string; ip: string},
): Promise<AccountRow | null> {
	const {config, database} = services;
	const passwordHash = await hashPassword(password);
	const db = database.manager;
	const add = (within: Db) => insertAccount(within, {email, name, plan: config.signUpPlan, language, passwordHash});
	// If mail is set up, the owner enters the account once its address is confirmed.
	const created = await (config.smtpUrl ? add(db) : completeFirstSignIn(services, add));
	const account = created ?? (await findAccountByEmail(db, email));
	if (config.smtpUrl) {
		if (account) await mailAccount({services, limits}, {account, purpose: created ? 'confirm' : 'exists'});
		return null;
	}
	if (created || !account) return created;
	await limits.password(ip, account.id);
	if (!(await verifyPassword(account.passwordHash, password))) return null;
	await limits.resetPassword(ip, account.id);
	return account;
}

/** Returns the faults of name, address and password of a new account, by field. */
export function signUpFaults(form: Form, language: PageLanguage): Faults {
	const {faults} = accountMessages(language);
	const [name, email] = [form.text('name'), form.text('email')];
	const password = passwordFault(form.exactly('password'), {email, name});
	return {
		...(!looksLikeEmail(email) && {email: faults.email}),
		...(!name && {name: faults.nameMissing}),
		...([...name].length > LIMITS.personName && {name: faults.nameLong}),
		...(password && {password: faults[password]}),
	};
}

function signInForm(ctx: Koa.Context, {registration, smtpUrl}: Config, {email, failed = false}: {email?: string; failed?: boolean}): Page {
	const language = languageOf(ctx);
	const {signIn} = accountMessages(language);
	const leadsElsewhere = typeof ctx.query.next === 'string';
	const done: Record<string, string> = {
		made: signIn.made,
		out: signIn.signedOut,
		everywhere: signIn.signedOutEverywhere,
		closing: signIn.closing,
	};
	const said = done[String(ctx.query.done)] ?? (leadsElsewhere ? signIn.leadsTo : undefined);
	return signInPage({
		language,
		here: withQuery(ctx, '/account/sign-in'),
		ways: {signUp: registration === 'open' ? withQuery(ctx, '/account/sign-up') : null, forgotten: withQuery(ctx, '/account/forgotten')},
		...(email && {email}),
		...(failed ? {failed: smtpUrl ? signIn.failedOrUnconfirmed : signIn.failed} : said && {said}),
		leadsElsewhere,
	});
}

function signUpForm(ctx: Koa.Context, given: {isFree: boolean; values?: {email: string; name: string}; faults?: Faults}): Page {
	const here = withQuery(ctx, '/account/sign-up');
	return signUpPage({language: languageOf(ctx), here, signIn: withQuery(ctx, '/account/sign-in'), ...given});
}

function closedPage(ctx: Koa.Context): Page {
	const language = languageOf(ctx);
	const {signUp, mailSent} = accountMessages(language);
	const way: [string, string] = [withQuery(ctx, '/account/sign-in'), mailSent.back];
	return messagePage({language, title: signUp.closedTitle, text: signUp.closed, way, here: withQuery(ctx, '/account/sign-up')});
}

function withDone(url: string, done: string): string {
	return `${url}${url.includes('?') ? '&' : '?'}done=${done}`;
}
