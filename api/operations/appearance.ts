import {EndCta, endCtaFields, LeadCapture, type LeadCaptureInput, leadCaptureFields} from '../../shared/contract/cards.ts';
import type {Adjustment} from '../../shared/contract/geometry.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {Theme, themeFields} from '../../shared/contract/theme.ts';
import {readPublisher} from '../../shared/store/access/accounts.ts';
import {resolveEndCta, resolveLeadCapture, storeEndCta} from '../../shared/tour/cards.ts';
import {pageLanguage} from '../../shared/tour/document/document.ts';
import {offWarnings} from '../../shared/tour/readiness.ts';
import {changeTheme, resolveTheme, themeWarnings} from '../../shared/tour/themes.ts';
import {defineOperation, respond} from '../pipeline/operation.ts';
import {adjustmentsAndWarnings, changeTourFor, success, tourId, whereAny} from './responses.ts';
import {CHANGES_TOUR} from './tours.ts';

export const setTheme = defineOperation({
	name: 'set_theme',
	tag: 'Appearance',
	summary: 'Set preset theme, single colours and font',
	description: 'What is absent stays as it is; another preset drops the earlier colour overrides.',
	route: 'PUT /tours/{id}/theme',
	scopes: ['tours:write'],
	input: Closed({id: tourId, ...themeFields}),
	success: success(200, 'The theme in full.', {theme: Theme, ...adjustmentsAndWarnings}),
	...CHANGES_TOUR,
	async handler({id, ...change}, call) {
		const {content, version} = await changeTourFor(call, id, before => ({
			content: {...before, theme: changeTheme(before.theme, change)},
		}));
		const theme = resolveTheme(content.theme);
		return respond(200, {theme, ...whereAny({warnings: themeWarnings(theme, content.theme.colors)})}, version);
	},
});

export const setLeadCapture = defineOperation({
	name: 'set_lead_capture',
	tag: 'Appearance',
	summary: 'Set the opening form that asks for name, e-mail and phone',
	description: 'Replaces the whole form: what is absent takes its default.',
	route: 'PUT /tours/{id}/lead-capture',
	scopes: ['tours:write'],
	input: Closed({id: tourId, ...leadCaptureFields}),
	success: success(200, 'The form in full.', {leadCapture: LeadCapture, ...adjustmentsAndWarnings}),
	...CHANGES_TOUR,
	async handler({id, ...leadCapture}, call) {
		const {content, version} = await changeTourFor(call, id, before => ({
			content: {...before, leadCapture},
		}));
		const publisher = await readPublisher(call.db, call.accountId);
		const resolved = resolveLeadCapture(leadCapture, pageLanguage(content.narrationSettings), publisher);
		const asksNothing = resolved.enabled && Object.values(resolved.fields).every(demand => demand === 'hidden');
		const warning = {field: 'fields', message: 'The form asks for nothing.', hint: 'Make at least one field optional or required.'};
		const warnings = [...(asksNothing ? [warning] : []), ...offWarnings('leadCapture', leadCapture, 'enabled')];
		return respond(200, {leadCapture: resolved, ...whereAny({adjustments: defaultConsent(leadCapture, resolved), warnings})}, version);
	},
});

export const setEndCta = defineOperation({
	name: 'set_end_cta',
	tag: 'Appearance',
	summary: 'Set the closing card with a WhatsApp contact and/or an https link',
	description:
		'Replaces the whole card: what is absent takes its default. Of `link` and `whatsapp` the one that is given first is the first button.',
	route: 'PUT /tours/{id}/end-cta',
	scopes: ['tours:write'],
	input: Closed({id: tourId, ...endCtaFields}),
	success: success(200, 'The card in full.', {endCta: EndCta, ...adjustmentsAndWarnings}),
	...CHANGES_TOUR,
	async handler({id, ...endCta}, call) {
		const {content, version} = await changeTourFor(call, id, before => ({
			content: {...before, endCta: storeEndCta(endCta)},
		}));
		const resolved = resolveEndCta(content.endCta, pageLanguage(content.narrationSettings));
		return respond(200, {endCta: resolved, ...whereAny({warnings: offWarnings('endCta', endCta, 'enabled')})}, version);
	},
});

/** An empty consent is none: the form never goes without one. */
function defaultConsent(given: LeadCaptureInput, {consentText}: LeadCapture): Adjustment[] {
	if (given.consentText === undefined || given.consentText === consentText) return [];
	const reason = "An empty consent takes the service's own text: a form always asks for consent.";
	return [{field: 'consentText', from: given.consentText, to: consentText, reason}];
}
