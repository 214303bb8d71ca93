import type Koa from 'koa';
import {errors, type Interaction, type Provider} from 'oidc-provider';
import {ALL_SCOPES, type Scope} from '../../shared/contract/access.ts';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {type Html, html} from '../../shared/html.ts';
import {accountMessages, consentMessages} from '../../shared/locales/index.ts';
import type {Services} from '../../shared/services/services.ts';
import {connectApp} from '../../shared/store/access/oauth.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import type {Db} from '../../shared/store/database.ts';
import {sessionOf, signOut} from '../auth/session.ts';
import {readForm} from '../http/body.ts';
import {requireSameOrigin} from '../http/headers.ts';
import {languageOf, type Page, renderPage, sendPage} from '../pages/page.ts';
import {seeOther} from '../pages/redirect.ts';
import {appFace, type ClientInfo} from './clients.ts';

type Question = {interaction: Interaction; session: SessionInfo; app: ClientInfo; scopes: Scope[]};

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

/** The two handlers of `/oauth/consent/:uid`: asking the person, and taking their answer. */
export function openConsent(services: Services, provider: Provider) {
	return {
		async show(ctx: Koa.Context): Promise<void> {
			const question = await ask(ctx);
			if (question) answerPage(ctx, question, {ticked: question.scopes});
		},

		async decide(ctx: Koa.Context): Promise<void> {
			requireSameOrigin(ctx, services.config.baseUrl);
			const form = await readForm(ctx);
			const decision = form.text('decision');
			if (decision === 'somebody-else') {
				await signOut(ctx, services);
				return void signInFirst(ctx, services.config.baseUrl);
			}
			const question = await ask(ctx);
			if (!question) return;
			if (decision === 'deny') return finishInteraction(ctx, {error: 'access_denied', error_description: 'the person did not allow it'});
			const ticked = question.scopes.filter(scope => form.all('scope').includes(scope));
			// Somebody else has signed in since the question was asked: it is asked again, in their name.
			const isSamePerson = form.text('account') === question.session.account.id;
			if (ticked.length === 0 || !isSamePerson) return answerPage(ctx, question, {ticked, nothingTicked: ticked.length === 0, status: 400});
			const {id: accountId} = question.session.account;
			await finishInteraction(ctx, {
				login: {accountId, remember: false},
				consent: {grantId: await grantConsent(services.database.manager, provider, question, ticked)},
				select_account: {},
			});
		},
	};

	/** Returns the consent to ask for; null once a response is sent: nobody is signed in, or the request is gone. */
	async function ask(ctx: Koa.Context): Promise<Question | null> {
		const interaction = await provider.interactionDetails(ctx.req, ctx.res).catch(ignoreSessionNotFound);
		const {client_id: clientId, redirect_uri: redirectUri, scope} = (interaction?.params ?? {}) as Record<string, string>;
		if (!interaction || interaction.uid !== ctx.params.uid) return refuse(ctx);
		const client = await provider.Client.find(clientId!).catch(unlessRefused);
		if (!client || client instanceof errors.OIDCProviderError) return refuse(ctx, client);
		const session = await sessionOf(ctx, services);
		if (!session) return signInFirst(ctx, services.config.baseUrl);
		if (session.account.deletionDueAt) {
			seeOther(ctx, `${services.config.baseUrl}/account/closing`);
			return null;
		}
		const wanted = scope!.split(' ');
		return {interaction, session, app: appFace(client, redirectUri!), scopes: ALL_SCOPES.filter(one => wanted.includes(one))};
	}

	async function finishInteraction(ctx: Koa.Context, result: Parameters<Provider['interactionResult']>[2]): Promise<void> {
		const returnTo = await provider.interactionResult(ctx.req, ctx.res, result, {mergeWithLastSubmission: false});
		seeOther(ctx, returnTo);
	}
}

/** One grant for each sign-in, with exactly what was ticked: it binds no other, earlier or later. Returns its identifier. */
async function grantConsent(db: Db, provider: Provider, {interaction, session, app}: Question, ticked: Scope[]): Promise<string> {
	const {client_id: clientId, resource} = interaction.params as {client_id: string; resource: string | string[]};
	const accountId = session.account.id;
	const grant = new provider.Grant({accountId, clientId});
	for (const indicator of [resource].flat()) grant.addResourceScope(indicator, ticked.join(' '));
	await connectApp(db, {
		accountId,
		clientId,
		name: (app.name ?? app.host).slice(0, 200),
		host: app.host.slice(0, 255),
	});
	return grant.save();
}

/** Signing in leads back to the question. */
function signInFirst(ctx: Koa.Context, baseUrl: string): null {
	seeOther(ctx, `${baseUrl}/account/sign-in?next=${encodeURIComponent(ctx.path)}`);
	return null;
}

function answerPage(
	ctx: Koa.Context,
	{session, app, scopes}: Question,
	{ticked, nothingTicked = false, status = 200}: Pick<ConsentRequest, 'ticked'> & {nothingTicked?: boolean; status?: number},
): void {
	const language = ctx.query.language ? languageOf(ctx) : session.account.language;
	sendPage(ctx, consentPage({app, account: session.account, scopes, ticked, here: ctx.path, language, nothingTicked}), status);
}

function refuse(ctx: Koa.Context, detail?: errors.OIDCProviderError): null {
	ctx.status = 400;
	sendConsentError(ctx, detail && {error: detail.error, description: detail.error_description});
	return null;
}

/** Its document may be gone since, or unreachable. */
function unlessRefused(error: unknown): errors.OIDCProviderError {
	if (error instanceof errors.OIDCProviderError) return error;
	throw error;
}

/** The request has expired, was answered, or belongs to another browser. */
function ignoreSessionNotFound(error: unknown): null {
	if (error instanceof errors.SessionNotFound) return null;
	throw error;
}

/** Shows a person who wants access, to which account, where the sign-in leads, and which permissions it asks for. */
function consentPage({app, account, scopes, ticked, here, language, nothingTicked}: ConsentRequest): Page {
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

type Refusal = {error: string; description?: string};

/** Tells a person that an app's request cannot go on; `detail` is for the app's makers. Leaves the status unchanged. */
export function sendConsentError(ctx: Koa.Context, detail?: Refusal): void {
	const language = languageOf(ctx);
	const messages = consentMessages(language);
	const body = html`<h1>${messages.refusedTitle}</h1>
<p>${messages[reasonOf(detail)]}</p>
${detail ? html`<p><code>${detail.error}</code>${detail.description ? html`: ${detail.description}` : null}</p>` : null}`;
	sendPage(ctx, renderPage({title: messages.refusedTitle, language, body}), ctx.status);
}

/** Returns the name of the sentence for a person. */
function reasonOf(detail: Refusal | undefined) {
	if (!detail) return 'expired';
	if (detail.error !== 'invalid_client') return 'refused';
	return detail.description?.includes('document') ? 'documentUnread' : 'unknownApp';
}
