import test from 'ava';
import {ApiError} from '../../client/api-error.ts';
import {COLOR_KEYS, type Colors, FONTS, PRESETS, type Theme} from '../../shared/contract/theme.ts';
import {defaultConsent, resolveEndCta, resolveLeadCapture, storeEndCta} from '../../shared/tour/cards.ts';
import {changeTheme} from '../../shared/tour/theme-change.ts';
import {contrast, mix, resolveTheme, TEXT_CONTRAST} from '../../shared/tour/themes.ts';
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
import {Draft, type DraftOptions} from './draft.ts';
import * as choices from './theme/theme-value.ts';
import {adviceFor, readColor, themeInput, withPreset} from './theme/theme-value.ts';

const random = seededRandom(20_261_122);
const hex = () => `#${random.below(0x1000000).toString(16).padStart(6, '0').toUpperCase()}`;
const anyColors = () => Object.fromEntries(COLOR_KEYS.map(key => [key, hex()])) as Colors;
const channels = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
const distance = (one: string, other: string) => Math.hypot(...channels(one).map((value, at) => value - channels(other)[at]!));

test('the colour that is offered passes, and none is nearer on the way to black or to white', t => {
	let offered = 0;
	for (let round = 0; round < 500; round++) {
		const colors = anyColors();
		for (const key of ['title', 'text', 'popoverBg'] as const) {
			const others = key === 'popoverBg' ? [colors.title, colors.text] : [colors.popoverBg];
			const reads = (color: string) => others.every(other => contrast(color, other) >= TEXT_CONTRAST);
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
	t.true(adviceFor('button', anyColors())!.passes, 'the words on a button are black or white');
	for (const key of ['accent', 'overlay', 'hotspot'] as const) t.is(adviceFor(key, anyColors()), null);
});

test('whatever theme is wanted is what the service has after the call that is made for it', t => {
	for (let round = 0; round < 3000; round++) {
		const some = () => Object.fromEntries(COLOR_KEYS.filter(() => random.below(3) === 0).map(key => [key, hex()]));
		const stored = {preset: random.pick([...PRESETS]), colors: some(), font: random.pick([...FONTS])};
		const shown = resolveTheme(stored);
		const preset = random.below(2) ? shown : withPreset(shown, random.pick([...PRESETS]));
		const wanted: Theme = {...preset, colors: {...preset.colors, ...some()}, font: random.pick([...FONTS])};
		t.deepEqual(resolveTheme(changeTheme(stored, themeInput(wanted, shown))), wanted);
	}
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
	const offerer = {company: 'Padaria Sol', privacyUrl: 'https://sol.example/privacidade'};
	const form = formDraftOf(resolveLeadCapture({}, 'pt-BR', offerer), 'pt-BR', offerer);
	t.deepEqual([form.consentText, form.submitLabel, form.skipLabel], ['', '', '']);
	t.deepEqual(formInput({...form, title: '  '}), {enabled: false, fields: form.fields, allowSkip: true});
	// The account was filled in a moment after the tour was read.
	t.is(formDraftOf(resolveLeadCapture({}, 'es'), 'es', offerer).consentText, '');
	t.is(formDraftOf(resolveLeadCapture({consentText: 'Nosso.'}, 'es'), 'es', offerer).consentText, 'Nosso.');
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
	const offerer = {company: null, privacyUrl: null};
	const card = cardDraftOf(resolveEndCta({whatsapp: {phone: '+5511987654321'}, link: {url: 'https://example.com'}}, 'en'), 'en');
	for (const phone of ['11 91234-5678', '+0119', '', '+55 11 x'])
		t.deepEqual(cardFaults({...card, whatsapp: {...card.whatsapp, phone}}), ['phone'], phone);
	for (const url of ['example.com', 'http://example.com', 'javascript:alert(1)', 'https://a@example.com', ''])
		t.deepEqual(cardFaults({...card, link: {...card.link, url}}), ['url'], url);
	t.is(completeUrl('example.com/a'), 'https://example.com/a');
	t.is(completeUrl('HTTP://example.com'), 'https://example.com');
	t.is(completeUrl(' '), '');
	const form = {...formDraftOf(resolveLeadCapture({enabled: true}, 'en'), 'en', offerer), allowSkip: false};
	t.deepEqual(formWarnings(form, 'en', offerer), ['noSkip', 'noPrivacy']);
	t.deepEqual(formWarnings({...form, allowSkip: true}, 'en', {company: null, privacyUrl: 'https://example.com/p'}), []);
	const nothing = {name: 'hidden', email: 'hidden', phone: 'hidden'} as const;
	t.true(formWarnings({...form, fields: nothing}, 'en', offerer).includes('asksNothing'));
	t.deepEqual(formWarnings({...form, enabled: false}, 'en', offerer), []);
	t.deepEqual(formWarnings({...form, enabled: false, title: 'T'}, 'en', offerer), ['off']);
});

test('the default consent names who asks and where their privacy policy stands, in every language', t => {
	for (const language of ['pt-BR', 'en', 'es']) {
		const full = defaultConsent(language, {company: 'Padaria\nSol', privacyUrl: 'https://sol.example/p'});
		t.true(full.includes(' Padaria Sol ') && full.endsWith(': https://sol.example/p'), full);
		t.false(defaultConsent(language, {company: null, privacyUrl: null}).includes('null'));
	}
});

/** A service that keeps one value, which others may change, and a draft of it. */
function drafted(options: Partial<DraftOptions<string>> = {}) {
	const service = {value: 'a', version: 1, calls: 0, fails: [] as unknown[]};
	const kept: unknown[] = [];
	const draft = new Draft<string>({
		first: 'a',
		version: {current: 1},
		async save(value, _stored, {ifMatch}) {
			service.calls++;
			const fault = service.fails.shift();
			if (fault) throw fault;
			if (ifMatch !== service.version) throw apiError(412);
			service.value = value;
			return {value, version: ++service.version};
		},
		read: async () => ({value: service.value, version: service.version}),
		keep: one => kept.push(one),
		...options,
	});
	return {draft, service, kept};
}

function apiError(status: number): ApiError {
	return new ApiError(new Response(null, {status}), {error: 'some', message: `status ${status}`});
}

test('a draft is kept until it is stored, and taken back and done again', async t => {
	const {draft, service, kept} = drafted();
	draft.change('ab', 'typing');
	draft.change('abc', 'typing');
	t.deepEqual(kept.at(-1), {value: 'abc', was: 'a'});
	await draft.flush();
	t.like(service, {value: 'abc', calls: 1});
	t.is(kept.at(-1), null);
	t.is(draft.state.value.kind, 'saved');
	draft.undo();
	t.is(draft.value.value, 'a', 'letters that follow one another are one change');
	draft.redo();
	draft.undo();
	await draft.flush();
	t.is(service.value, 'a');
	t.deepEqual([draft.canUndo.value, draft.canRedo.value], [false, true]);
	draft.close();
});

test('somebody else changed another part of the tour: it goes through; the same part: one of both is chosen', async t => {
	const {draft, service} = drafted();
	service.version = 5;
	draft.change('mine');
	await draft.flush();
	t.like(service, {value: 'mine', version: 6});
	Object.assign(service, {value: 'theirs', version: 7});
	draft.change('mine again');
	await draft.flush();
	t.is(draft.state.value.kind, 'conflict');
	t.is(draft.theirs.value, 'theirs');
	t.is(service.value, 'theirs');
	// What is written meanwhile waits for the choice.
	draft.change('mine at last');
	await draft.flush();
	t.is(service.value, 'theirs');
	draft.resolve('mine');
	await draft.flush();
	t.is(service.value, 'mine at last');
	Object.assign(service, {value: 'theirs', version: 20});
	draft.change('more');
	await draft.flush();
	draft.resolve('theirs');
	await draft.flush();
	t.is(draft.value.value, 'theirs');
	t.is(draft.state.value.kind, 'saved');
	draft.close();
});

test('the state says why it is not saved, and what was wrong is sent once it is right', async t => {
	const {draft, service} = drafted({isSound: value => !value.includes('?')});
	draft.change('what?');
	await draft.flush();
	t.is(draft.state.value.kind, 'faulty');
	t.is(service.calls, 0);
	draft.change('that');
	for (const [fault, kind] of [
		[new TypeError('network'), 'offline'],
		[apiError(500), 'failed'],
		[apiError(401), 'signedOut'],
		[apiError(404), 'gone'],
		[apiError(400), 'failed'],
	] as const) {
		service.fails = [fault];
		await draft.flush();
		t.is(draft.state.value.kind, kind);
	}
	await draft.flush();
	t.is(service.value, 'that');
	t.is(draft.state.value.kind, 'saved');
	draft.close();
});

test('what an earlier page could not send is taken up, and asked about where it has been changed since', async t => {
	const fits = drafted();
	fits.draft.takeUp({value: 'kept', was: 'a'});
	await fits.draft.flush();
	t.is(fits.service.value, 'kept');
	const meets = drafted();
	meets.draft.takeUp({value: 'kept', was: 'before'});
	t.is(meets.draft.state.value.kind, 'conflict');
	t.deepEqual([meets.draft.value.value, meets.draft.theirs.value], ['kept', 'a']);
	const other = drafted();
	other.draft.takeUp({value: {of: 'another edition'}, was: 'a'} as never);
	t.is(other.draft.value.value, 'a');
	for (const {draft} of [fits, meets, other]) draft.close();
});
