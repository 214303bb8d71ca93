import type Koa from 'koa';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {Scope} from '../../shared/contract/scopes.ts';
import {type Html, html} from '../../shared/html.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {wordsOf} from '../pages/locales/index.ts';
import {languageOf, type Page, renderPage, sendPage} from '../pages/page.ts';
import type {AppFace} from './clients.ts';
import {consentWords} from './consent-words.ts';

export type ConsentQuestion = {
	app: AppFace;
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

/** The page on which a person lets an app in: who asks, where it leads, as whom, and which permissions it gets. */
export function consentPage({app, account, scopes, ticked, here, language, nothingTicked}: ConsentQuestion): Page {
	const words = consentWords(language);
	const name = app.name ?? app.host;
	const body = html`<h1><bdi>${name}</bdi> ${words.asks}</h1>
<dl class="facts">
<dt>${words.leadsTo}</dt><dd><strong>${app.host}</strong></dd>
${app.describedAt ? html`<dt>${words.describedAt}</dt><dd>${app.describedAt}</dd>` : null}
<dt>${words.account}</dt><dd>${account.name}<br>${account.email}<br>
<button class="link" form="leave" name="decision" value="somebody-else">${words.notYou}</button></dd>
</dl>
<p class="notice${app.local ? ' bad' : ''}">${app.local ? words.local : words.site}</p>
${account.plan === 'pro' ? null : html`<p class="notice">${words.free}</p>`}
<form method="post" action="${here}">
<input type="hidden" name="account" value="${account.id}">
<fieldset${nothingTicked ? html` aria-describedby="nothing-ticked"` : null}>
<legend>${words.permissions}</legend>
${scopes.map(scope => permission(scope, ticked.includes(scope), wordsOf(language).scopes[scope]))}
${nothingTicked ? html`<p class="fault" id="nothing-ticked" role="alert">${words.permissionMissing}</p>` : null}
</fieldset>
<p class="hint">${words.later}</p>
<p class="actions">
<button name="decision" value="allow">${words.allow}</button>
<button class="quiet" name="decision" value="deny">${words.cancel}</button>
</p>
</form>
<form method="post" action="${here}" id="leave" hidden></form>`;
	return renderPage({title: `${name} ${words.asks}`, language, body, here, leadsElsewhere: true});
}

function permission(scope: Scope, isTicked: boolean, words: string): Html {
	return html`<label class="choice"><input type="checkbox" name="scope" value="${scope}"${isTicked ? html` checked` : null}>${words}</label>`;
}

/** Says to a person that an app's request cannot go on; `detail` is what its makers would want to know. The status stays as it is. */
export function sendRefusal(ctx: Koa.Context, detail?: {error: string; description?: string}): void {
	const language = languageOf(ctx);
	const words = consentWords(language);
	const body = html`<h1>${words.refusedTitle}</h1>
<p>${detail ? words.refused : words.expired}</p>
${detail ? html`<p><code>${detail.error}</code>${detail.description ? html`: ${detail.description}` : null}</p>` : null}`;
	sendPage(ctx, renderPage({title: words.refusedTitle, language, body}), ctx.status);
}
