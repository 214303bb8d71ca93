import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import type {Adjustment, Click, Highlight} from '../../contract/geometry.ts';
import {type PlacedShape, placeShape} from './geometry.ts';

const ROUNDS = 10_000;
const NOTHING = {highlight: null, click: null};
const EXTREMES = [0, -0, 1, 1 + Number.EPSILON, 1 - Number.EPSILON / 2, 1e308, -1e308, 5e-324, -5e-324, 1e-12, -1, 2, 0.5, 0.1, 0.3, 1440];
const random = seededRandom(20_240_229);

/** Mostly fractions, now and then an extreme, a pixel count, or something beyond an edge. */
function number(): number {
	const kind = random.next();
	if (kind < 0.5) return random.next();
	if (kind < 0.7) return random.pick(EXTREMES);
	if (kind < 0.8) return random.next() * 4 - 2;
	if (kind < 0.9) return Math.round(random.next() * 100) / 100;
	return (random.next() - 0.5) * 10 ** (random.below(40) - 20);
}
const rectangle = (): Highlight => ({x: number(), y: number(), width: number(), height: number()});
const point = (): Click => ({x: number(), y: number()});

function contains({x, y, width, height}: Highlight, click: Click): boolean {
	return click.x >= x && click.x <= x + width && click.y >= y && click.y <= y + height;
}

function isInsideImage({x, y, width, height}: Highlight): boolean {
	return [x, y, width, height].every(value => value >= 0 && value <= 1) && x + width <= 1 && y + height <= 1;
}

/** What was sent, with the adjustments carried out in their order. */
function replayed(sent: {highlight?: Highlight; click?: Click}, adjustments: Adjustment[]): unknown {
	const values = structuredClone(sent) as Record<string, unknown>;
	for (const {field, from, to} of adjustments) {
		const [name, part] = field.split('.') as ['highlight' | 'click', string | undefined];
		if (!part) {
			if (JSON.stringify(values[name]) !== JSON.stringify(from)) return `${field} was not ${JSON.stringify(from)}`;
			values[name] = to;
			continue;
		}
		const shape = values[name] as Record<string, unknown>;
		if (shape[part] !== from) return `${field} was not ${from}`;
		shape[part] = to;
	}
	return values;
}

function isSound({highlight, click}: PlacedShape): boolean {
	return highlight !== null && isInsideImage(highlight) && (click === null || contains(highlight, click));
}

test('whatever is sent, the highlight ends inside the image and the click inside the highlight', t => {
	for (let round = 0; round < ROUNDS; round++) {
		const sent = random.pick([{highlight: rectangle(), click: point()}, {highlight: rectangle()}, {click: point()}]);
		const placed = placeShape(sent, NOTHING);
		if (!isSound(placed)) t.fail(JSON.stringify({sent, placed}));
	}
	t.pass();
});

test('what was placed can be sent again and is not adjusted', t => {
	for (let round = 0; round < ROUNDS; round++) {
		const sent = random.pick([{highlight: rectangle(), click: point()}, {click: point()}]);
		const {highlight, click} = placeShape(sent, NOTHING);
		const again = placeShape({highlight: highlight!, click: click!}, NOTHING);
		if (again.adjustments.length > 0 || JSON.stringify(again) !== JSON.stringify({highlight, click, adjustments: []})) {
			t.fail(JSON.stringify({sent, highlight, click, again}));
		}
	}
	t.pass();
});

test('carrying out the reported adjustments on what was sent gives what was stored: nothing is changed in silence', t => {
	for (let round = 0; round < ROUNDS; round++) {
		const sent = {highlight: rectangle(), click: point()};
		const {adjustments, ...stored} = placeShape(sent, NOTHING);
		const expected = replayed(sent, adjustments);
		if (JSON.stringify(expected) !== JSON.stringify(stored)) t.fail(JSON.stringify({sent, adjustments, stored, expected}));
	}
	t.pass();
});

test('a value inside its bounds is stored as it was sent, to the last bit', t => {
	for (let round = 0; round < ROUNDS; round++) {
		const [x, y] = [random.next(), random.next()];
		const highlight = {x, y, width: random.next() * (1 - x), height: random.next() * (1 - y)};
		const click = {x: x + highlight.width * random.next(), y: y + highlight.height * random.next()};
		const placed = placeShape({highlight, click}, NOTHING);
		if (placed.adjustments.length > 0) t.fail(JSON.stringify({highlight, click, placed}));
	}
	t.pass();
});

test('an edit of one member keeps the other where it can, and reports what it had to move', t => {
	for (let round = 0; round < ROUNDS; round++) {
		const before = placeShape({highlight: rectangle(), click: point()}, NOTHING);
		const edit = random.pick([{highlight: rectangle()}, {click: point()}]);
		const after = placeShape(edit, before);
		const kept = 'click' in edit ? after.highlight === before.highlight : true;
		const reported = after.adjustments.some(({field}) => field === 'click');
		const clickStayed = 'click' in edit || reported || JSON.stringify(after.click) === JSON.stringify(before.click);
		if (!isSound(after) || !kept || !clickStayed) t.fail(JSON.stringify({before, edit, after}));
	}
	t.pass();
});

test('a click without a highlight makes a highlight of 14% by 8% around it', t => {
	const {highlight, click, adjustments} = placeShape({click: {x: 0.5, y: 0.5}}, NOTHING);
	t.deepEqual(highlight, {x: 0.43, y: 0.46, width: 0.14, height: 0.08});
	t.deepEqual(click, {x: 0.5, y: 0.5});
	t.like(adjustments, [{field: 'highlight', from: null, to: highlight}]);
});

for (const {where, click, corner} of [
	{where: 'left top', click: {x: 0, y: 0}, corner: {x: 0, y: 0}},
	{where: 'right top', click: {x: 1, y: 0}, corner: {x: 0.86, y: 0}},
	{where: 'right bottom', click: {x: 1, y: 1}, corner: {x: 0.86, y: 0.92}},
	{where: 'left bottom', click: {x: 0, y: 1}, corner: {x: 0, y: 0.92}},
	{where: 'nearly right bottom', click: {x: 0.95, y: 0.99}, corner: {x: 0.86, y: 0.92}},
]) {
	test(`at the ${where} edge the highlight is shifted inside, never cropped`, t => {
		const placed = placeShape({click}, NOTHING);
		t.deepEqual(placed.highlight, {...corner, width: 0.14, height: 0.08});
		t.deepEqual(placed.click, click);
		t.deepEqual(placed.adjustments, [{...placed.adjustments[0]!, field: 'highlight', from: null, to: placed.highlight}]);
	});
}

test('the highlight around a lone click always has 14% by 8%', t => {
	for (let round = 0; round < ROUNDS; round++) {
		const {highlight, click} = placeShape({click: point()}, NOTHING);
		if (highlight!.width !== 0.14 || highlight!.height !== 0.08 || !contains(highlight!, click!))
			t.fail(JSON.stringify({highlight, click}));
	}
	t.pass();
});

test('a rectangle that leaves the image is shrunk, not moved', t => {
	const {highlight, adjustments} = placeShape({highlight: {x: 0.9, y: 0.75, width: 0.5, height: 0.5}}, NOTHING);
	t.deepEqual(highlight, {x: 0.9, y: 0.75, width: 0.1, height: 0.25});
	t.deepEqual(
		adjustments.map(({field, from, to}) => ({field, from, to})),
		[
			{field: 'highlight.width', from: 0.5, to: 0.1},
			{field: 'highlight.height', from: 0.5, to: 0.25},
		],
	);
});

test('values far above 1 are said to look like pixels, with the dimension to divide by', t => {
	const {adjustments} = placeShape({highlight: {x: 640, y: 360, width: 200, height: 40}}, NOTHING);
	for (const [field, dimension] of Object.entries({x: 'width', y: 'height', width: 'width', height: 'height'})) {
		const {reason} = adjustments.find(adjustment => adjustment.field === `highlight.${field}`)!;
		t.regex(reason, new RegExp(`looks like pixels.*the image's ${dimension}`));
	}
	const [slip] = placeShape({click: {x: -0.01, y: 0.5}}, NOTHING).adjustments;
	t.notRegex(slip!.reason, /pixels/);
});

test('an edit of the highlight alone pulls the click in and says so', t => {
	const before = {highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.2}, click: {x: 0.2, y: 0.2}};
	const {highlight, click, adjustments} = placeShape({highlight: {x: 0.5, y: 0.15, width: 0.25, height: 0.1}}, before);
	t.deepEqual(highlight, {x: 0.5, y: 0.15, width: 0.25, height: 0.1});
	t.deepEqual(click, {x: 0.5, y: 0.2});
	t.is(adjustments.length, 1);
	t.like(adjustments[0], {field: 'click', from: {x: 0.2, y: 0.2}, to: {x: 0.5, y: 0.2}});
});

test('an edit of neither leaves both as they are', t => {
	const before = {highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.2}, click: {x: 0.2, y: 0.2}};
	t.deepEqual(placeShape({}, before), {...before, adjustments: []});
	t.deepEqual(placeShape({}, NOTHING), {...NOTHING, adjustments: []});
});

test('no value is named by two adjustments, and each tells what was sent, what is stored and all that was wrong', t => {
	for (let round = 0; round < ROUNDS; round++) {
		const sent = random.pick([{highlight: rectangle(), click: point()}, {highlight: rectangle()}, {click: point()}]);
		const {adjustments} = placeShape(sent, NOTHING, random.pick([null, {width: 2880, height: 1800}]));
		const fields = adjustments.map(({field}) => field);
		const isTold =
			new Set(fields).size === fields.length && !(fields.includes('click') && fields.some(field => field.startsWith('click.')));
		if (!isTold || adjustments.some(({from, to}) => from === to)) t.fail(JSON.stringify({sent, adjustments}));
	}
	const inPixels = placeShape({highlight: {x: 400, y: 300, width: 50, height: 20}, click: {x: 410, y: 310}}, NOTHING, {
		width: 2880,
		height: 1800,
	});
	t.deepEqual(
		inPixels.adjustments.map(({field}) => field),
		['highlight.x', 'highlight.y', 'highlight.width', 'highlight.height', 'click.x', 'click.y'],
	);
	const {from, to, reason} = inPixels.adjustments[2]!;
	t.deepEqual([from, to], [50, inPixels.highlight!.width]);
	t.regex(reason, /pixels: divide by the image's width.*inside the image.*widened to 24 pixels/);
	const pulled = placeShape({highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.2}, click: {x: 410, y: 0.2}}, NOTHING);
	t.like(pulled.adjustments, [{field: 'click', from: {x: 410, y: 0.2}, to: pulled.click}]);
});

test('the first adjustment of a value reports what was sent, the last one what is stored', t => {
	for (let round = 0; round < ROUNDS; round++) {
		const sent = {highlight: rectangle(), click: point()};
		const {highlight, adjustments} = placeShape(sent, NOTHING);
		for (const part of ['x', 'y', 'width', 'height'] as const) {
			const reported = adjustments.filter(({field}) => field === `highlight.${part}`);
			if (reported.length === 0) continue;
			if (reported[0]!.from !== sent.highlight[part] || reported.at(-1)!.to !== highlight![part])
				t.fail(JSON.stringify({sent, reported, highlight}));
		}
	}
	t.pass();
});

test('null takes the highlight away and its click with it, which is reported; a click alone may go', t => {
	const before = {highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.2}, click: {x: 0.2, y: 0.2}};
	const bare = placeShape({highlight: null}, before);
	t.like(bare, {highlight: null, click: null});
	t.like(bare.adjustments, [{field: 'click', from: before.click, to: null}]);
	t.deepEqual(placeShape({highlight: null, click: null}, before), {...NOTHING, adjustments: []});
	t.deepEqual(placeShape({click: null}, before), {...before, click: null, adjustments: []});
	t.deepEqual(placeShape({highlight: null, click: {x: 0.5, y: 0.5}}, before).highlight, {x: 0.43, y: 0.46, width: 0.14, height: 0.08});
});

test('a highlight of nothing becomes 24 pixels of the image around its place, inside the image, and says so', t => {
	const size = {width: 1200, height: 600};
	const {highlight, adjustments} = placeShape({highlight: {x: 0.5, y: 1, width: 0, height: 0}}, NOTHING, size);
	t.deepEqual(highlight, {x: 0.49, y: 0.96, width: 0.02, height: 0.04});
	t.deepEqual(
		adjustments.map(({field}) => field),
		['highlight.x', 'highlight.width', 'highlight.y', 'highlight.height'],
	);
	t.deepEqual(placeShape({highlight: {x: 0.5, y: 0.5, width: 0.1, height: 0.1}}, NOTHING, size).adjustments, []);
	t.true(isSound(placeShape({highlight: {x: 0.5, y: 0.5, width: 0, height: 0}}, NOTHING, {width: 3, height: 2})));
});
