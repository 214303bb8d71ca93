import test from 'ava';
import {type Publisher, resolveEndCta, resolveLeadCapture, storeEndCta} from './cards.ts';
import {emptyTour} from './document/document.ts';
import {makeSnapshot} from './snapshot.ts';

test('the opening form by default: off, name optional, e-mail required, phone hidden, may be skipped', t => {
	const {consentText, submitLabel, skipLabel, ...rest} = resolveLeadCapture({}, 'pt-BR');
	t.deepEqual(rest, {
		enabled: false,
		title: null,
		text: null,
		fields: {name: 'optional', email: 'required', phone: 'hidden'},
		allowSkip: true,
	});
	t.true(consentText.includes('LGPD') || consentText.includes('13.709'));
	t.is(submitLabel, 'Continuar');
	t.is(skipLabel, 'Pular');
});

test('the closing card by default: off, without buttons, offering to watch again', t => {
	t.deepEqual(resolveEndCta({}, 'pt-BR'), {enabled: false, title: null, text: null, whatsapp: null, link: null, showReplay: true});
});

test('what is given is kept, and each field of the form is resolved by itself', t => {
	const given = {enabled: true, title: 'T', text: 'X', consentText: 'C', allowSkip: false, submitLabel: 'S', skipLabel: 'K'};
	t.deepEqual(resolveLeadCapture({...given, fields: {phone: 'required'}}, 'en'), {
		...given,
		fields: {name: 'optional', email: 'required', phone: 'required'},
	});
	t.deepEqual(
		resolveEndCta({enabled: true, whatsapp: {phone: '+5511987654321'}, link: {url: 'https://example.com'}, showReplay: false}, 'en'),
		{
			enabled: true,
			title: null,
			text: null,
			whatsapp: {phone: '+5511987654321', message: null, label: 'Chat on WhatsApp'},
			link: {url: 'https://example.com', label: 'Learn more'},
			showReplay: false,
		},
	);
});

test('the words of the service are in the language of the page, English where it does not write that one', t => {
	const labels = ['pt-BR', 'pt', 'PT-pt', 'es', 'es-MX', 'en', 'en-GB', 'fr', 'xx-YY'].map(language => [
		language,
		resolveLeadCapture({}, language).skipLabel,
	]);
	t.deepEqual(Object.fromEntries(labels), {
		'pt-BR': 'Pular',
		pt: 'Pular',
		'PT-pt': 'Pular',
		es: 'Omitir',
		'es-MX': 'Omitir',
		en: 'Skip',
		'en-GB': 'Skip',
		fr: 'Skip',
		'xx-YY': 'Skip',
	});
	const consents = ['pt-BR', 'en', 'es'].map(language => resolveLeadCapture({}, language).consentText);
	t.is(new Set(consents).size, 3);
});

test('the default consent names the law of Brazil to readers in Brazil and no law to anybody else', t => {
	const namesALaw = (language: string, publisher?: Publisher) =>
		/\d|LGPD|Lei Geral|GDPR|RGPD/.test(resolveLeadCapture({}, language, publisher).consentText);
	const company = {company: 'Padaria Sol', privacyUrl: null};
	for (const language of ['pt', 'pt-BR', 'PT-br', 'pt_BR']) {
		t.true(namesALaw(language), language);
		t.true(namesALaw(language, company), language);
	}
	for (const language of ['pt-PT', 'pt-AO', 'en', 'en-GB', 'es', 'es-419', 'fr', 'de', 'ja', 'xx']) {
		t.false(namesALaw(language), language);
		t.false(namesALaw(language, company), language);
	}
});

test('resolving does not touch what is stored', t => {
	const given = Object.freeze({fields: Object.freeze({name: 'hidden' as const})});
	t.is(resolveLeadCapture(given, 'en').fields.name, 'hidden');
	t.deepEqual(given, {fields: {name: 'hidden'}});
});

test('the order in which the two buttons were given is kept apart from the keys, whose order a database may change', t => {
	const [link, whatsapp] = [{url: 'https://example.com'}, {phone: '+1234567'}];
	t.deepEqual(storeEndCta({enabled: true, link, whatsapp}), {enabled: true, link, whatsapp, linkFirst: true});
	for (const given of [{whatsapp, link}, {link}, {whatsapp}, {}]) t.false('linkFirst' in storeEndCta(given));
	const content = {...emptyTour('Tour'), endCta: storeEndCta({link, whatsapp})};
	t.true(makeSnapshot(content, 'Tour', new Map()).endCta.linkFirst);
	t.false('linkFirst' in resolveEndCta(content.endCta, 'en'));
});
