import type Koa from 'koa';
import {errors, type Interaction, type Provider} from 'oidc-provider';
import {ALL_SCOPES, type Scope} from '../../shared/contract/access.ts';
import type {Services} from '../../shared/services/services.ts';
import {connectApp} from '../../shared/store/access/oauth.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import type {Db} from '../../shared/store/database.ts';
import {sessionOf, signOut} from '../auth/session.ts';
import {readForm} from '../http/form.ts';
import {requireSameOrigin} from '../http/same-origin.ts';
import {languageOf, sendPage} from '../pages/page.ts';
import {seeOther} from '../pages/redirect.ts';
import {appFace, type ClientInfo} from './clients.ts';
import {type ConsentRequest, consentPage, sendConsentError} from './consent-page.ts';

type Question = {interaction: Interaction; session: SessionInfo; app: ClientInfo; scopes: Scope[]};

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
