import type {LeadCapture} from '../../../shared/contract/cards.ts';
import {
	LEAD_HONEYPOT,
	LEAD_HONEYPOT_ATTRIBUTES,
	LEAD_INPUTS,
	LEAD_LENGTHS,
	type LeadField,
} from '../../../shared/contract/visitors/lead.ts';
import {type Html, html, trusted} from '../../../shared/html.ts';
import {cardsMessages} from '../../../shared/locales/index.ts';
import {leadMessages} from '../../../shared/locales/lead.ts';
import type {Messages} from '../../../shared/locales/messages.ts';
import {looksOwnConsent} from '../../../shared/tour/cards.ts';
import {askedFields} from '../../../shared/tour/lead-answers.ts';
import {isHttpsUrl} from '../../../shared/tour/urls.ts';
import type {StepContext} from './context.ts';
import {stepTexts} from './step.ts';

/** The opening form's URL, and the identifier under which its words are kept. A preview keeps none. */
export type LeadTarget = {id: string; action: string; preview?: boolean};

/** Code points above which a consent is put above its box, and scrolls. */
const LONG_CONSENT = 320;

/**
 * Renders the opening form as the section before the first step, and then the thanks, which `#sent` shows without a script.
 * Each field's fault goes into the `.fault` with its name; the one without a name is for the form as a whole.
 */
export function leadForm(
	capture: LeadCapture,
	{id, action, preview}: LeadTarget,
	{words, lang, ours, theirs, ids, places}: StepContext,
): Html {
	const said = leadMessages(words.language);
	const {submit, skip: pass} = cardsMessages(words.language);
	// Words of ours are in the language of the section, like the others.
	const tongue = (isOurs: boolean) => (isOurs ? null : theirs);
	const first = ids[0]!;
	const must = !capture.allowSkip && html` data-must`;
	const texts = stepTexts({title: capture.title || said.title, text: capture.text}, theirs, capture.title ? null : lang);
	const note = preview && html`<small${ours}>${said.preview}</small>`;
	const honeypot = html`<div class="unseen" aria-hidden="true"><label>${said.honeypot} <input name="${LEAD_HONEYPOT}" ${trusted(LEAD_HONEYPOT_ATTRIBUTES)}></label></div>`;
	const fields = askedFields(capture).map(name => field(name, capture.fields[name] === 'required', said, ours));
	const skip =
		capture.allowSkip &&
		html`<a class="button second" rel="next" href="#${first}"><bdi${tongue(capture.skipLabel === pass)}>${capture.skipLabel}</bdi></a>`;
	return html`<section class="step lead" id="lead" aria-label="${said.form}"${lang}${must}${places && html` data-at="-1"`}><form class="card" method="post" action="${action}" data-sorry="${said.sorry}">${texts}<div class="ask">${note}<input type="hidden" name="form" value="${id}">${honeypot}${fields}${consent(capture.consentText, said, {ours, theirs: tongue(looksOwnConsent(capture.consentText, words.language)), newWindow: words.newWindow})}<div class="calls"><button class="button"><bdi${tongue(capture.submitLabel === submit)}>${capture.submitLabel}</bdi></button>${skip}</div></div></form></section>
<div class="card" id="sent"${ours}><p>${said.thanks}${preview && html` ${said.preview}`}</p><a class="button" href="#${first}">${said.onward}</a></div>
`;
}

function field(name: LeadField, required: boolean, {fields, optional}: Messages['lead'], ours: Html | null): Html {
	const {type, autocomplete} = LEAD_INPUTS[name];
	const hint = !required && html` <small>(${optional})</small>`;
	return html`<div${ours}><label for="${name}">${fields[name]}${hint}</label><input id="${name}" name="${name}" type="${type}" inputmode="${type}" autocomplete="${autocomplete}" maxlength="${LEAD_LENGTHS[name]}"${required && html` required`} aria-describedby="${name}-fault">${fault(name)}</div>`;
}

/** Renders a short consent as the label itself; a long one above it, scrolling and reachable by keyboard. */
function consent(
	text: string,
	{agree, consent: name}: Messages['lead'],
	{ours, theirs, newWindow}: Pick<StepContext, 'ours' | 'theirs'> & {newWindow: string},
): Html {
	const long = [...text].length > LONG_CONSENT;
	const note = html`<span class="unseen"${ours}> (${newWindow})</span>`;
	const linked = withLinks(text, note);
	const terms =
		long &&
		html`<div class="terms" role="region" aria-label="${name}" tabindex="0" dir="auto">${theirs ? html`<span${theirs}>${linked}</span>` : linked}</div>`;
	const label = long ? html`<span${ours}>${agree}</span>` : html`<span dir="auto"${theirs}>${linked}</span>`;
	return html`<div>${terms}<label class="agree"><input type="checkbox" name="consent" value="yes" required aria-invalid="false" aria-describedby="consent-fault">${label}</label><div${ours}>${fault('consent')}${fault('')}</div></div>`;
}

/** Renders https URLs in the text as links, so that a privacy policy can be read before agreeing to it. */
function withLinks(text: string, note: Html): Html[] {
	// Marks at its end belong to the sentence.
	const parts = text.split(/(https:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/i);
	return parts.map(part => (isHttpsUrl(part) ? html`<a href="${part}" target="_blank" rel="noopener">${part}${note}</a>` : html`${part}`));
}

function fault(name: string): Html {
	return html`<div class="fault" id="${name}-fault" data-of="${name}" role="alert"></div>`;
}
