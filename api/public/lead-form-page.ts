import {readFileSync} from 'node:fs';
import type Koa from 'koa';
import type {Fault} from '../../shared/contract/error.ts';
import {LEAD_INPUTS, LEAD_LENGTHS, LEAD_TRAP, LEAD_TRAP_ATTRIBUTES} from '../../shared/contract/visitors/lead.ts';
import {type Html, html, trusted} from '../../shared/html.ts';
import {leadMessages} from '../../shared/locales/lead.ts';
import type {Messages} from '../../shared/locales/messages.ts';
import type {LeadFormRow} from '../../shared/store/entities/visitors.ts';
import {askedFields} from '../../shared/tour/lead-answers.ts';
import {noticeLook, renderNotice, sendNotice} from './notice.ts';

/** Look of the page that shows a refused form to visitors without script. */
const LOOK = noticeLook(readFileSync(new URL('lead-form-page.css', import.meta.url), 'utf8'), "'self'");

/** The form again with all that was typed, each fault at its field, the first one in focus. The box of the consent is ticked as it was. */
export function sendLeadForm(
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
	const body = html`<main class="lead"><h1>${messages.faultsTitle}</h1><form method="post"><input type="hidden" name="form" value="${id}"><div class="unseen" aria-hidden="true"><label>${messages.trap} <input name="${LEAD_TRAP}" ${trusted(LEAD_TRAP_ATTRIBUTES)}></label></div>${fields}<div><div class="terms" role="region" aria-label="${messages.consent}" tabindex="0" dir="auto" lang="${language}">${form.consentText}</div><label class="agree"><input type="checkbox" name="consent" value="yes" required${ticked}${consent.attributes}><span>${messages.agree}</span></label>${consent.text}${said('').text}</div><div class="calls"><button class="button"><bdi>${form.submitLabel}</bdi></button>${skip}</div></form></main>`;
	send(ctx, 400, messages, messages.faultsTitle, body);
}

/** Shows why a form was refused, and the way back. */
export function sendLeadError(
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
