import test from 'ava';
import {LIMITS} from '../../contract/limits.ts';
import {STEP_TEXTS} from '../../contract/step-fields.ts';
import {AppError} from '../../errors.ts';
import {makeStep} from '../steps.ts';
import {emptyTour, type TourContent} from './document.ts';
import {type Replacement, replaceWords} from './replace-words.ts';

const tour = (name: string, ...texts: string[]): TourContent => ({
	...emptyTour(name),
	steps: texts.map(text => makeStep('s', {type: 'slide', text}, null).step),
});

function faultsOf(content: TourContent, pairs: Replacement[]): string[] {
	try {
		replaceWords(content, pairs);
	} catch (error) {
		if (error instanceof AppError) return error.errors!.map(({field}) => field);
		throw error;
	}
	return [];
}

test('words are replaced pair by pair, literally, in emoji too', t => {
	const after = replaceWords(tour('A tour', 'a.b 👍🏽', '$&'), [
		{find: '.', replace: ' and '},
		{find: 'and b', replace: '$&'},
		{find: '👍🏽', replace: 'x'},
	]);
	t.deepEqual(
		after.steps.map(({text}) => text),
		['a $& x', '$&'],
	);
	t.is(replaceWords(tour('👍'.repeat(10)), [{find: '👍', replace: '👎'}]).name, '👎'.repeat(10));
});

test('a text that grows without end is a fault of its own before it is made, in each text', t => {
	const pairs = Array.from({length: LIMITS.replacementsAtOnce}, () => ({find: 'a', replace: 'a'.repeat(STEP_TEXTS.text)}));
	const worst = tour('a'.repeat(LIMITS.bodyBytes - 100), ...Array.from({length: LIMITS.stepsPerTour}, () => 'a'.repeat(STEP_TEXTS.text)));
	t.is(faultsOf(worst, pairs).length, LIMITS.faults);
	t.deepEqual(faultsOf(tour('b', 'a'.repeat(STEP_TEXTS.text)), [{find: 'a', replace: '👍'}]), []);
	t.deepEqual(faultsOf(tour('b', 'a'.repeat(STEP_TEXTS.text)), [{find: 'a', replace: '👍b'}]), ['steps[0].text']);
});

test('the longest tour is searched for the worst words within the time of a few plain searches', t => {
	const worst = tour('a'.repeat(LIMITS.bodyBytes), ...Array.from({length: LIMITS.stepsPerTour}, () => 'a'.repeat(STEP_TEXTS.text)));
	const half = 'a'.repeat(LIMITS.replacedWords / 2 - 1);
	const cpuMs = (find: string) => {
		const before = process.threadCpuUsage();
		replaceWords(
			worst,
			Array.from({length: LIMITS.replacementsAtOnce}, () => ({find, replace: 'x'})),
		);
		const {user, system} = process.threadCpuUsage(before);
		return (user + system) / 1000;
	};
	cpuMs('ab');
	const [plain, bad] = [cpuMs('aaab'), cpuMs(`${half}b${half}`)];
	t.log(`${plain.toFixed(0)} ms, the worst words ${bad.toFixed(0)} ms`);
	t.true(bad < 10 * plain + 20, `${bad} ms, ${plain} ms`);
});

test('words are found as keyboards write their accents and as the files of a Mac have them', t => {
	for (const [stands, sought] of [
		['ação', 'ação'.normalize('NFD')],
		['ação'.normalize('NFD'), 'ação'],
	] as const)
		t.is(replaceWords(tour(`x ${stands} y`, 'z'), [{find: sought, replace: 'Pedido'}]).name, 'x Pedido y');
});
