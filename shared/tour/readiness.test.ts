import test from 'ava';
import type {StepInput} from '../contract/step.ts';
import {emptyTour, type TourContent} from './document/document.ts';
import {attachNarration} from './narration.ts';
import {offWarnings, publishFaults, publishWarnings} from './readiness.ts';
import {addStep, editStep} from './steps.ts';

const IMAGE = {mediaId: 'a'.repeat(64), file: 'a.webp', width: 1440, height: 900};

function tourOf(...steps: [fields: StepInput, image?: typeof IMAGE][]): TourContent {
	return steps.reduce((tour, [fields, image], index) => addStep(tour, `s${index}`, fields, image ?? null).content, emptyTour('Tour'));
}
const fieldsOf = (list: {field: string}[]) => list.map(({field}) => field);

test('a tour without steps cannot be published', t => {
	t.deepEqual(fieldsOf(publishFaults(emptyTour('Tour'))), ['steps']);
});

test('each screen without its image is a reason of its own, reported all at once', t => {
	const tour = tourOf([{}], [{type: 'slide', title: 'Hello'}], [{}, IMAGE], [{type: 'screen'}]);
	const faults = publishFaults(tour);
	t.deepEqual(fieldsOf(faults), ['steps[0].image', 'steps[3].image']);
	t.true(faults[1]!.message.includes('Step 4 (s3)'));
});

test('slides alone can be published, and a screen with its image', t => {
	t.deepEqual(publishFaults(tourOf([{type: 'slide'}])), []);
	t.deepEqual(publishFaults(tourOf([{}, IMAGE])), []);
});

test('what is allowed and still unwise is warned of, and only that', t => {
	const tour = tourOf(
		[{alt: 'A table', title: 'One'}, IMAGE],
		[{altDecorative: true, title: 'Decorative'}, IMAGE],
		[{title: 'No alt'}, IMAGE],
		[{type: 'slide', title: 'With an image'}, IMAGE],
		[{type: 'slide'}],
	);
	t.deepEqual(fieldsOf(publishWarnings(tour)), ['steps[2].alt', 'steps[3].image', 'steps[4]']);
});

test('a closing card that is shown and empty is warned of; one that is off is not', t => {
	const tour = tourOf([{type: 'slide', title: 'One'}]);
	t.deepEqual(fieldsOf(publishWarnings({...tour, endCta: {enabled: true}})), ['endCta']);
	t.deepEqual(publishWarnings({...tour, endCta: {}}), []);
	t.deepEqual(publishWarnings({...tour, endCta: {enabled: true, title: 'Thanks'}}), []);
});

test('an opening form that asks for nothing is warned of; one that asks for something, or is off, is not', t => {
	const tour = tourOf([{type: 'slide', title: 'One'}]);
	const fields = {name: 'hidden', email: 'hidden'} as const;
	t.deepEqual(fieldsOf(publishWarnings({...tour, leadCapture: {enabled: true, fields}})), ['leadCapture.fields']);
	t.deepEqual(publishWarnings({...tour, leadCapture: {enabled: true}}), []);
	t.deepEqual(publishWarnings({...tour, leadCapture: {fields}}), []);
});

test('a narration that says what the step said before is warned of, in each language', t => {
	const tour = tourOf([{type: 'slide', title: 'One', text: 'Old words'}]);
	const narration = {file: 'a.mp3', durationMs: 1000, bytes: 8000, language: 'pt', lang: null, voice: 'v', script: 'Old words'};
	const plan = {words: 'Old words', becomesScript: false};
	const narrated = attachNarration(
		attachNarration(tour, 's0', narration, plan).content,
		's0',
		{...narration, language: 'en', lang: 'en'},
		plan,
	);
	t.deepEqual(publishWarnings(narrated.content), []);
	const edited = editStep(narrated.content, 's0', {text: 'New words'}, null).content;
	t.deepEqual(fieldsOf(publishWarnings(edited)), ['steps[0].narration', 'steps[0].narrations']);
});

test('words that visitors would see as they should not are warned of: marks, an empty balloon', t => {
	const words = (fields: StepInput) =>
		publishWarnings(tourOf([{alt: 'A table', title: 'Um', ...fields}, IMAGE])).map(({field, message}) => `${field}: ${message}`);
	t.deepEqual(words({text: 'Clique em Salvar e depois escolha a pasta do seu projeto.'}), []);
	t.deepEqual(words({text: 'Clique em **Salvar** ou em <kbd>F2</kbd>.'}), []);
	t.regex(words({title: 'Clique em **Salvar** agora.'})[0]!, /^steps\[0\]\.title: Has Markdown/);
	t.regex(words({text: 'Veja [isto](https://example.com).'})[0]!, /Markdown/);
	t.regex(words({title: '<b>Salvar</b>'})[0]!, /^steps\[0\]\.title: Has HTML/);
	for (const text of ['2 * 3 * 4 = 24', 'a < b e c > d', 'snake_case_name', 'Preço [opcional]', 'lista[0](1)'])
		t.deepEqual(words({text}), [], text);
	t.regex(words({title: ' '})[0]!, /balloon is empty/);
	t.deepEqual(words({text: 'OK'}), []);
});

test('a card with content of which nobody has said whether it is on is warned of', t => {
	t.deepEqual(fieldsOf(offWarnings('endCta', {title: 'Try it'})), ['endCta.enabled']);
	t.deepEqual(fieldsOf(offWarnings('leadCapture', {consentText: 'I agree.'}, 'enabled')), ['enabled']);
	t.deepEqual(offWarnings('endCta', {title: 'Try it', enabled: false}), []);
	t.deepEqual(offWarnings('endCta', {showReplay: false}), []);
	t.deepEqual(offWarnings('leadCapture', {}), []);
});

const ENGLISH: [fields: StepInput, image?: typeof IMAGE][] = [
	[{alt: 'A', title: 'Add a customer', text: 'Click the plus to open the form.'}, IMAGE],
	[{alt: 'B', title: 'Save', text: 'Your customer appears at the top of the list.'}, IMAGE],
];
const inLanguage = (language: string, tour: TourContent): TourContent => ({
	...tour,
	narrationSettings: {...tour.narrationSettings, language},
});

test('words in another language than the page are warned of, with what would be right', t => {
	const [warning, ...others] = publishWarnings(tourOf(...ENGLISH));
	t.deepEqual(others, []);
	t.is(warning!.field, 'narrationSettings.language');
	t.regex(warning!.message, /look English, and its page is Portuguese \(pt-BR\)/);
	t.regex(warning!.hint, /"en"/);
	t.deepEqual(publishWarnings(inLanguage('en-GB', tourOf(...ENGLISH))), []);
	t.deepEqual(fieldsOf(publishWarnings(inLanguage('es', tourOf(...ENGLISH)))), ['narrationSettings.language']);
});

test('nothing is said of the language where it is not sure, or the page is in one that is not known', t => {
	t.deepEqual(publishWarnings(tourOf([{alt: 'A', title: 'Dashboard', text: 'Pipeline'}, IMAGE])), []);
	t.deepEqual(publishWarnings(inLanguage('fr', tourOf(...ENGLISH))), []);
	t.deepEqual(
		publishWarnings(tourOf([{alt: 'A', title: 'Clientes', text: 'Clique em Novo para abrir o formulário do cliente.'}, IMAGE])),
		[],
	);
});

test('words of the cards that would be English on a page in another language are warned of by name', t => {
	const tour = {...tourOf([{type: 'slide', title: 'Eins'}]), leadCapture: {enabled: true, submitLabel: 'Weiter'}};
	const link = {url: 'https://example.com'};
	const warnings = publishWarnings(inLanguage('de', {...tour, endCta: {enabled: true, title: 'Fertig', link}}));
	t.deepEqual(
		warnings.map(({field, message}) => `${field}: ${message.split(': ')[1]}`),
		['leadCapture: title, consentText, skipLabel.', 'endCta: link.label.'],
	);
	t.deepEqual(publishWarnings(inLanguage('es', {...tour, endCta: {enabled: true, title: 'Fin', link}})), []);
	const whole = {enabled: true, title: 'A', consentText: 'B', submitLabel: 'C', allowSkip: false};
	t.deepEqual(publishWarnings(inLanguage('ar', {...tour, leadCapture: whole})), []);
});

test('alternative texts in another language than the page are warned of; short ones, and those of such a tour, are not', t => {
	const of = (alt: string, text = 'Klicken Sie auf das Plus, um das Formular zu öffnen.') =>
		fieldsOf(publishWarnings(inLanguage('de', tourOf([{alt, title: 'Kunde', text}, IMAGE]))));
	t.deepEqual(of('The list of customers with the button that opens the form'), ['steps.alt']);
	t.deepEqual(of('Die Liste der Kunden mit der Schaltfläche, die das Formular öffnet'), []);
	t.deepEqual(of('Dashboard, Pipeline'), []);
	t.deepEqual(of('The list of customers with the button that opens the form', 'Click the plus to open the form with your customers.'), []);
});
