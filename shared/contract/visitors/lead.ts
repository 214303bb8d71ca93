/** Data that visitors enter in the opening form. */

/** Fields that the form may ask for, in the form's order. */
export const LEAD_FIELDS = ['name', 'email', 'phone'] as const;
export type LeadField = (typeof LEAD_FIELDS)[number];

/** How a browser asks for each; `type` is also the keyboard that it offers. */
export const LEAD_INPUTS: Record<LeadField, {type: 'text' | 'email' | 'tel'; autocomplete: string}> = {
	name: {type: 'text', autocomplete: 'name'},
	email: {type: 'email', autocomplete: 'email'},
	phone: {type: 'tel', autocomplete: 'tel'},
};

/** Code points that are taken of each. */
export const LEAD_LENGTHS: Record<LeadField, number> = {name: 200, email: 254, phone: 40};

/** The visitor's answers; null for a field that was not asked for or not filled in. */
export type LeadAnswers = Record<LeadField, string | null>;

/** A honeypot, which people do not see: only programs fill it in, robots or form fillers, of which none knows this name. */
export const LEAD_HONEYPOT = 'leave_empty';
/** Attributes by which the large password managers leave a field alone. */
export const LEAD_HONEYPOT_ATTRIBUTES =
	'tabindex="-1" autocomplete="off" data-1p-ignore data-lpignore="true" data-bwignore data-form-type="other"';
/** Sent faster than this after the page was opened, a form was not read by a person. Milliseconds. */
export const LEAD_MIN_FILL_MS = 2000;

export const LEAD_RETENTION = {min: 1, max: 60, default: 12} as const;
