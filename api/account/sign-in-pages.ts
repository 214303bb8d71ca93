import type Koa from 'koa';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {AppError} from '../../shared/errors.ts';
import {type Html, html} from '../../shared/html.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import {field, languageOf, notice, type Page, renderPage, sendPage} from '../pages/page.ts';

/** The pages in front of an account. Each gets the URL of its own form, with what has to come along in the query. */

type Common = {language: PageLanguage; here: string};
/** Messages about faulty fields, by the field's name. */
export type Faults = Partial<Record<string, string>>;

/** Paths that programs call: they answer with the error envelope, to browsers as well. */
const FOR_PROGRAMS = /^\/(?:v1|app|mcp|oauth|oembed|media|\.well-known)(?:\/|$)/;

export function signInPage({
	language,
	here,
	ways,
	email,
	said,
	failed,
	leadsElsewhere,
}: Common & {
	ways: {signUp: string | null; forgotten: string};
	email?: string;
	/** A notice of the action that has just succeeded. */
	said?: string;
	/** The reason why signing in was refused. */
	failed?: string;
	leadsElsewhere: boolean;
}): Page {
	const messages = accountMessages(language);
	const body = html`<h1>${messages.signIn.title}</h1>
${notice(said)}
${notice(failed, true)}
<form method="post" action="${here}">
${field({name: 'email', label: messages.email, type: 'email', value: email, autocomplete: 'username', focus: failed === undefined})}
${field({name: 'password', label: messages.password, type: 'password', autocomplete: 'current-password', focus: failed !== undefined})}
<button>${messages.signIn.button}</button>
</form>
${waysOn([ways.signUp ? [ways.signUp, messages.signIn.noAccount] : null, [ways.forgotten, messages.signIn.forgotten]])}`;
	return renderPage({title: messages.signIn.title, language, body, here, leadsElsewhere});
}

export function signUpPage({
	language,
	here,
	signIn,
	isFree,
	values = {},
	faults = {},
}: Common & {signIn: string; isFree: boolean; values?: {email?: string; name?: string}; faults?: Faults}): Page {
	const messages = accountMessages(language);
	// Where something is wrong is where one goes on.
	const focus = ['name', 'email', 'password'].find(name => faults[name]) ?? 'name';
	const body = html`<h1>${messages.signUp.title}</h1>
<p class="lead">${messages.signUp.intro}</p>
${isFree ? html`<p class="soft">${messages.signUp.plans}</p>` : null}
<form method="post" action="${here}">
${field({name: 'name', label: messages.name, value: values.name, autocomplete: 'name', fault: faults.name, focus: focus === 'name'})}
${field({name: 'email', label: messages.email, type: 'email', value: values.email, autocomplete: 'username', fault: faults.email, focus: focus === 'email'})}
${newPassword(language, messages.password, faults.password)}
<button>${messages.signUp.button}</button>
</form>
${waysOn([[signIn, messages.signUp.haveAccount]])}`;
	return renderPage({title: messages.signUp.title, language, body, here, description: messages.signUp.intro});
}

export function forgottenPage({language, here, signIn, email, fault}: Common & {signIn: string; email?: string; fault?: string}): Page {
	const messages = accountMessages(language);
	const body = html`<h1>${messages.forgotten.title}</h1>
<p class="lead">${messages.forgotten.intro}</p>
<form method="post" action="${here}">
${field({name: 'email', label: messages.email, type: 'email', value: email, autocomplete: 'username', fault, focus: true})}
<button>${messages.forgotten.button}</button>
</form>
${waysOn([[signIn, messages.mailSent.back]])}`;
	return renderPage({title: messages.forgotten.title, language, body, here});
}

export function choosePasswordPage({language, here, email, fault}: Common & {email: string; fault?: string}): Page {
	const messages = accountMessages(language);
	const body = html`<h1>${messages.choose.title}</h1>
<p class="lead">${messages.choose.intro(email)}</p>
<form method="post" action="${here}">
${knownAddress(email)}
${newPassword(language, messages.newPassword, fault)}
<button>${messages.choose.button}</button>
</form>`;
	return renderPage({title: messages.choose.title, language, body, here});
}

export function confirmPage({
	language,
	here,
	email,
	forgotten,
	failed = false,
}: Common & {email: string; forgotten: string; failed?: boolean}): Page {
	const messages = accountMessages(language);
	const fault = failed ? messages.faults.passwordWrong : undefined;
	const body = html`<h1>${messages.confirm.title}</h1>
<p class="lead">${messages.confirm.intro(email)}</p>
<form method="post" action="${here}">
${knownAddress(email)}
${field({name: 'password', label: messages.password, type: 'password', autocomplete: 'current-password', fault, focus: true})}
<button>${messages.confirm.button}</button>
</form>
${waysOn([[forgotten, messages.signIn.forgotten]])}`;
	return renderPage({title: messages.confirm.title, language, body, here});
}

/** The command prints a link that chooses the password of the administrator's account. */
export const RESET_COMMAND = 'npm run --silent operator -- account reset-link';

/** A page that says one thing, and how to go on. */
export function messagePage({
	language,
	title,
	text,
	more,
	command,
	way,
	also,
	here,
}: {
	language: PageLanguage;
	title: string;
	text: string;
	more?: string;
	/** A command for the terminal. */
	command?: string;
	way: [url: string, label: string];
	also?: [url: string, label: string];
	here?: string;
}): Page {
	const body = html`<h1>${title}</h1>
<p class="lead">${text}</p>
${more ? html`<p class="soft">${more}</p>` : null}
${command ? html`<pre class="secret" tabindex="0"><code>${command}</code></pre>` : null}
${waysOn(also ? [way, also] : [way])}`;
	return renderPage({title, language, body, here});
}

function newPassword(language: PageLanguage, label: string, fault: string | undefined): Html {
	const {passwordHint: hint} = accountMessages(language);
	return field({name: 'password', label, type: 'password', autocomplete: 'new-password', hint, fault, focus: Boolean(fault)});
}

/** Adds the address for password managers, which otherwise would keep the password under no name. */
function knownAddress(email: string): Html {
	return html`<input type="hidden" name="username" autocomplete="username" value="${email}">`;
}

function waysOn(ways: Array<[url: string, label: string] | null>): Html {
	const items = ways.filter(way => way !== null).map(([url, label]) => html`<li><a href="${url}">${label}</a></li>`);
	return html`<ul class="ways">${items}</ul>`;
}

/** True if a person reads the response: a browser prefers HTML to anything else, a program takes anything or JSON. */
export function isForPerson(ctx: Koa.Context): boolean {
	if (!['GET', 'HEAD'].includes(ctx.method) || FOR_PROGRAMS.test(ctx.path)) return false;
	ctx.vary('Accept');
	return ctx.accepts('json', 'html') === 'html';
}

/** A person gets a page where a program gets the envelope. */
export function sendErrorPage(ctx: Koa.Context, error: AppError, {baseUrl, to}: {baseUrl: string; to: 'home' | 'account'}): void {
	const language = languageOf(ctx);
	const [title, text] = said(error, language, baseUrl);
	const {home, back} = accountMessages(language).errors;
	const way: [string, string] = to === 'home' ? [`${baseUrl}/`, home] : [`${baseUrl}/settings`, back];
	sendPage(ctx, messagePage({language, title, text, way}), error.status);
}

function said({code, retryAfter = 60}: AppError, language: PageLanguage, baseUrl: string): [title: string, text: string] {
	const {errors} = accountMessages(language);
	if (code === 'foreign_origin') return [errors.foreignTitle, errors.foreign(baseUrl)];
	if (code === 'attempts_limited') return [errors.tooManyTitle, errors.tooMany(Math.ceil(retryAfter / 60))];
	if (code === 'not_found') return [errors.notFoundTitle, errors.notFound];
	return [errors.failedTitle, errors.failed];
}
