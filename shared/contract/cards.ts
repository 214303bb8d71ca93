import {type Static, Type} from 'typebox';
import {LIMITS} from './limits.ts';
import {Choice, Closed, Nullable, Text} from './schema.ts';

/** The two cards around the steps: the opening lead-capture form and the closing call to action. */

const FIELD_DEMANDS = ['required', 'optional', 'hidden'] as const;
const demand = (description: string) => Choice(FIELD_DEMANDS, {description});

const leadFields = {
	name: demand("The visitor's name; default optional."),
	email: demand('E-mail address; default required.'),
	phone: demand('Telephone number; default hidden.'),
};

export const leadCaptureFields = {
	enabled: Type.Optional(Type.Boolean({description: 'Show the form before the first step; default false.'})),
	title: Type.Optional(Text(LIMITS.cardTitle, 'Title of the form.')),
	text: Type.Optional(Text(LIMITS.cardText, 'Text of the form.')),
	fields: Type.Optional(
		Type.Partial(Closed(leadFields), {additionalProperties: false, description: 'Which fields are asked for, and how firmly.'}),
	),
	consentText: Type.Optional(Text(LIMITS.consentText, "Consent text; default: the service's own text.")),
	allowSkip: Type.Optional(Type.Boolean({description: 'The visitor may skip the form; default true.'})),
	submitLabel: Type.Optional(Text(LIMITS.buttonLabel, 'Label of the button that sends the form.')),
	skipLabel: Type.Optional(Text(LIMITS.buttonLabel, 'Label of the button that skips the form.')),
};
export const LeadCaptureInput = Closed(leadCaptureFields, {title: 'LeadCaptureInput'});
export type LeadCaptureInput = Static<typeof LeadCaptureInput>;

export const LeadCapture = Closed(
	{
		enabled: Type.Boolean(),
		title: Nullable(Type.String()),
		text: Nullable(Type.String()),
		fields: Closed(leadFields),
		consentText: Type.String(),
		allowSkip: Type.Boolean(),
		submitLabel: Type.String(),
		skipLabel: Type.String(),
	},
	{title: 'LeadCapture', description: 'The opening form, every default resolved.'},
);
export type LeadCapture = Static<typeof LeadCapture>;

const phone = Type.String({
	maxLength: 16,
	pattern: '^\\+[1-9][0-9]{6,14}$',
	description: 'Telephone number in E.164 with its country code: +<country><number>, digits only.',
});
const url = Type.String({format: 'https-url', maxLength: LIMITS.linkUrl, description: 'An https URL.'});

export const endCtaFields = {
	enabled: Type.Optional(Type.Boolean({description: 'Show the card after the last step; default false.'})),
	title: Type.Optional(Text(LIMITS.cardTitle, 'Title of the card.')),
	text: Type.Optional(Text(LIMITS.cardText, 'Text of the card.')),
	whatsapp: Type.Optional(
		Closed(
			{
				phone,
				message: Type.Optional(Text(LIMITS.whatsappMessage, 'Prefilled message of the visitor.')),
				label: Type.Optional(Text(LIMITS.buttonLabel, 'Label of the button.')),
			},
			{description: 'A button that opens a WhatsApp conversation.'},
		),
	),
	link: Type.Optional(
		Closed({url, label: Type.Optional(Text(LIMITS.buttonLabel, 'Label of the button.'))}, {description: 'A button that opens a link.'}),
	),
	showReplay: Type.Optional(Type.Boolean({description: 'Offer to watch the tour again; default true.'})),
};
export const EndCtaInput = Closed(endCtaFields, {title: 'EndCtaInput'});
export type EndCtaInput = Static<typeof EndCtaInput>;

export const EndCta = Closed(
	{
		enabled: Type.Boolean(),
		title: Nullable(Type.String()),
		text: Nullable(Type.String()),
		whatsapp: Nullable(Closed({phone: Type.String(), message: Nullable(Type.String()), label: Type.String()})),
		link: Nullable(Closed({url: Type.String(), label: Type.String()})),
		showReplay: Type.Boolean(),
	},
	{title: 'EndCta', description: 'The closing card, every default resolved.'},
);
export type EndCta = Static<typeof EndCta>;
