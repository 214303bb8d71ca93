import type Router from '@koa/router';
import type Koa from 'koa';
import {LOOPBACK} from '../../shared/contract/access.ts';
import {LANGUAGE_NAMES, PAGE_LANGUAGES, type PageLanguage} from '../../shared/contract/page-language.ts';
import {AppError} from '../../shared/errors.ts';
import {type Html, html} from '../../shared/html.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import {
	changeEmail,
	changeProfile,
	confirmAccount,
	setPassword,
	stillHasPassword,
	switchOnOwnPro,
} from '../../shared/store/access/accounts.ts';
import {findLink, useLink, voidLinks} from '../../shared/store/access/email-links.ts';
import {createSession, endSessions, type SessionInfo} from '../../shared/store/access/sessions.ts';
import {type Db, tx} from '../../shared/store/database.ts';
import {hashPassword} from '../auth/password.ts';
import {completeFirstSignIn, deviceOf, keepSignedIn, sessionOf} from '../auth/session.ts';
import {type AccountContext, mailAccount} from '../auth/sign-in-limits.ts';
import {readForm} from '../http/body.ts';
import {clientIp} from '../http/client-ip.ts';
import {field, languageOf, type Page, renderPage, sendPage} from '../pages/page.ts';
import {seeOther, withQuery} from '../pages/redirect.ts';
import {requireSession} from './require-session.ts';
import {signUpFaults} from './sign-in.ts';
import {type Faults, messagePage, RESET_COMMAND} from './sign-in-pages.ts';

/** The form does not propose an address that receives no mail. */
const NO_ADDRESS = /\.invalid$/i;

/** Sends the form only once a person sees the page, so that a page loaded ahead or read for a preview uses up no link. */
const SEND_WHEN_SEEN = `const send = () => {
	if (document.prerendering || document.visibilityState !== 'visible') return;
	removeEventListener('visibilitychange', send);
	document.forms[0].submit();
};
document.addEventListener('prerenderingchange', send);
addEventListener('visibilitychange', send);
send();`;

type Owner = {name: string; email: string; language: PageLanguage};

/** Serves the link that `npm start` prints, the form for the owner's details that follows, and the administrator's own plan. Opening the link changes nothing. */
export function firstSignInRoutes(router: Router, context: AccountContext): void {
	signInLinkRoutes(router, context);
	firstPasswordRoutes(router, context);
	ownPlanRoute(router, context);
}

function signInLinkRoutes(router: Router, {services, limits}: AccountContext): void {
	const {config, database} = services;
	const token = (ctx: Koa.Context) => (typeof ctx.query.token === 'string' ? ctx.query.token : '');
	const gone = async (ctx: Koa.Context) => sendPage(ctx, linkUsedPage(languageOf(ctx), (await sessionOf(ctx, services)) !== null), 410);

	router.get('/sign-in-link', async ctx => {
		if (!(await findLink(database.manager, token(ctx), 'sign-in'))) return gone(ctx);
		const here = withQuery(ctx, ctx.path, ['token', 'language']);
		sendPage(ctx, openEditorPage({language: languageOf(ctx), here, baseUrl: config.baseUrl}));
	});

	router.post('/sign-in-link', async ctx => {
		await limits.link(clientIp(ctx, config.trustedProxies));
		const account = await findLink(database.manager, token(ctx), 'sign-in');
		if (!account) return gone(ctx);
		const entered = await completeFirstSignIn(services, async db => {
			if (!(await useLink(db, token(ctx), 'sign-in'))) return null;
			return {id: account.id, session: await createSession(db, account.id, deviceOf(ctx.get('user-agent')))};
		});
		if (!entered) return gone(ctx);
		// The account has no chosen language yet, so it gets the browser's.
		if (entered.isFirst) await changeProfile(database.manager, account.id, {language: languageOf(ctx)});
		await keepSignedIn(ctx, services, entered.session);
		seeOther(ctx, `${config.baseUrl}/`);
	});
}

function firstPasswordRoutes(router: Router, context: AccountContext): void {
	const {services} = context;
	const {config, database} = services;

	/** Returns the session of a person without a password; leads all others to their settings. */
	async function newcomer(ctx: Koa.Context): Promise<SessionInfo | null> {
		const session = await requireSession(ctx, services);
		if (!session?.account.hasPassword) return session;
		seeOther(ctx, `${config.baseUrl}/settings/security`);
		return null;
	}

	router.get('/first-password', async ctx => {
		const session = await newcomer(ctx);
		if (!session) return;
		const {name, email, language} = session.account;
		const owner = NO_ADDRESS.test(email) ? {name: '', email: '', language} : {name, email, language};
		sendPage(ctx, firstPasswordPage({owner, language}));
	});

	router.post('/first-password', async ctx => {
		const session = await newcomer(ctx);
		if (!session) return;
		const {account} = session;
		const form = await readForm(ctx);
		const language = PAGE_LANGUAGES.find(candidate => candidate === form.text('language')) ?? account.language;
		const owner = {name: form.text('name'), email: form.text('email'), language};
		const refuse = (faults: ReturnType<typeof signUpFaults>) => sendPage(ctx, firstPasswordPage({owner, language, faults}), 400);
		const faults = signUpFaults(form, language);
		if (Object.keys(faults).length > 0) return refuse(faults);
		const passwordHash = await hashPassword(form.exactly('password'));
		const device = deviceOf(ctx.get('user-agent'));
		const chosen = await tx(database, db => choose(db, account, {...owner, passwordHash, device}));
		if (chosen === 'taken') return refuse({email: accountMessages(language).faults.emailTaken});
		if (chosen === 'late') return seeOther(ctx, `${config.baseUrl}/settings/security`);
		if (config.smtpUrl && owner.email !== account.email) await mailAccount(context, {account, purpose: 'confirm'});
		await keepSignedIn(ctx, services, chosen);
		seeOther(ctx, `${config.baseUrl}/`);
	});
}

/** Has an administrator switch on Pro for their own account. */
function ownPlanRoute(router: Router, {services}: AccountContext): void {
	router.post('/plan', async ctx => {
		const session = await requireSession(ctx, services);
		if (!session) return;
		if (!(await switchOnOwnPro(services.database.manager, session.account.id))) throw new AppError('not_found');
		seeOther(ctx, `${services.config.baseUrl}/`);
	});
}

/** Sets the owner and the password, and ends the account's other sessions and links. Returns `late` if a password was chosen meanwhile. */
async function choose(
	db: Db,
	{id, email: before}: SessionInfo['account'],
	{
		name,
		email,
		language,
		passwordHash,
		device,
	}: {
		name: string;
		email: string;
		language: SessionInfo['account']['language'];
		passwordHash: string;
		device: string | null;
	},
): Promise<'taken' | 'late' | {token: string; expiresAt: Date}> {
	if (!(await stillHasPassword(db, id, null))) return 'late';
	// The account's address needs no confirmation: the operator handed the link over and knows it.
	if (email === before) await confirmAccount(db, id);
	else if (!(await changeEmail(db, id, email, false))) return 'taken';
	await changeProfile(db, id, {name, language});
	await setPassword(db, id, passwordHash);
	await voidLinks(db, id);
	await endSessions(db, id);
	return createSession(db, id, device);
}

/**
 * Returns the page of the printed link: its form uses the link up when it is sent. If only this machine reaches the
 * service, the page sends the form itself; elsewhere a person presses the button, because scanners of messages run
 * scripts too.
 */
export function openEditorPage({language, here, baseUrl}: {language: PageLanguage; here: string; baseUrl: string}): Page {
	const {signInLink} = accountMessages(language);
	const body = html`<h1>${signInLink.title}</h1>
<p class="lead">${signInLink.text}</p>
<form method="post" action="${here}"><button>${signInLink.button}</button></form>`;
	const isHere = LOOPBACK.test(new URL(baseUrl).host);
	return renderPage({title: signInLink.title, language, body, here, ...(isHere && {script: SEND_WHEN_SEEN})});
}

/** Returns the page of a printed link that was used before. */
function linkUsedPage(language: PageLanguage, isSignedIn: boolean): Page {
	const {signInLink, signIn} = accountMessages(language);
	return messagePage({
		language,
		title: signInLink.goneTitle,
		text: signInLink.gone,
		more: signInLink.another,
		command: RESET_COMMAND,
		way: ['/account/sign-in', signIn.title],
		...(isSignedIn && {also: ['/', signInLink.button] as [string, string]}),
	});
}

/** Returns the form in which the owner, who came in by a link, enters name, address, language and a password. */
function firstPasswordPage({owner, language, faults = {}}: {owner: Owner; language: PageLanguage; faults?: Faults}): Page {
	const messages = accountMessages(language);
	const focus = ['name', 'email', 'password'].find(name => faults[name]) ?? 'name';
	const body = html`<p><a href="/">← ${messages.firstPassword.later}</a></p>
<h1>${messages.choose.title}</h1>
<p class="lead">${messages.firstPassword.intro}</p>
<form method="post" action="/account/first-password">
${field({name: 'name', label: messages.name, value: owner.name, autocomplete: 'name', fault: faults.name, focus: focus === 'name'})}
${field({name: 'email', label: messages.email, type: 'email', value: owner.email, autocomplete: 'username', fault: faults.email, focus: focus === 'email'})}
${languageField(messages.language, owner.language)}
${field({name: 'password', label: messages.password, type: 'password', autocomplete: 'new-password', hint: messages.passwordHint, fault: faults.password, focus: focus === 'password'})}
<button>${messages.firstPassword.button}</button>
</form>`;
	return renderPage({title: messages.choose.title, language, body});
}

/** Returns the field that chooses the language of pages and mails. */
function languageField(label: string, chosen: PageLanguage): Html {
	const options = PAGE_LANGUAGES.map(
		language =>
			html`<option value="${language}" lang="${language}"${language === chosen ? html` selected` : null}>${LANGUAGE_NAMES[language]}</option>`,
	);
	return html`<div class="field"><label for="language">${label}</label><select id="language" name="language">${options}</select></div>`;
}
