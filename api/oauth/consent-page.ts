import type Koa from 'koa';
import type {Scope} from '../../shared/contract/access.ts';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {type Html, html} from '../../shared/html.ts';
import {accountMessages, consentMessages} from '../../shared/locales/index.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {languageOf, type Page, renderPage, sendPage} from '../pages/page.ts';
import type {ClientInfo} from './clients.ts';

export type ConsentRequest = {
	app: ClientInfo;
	account: SessionInfo['account'];
	/** All that the app asks for, in the order of the contract, and those ticked. */
	scopes: Scope[];
	ticked: readonly Scope[];
	/** Path of this page. */
	here: string;
	language: PageLanguage;
	/** The answer before this one ticked nothing. */
	nothingTicked: boolean;
};

/** Shows a person who wants access, to which account, where the sign-in leads, and which permissions it asks for. */
export function consentPage({app, account, scopes, ticked, here, language, nothingTicked}: ConsentRequest): Page {
	const messages = consentMessages(language);
	const name = app.name ?? app.host;
	const body = html`<h1><bdi>${name}</bdi> ${messages.asks}</h1>
<dl class="facts">
<dt>${messages.leadsTo}</dt><dd><strong>${app.host}</strong>${app.place === 'site' ? null : html`<br>${messages.places[app.place]}`}</dd>
${app.describedAt ? html`<dt>${messages.describedAt}</dt><dd>${app.describedAt}</dd>` : null}
<dt>${messages.account}</dt><dd>${account.name}<br>${account.email}<br>
<button class="link" form="leave" name="decision" value="somebody-else">${messages.notYou}</button></dd>
</dl>
<p class="notice${app.place === 'site' ? '' : ' bad'}">${messages.warning[app.place]}</p>
${account.plan === 'pro' ? null : html`<p class="notice">${messages.free}</p>`}
<form method="post" action="${here}">
<input type="hidden" name="account" value="${account.id}">
<fieldset${nothingTicked ? html` aria-describedby="nothing-ticked"` : null}>
<legend>${messages.permissions}</legend>
${scopes.map(scope => permission(scope, ticked.includes(scope), accountMessages(language).scopes[scope]))}
${nothingTicked ? html`<p class="fault" id="nothing-ticked" role="alert">${messages.permissionMissing}</p>` : null}
</fieldset>
<p class="hint">${messages.later}</p>
<p class="actions">
<button name="decision" value="allow">${messages.allow}</button>
<button class="quiet" name="decision" value="deny">${messages.cancel}</button>
</p>
</form>
<form method="post" action="${here}" id="leave" hidden></form>`;
	return renderPage({title: `${name} ${messages.asks}`, language, body, here, leadsElsewhere: true});
}

function permission(scope: Scope, isTicked: boolean, messages: string): Html {
	return html`<label class="choice"><input type="checkbox" name="scope" value="${scope}"${isTicked ? html` checked` : null}>${messages}</label>`;
}

/** Tells a person that an app's request cannot go on; `detail` is for the app's makers. Leaves the status unchanged. */
export function sendConsentError(ctx: Koa.Context, detail?: {error: string; description?: string}): void {
	const language = languageOf(ctx);
	const messages = consentMessages(language);
	const body = html`<h1>${messages.refusedTitle}</h1>
<p>${detail ? messages.refused : messages.expired}</p>
${detail ? html`<p><code>${detail.error}</code>${detail.description ? html`: ${detail.description}` : null}</p>` : null}`;
	sendPage(ctx, renderPage({title: messages.refusedTitle, language, body}), ctx.status);
}
