import test from 'ava';
import type {StepInput} from '../contract/step.ts';
import {presentStep} from '../present/tour.ts';
import {emptyTour, type TourContent} from './document/document.ts';
import {attachNarration, planNarration, speechBounds} from './narration.ts';
import {stepDurationMs} from './pace.ts';
import {makeSnapshot} from './snapshot.ts';
import {addStep, editStep} from './steps.ts';

const SPEECH = {file: 'a.mp3', durationMs: 9000, bytes: 72_000, language: 'pt', lang: null, voice: 'v1', script: 'Olá'};

function tourWith(fields: StepInput, language = 'pt'): TourContent {
	const empty = emptyTour('Tour');
	return addStep({...empty, narrationSettings: {language, voices: {}}}, 's', {type: 'slide', ...fields}, null).content;
}
const stepOf = (content: TourContent) => content.steps[0]!;

test('what is spoken is the text of the call, else the script, else the balloon text', t => {
	const words = (fields: StepInput, text?: string) => planNarration(tourWith(fields), 's', {text})?.words;
	t.is(words({text: 'Balloon', narrationScript: 'Script'}, 'Call'), 'Call');
	t.is(words({text: 'Balloon', narrationScript: 'Script'}), 'Script');
	t.is(words({text: 'Balloon', narrationScript: '  '}), 'Balloon');
	t.is(words({title: 'Only a title'}), undefined);
	t.is(words({text: 'Balloon'}, ' \n'), undefined, 'An empty text is not the same as none.');
});

test('languages: those of the call, else those of the tour', t => {
	const plan = (options: {language?: string; lang?: string}, own = 'pt') => {
		const {from, spoken, lang} = planNarration(tourWith({text: 'Olá'}, own), 's', options)!;
		return [from, spoken, lang];
	};
	t.deepEqual(plan({}), ['pt', 'pt', null]);
	t.deepEqual(plan({}, 'es-MX'), ['es-MX', 'es-MX', null]);
	t.deepEqual(plan({language: 'en'}), ['en', 'en', null]);
	t.deepEqual(plan({lang: 'en'}), ['pt', 'en', 'en']);
	t.deepEqual(plan({language: 'fr', lang: 'es-MX'}), ['fr', 'es-MX', 'es-MX']);
	t.deepEqual(plan({lang: 'pt-BR'}), ['pt', 'pt-BR', null], "The tour's own language is no target beside it.");
});

test('a text becomes the script, unless it comes in a target language already', t => {
	const becomes = (options: {text?: string; language?: string; lang?: string}) =>
		planNarration(tourWith({text: 'Olá'}), 's', options)!.becomesScript;
	t.true(becomes({text: 'Oi'}));
	t.true(becomes({text: 'Oi', lang: 'en'}), 'It is translated for the narration.');
	t.false(becomes({text: 'Hi', language: 'en', lang: 'en'}));
	t.false(becomes({lang: 'en'}));
});

test('a step keeps one narration per target language, its own first, and lasts as long as the longest', t => {
	const plan = {words: 'Olá', becomesScript: false};
	let content = tourWith({text: 'Olá'});
	content = attachNarration(content, 's', {...SPEECH, lang: 'en', language: 'en', durationMs: 12_000}, plan).content;
	content = attachNarration(content, 's', SPEECH, plan).content;
	content = attachNarration(content, 's', {...SPEECH, lang: 'en', language: 'en', file: 'b.mp3', durationMs: 11_000}, plan).content;
	t.deepEqual(
		stepOf(content).narrations.map(({lang, file}) => [lang, file]),
		[
			[null, 'a.mp3'],
			['en', 'b.mp3'],
		],
	);
	t.is(stepDurationMs(stepOf(content)), 11_000);
	const {narration, narrations} = presentStep(stepOf(content), 0, {
		baseUrl: 'https://example.com',
		mediaUrl: 'https://cdn.example.com/files',
	});
	t.is(narration?.url, 'https://cdn.example.com/files/a.mp3');
	t.deepEqual(
		narrations.map(({lang, url}) => [lang, url]),
		[['en', 'https://cdn.example.com/files/b.mp3']],
	);
});

test('a narration is stale once the words of which it was made have changed, and no longer once they are back', t => {
	const isStale = (content: TourContent) => presentStep(stepOf(content), 0, {baseUrl: '', mediaUrl: '/media'}).narration?.stale;
	const narrated = attachNarration(tourWith({text: 'Olá'}), 's', SPEECH, {words: 'Oi', becomesScript: true}).content;
	t.is(stepOf(narrated).narrationScript, 'Oi');
	t.false(isStale(narrated));
	t.false(isStale(editStep(narrated, 's', {text: 'The balloon, which is not spoken'}, null).content));
	const edited = editStep(narrated, 's', {narrationScript: 'Outra coisa'}, null).content;
	t.true(isStale(edited));
	t.false(isStale(editStep(edited, 's', {narrationScript: 'Oi'}, null).content));
});

test('what is published carries the file, the language of the page and the words, and nothing of voices', t => {
	const content = attachNarration(tourWith({text: 'Olá'}), 's', SPEECH, {words: 'Olá', becomesScript: false}).content;
	t.deepEqual(makeSnapshot(content, 'Title', new Map()).steps[0]!.narrations, [
		{file: 'a.mp3', durationMs: 9000, bytes: 72_000, language: 'pt-BR', script: 'Olá'},
	]);
});

/** Durations that the local voices took, milliseconds. */
const MEASURED: Array<[text: string, ms: number]> = [
	['Clique no botão salvar para guardar o que você mudou.', 3600],
	['Click the save button to keep what you have changed.', 3100],
	['7'.repeat(3000), 966_000],
	['2026-11-21 at 14:30, $5.99, 50%, v2.0, 1,234,567', 12_700],
];

test('what was measured lies within the bounds', t => {
	for (const [text, ms] of MEASURED) {
		const {least, most} = speechBounds(text);
		t.true(least <= ms && ms <= most, `${text.slice(0, 20)}: ${least} <= ${ms} <= ${most}`);
	}
});

test('an empty text takes something, and what has no sound may take nothing', t => {
	t.deepEqual(speechBounds(''), {least: 1, most: 1500});
	t.is(speechBounds('😀'.repeat(3000)).least, 1);
});

test('a text of 300 characters holds less than a minute, so that several fit under way', t => {
	t.true(speechBounds('Clique no botão salvar para guardar. '.repeat(8)).most < 60_000);
});
