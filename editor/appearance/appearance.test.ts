import test from 'ava';
import {COLOR_KEYS, type Colors, FONTS, PRESETS} from '../../shared/contract/theme.ts';
import {defaultConsent, resolveEndCta, resolveLeadCapture, storeEndCta} from '../../shared/tour/cards.ts';
import {contrast, mix, NEEDED, TEXT_CONTRAST} from '../../shared/tour/themes.ts';
import {seededRandom} from '../../test/helpers/random.ts';
import {
	type CardDraft,
	cardDraftOf,
	cardFaults,
	cardInput,
	completeUrl,
	formDraftOf,
	formInput,
	formWarnings,
	settledCard,
} from './cards/cards-value.ts';
import * as choices from './theme/theme-value.ts';
import {adviceFor, readColor} from './theme/theme-value.ts';

const random = seededRandom(20_261_122);
const hex = () => `#${random.below(0x1000000).toString(16).padStart(6, '0').toUpperCase()}`;
const anyColors = () => Object.fromEntries(COLOR_KEYS.map(key => [key, hex()])) as Colors;
const channels = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
const distance = (one: string, other: string) => Math.hypot(...channels(one).map((value, at) => value - channels(other)[at]!));

test('the colour that is offered passes, and none is nearer on the way to black or to white', t => {
	let offered = 0;
	for (let round = 0; round < 500; round++) {
		const colors = anyColors();
		for (const key of ['title', 'text', 'popoverBg', 'accent', 'button'] as const) {
			const others = key === 'popoverBg' ? [colors.title, colors.text] : [colors.popoverBg];
			const reads = (color: string) => others.every(other => contrast(color, other) >= (NEEDED[key] ?? TEXT_CONTRAST));
			const advice = adviceFor(key, colors)!;
			t.is(advice.passes, reads(colors[key]));
			if (advice.passes) {
				t.is(advice.use, null);
				continue;
			}
			const line = ['#000000', '#FFFFFF'].flatMap(end => Array.from({length: 256}, (_, step) => mix(colors[key], end, step / 255)));
			const passing = line.filter(reads);
			if (!advice.use) {
				t.deepEqual(passing, [], `${key} ${JSON.stringify(colors)}`);
				continue;
			}
			offered++;
			t.true(reads(advice.use));
			t.is(distance(colors[key], advice.use), Math.min(...passing.map(color => distance(colors[key], color))));
		}
	}
	t.true(offered > 500, `${offered} were offered`);
	const hidden = {...anyColors(), popoverBg: '#15181E', button: '#15181E'};
	t.like(adviceFor('button', hidden), {ratio: 1, passes: false});
	for (const key of ['overlay', 'hotspot'] as const) t.is(adviceFor(key, anyColors()), null);
});

test('there is to choose from what the contract has', t => {
	t.deepEqual([choices.PRESETS, choices.COLOR_KEYS, choices.FONTS], [[...PRESETS], [...COLOR_KEYS], [...FONTS]]);
});

test('a colour is read as people write it', t => {
	for (const [typed, color] of [
		['#1d4e89', '#1D4E89'],
		[' 1d4e89 ', '#1D4E89'],
		['abc', '#AABBCC'],
		['#12345', null],
		['red', null],
		['', null],
	] as const)
		t.is(readColor(typed), color);
});

test('cards come back as they were written, words of the service stay its own, and the order of the buttons is kept', t => {
	const publisher = {company: 'Padaria Sol', privacyUrl: 'https://sol.example/privacidade'};
	const form = formDraftOf(resolveLeadCapture({}, 'pt-BR', publisher), 'pt-BR', publisher);
	t.deepEqual([form.consentText, form.submitLabel, form.skipLabel], ['', '', '']);
	t.deepEqual(formInput({...form, title: '  '}), {enabled: false, fields: form.fields, allowSkip: true});
	// The account was filled in a moment after the tour was read.
	t.is(formDraftOf(resolveLeadCapture({}, 'es'), 'es', publisher).consentText, '');
	t.is(formDraftOf(resolveLeadCapture({consentText: 'Nosso.'}, 'es'), 'es', publisher).consentText, 'Nosso.');
	const draft: CardDraft = {
		enabled: true,
		title: 'Fale conosco',
		text: '',
		whatsapp: {on: true, phone: '+55 (11) 91234-5678', message: '', label: ''},
		link: {on: true, url: ' https://sol.example ', label: 'Ver'},
		first: 'link',
		showReplay: false,
	};
	t.deepEqual(cardFaults(draft), []);
	for (const first of ['link', 'whatsapp'] as const) {
		const stored = storeEndCta(cardInput({...draft, first}));
		// A database may give the keys of an object back in another order.
		const jumbled = Object.fromEntries(Object.entries(stored).sort()) as typeof stored;
		t.deepEqual(cardDraftOf(resolveEndCta(jumbled, 'pt-BR'), 'pt-BR'), settledCard({...draft, first}));
		// Sent back as it was read it changes nothing.
		t.deepEqual(storeEndCta(resolveEndCta(jumbled, 'pt-BR') as never).linkFirst, stored.linkFirst);
	}
});

test('what is wrong with a card, and what is unwise about a form, is named', t => {
	const publisher = {company: null, privacyUrl: null};
	const card = cardDraftOf(resolveEndCta({whatsapp: {phone: '+5511987654321'}, link: {url: 'https://example.com'}}, 'en'), 'en');
	t.is(cardInput({...card, whatsapp: {...card.whatsapp, phone: '00 55 (11) 98765.4321'}}).whatsapp?.phone, '+5511987654321');
	for (const phone of ['11 91234-5678', '+0119', '', '+55 11 x'])
		t.deepEqual(cardFaults({...card, whatsapp: {...card.whatsapp, phone}}), ['phone'], phone);
	for (const url of ['example.com', 'http://example.com', 'javascript:alert(1)', 'https://a@example.com', ''])
		t.deepEqual(cardFaults({...card, link: {...card.link, url}}), ['url'], url);
	t.is(completeUrl('example.com/a'), 'https://example.com/a');
	t.is(completeUrl('HTTP://example.com'), 'https://example.com');
	t.is(completeUrl(' '), '');
	const form = {...formDraftOf(resolveLeadCapture({enabled: true}, 'en'), 'en', publisher), allowSkip: false};
	t.deepEqual(formWarnings(form, 'en', publisher), ['noSkip', 'noPrivacy']);
	t.deepEqual(formWarnings({...form, allowSkip: true}, 'en', {company: null, privacyUrl: 'https://example.com/p'}), []);
	t.deepEqual(formWarnings(form, 'de', publisher), ['noSkip', 'noPrivacy', 'inEnglish']);
	t.false(formWarnings({...form, consentText: 'Ja: https://example.com/p'}, 'de', publisher).includes('inEnglish'));
	const nothing = {name: 'hidden', email: 'hidden', phone: 'hidden'} as const;
	t.true(formWarnings({...form, fields: nothing}, 'en', publisher).includes('asksNothing'));
	t.deepEqual(formWarnings({...form, enabled: false}, 'en', publisher), []);
	t.deepEqual(formWarnings({...form, enabled: false, title: 'T'}, 'en', publisher), ['off']);
});

test('the default consent names who asks and where their privacy policy stands, in every language', t => {
	for (const language of ['pt-BR', 'en', 'es']) {
		const full = defaultConsent(language, {company: 'Padaria\nSol', privacyUrl: 'https://sol.example/p'});
		t.true(full.includes(' Padaria Sol ') && full.endsWith(': https://sol.example/p'), full);
		t.false(defaultConsent(language, {company: null, privacyUrl: null}).includes('null'));
	}
});
