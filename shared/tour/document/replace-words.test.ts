import test from 'ava';
import {TourDocument} from '../../contract/document.ts';
import {LIMITS, NOT_BLANK} from '../../contract/limits.ts';
import {STEP_TEXTS} from '../../contract/step-fields.ts';
import {AppError} from '../../errors.ts';
import {makeStep} from '../steps.ts';
import {emptyTour, type TourContent} from './document.ts';
import {type Replacement, replaceWords, TOUR_WORDS} from './replace-words.ts';

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

/** Strings of a document that no visitor reads, and the consent. */
const OTHERS = [
	...['$schema', 'language', 'voices.*', 'theme.colors.*', 'leadCapture.consentText', 'endCta.whatsapp.phone', 'endCta.link.url'],
	...['key', 'id', 'image.mediaId', 'image.url', 'target.text', 'actions.next.step'].map(name => `steps.${name}`),
	...['buttons', 'hotspots'].flatMap(ways => ['id', 'target.step', 'target.url'].map(name => `steps.actions.${ways}.${name}`)),
];

type Schema = {type?: string; enum?: unknown; maxLength?: number; pattern?: string; properties?: Record<string, Schema>; items?: Schema};

/** Lists the strings of a schema by their paths, without choices; lists have no level of their own. */
function stringsOf(schema: Schema, path = ''): Array<[path: string, schema: Schema]> {
	if (schema.items) return stringsOf(schema.items, path);
	const properties = Object.entries(schema.properties ?? {});
	if (properties.length > 0) return properties.flatMap(([name, each]) => stringsOf(each, path ? `${path}.${name}` : name));
	return schema.type === 'string' && !schema.enum ? [[path, schema]] : [];
}

test('each string of a document is among the words, with its limit, or is none that visitors read', t => {
	const words = stringsOf(TourDocument as unknown as Schema).filter(
		([path]) => !OTHERS.some(one => new RegExp(`^${one.replace('.*', '\\..*').replace('$', '\\$')}$`).test(path)),
	);
	t.true(words.length > 15, `${words.length}`);
	for (const [path, {maxLength = LIMITS.bodyBytes, pattern}] of words) {
		const told = path.split('.').reduce<unknown>((table, name) => (table as Record<string, unknown> | undefined)?.[name], TOUR_WORDS);
		t.deepEqual(told, pattern === NOT_BLANK ? [maxLength] : maxLength, path);
	}
	const listed = (table: object): number =>
		Object.values(table).reduce((sum, one) => sum + (typeof one === 'number' || Array.isArray(one) ? 1 : listed(one)), 0);
	t.is(listed(TOUR_WORDS), words.length);
});

test('words change wherever visitors read them, and nowhere else', t => {
	const words = (flow: string, consent = flow): TourContent => ({
		...emptyTour(flow),
		chapters: [{scene: 1, title: flow}],
		leadCapture: {title: flow, text: flow, consentText: consent, submitLabel: flow, skipLabel: flow},
		endCta: {
			title: flow,
			text: flow,
			whatsapp: {phone: '+4930123456', message: flow, label: flow},
			link: {url: 'https://example.com/Flow', label: flow},
			linkFirst: true,
		},
		steps: [
			{
				...makeStep('Flow', {type: 'slide', title: flow, text: flow, label: flow, alt: flow, narrationScript: flow}, null).step,
				actions: {
					buttons: [{id: 'Flow', label: flow, target: {to: 'url', url: 'https://example.com/Flow'}}],
					hotspots: [{id: 'b', label: flow, area: {x: 0, y: 0, width: 1, height: 1}, target: {to: 'step', step: 'Flow'}}],
				},
			},
		],
	});
	t.deepEqual(replaceWords(words('Flow'), [{find: 'Flow', replace: 'Ablauf'}]), words('Ablauf', 'Flow'));
	t.deepEqual(replaceWords(words('Flow'), [{find: 'flow', replace: 'Ablauf'}]), words('Flow'));
	t.deepEqual(faultsOf(words('Flow'), [{find: 'Flow', replace: ''}]), [
		'name',
		'steps[0].actions.buttons[0].label',
		'steps[0].actions.hotspots[0].label',
		'chapters[0].title',
	]);
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
