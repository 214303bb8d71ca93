import test from 'ava';
import {LEAD_FIELDS, type LeadAnswers} from '../contract/visitors/lead.ts';
import {leadMessages} from '../locales/lead.ts';
import {resolveLeadCapture} from './cards.ts';
import {askedFields, leadFaults, readAnswers} from './lead-answers.ts';

const form = (fields: Parameters<typeof resolveLeadCapture>[0]['fields'] = {}) => resolveLeadCapture({enabled: true, fields}, 'en');
const NOTHING: LeadAnswers = {name: null, email: null, phone: null};
const kinds = (answers: Partial<LeadAnswers>, fields = {}, agreed = true) =>
	leadFaults(form(fields), {...NOTHING, ...answers}, agreed).map(({field, kind}) => `${field} ${kind}`);

test('a form asks for what is not hidden, name first', t => {
	t.deepEqual(askedFields(form()), ['name', 'email']);
	t.deepEqual(askedFields(form({phone: 'required', name: 'hidden'})), ['email', 'phone']);
});

test('answers are read without blanks and control characters, and only where they were asked for', t => {
	const typed = {name: ' Ana\u0000\tMaria\n ', email: '  ', phone: '123456'};
	t.deepEqual(
		readAnswers(form(), field => typed[field]),
		{name: 'Ana Maria', email: null, phone: null},
	);
});

test('a number that was copied is the number that was meant, whatever marks, dashes and digits it came with', t => {
	const number = '+55 11 91234-5678';
	const copies = [
		number,
		`\u202A${number}\u202C`,
		`\u200E${number}\u200E`,
		`\u2068${number}\u2069`,
		number.replace('-', '\u2011'),
		number.replace('-', '\u2013'),
		number.replace('-', '\u2212'),
		number.replaceAll(' ', '\u00A0'),
		`tel:${number}`,
		`\uFEFF TEL:${number}`,
		[...number].map(letter => (letter === ' ' ? letter : String.fromCharCode(letter.charCodeAt(0) + 0xfee0))).join(''),
	];
	// Every script's own digits.
	for (let zero = 0x80; zero < 0x1_f000; zero++) {
		const digits = Array.from({length: 10}, (_, value) => String.fromCodePoint(zero + value));
		if (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) || !digits.every(digit => /\p{Nd}/u.test(digit))) continue;
		copies.push(number.replaceAll(/\d/g, digit => digits[Number(digit)]!));
	}
	t.true(copies.length > 60, `${copies.length}`);
	for (const copy of copies) {
		const {phone} = readAnswers(form({phone: 'required'}), field => (field === 'phone' ? copy : ''));
		t.is(phone, number, JSON.stringify(copy));
		t.deepEqual(kinds({email: 'a@b.c', phone}, {phone: 'required'}), [], copy);
	}
	t.is(readAnswers(form({phone: 'required'}), () => 'tel:+1-212-555-0123;ext=12').phone, '+1-212-555-0123 ext 12');
});

test('an address that was copied is the address that was meant, and a name keeps the marks that join its letters', t => {
	for (const copy of [
		'ana@example.com',
		'\u200Eana@example.com\u200E',
		'mailto:ana@example.com',
		'ana\uFF20example.com',
		'\u202Aana@exam\u00ADple.com',
	]) {
		t.is(readAnswers(form(), field => (field === 'email' ? copy : '')).email, 'ana@example.com', JSON.stringify(copy));
	}
	t.is(readAnswers(form(), () => '\u202Bمی\u200Cنا\u202C').name, 'می\u200Cنا');
});

test('what is required and missing, too long, no address or no number is a fault; consent always is asked for', t => {
	t.deepEqual(kinds({}, {}, false), ['email missing', 'consent noConsent']);
	t.deepEqual(kinds({email: 'a@b.c'}), []);
	t.deepEqual(kinds({email: 'a@b'}), ['email notEmail']);
	t.deepEqual(kinds({email: 'a@b.c', name: 'x'.repeat(201)}), ['name tooLong']);
	t.deepEqual(kinds({email: 'josé@exämple.co.uk', name: '😀'.repeat(200)}), []);
	for (const phone of ['+5511912345678', '(11) 91234-5678', '11.2345.6789', '+1 (212) 555-0123 x12', '2345 6789 ramal 4']) {
		t.deepEqual(kinds({email: 'a@b.c', phone}, {phone: 'optional'}), [], phone);
	}
	for (const phone of ['12345', 'abc', '+', '11 9123a5678', '123456789012345678901', '=1+1111111']) {
		t.deepEqual(kinds({email: 'a@b.c', phone}, {phone: 'optional'}), ['phone notPhone'], phone);
	}
});

test('a form of optional fields alone wants one of them; one without fields wants the consent', t => {
	const optional = {email: 'optional', phone: 'optional'};
	t.deepEqual(kinds({}, optional), ['name allMissing']);
	t.deepEqual(kinds({phone: '123456'}, optional), []);
	const hidden = {name: 'hidden', email: 'hidden'};
	t.deepEqual(kinds({}, hidden), []);
	t.deepEqual(kinds({}, hidden, false), ['consent noConsent']);
});

test('the words are there in each language for every field, and English stands for the others', t => {
	t.deepEqual(
		['pt', 'pt-BR', 'es-MX', 'en', 'de', ''].map(language => leadMessages(language).language),
		['pt-BR', 'pt-BR', 'es', 'en', 'en', 'en'],
	);
	for (const language of ['pt', 'en', 'es']) for (const field of LEAD_FIELDS) t.truthy(leadMessages(language).fields[field]);
});
