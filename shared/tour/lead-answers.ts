import type {LeadCapture} from '../contract/cards.ts';
import {LEAD_FIELDS, LEAD_LENGTHS, type LeadAnswers, type LeadField} from '../contract/visitors/lead.ts';

export type LeadFaultKind = 'missing' | 'allMissing' | 'tooLong' | 'notEmail' | 'notPhone' | 'noConsent';
export type LeadFault = {field: LeadField | 'consent'; kind: LeadFaultKind};

/** Pattern of telephone numbers as people write them: with spaces, brackets, dots, an extension. */
const PHONE = /^[\d\s()+.\-/]+((ramal|ext|x|int)\.?\s*\d{1,6})?$/i;
const PHONE_DIGITS = {min: 6, max: 20};
/** Pattern of possible addresses; only sending a mail shows if it arrives. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** The fields that this form shows, in their order. */
export function askedFields({fields}: Pick<LeadCapture, 'fields'>): LeadField[] {
	return LEAD_FIELDS.filter(field => fields[field] !== 'hidden');
}

/** Reads the answers: trims blanks, drops invisible characters, and keeps only the fields of the form. */
export function readAnswers(form: Pick<LeadCapture, 'fields'>, typed: (field: LeadField) => string): LeadAnswers {
	const asked = askedFields(form);
	const read = (field: LeadField, meant: (text: string) => string) => {
		if (!asked.includes(field)) return null;
		const text = typed(field)
			.replace(/\p{Cc}+/gu, ' ')
			.replace(UNSEEN, '');
		return meant(text.trim()).trim() || null;
	};
	return {name: read('name', name => name), email: read('email', emailMeant), phone: read('phone', phoneMeant)};
}

/**
 * Marks of direction and word edges, which contacts, chats and pages put around copied text. Marks that join letters
 * stay, since names need them.
 */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Returns the address that was meant: from full-width letters, or from a copied link. */
function emailMeant(text: string): string {
	return text.normalize('NFKC').replace(/^mailto:/i, '');
}

/** Returns the number in ASCII: digits of all scripts, hyphens for all dashes, and the number of a `tel:` link. */
function phoneMeant(text: string): string {
	return text
		.normalize('NFKC')
		.replace(/^tel:/i, '')
		.replace(/;ext=/i, ' ext ')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.replace(/\p{Cf}/gu, '')
		.replace(/\p{Nd}/gu, digit => `${digitValue(digit)}`);
}

/** Returns the value of a digit: digits come in tens, 0 to 9, and the tens that NFKC leaves do not touch. */
function digitValue(digit: string): number {
	const at = digit.codePointAt(0)!;
	let zero = at;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return at - zero;
}

/** Lists the faults of a form that was sent, judged as it was shown, in the order of its fields. */
export function leadFaults(form: Pick<LeadCapture, 'fields'>, answers: LeadAnswers, agreed: boolean): LeadFault[] {
	const asked = askedFields(form);
	const faults = asked.flatMap(field => {
		const kind = faultOf(field, answers[field], form.fields[field] === 'required');
		return kind ? [{field, kind}] : [];
	});
	const [first] = asked;
	if (first && faults.length === 0 && asked.every(field => answers[field] === null)) faults.push({field: first, kind: 'allMissing'});
	return agreed ? faults : [...faults, {field: 'consent', kind: 'noConsent'}];
}

function faultOf(field: LeadField, answer: string | null, required: boolean): LeadFaultKind | null {
	if (answer === null) return required ? 'missing' : null;
	if ([...answer].length > LEAD_LENGTHS[field]) return 'tooLong';
	if (field === 'email' && !EMAIL.test(answer)) return 'notEmail';
	if (field === 'phone' && !isPhone(answer)) return 'notPhone';
	return null;
}

function isPhone(answer: string): boolean {
	const digits = answer.replace(/\D/g, '').length;
	return PHONE.test(answer) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
}
