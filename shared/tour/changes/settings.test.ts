import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {editContext} from '../../../test/helpers/random-edits.ts';
import {randomTour} from '../../../test/helpers/random-tour.ts';
import type {Edit, SettingsValues} from '../../contract/edit.ts';
import {COLOR_KEYS, FONTS, PRESETS} from '../../contract/theme.ts';
import {resolveEndCta, resolveLeadCapture} from '../cards.ts';
import {emptyTour, type TourContent} from '../document/document.ts';
import {changeTheme, resolveTheme} from '../themes.ts';
import {applyChanges} from './apply-changes.ts';
import {editFaults} from './edit-faults.ts';

/** What of a tour is none of its steps, changed by two at once. */

const random = seededRandom(94);
const hex = () => `#${random.below(0x1000000).toString(16).padStart(6, '0').toUpperCase()}`;
const settings = (set: SettingsValues, was: SettingsValues): Edit => ({kind: 'settings', set, was});
const apply = (tour: TourContent, ...changes: Edit[]) => applyChanges(tour, JSON.parse(JSON.stringify(changes)), editContext());
const shown = ({theme, leadCapture, endCta, narrationSettings}: TourContent) => ({
	theme: resolveTheme(theme),
	leadCapture: resolveLeadCapture(leadCapture, narrationSettings.language),
	endCta: resolveEndCta(endCta, narrationSettings.language),
	narrationSettings,
});

test('a preset brings its own colours, and the way back brings back those that were: 500 themes', t => {
	for (let round = 0; round < 500; round++) {
		const colors = Object.fromEntries(COLOR_KEYS.filter(() => random.below(3) === 0).map(key => [key, hex()]));
		const tour = {...emptyTour('Tour'), theme: {preset: random.pick(PRESETS), colors, font: random.pick(FONTS)}};
		const before = resolveTheme(tour.theme);
		const preset = random.pick(PRESETS);
		const alone = apply(tour, settings({theme: {preset}}, {theme: {preset: before.preset}})).content;
		t.deepEqual(resolveTheme(alone.theme), resolveTheme(changeTheme(tour.theme, {preset})));
		const own = random.pick(COLOR_KEYS);
		const after = {
			preset,
			font: random.pick(FONTS),
			colors: {...resolveTheme({preset, colors: {}, font: 'default'}).colors, [own]: before.colors[own]},
		};
		const done = apply(tour, settings({theme: after}, {theme: before}));
		t.deepEqual(done.conflicts, []);
		t.deepEqual(resolveTheme(done.content.theme), after);
		t.deepEqual(resolveTheme(apply(done.content, settings({theme: before}, {theme: after})).content.theme), before);
	}
});

test('of two presets the first stays whole: its colours are no question of their own', t => {
	const tour = emptyTour('Tour');
	const shownAs = (preset: (typeof PRESETS)[number]) => resolveTheme({preset, colors: {}, font: 'default'});
	const [before, theirs, mine] = [shownAs('documento'), shownAs('green'), shownAs('violet')];
	const {content, conflicts} = apply(
		tour,
		settings({theme: theirs}, {theme: before}),
		settings({theme: {...mine, font: 'lato'}}, {theme: before}),
	);
	t.deepEqual(conflicts, [{index: 1, field: 'theme.preset', mine: 'violet', theirs: 'green', gone: false}]);
	t.deepEqual(resolveTheme(content.theme), {...theirs, font: 'lato'});
});

test('each value by itself: two who change different ones both have theirs, of the same one the first', t => {
	const tour = emptyTour('Tour');
	const mine = settings(
		{theme: {colors: {accent: '#112233'}}, leadCapture: {enabled: true, title: 'Mine'}},
		{theme: {colors: {accent: resolveTheme(tour.theme).colors.accent}}, leadCapture: {enabled: false, title: ''}},
	);
	const theirs = settings(
		{leadCapture: {title: 'Theirs', fields: {phone: 'optional'}}, narrationSettings: {language: 'en'}},
		{leadCapture: {title: '', fields: {phone: 'hidden'}}, narrationSettings: {language: 'pt'}},
	);
	const {content, conflicts} = apply(tour, theirs, mine);
	t.deepEqual(conflicts, [{index: 1, field: 'leadCapture.title', mine: 'Mine', theirs: 'Theirs', gone: false}]);
	t.like(shown(content), {
		theme: {colors: {accent: '#112233'}},
		leadCapture: {enabled: true, title: 'Theirs', fields: {name: 'optional', email: 'required', phone: 'optional'}},
		narrationSettings: {language: 'en', voices: {}},
	});
	t.is(apply(content, settings({leadCapture: {title: 'Theirs'}}, {leadCapture: {title: 'Theirs'}})).content, content);
	t.true(
		apply(content, mine).adjustments.some(({field}) => field === 'changes[0].set.leadCapture.enabled'),
		'it is so already',
	);
});

test('words of the service stay its own, in whatever language they were seen', t => {
	const tour = {...emptyTour('Tour'), leadCapture: {submitLabel: 'Vamos'}};
	const words = shown({...tour, leadCapture: {}}).leadCapture;
	const back = apply(tour, settings({leadCapture: {submitLabel: words.submitLabel}}, {leadCapture: {submitLabel: 'Vamos'}})).content;
	t.is(back.leadCapture.submitLabel, undefined);
	const spanish = apply(back, settings({narrationSettings: {language: 'es'}}, {narrationSettings: {language: 'pt'}})).content;
	t.deepEqual(apply(spanish, settings({leadCapture: {submitLabel: 'Ya'}}, {leadCapture: {submitLabel: ''}})).conflicts, []);
	const consent = (was: string) =>
		apply(spanish, settings({leadCapture: {consentText: 'Mine'}}, {leadCapture: {consentText: was}})).conflicts.length;
	t.deepEqual([consent(words.consentText), consent('Theirs')], [0, 1]);
});

test('a button comes and goes as a whole, and the order of two is one value', t => {
	const link = {url: 'https://example.com/', label: 'Look'};
	const whatsapp = {phone: '+5511987654321'};
	const both = apply(
		emptyTour('Tour'),
		settings({endCta: {link, whatsapp, linkFirst: true}}, {endCta: {link: null, whatsapp: null, linkFirst: false}}),
	).content;
	t.deepEqual(Object.keys(shown(both).endCta).slice(-3), ['link', 'whatsapp', 'showReplay']);
	const one = apply(both, settings({endCta: {whatsapp: null}}, {endCta: {whatsapp: {...whatsapp, message: '', label: ''}}}));
	t.deepEqual([one.conflicts, shown(one.content).endCta.whatsapp, shown(one.content).endCta.link], [[], null, link]);
	const met = apply(one.content, settings({endCta: {whatsapp: {phone: '+5511987654322'}}}, {endCta: {whatsapp}}));
	t.like(met.conflicts[0], {field: 'endCta.whatsapp', theirs: null});
});

test('nothing changes but what is named, and a voice goes by null', t => {
	for (let round = 0; round < 300; round++) {
		const tour = randomTour(random);
		const before = shown(tour);
		const {content} = apply(
			tour,
			settings(
				{narrationSettings: {voices: {es: 'ABC', en: null}}},
				{narrationSettings: {voices: {es: before.narrationSettings.voices.es ?? null, en: before.narrationSettings.voices.en ?? null}}},
			),
		);
		t.is(content.narrationSettings.voices.es, 'abc');
		t.false('en' in content.narrationSettings.voices);
		t.deepEqual(
			[content.theme, content.leadCapture, content.endCta, content.steps],
			[tour.theme, tour.leadCapture, tour.endCta, tour.steps],
		);
	}
});

test('what is missing is named by its value', t => {
	const faults = editFaults([
		{kind: 'settings', set: {theme: {colors: {accent: '#000000'}, font: 'lato'}}, was: {theme: {font: 'inter'}}},
		{kind: 'settings', set: {title: 'a', leadCapture: {title: 'x'}}, was: {leadCapture: {title: ''}}},
		{kind: 'edit', step: 'step_1', set: {theme: {}}, was: {}},
	]);
	t.deepEqual(
		faults.map(({field}) => field),
		['changes[0].was.theme.colors.accent', 'changes[1].set.title', 'changes[2].set.theme', 'changes[2].set'],
	);
});
