import test from 'ava';
import {sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import type {SnapshotImage, SnapshotNarration} from '../contract/snapshot.ts';
import {FADE_MS, HOLD_MS, MOVE_MS, PAUSE_AFTER_SPEECH_MS, PRESS} from './pace.ts';
import {cameraOf} from './place/camera.ts';
import {cuesOf, mainLanguage, timelineOf} from './timeline.ts';

const imageOf = (name: string): SnapshotImage => ({
	width: 1440,
	height: 900,
	color: '#ffffff',
	variants: [{file: `${name}.webp`, width: 1440, height: 900, bytes: 1, format: 'webp'}],
	still: null,
});
const said = (language: string, durationMs: number, script = 'Um. Dois.'): SnapshotNarration => ({
	file: `${language}.mp3`,
	durationMs,
	bytes: 1,
	language,
	script,
});
const small = {x: 0.6, y: 0.6, width: 0.03, height: 0.02};
const first = sampleStep({id: 'a', image: imageOf('one')});
const near = sampleStep({id: 'b', image: imageOf('two'), highlight: small, click: null});
const onwards = sampleStep({id: 'c', image: imageOf('two'), highlight: {...small, x: 0.1}, simulateClick: false});

test('parts follow one another, from the cover to the closing card', t => {
	const {parts, durationMs} = timelineOf(sampleTour([first, sampleSlide({id: 's'})]));
	t.deepEqual(
		parts.map(({kind, index}) => [kind, index]),
		[
			['opening', -1],
			['step', 0],
			['step', 1],
			['closing', 2],
		],
	);
	for (const [index, {at, durationMs: lasts}] of parts.entries()) t.is(at + lasts, parts[index + 1]?.at ?? durationMs);
	t.is(parts[0]!.fade, null);
	t.deepEqual(parts[1]!.fade, {at: 2000, ms: FADE_MS});
	t.is(timelineOf(sampleTour([first]), {opening: false, closing: false}).parts.length, 1);
	t.deepEqual(timelineOf(sampleTour([], {title: ' '}), {closing: false}), {parts: [], durationMs: 0});
});

test('a step that speaks lasts as long as it does, any other as long as it takes to read', t => {
	const long = sampleStep({id: 'a', title: 'x'.repeat(100), text: null, narrations: [said('pt-BR', 1200), said('en', 9000)]});
	const lasts = (language?: string, narration = true) =>
		timelineOf(sampleTour([long]), {language, narration, opening: false, closing: false}).durationMs;
	t.is(lasts(), 1200 + PAUSE_AFTER_SPEECH_MS);
	t.is(lasts('en-GB'), 9000 + PAUSE_AFTER_SPEECH_MS);
	t.is(lasts('pt'), 1200 + PAUSE_AFTER_SPEECH_MS);
	t.is(lasts('fr'), 5000);
	t.is(lasts('en', false), 5000);
});

test('one language is spoken: the own one, else that of most steps, else the first', t => {
	const speak = (language: string, ...steps: string[][]) => {
		const tour = sampleTour(
			steps.map((tags, index) => sampleSlide({id: `s${index}`, narrations: tags.map(tag => said(tag, 1000))})),
			{language},
		);
		const heard = timelineOf(tour, {opening: false, closing: false}).parts.map(({voice}) => voice?.narration.language ?? null);
		return [mainLanguage(tour), ...heard];
	};
	t.deepEqual(speak('en', ['ja'], ['ja', 'en']), ['en', null, 'en']);
	t.deepEqual(speak('en', ['ja'], ['ja', 'en-GB']), ['en-GB', null, 'en-GB']);
	t.deepEqual(speak('de', ['fr'], ['ja'], ['ja', 'fr'], ['ja']), ['ja', null, 'ja', 'ja', 'ja']);
	t.deepEqual(speak('de', ['fr'], ['ja']), ['fr', 'fr', null]);
	t.deepEqual(speak('de', []), [null, null]);
});

test('the camera comes as in the page: after a while from the whole picture, straight on where the picture stays', t => {
	const {parts} = timelineOf(sampleTour([first, near, onwards]), {opening: false, closing: false});
	const [whole, comes, goesOn] = parts as [(typeof parts)[0], (typeof parts)[0], (typeof parts)[0]];
	t.is(whole.camera, null);
	t.deepEqual(comes.camera, {at: comes.at + HOLD_MS, ms: MOVE_MS, from: {scale: 1, left: 0, top: 0}, to: cameraOf(near, [1440, 900])});
	t.is(comes.balloonAt, comes.at + HOLD_MS + MOVE_MS);
	t.is(goesOn.fade, null);
	t.deepEqual(goesOn.camera, {at: goesOn.at, ms: MOVE_MS, from: cameraOf(near, [1440, 900]), to: cameraOf(onwards, [1440, 900])});
});

test('to a part of a tall picture the camera comes from another part alone', t => {
	const image = {...imageOf('tall'), width: 1280, height: 6000};
	const at = (y: number) => sampleStep({id: `${y}`, image, highlight: {x: 0.2, y, width: 0.2, height: 0.02}, click: null});
	const {parts} = timelineOf(sampleTour([first, at(0.2), at(0.7)]), {opening: false, closing: false});
	t.deepEqual(
		parts.map(({camera}) => camera && [camera.from.scale, camera.to.scale]),
		[null, null, [1, 1]],
	);
	t.true(parts[2]!.camera!.from.top > parts[2]!.camera!.to.top);
});

test('the pointer comes from the click before, and presses once the camera stands', t => {
	const {parts} = timelineOf(sampleTour([first, near, onwards]), {opening: false, closing: false});
	t.is(parts[0]!.cursor!.from, null);
	const {cursor, at} = parts[1]!;
	t.deepEqual(cursor!.from, first.click);
	t.true(Math.abs(cursor!.to.x - 0.615) < 1e-9 && Math.abs(cursor!.to.y - 0.61) < 1e-9, 'the middle of its target');
	t.is(cursor!.pressed, at + HOLD_MS + MOVE_MS + PRESS.ms * PRESS.presses);
	t.is(parts[2]!.cursor, null);
});

test('pieces of the script are said for the share of their letters', t => {
	const script =
		'Abra o painel de vendas que está no alto da página, à direita. Clique em Vendas e escolha o mês que quer comparar com este.';
	const [part] = timelineOf(sampleTour([{...first, narrations: [said('pt-BR', 8000, script)]}]), {opening: false}).parts;
	const {cues} = part!.voice!;
	t.is(cues.map(({text}) => text).join(' '), script);
	t.is(cues[0]!.at, 0);
	for (const [index, {at, ms}] of cues.entries()) t.true(Math.abs(at + ms - (cues[index + 1]?.at ?? 8000)) < 1e-6);
});

test('on a grid every part begins with a frame, however many there are', t => {
	const grid = 1000 / 30;
	const steps = Array.from({length: 500}, (_, index) => ({...first, id: `${index}`, narrations: [said('pt', 3000 + 7 * index)]}));
	const {parts, durationMs} = timelineOf(sampleTour(steps), {grid});
	for (const part of [...parts.map(({at}) => at), durationMs]) t.true(Math.abs(part / grid - Math.round(part / grid)) < 1e-6);
	for (const [index, {durationMs: lasts}] of parts.slice(1, -1).entries()) {
		const wanted = 3000 + 7 * index + PAUSE_AFTER_SPEECH_MS;
		t.true(lasts >= wanted - 1e-6 && lasts < wanted + grid);
	}
});

const SCRIPTS: [language: string, script: string][] = [
	['pt-BR', 'Abra o painel. Clique em Vendas, escolha o mês que quer comparar e veja como cada região se saiu neste ano. Pronto!'],
	['de', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft und Rindfleischetikettierungsüberwachung.'],
	['ja', '売上レポートを開き、比較したい期間を選択してから、画面の右上にある「エクスポート」ボタンをクリックしてください。完了です。'],
	['th', 'เปิดรายงานยอดขายแล้วเลือกช่วงเวลาที่ต้องการเปรียบเทียบจากนั้นคลิกปุ่มส่งออกที่มุมขวาบนของหน้าจอเพื่อบันทึกไฟล์'],
	['ar', 'افتح تقرير المبيعات، ثم اختر الفترة التي تريد مقارنتها، وانقر على زر التصدير في أعلى يمين الشاشة لحفظ الملف.'],
	['en', `${'👩🏽‍💻🏳️‍🌈'.repeat(60)} ${'9'.repeat(400)}`],
	['xx-not a tag', `One line\nanother line\n\n${'word '.repeat(500)}`],
];

test('cues joined are the script, each is short enough for two lines, none is empty', t => {
	for (const [language, script] of SCRIPTS) {
		const cues = cuesOf(script, language);
		t.is(cues.join(''), script.trim(), language);
		for (const cue of cues) {
			t.regex(cue, /\S/);
			t.true([...new Intl.Segmenter(language.slice(0, 2)).segment(cue.trim())].length <= 68, cue);
		}
	}
	t.deepEqual(cuesOf(' \n ', 'pt-BR'), []);
});

test('short sentences share a cue, long ones are shared out evenly and cut between words', t => {
	t.deepEqual(cuesOf('Olá! Bem-vindo. Vamos começar.', 'pt-BR'), ['Olá! Bem-vindo. Vamos começar.']);
	const [, script] = SCRIPTS[0]!;
	t.deepEqual(
		cuesOf(script, 'pt-BR').map(cue => cue.trim()),
		['Abra o painel.', 'Clique em Vendas, escolha o mês que quer comparar', 'e veja como cada região se saiu neste ano.', 'Pronto!'],
	);
	for (const cue of cuesOf(SCRIPTS[2]![1], 'ja')) t.notRegex(cue, /^[、。」]/);
});
