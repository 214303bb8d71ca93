/** What visitors leave in the opening form. */

/** What the form may ask for, in the order in which it asks. */
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

/** What was typed; null where it was not asked for or not given. */
export type LeadAnswers = Record<LeadField, string | null>;

/** A field that no person sees, so that what fills it in is a program: a robot, or a form filler, for which no identity has anything of this name. */
export const LEAD_TRAP = 'leave_empty';
/** What the large password managers read as "not mine". */
export const LEAD_TRAP_ATTRIBUTES =
	'tabindex="-1" autocomplete="off" data-1p-ignore data-lpignore="true" data-bwignore data-form-type="other"';
/** Sent faster than this after the page was opened, a form was not read by a person. Milliseconds. */
export const LEAD_HASTE_MS = 2000;

export const LEAD_RETENTION = {min: 1, max: 60, default: 12} as const;
