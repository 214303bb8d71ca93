import test from 'ava';
import {Type} from 'typebox';
import {Choice, Closed} from '../contract/schema.ts';
import {compileSchema} from './schema.ts';

const fieldsOf = (schema: Parameters<typeof compileSchema>[0], value: unknown) => compileSchema(schema)(value).map(({field}) => field);

test('what has too many items is named as such, and none of them is looked at', t => {
	const looked: unknown[] = [];
	const items = Array.from({length: 100_000}, () => ({
		get name() {
			looked.push(1);
			return 5;
		},
	}));
	const schema = Closed({list: Type.Array(Closed({name: Type.String()}), {maxItems: 10, description: 'Names.'})});
	t.deepEqual(compileSchema(schema)({list: items}), [
		{field: 'list', message: 'Has more than 10 items.', hint: 'At most 10 items. Names.'},
	]);
	t.deepEqual(looked, []);
	t.deepEqual(fieldsOf(schema, {list: items.slice(0, 2)}), ['list[0].name', 'list[1].name']);
});

test('a text that is too long is not tried on a pattern, and the faults beside it are reported', t => {
	const schema = Closed({word: Type.String({maxLength: 5, pattern: '^a+$'}), other: Type.Integer()});
	t.deepEqual(
		compileSchema(schema)({word: 'b'.repeat(6), other: 'x'}).map(({field, message}) => [field, message]),
		[
			['word', 'Has more than 5 characters.'],
			['other', 'Must be an integer, not a string.'],
		],
	);
	t.deepEqual(fieldsOf(schema, {word: 'bbb', other: 1}), ['word']);
});

test('an object with very many unknown properties is refused as a whole', t => {
	const many = Object.fromEntries(Array.from({length: 20_000}, (_, index) => [`unknown${index}`, 1]));
	t.deepEqual(fieldsOf(Closed({name: Type.String()}), many), ['']);
});

test('names of a record are judged by their own schema, and reported with their own hint', t => {
	const names = Choice(['a', 'b'], {description: 'A letter.'});
	const schema = Closed({map: Type.Record(Type.String(), Type.String(), {propertyNames: names, maxProperties: 3})});
	t.deepEqual(compileSchema(schema)({map: {a: 'x', c: 'y'}}), [
		{field: 'map.c', message: 'Is not one of the allowed values.', hint: 'One of a, b.'},
	]);
	t.deepEqual(fieldsOf(schema, {map: {a: 'x', b: 'y'}}), []);
	t.deepEqual(fieldsOf(schema, {map: {a: '1', b: '2', c: '3', d: '4'}}), ['map']);
});

test('a choice reports one fault, of whatever type the value is', t => {
	for (const value of [5, 'x', [], {}, null]) {
		t.deepEqual(
			compileSchema(Closed({side: Choice(['top', 'left'])}))({side: value}).map(({hint}) => hint),
			['One of top, left.'],
		);
	}
	t.deepEqual(fieldsOf(Closed({days: Choice([30, 90])}), {days: 90}), []);
});
