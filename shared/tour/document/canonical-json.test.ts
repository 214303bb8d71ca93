import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {canonicalJson} from './canonical-json.ts';

const random = seededRandom(7);

function value(depth = 0): unknown {
	const kind = random.below(depth > 3 ? 5 : 7);
	if (kind === 0) return null;
	if (kind === 1) return random.next() < 0.5;
	if (kind === 2) return (random.next() - 0.5) * 10 ** random.below(20);
	if (kind <= 4) return random.pick(['', 'a', 'ção', '😀', '\n"\\', '\u2028', '10', '__proto__']);
	const parts = Array.from({length: random.below(5)}, () => value(depth + 1));
	if (kind === 5) return parts;
	return Object.fromEntries(parts.map(part => [random.pick(['a', 'b', 'B', '10', '9', 'ç', '__proto__', 'constructor', '']), part]));
}

/** The same value with the keys of its objects in another order. */
function reordered(part: unknown): unknown {
	if (Array.isArray(part)) return part.map(reordered);
	if (typeof part !== 'object' || part === null) return part;
	return Object.fromEntries(random.shuffle(Object.entries(part)).map(([key, inner]) => [key, reordered(inner)]));
}

test('the order of keys changes nothing, at any depth', t => {
	for (let round = 0; round < 3000; round++) {
		const sample = value();
		const text = canonicalJson(sample);
		if (canonicalJson(reordered(sample)) !== text) t.fail(text);
	}
	t.is(canonicalJson({b: 1, a: [{d: 2, c: 3}]}), '{"a":[{"c":3,"d":2}],"b":1}');
});

test('it is JSON of the same value', t => {
	for (let round = 0; round < 3000; round++) {
		const sample = value();
		t.deepEqual(JSON.parse(canonicalJson(sample)), JSON.parse(JSON.stringify(sample)));
	}
});

test('other values are other texts: order of a list, type of a leaf, a key more', t => {
	const texts = [[1, 2], [2, 1], ['1', 2], {a: 1}, {a: '1'}, {a: 1, b: null}, {a: [1]}, {a: {}}, {}, [], null, ''].map(canonicalJson);
	t.is(new Set(texts).size, texts.length);
});

test('a key that is absent and one that is undefined are the same text', t => {
	t.is(canonicalJson({a: 1, b: undefined}), canonicalJson({a: 1}));
});

test('a key named __proto__ is a key like any other', t => {
	t.is(canonicalJson(JSON.parse('{"z":1,"__proto__":{"b":1,"a":2}}')), '{"__proto__":{"a":2,"b":1},"z":1}');
});

test('the value is left as it was', t => {
	const frozen = Object.freeze({b: Object.freeze({d: 1, c: 2}), a: Object.freeze([3])});
	t.is(canonicalJson(frozen), '{"a":[3],"b":{"c":2,"d":1}}');
	t.deepEqual(Object.keys(frozen), ['b', 'a']);
});
