import {readFileSync} from 'node:fs';
import {domainToUnicode} from 'node:url';
import Router from '@koa/router';
import type Koa from 'koa';
import type {Fault} from '../../shared/contract/error.ts';
import {PAGE_LANGUAGES, primaryLanguage} from '../../shared/contract/page-language.ts';
import {LEAD_HONEYPOT, LEAD_HONEYPOT_ATTRIBUTES, LEAD_INPUTS, LEAD_LENGTHS, LEAD_MIN_FILL_MS} from '../../shared/contract/visitors/lead.ts';
import {AppError} from '../../shared/errors.ts';
import {type Html, html, trusted} from '../../shared/html.ts';
import {leadMessages} from '../../shared/locales/lead.ts';
import type {Messages} from '../../shared/locales/messages.ts';
import type {Services} from '../../shared/services/services.ts';
import {tx} from '../../shared/store/database.ts';
import type {PublicationRow} from '../../shared/store/entities/tours.ts';
import type {LeadFormRow} from '../../shared/store/entities/visitors.ts';
import {findShownPublication} from '../../shared/store/publications.ts';
import {findLeadForm} from '../../shared/store/visitors/lead-forms.ts';
import {insertLead} from '../../shared/store/visitors/leads.ts';
import {askedFields, leadFaults, readAnswers} from '../../shared/tour/lead-answers.ts';
import {previewUrl, tourUrl} from '../../shared/tour/urls.ts';
import {readForm} from '../http/body.ts';
import {clientIp} from '../http/client-ip.ts';
import {requireSameOrigin} from '../http/headers.ts';
import {openAttemptLimits} from '../http/rate-limiter.ts';
import {noticeLook, renderNotice, sendNotice} from './notice.ts';

/** Look of the page that shows a refused form to visitors without script. */
const LOOK = noticeLook(readFileSync(new URL('lead-form-page.css', import.meta.url), 'utf8'), "'self'");

const HOUR = 3600;
const FORM_BYTES = 16 * 1024;
/** One tour takes as many forms an hour as this many IPs may send. */
const IPS_PER_TOUR = 20;
/** Tags of our languages, whole and without their country. */
const ACCEPTED = [...new Set(PAGE_LANGUAGES.flatMap(tag => [tag, primaryLanguage(tag)]))];

/** The page that a form came from, and the language of the answer. */
type Sender = {language: string; pageUrl: string};

/**
 * Takes the opening forms of pages. Thanks a visitor only once the lead is in the database, and gives the reason otherwise. Keeps only what
 * the sender typed.
 */
export function leadRouter(services: Services): Router {
	const {config, database} = services;
	const {baseUrl} = config;
	const limits = openAttemptLimits(services, 'lead', {
		ip: [config.leadsPerHour, HOUR],
		tour: [config.leadsPerHour * IPS_PER_TOUR, HOUR],
	});
	const router = new Router();

	const receive = async (ctx: Koa.Context, kind: PublicationRow['kind'], place: string, pageUrl: string) => {
		const sender: Sender = {
			language: String(ctx.acceptsLanguages(...ACCEPTED) || 'en'),
			pageUrl,
		};
		ctx.state.showError = (appError: AppError) => refuse(ctx, appError, sender);
		requireSameOrigin(ctx, baseUrl);
		const ip = clientIp(ctx, config.trustedProxies);
		await limits.take('ip', ip);
		const sent = (await readForm(ctx, FORM_BYTES)).text;
		const publication = requireOpen(await findShownPublication(database.manager, place), kind, sender);
		const form = requireShown(await findLeadForm(database.manager, sent('form')), publication, sender);
		const again = (faults: Fault[]) => sendLeadForm(ctx, {form, sent, faults, pageUrl});
		if (sent(LEAD_HONEYPOT) || isTooFast(sent('ms'))) {
			// A person whose form was filled in by a program sends it once more, and then the field is empty.
			if (!wantsJson(ctx)) return again([{field: '', message: leadMessages(form.language).errors.robot, hint: ''}]);
			throw new AppError('spam_suspected');
		}
		const answers = readAnswers(form.form, field => (field === 'email' ? inLetters(sent(field)) : sent(field)));
		const faults = leadFaults(form.form, answers, sent('consent') === 'yes');
		if (faults.length > 0) {
			await limits.giveBack('ip', ip);
			const messages = leadMessages(form.language);
			const said = faults.map(fault => ({field: fault.field, message: messages.faults[fault.kind], hint: ''}));
			if (!wantsJson(ctx)) return again(said);
			throw new AppError('invalid_request', {message: messages.faultsTitle, errors: said});
		}
		if (kind === 'live') {
			await limits.take('tour', publication.tourId);
			await tx(database, db => insertLead(db, services, {form, publicationId: publication.id, answers, at: new Date()}));
		}
		thank(ctx, kind, pageUrl);
	};
	router.post('/p/preview/:token/lead', ctx => receive(ctx, 'preview', ctx.params.token!, previewUrl(baseUrl, ctx.params.token!)));
	router.post('/p/:slug/lead', ctx => receive(ctx, 'live', ctx.params.slug!, tourUrl(baseUrl, ctx.params.slug!)));
	// The URL of a form that came back with faults leads to the page that it belongs to.
	router.get('/p/preview/:token/lead', ctx => ctx.redirect(previewUrl(baseUrl, ctx.params.token!)));
	router.get('/p/:slug/lead', ctx => ctx.redirect(tourUrl(baseUrl, ctx.params.slug!)));
	return router;
}

/** Throws for a form whose tour was taken down after it was opened: from then on its owner asks no one for anything. */
function requireOpen(publication: PublicationRow | null, kind: PublicationRow['kind'], sender: Sender): PublicationRow {
	if (publication?.kind !== kind) throw new AppError('not_found');
	sender.language = publication.language;
	const over = publication.takenDownAt !== null || (publication.expiresAt !== null && publication.expiresAt <= new Date());
	if (over) throw new AppError('link_taken_down', {message: kind === 'live' ? 'The link was taken down.' : 'The preview has expired.'});
	return publication;
}

/** The form as this visitor has seen it, which may have been published before the one that is shown by now. */
function requireShown(form: LeadFormRow | null, {tourId}: PublicationRow, sender: Sender): LeadFormRow {
	if (form?.tourId !== tourId) throw new AppError('form_not_found');
	sender.language = form.language;
	return form;
}

/** True for a form that was sent too soon after it opened; only a page with script tells the time. */
function isTooFast(ms: string): boolean {
	return ms !== '' && !(Number(ms) >= LEAD_MIN_FILL_MS);
}

function wantsJson(ctx: Koa.Context): boolean {
	return ctx.accepts('html', 'json') === 'json';
}

function thank(ctx: Koa.Context, kind: PublicationRow['kind'], pageUrl: string): void {
	ctx.set('Cache-Control', 'no-store');
	if (wantsJson(ctx)) {
		ctx.status = 200;
		ctx.body = {ok: true, stored: kind === 'live'};
		return;
	}
	ctx.set('Location', `${pageUrl}#sent`);
	ctx.body = null;
	ctx.status = 303;
}

/** Everything that is refused is reported in the words of the page: to its script as JSON, to a person on a page. */
function refuse(ctx: Koa.Context, appError: AppError, {language, pageUrl}: Sender): void {
	const messages = leadMessages(language);
	const message = appError.code === 'invalid_request' ? appError.message : messages.errors[reasonOf(appError, pageUrl)];
	ctx.set('Cache-Control', 'no-store');
	if (!wantsJson(ctx)) {
		sendLeadError(ctx, {language, message, pageUrl, status: appError.status});
		return;
	}
	const errors = appError.errors ?? [{field: '', message: appError.status >= 500 ? messages.sorry : message, hint: ''}];
	ctx.body = {...appError.body, message, errors};
}

function reasonOf({code}: AppError, pageUrl: string): keyof Messages['lead']['errors'] {
	if (code === 'foreign_origin') return 'foreign';
	if (code === 'spam_suspected') return 'robot';
	if (code === 'form_not_found') return 'unknownForm';
	if (code === 'attempts_limited') return 'tooMany';
	if (code === 'not_found') return 'notFound';
	if (code === 'link_taken_down') return pageUrl.includes('/p/preview/') ? 'expired' : 'takenDown';
	if (code === 'body_too_large' || code === 'unsupported_media_type') return 'tooLarge';
	return 'failed';
}

/** The form again with all that was typed, each fault at its field, the first one in focus. The box of the consent is ticked as it was. */
function sendLeadForm(
	ctx: Koa.Context,
	{
		form: {id, form, language},
		sent,
		faults,
		pageUrl,
	}: {form: LeadFormRow; sent: (name: string) => string; faults: Fault[]; pageUrl: string},
): void {
	const messages = leadMessages(language);
	const first = faults[0]?.field;
	const said = (name: string) => {
		const fault = faults.find(({field}) => field === name);
		return {
			attributes: fault && html` aria-invalid="true" aria-describedby="${name}-fault"${name === first && html` autofocus`}`,
			text: fault && html`<div class="fault" id="${name}-fault" role="alert">${fault.message}</div>`,
		};
	};
	const fields = askedFields(form).map(name => {
		const {attributes, text} = said(name);
		const required = form.fields[name] === 'required';
		const {type, autocomplete} = LEAD_INPUTS[name];
		return html`<div><label for="${name}">${messages.fields[name]}${!required && html` <small>(${messages.optional})</small>`}</label><input id="${name}" name="${name}" type="${type}" inputmode="${type}" autocomplete="${autocomplete}" maxlength="${LEAD_LENGTHS[name]}" value="${sent(name)}"${required && html` required`}${attributes}>${text}</div>`;
	});
	const consent = said('consent');
	const ticked = sent('consent') === 'yes' && html` checked`;
	const skip = form.allowSkip && html`<a class="button second" href="${pageUrl}#s1"><bdi>${form.skipLabel}</bdi></a>`;
	const body = html`<main class="lead"><h1>${messages.faultsTitle}</h1><form method="post"><input type="hidden" name="form" value="${id}"><div class="unseen" aria-hidden="true"><label>${messages.honeypot} <input name="${LEAD_HONEYPOT}" ${trusted(LEAD_HONEYPOT_ATTRIBUTES)}></label></div>${fields}<div><div class="terms" role="region" aria-label="${messages.consent}" tabindex="0" dir="auto" lang="${language}">${form.consentText}</div><label class="agree"><input type="checkbox" name="consent" value="yes" required${ticked}${consent.attributes}><span>${messages.agree}</span></label>${consent.text}${said('').text}</div><div class="calls"><button class="button"><bdi>${form.submitLabel}</bdi></button>${skip}</div></form></main>`;
	send(ctx, 400, messages, messages.faultsTitle, body);
}

/** Shows why a form was refused, and the way back. */
function sendLeadError(
	ctx: Koa.Context,
	{language, message, pageUrl, status}: {language: string; message: string; pageUrl: string; status: number},
): void {
	const messages = leadMessages(language);
	// Behind a link that shows no tour there is nothing to go back to.
	const back = status !== 404 && status !== 410 && html`<div class="calls"><a class="button" href="${pageUrl}">${messages.back}</a></div>`;
	const body = html`<main><i></i><h1>${messages.refusedTitle}</h1><p role="alert">${message}</p>${back}</main>`;
	send(ctx, status, messages, messages.refusedTitle, body);
}

function send(ctx: Koa.Context, status: number, {language}: Messages['lead'], title: string, body: Html): void {
	sendNotice(ctx, status, renderNotice(LOOK, {language, title, body}));
}

/** Returns an address with its domain in the letters that a person typed; Chromium sends `xn--mller-kva.de` for `müller.de`. */
function inLetters(email: string): string {
	const at = email.lastIndexOf('@') + 1;
	const domain = email.slice(at);
	// A longer one is refused as it stands: its domain costs nobody time.
	const isEncoded = email.length <= LEAD_LENGTHS.email && /(?:^|\.)xn--/i.test(domain);
	return isEncoded ? email.slice(0, at) + (domainToUnicode(domain) || domain) : email;
}
