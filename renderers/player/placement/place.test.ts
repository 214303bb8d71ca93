import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {type Edges, LEAST, place, REACH, type Size} from './place.ts';

type Case = {stage: Edges; ring: Edges; point: Edges; size: Size; sides: number[]; align: number; from: number};

const random = seededRandom(27);
const between = (least: number, most: number) => least + random.next() * (most - least);
const SIDES = [0, 1, 2, 3];

function randomCase(): Case {
	const [left, top] = [between(0, 40), between(0, 90)];
	// Every third as in the smallest windows, where a side may have no room for the least.
	const [width, height] = random.below(3)
		? [between(2 * LEAST[0], 1920), between(2 * LEAST[1], 1080)]
		: [between(240, 400), between(180, 568)];
	const stage: Edges = [left, top, left + width, top + height];
	const share = random.pick([0.02, 0.1, 0.5, 1]);
	const [ringWidth, ringHeight] = [between(0, share) * width, between(share === 1 ? 0.7 : 0, share) * height];
	const [x, y] = [left + random.next() * (width - ringWidth), top + random.next() * (height - ringHeight)];
	const ring: Edges = [x, y, x + ringWidth, y + ringHeight];
	const [clickX, clickY] = [between(ring[0], ring[2]), between(ring[1], ring[3])];
	const sides = random.shuffle(SIDES);
	return {
		stage,
		ring,
		point: [clickX, clickY, clickX, clickY],
		size: [Math.min(between(LEAST[0], 520), width), Math.min(between(90, 700), height)],
		sides,
		from: random.pick([0, 0, 0, 1, 1, 2]),
		align: random.pick([0, 0.1, 0.5, 0.9, 1]),
	};
}

/** The box that the style makes of the insets: at least as narrow as it has to be, as high as the words want and the insets let it. */
function boxOf({stage, size}: Case, insets: number[]): Edges {
	const [left, top] = [0, 1].map(axis => {
		const [start, end] = [insets[axis], insets[axis + 2]];
		const length = lengthOf(axis);
		return start === undefined ? stage[axis + 2]! - end! - length : stage[axis]! + start;
	}) as Size;
	return [left, top, left + lengthOf(0), top + lengthOf(1)];

	function lengthOf(axis: number): number {
		return Math.min(size[axis]!, stage[axis + 2]! - stage[axis]! - (insets[axis] ?? 0) - (insets[axis + 2] ?? 0));
	}
}

const around = ({ring}: Pick<Case, 'ring'>) =>
	ring.map((edge, side) => edge + Math.sign(side - 1.5) * Math.min(REACH, Math.abs(edge - ring[side ^ 2]!))) as Edges;
const overlaps = (a: Edges, b: Edges) => a[0] < b[2] - 0.01 && a[2] > b[0] + 0.01 && a[1] < b[3] - 0.01 && a[3] > b[1] + 0.01;
const roomOf = ({stage, ring}: Case, side: number) => (side > 1 ? stage[side]! - ring[side]! : ring[side]! - stage[side]!);
const cases = Array.from({length: 20_000}, randomCase);
const placed = cases.map(each => ({
	...each,
	box: boxOf(each, place(each.stage, [around(each), each.ring, each.point], each.size, each.from, each.sides, each.align)),
}));

test('it lies on the stage, and never on what is clicked', t => {
	const outside = placed.filter(({stage, box}) =>
		SIDES.some(side => (side > 1 ? box[side]! - stage[side]! : stage[side]! - box[side]!) > 0.01),
	);
	t.deepEqual(outside.slice(0, 1), []);
	t.deepEqual(placed.filter(({box, point}) => overlaps(box, point)).slice(0, 1), []);
});

test('it lies on the ring only where no side has room for the least, or where it was asked to', t => {
	const covering = placed.filter(({box, ring, from}) => overlaps(box, ring) && from < 2);
	t.true(covering.length > 100, 'some rings leave no room');
	t.deepEqual(covering.filter(each => SIDES.some(side => roomOf(each, side) >= LEAST[side & 1]!)).slice(0, 1), []);
});

test('the first side with room for all of it beside the neighbourhood is taken where none was asked for', t => {
	const free = placed.filter(
		each => each.from === 0 && SIDES.some(side => roomOf({...each, ring: around(each)}, side) >= each.size[side & 1]!),
	);
	t.true(free.length > 4000);
	for (const each of free) {
		const side = each.sides.find(wanted => roomOf({...each, ring: around(each)}, wanted) >= each.size[wanted & 1]!)!;
		t.true(Math.abs(each.box[side ^ 2]! - around(each)[side]!) < 0.01);
		t.false(overlaps(each.box, around(each)));
	}
});

test('the first side with room for all of it is taken, and there it keeps its size', t => {
	const roomy = placed.filter(each => each.from === 1 && SIDES.some(side => roomOf(each, side) >= each.size[side & 1]!));
	t.true(roomy.length > 4000);
	for (const each of roomy) {
		const {box, ring, size, sides} = each;
		const side = sides.find(wanted => roomOf(each, wanted) >= size[wanted & 1]!)!;
		t.true(Math.abs(box[side ^ 2]! - ring[side]!) < 0.01);
		t.true(Math.abs(box[2] - box[0] - size[0]) < 0.01 && Math.abs(box[3] - box[1] - size[1]) < 0.01);
	}
});

test('beside the highlight it is narrower, and higher, before it loses words above or below', t => {
	// A phone in landscape with the bar of a narrated tour, and a text of two lines.
	const stage: Edges = [0, 0, 640, 298];
	const ring: Edges = [270, 117, 341, 145];
	const targets = [around({ring}), ring, [305, 131, 305, 131] as Edges];
	const [left, top, right, bottom] = place(stage, targets, [504, 167], 0, [3, 2, 0, 1], 0.5);
	t.deepEqual([left, right, bottom], [341, undefined, undefined]);
	t.true(top! > 0 && stage[3] - top! >= 219, `${top} px above it leave no room for its words`);
	// With more words than the narrow place has room for it is below, and they scroll.
	t.is(place(stage, targets, [504, 280], 0, [3, 2, 0, 1], 0.5)[1], 145);
});

test('along its side it is where it was asked to be, as far as the stage goes', t => {
	const stage: Edges = [0, 0, 1000, 800];
	const point: Edges = [500, 120, 500, 120];
	const left = (ring: Edges, align: number) => place(stage, [ring, ring, point], [300, 200], 1, [3, 2, 0, 1], align)[0];
	t.deepEqual(
		[0, 0.5, 1].map(align => left([400, 100, 600, 140], align)),
		[400, 350, 300],
	);
	t.deepEqual(
		[0, 0.5, 1].map(align => left([20, 100, 60, 140], align)),
		[20, 0, 0],
	);
	t.deepEqual(
		[0, 0.5, 1].map(align => left([960, 100, 990, 140], align)),
		[700, 700, 690],
	);
});

test('a stage that has room for nothing still has a place', t => {
	const insets = place(
		[0, 0, 120, 80],
		[
			[-96, -80, 216, 160],
			[0, 0, 120, 80],
			[60, 30, 60, 30],
		],
		[120, 80],
		0,
		[3, 2, 0, 1],
		0.5,
	);
	t.true(Object.values(insets).every(inset => Number.isFinite(inset) && inset >= 0));
});
