import {isDeepStrictEqual} from 'node:util';
import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {randomImage, randomTour} from '../../../test/helpers/random-tour.ts';
import {type DocumentImage, TourDocument} from '../../contract/document.ts';
import {AppError} from '../../errors.ts';
import {compileSchema} from '../../schema/schema.ts';
import {resolveEndCta} from '../cards.ts';
import {makeStep} from '../steps.ts';
import {apply, diff} from './diff.ts';
import {emptyTour, type TourContent} from './document.ts';
import {contentFrom, documentOf, type WholeDocument} from './from-document.ts';

/** Documents, what differs between them, and how they become tours: by the thousand. */

const TOURS = 10_000;
const image = ({mediaId}: DocumentImage) => ({...randomImage(seededRandom(1)), mediaId: mediaId!, file: `${mediaId!.slice(0, 40)}.webp`});
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));
let made = 0;
const put = (document: TourDocument, before: TourContent) => contentFrom(document, before, image, () => `step_new${++made}`);

/** A tour of slides with these titles. */
const slides = (...titles: string[]): TourContent => ({
	...emptyTour('Tour'),
	steps: titles.map((title, index) => makeStep(`step_${index}`, {type: 'slide', title}, null).step),
});
const idsOf = ({steps}: TourContent) => steps.map(({id}) => id);
const faultsOf = (run: () => unknown): string[] => {
	try {
		run();
	} catch (error) {
		if (error instanceof AppError) return (error.errors ?? []).map(({field}) => field);
		throw error;
	}
	return [];
};

test(`the document of a tour put back into it changes nothing: ${TOURS} random tours`, t => {
	const random = seededRandom(13);
	const faults = compileSchema(TourDocument);
	for (let count = 0; count < TOURS; count++) {
		const tour = randomTour(random, null, true);
		const document = throughJson(documentOf(tour));
		const {content, adjustments} = put(document, tour);
		if (count % 50 === 0) {
			t.deepEqual(faults(document), []);
			t.deepEqual(content, tour);
		}
		if (adjustments.length > 0 || !isDeepStrictEqual(content, tour)) t.deepEqual(content, tour);
		const changes = diff(documentOf(tour), documentOf(content));
		if (changes.length > 0) t.deepEqual(changes, []);
	}
	t.pass();
});

test(`apply(diff(a, b), a) is b, and what a document makes of another tour is that document: ${TOURS} random pairs`, t => {
	const random = seededRandom(31);
	for (let count = 0; count < TOURS; count++) {
		const before = randomTour(random);
		const after = randomTour(random, random.next() < 0.8 ? before : null);
		const [a, b] = [throughJson(documentOf(before)), throughJson(documentOf(after))];
		const changes = throughJson(diff(a, b));
		if (count % 20 === 0) t.deepEqual(apply(changes, a), b);
		if (!isDeepStrictEqual(apply(changes, a), b)) t.deepEqual(apply(changes, a), b);
		const {content} = put(b, before);
		const reached = throughJson(documentOf(content));
		if (!isDeepStrictEqual(unnamed(reached), unnamed(b))) t.deepEqual(unnamed(reached), unnamed(b));
	}
	t.pass();
});

test('one step that was moved is one line, whatever stands between', t => {
	const tour = slides('a', 'b', 'c', 'd', 'e', 'f');
	const moved = {...tour, steps: [...tour.steps.slice(1, 5), tour.steps[0]!, tour.steps[5]!]};
	t.deepEqual(diff(documentOf(tour), documentOf(moved)), [{op: 'move', step: 'step_0', field: 'position', from: 0, to: 4}]);
});

test('each difference is one line: a word, a step that comes, one that goes', t => {
	const tour = slides('a', 'b');
	const {content} = put(
		{
			name: 'Tour',
			steps: [
				{id: 'step_0', type: 'slide', title: 'A'},
				{key: 'end', type: 'slide'},
			],
		},
		tour,
	);
	const changes = diff(documentOf(tour), documentOf(content));
	t.deepEqual(
		changes.map(({op, step, field}) => [op, step, field]),
		[
			['change', 'step_0', 'title'],
			['remove', 'step_1', 'steps[1]'],
			['add', 'end', 'steps[1]'],
		],
	);
	t.like(changes[0], {from: 'a', to: 'A'});
});

test('a step is found again by its id, else by its key, else by what it shows', t => {
	const tour = slides('a', 'b', 'c');
	const keyed = put({name: 'T', steps: documentOf(tour).steps.map((step, index) => ({...step, key: `k${index}`}))}, tour).content;
	t.deepEqual(idsOf(keyed), idsOf(tour));
	t.deepEqual(idsOf(put({name: 'T', steps: [{key: 'k2', title: 'other'}, {key: 'k0'}]}, keyed).content), ['step_2', 'step_0']);
	const foreign = documentOf(keyed).steps.map(step => ({...step, id: 'step_of_another_tour'.slice(0, 20)}));
	t.deepEqual(
		faultsOf(() => put({name: 'T', steps: foreign}, keyed)),
		['steps[1].id', 'steps[2].id'],
	);
	const bare = documentOf(tour).steps.map(({id: _id, key: _key, ...step}) => step);
	t.deepEqual(idsOf(put({name: 'T', steps: bare}, tour).content), idsOf(tour));
	t.deepEqual(idsOf(put({name: 'T', steps: [bare[2]!, bare[0]!]}, tour).content), ['step_2', 'step_0']);
	const twice = put({name: 'T', steps: [...bare, ...bare]}, tour).content;
	t.deepEqual(idsOf(twice).slice(0, 3), idsOf(tour));
	t.is(new Set(idsOf(twice)).size, 6);
});

test('a step that is found again keeps its narration, and one that changes its picture too', t => {
	const narrated = {...makeStep('step_0', {title: 'a'}, image({mediaId: 'a'.repeat(64)})).step, narrations: [{file: 'x.mp3'} as never]};
	const {content} = put({name: 'T', steps: [{image: {mediaId: 'a'.repeat(64)}, title: 'b'}]}, {...emptyTour('T'), steps: [narrated]});
	t.is(content.steps[0]!.id, 'step_0');
	t.is(content.steps[0]!.narrations.length, 1);
});

test('two steps with one key or one id are refused, each named, also where the key is the id of another step', t => {
	const tour = slides('a', 'b');
	t.deepEqual(
		faultsOf(() => put({name: 'T', steps: [{key: 'x'}, {key: 'x'}, {key: 'y'}, {key: 'x'}]}, tour)),
		['steps[1].key', 'steps[3].key'],
	);
	t.deepEqual(
		faultsOf(() => put({name: 'T', steps: [{id: 'step_0'}, {id: 'step_0'}]}, tour)),
		['steps[1].id'],
	);
	t.deepEqual(
		faultsOf(() => put({name: 'T', steps: [{id: 'step_0', key: 'step_1'}, {id: 'step_1'}]}, tour)),
		['steps[1].key'],
	);
});

test('what lies outside the image is corrected as in a single step, and named by its place', t => {
	const {content, adjustments} = put({name: 'T', steps: [{}, {highlight: {x: 0.9, y: 0, width: 0.4, height: 0.1}}]}, emptyTour('T'));
	t.deepEqual(content.steps[1]!.highlight, {x: 0.9, y: 0, width: 0.1, height: 0.1});
	t.deepEqual(
		adjustments.map(({field}) => field),
		['steps[1].highlight.width'],
	);
});

function unnamed({steps, ...document}: WholeDocument) {
	return {...document, steps: steps.map(({id: _id, key: _key, ...step}) => step)};
}

test("the closing card's buttons keep the order in which a document has them, and another order is a change", t => {
	const [link, whatsapp] = [{url: 'https://example.com'}, {phone: '+1234567'}];
	const empty = documentOf(emptyTour('Tour'));
	const [linkFirst, whatsappFirst] = [
		{link, whatsapp},
		{whatsapp, link},
	].map(buttons => ({...empty, endCta: {enabled: true, ...buttons}}));
	for (const [before, document] of [
		[empty, linkFirst!],
		[whatsappFirst!, linkFirst!],
		[linkFirst!, whatsappFirst!],
	] as const) {
		// As a database gives it back: the keys of an object in an order of its own.
		const kept = put(document, put(before, emptyTour('Tour')).content).content;
		const stored = {...kept, endCta: Object.fromEntries(Object.entries(kept.endCta).sort())} as TourContent;
		const shown = documentOf(stored);
		t.deepEqual(Object.keys(shown.endCta!), Object.keys(document.endCta));
		t.deepEqual(Object.keys(resolveEndCta(stored.endCta, 'en')).slice(3, 5), Object.keys(document.endCta).slice(1));
		t.deepEqual(
			diff(before, document).map(({field}) => field),
			['endCta'],
		);
		t.deepEqual(diff(document, shown), []);
	}
});
