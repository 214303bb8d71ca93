import test from 'ava';
import {Type} from 'typebox';
import {EndCtaInput, LeadCaptureInput} from '../contract/cards.ts';
import type {Fault} from '../contract/error.ts';
import {ImageReference} from '../contract/image.ts';
import {Closed, Name, Nullable} from '../contract/schema.ts';
import {StepInput} from '../contract/step.ts';
import {ThemeInput} from '../contract/theme.ts';
import {compileSchema} from './schema.ts';

const stepFaults = compileSchema(StepInput);
const fieldsOf = (faults: Fault[]) => faults.map(({field}) => field);

test('a value that fits has no faults', t => {
	t.deepEqual(stepFaults({}), []);
	t.deepEqual(stepFaults({title: 'T', highlight: {x: 0, y: 0, width: 1, height: 1}, scene: 1, position: 0}), []);
});

test('all faults are reported at once, each with its path, what is wrong and what would be right', t => {
	const faults = stepFaults({title: 5, scene: 0, highlight: {x: 'a', y: 0, width: 1}, popoverSide: 'up', colour: 'red', position: 1.5});
	t.deepEqual(fieldsOf(faults).toSorted(), ['colour', 'highlight.height', 'highlight.x', 'popoverSide', 'position', 'scene', 'title']);
	for (const {field, message, hint} of faults) t.true(message.length > 5 && hint.length > 5, field);
});

test('a path names properties with dots and items with brackets', t => {
	const check = compileSchema(Closed({steps: Type.Array(Closed({highlight: Closed({x: Type.Number()})}))}));
	t.deepEqual(fieldsOf(check({steps: [{highlight: {x: 'a'}}, {highlight: {}}, {highlight: {x: 1, 'a/b~c': 2}}]})), [
		'steps[0].highlight.x',
		'steps[1].highlight.x',
		'steps[2].highlight.a/b~c',
	]);
});

test('a fault of the whole value has an empty path', t => {
	for (const value of [null, 5, 'text', [], true]) t.deepEqual(fieldsOf(stepFaults(value)), ['']);
});

test('100 faults are reported at most', t => {
	const many = Object.fromEntries(Array.from({length: 250}, (_, index) => [`unknown${index}`, 1]));
	t.is(stepFaults(many).length, 100);
});

test('a fault never repeats a name of more than 100 characters', t => {
	const [fault] = stepFaults({['n'.repeat(100_000)]: 1});
	t.is(fault!.field.length, 100);
	t.true(JSON.stringify(fault).length < 1000);
});

test('names of what every object inherits are unknown properties like any other', t => {
	for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
		for (const [schema, within] of [
			[StepInput, null],
			[StepInput, 'highlight'],
			[ThemeInput, 'colors'],
			[LeadCaptureInput, 'fields'],
			[EndCtaInput, null],
			[ImageReference, null],
		] as const) {
			const inner = within === 'highlight' ? '"x":0,"y":0,"width":1,"height":1,' : '';
			const text = within ? `{"${within}":{${inner}"${name}":{"x":1}}}` : `{"${name}":{"x":1}}`;
			t.deepEqual(fieldsOf(compileSchema(schema)(JSON.parse(text))), [within ? `${within}.${name}` : name]);
		}
	}
});

test('length is counted in code points: an emoji of two code units is one', t => {
	const check = compileSchema(Type.String({maxLength: 3, minLength: 2}));
	for (const text of ['ab', 'abc', '😀😀', '😀😀😀', 'çãé', '\u{10ffff}ab']) t.deepEqual(check(text), [], text);
	for (const text of ['a', '😀', 'abcd', '😀😀😀😀', 'ab👍🏽']) t.is(check(text).length, 1, text);
});

test('a fault of length says the limit, one of a choice the choices, one of a type both types', t => {
	const check = compileSchema(Closed({a: Type.String({maxLength: 3}), b: Type.Enum(['x', 'y']), c: Type.Integer({minimum: 1})}));
	const messages = check({a: 'long', b: 'z', c: '1'}).map(({field, message, hint}) => `${field}: ${message} ${hint}`);
	t.true(messages.some(text => /^a: Has more than 3 characters/.test(text)));
	t.true(messages.some(text => /^b: .*x, y/.test(text)));
	t.true(messages.some(text => /^c: Must be an integer, not a string/.test(text)));
	t.regex(check({a: '', b: 'x', c: 0})[0]!.message, />= 1/);
});

test('a refused value is told how it would be right, also where nothing describes it', t => {
	const check = compileSchema(
		Closed({
			name: Name('What it is called.'),
			size: Type.Number({minimum: 1}),
			share: Type.Number({minimum: 0, maximum: 1}),
			url: Type.String({format: 'https-url', description: 'An https URL.'}),
			language: Type.String({format: 'language-tag', description: 'Of the text.'}),
		}),
	);
	const faults = check({name: ' ', size: Number.POSITIVE_INFINITY, share: 2, url: 'https://user:secret@example.com', language: '*'});
	t.deepEqual(Object.fromEntries(faults.map(({field, message, hint}) => [field, `${message} ${hint}`])), {
		name: 'Is blank. At least one character that can be seen. What it is called.',
		size: 'Must be a number, not Infinity. Send a number.',
		share: 'Must be <= 1. From 0 to 1.',
		url: 'Does not have the right form. It begins with https:// and has a host, and neither blanks nor a user or password. An https URL.',
		language: 'Does not have the right form. A tag such as en or pt-BR. Of the text.',
	});
});

test('an image that is sent as its own URL is told where it belongs, however long it is', t => {
	const [fault] = compileSchema(ImageReference)({url: `data:image/png;base64,${'A'.repeat(5000)}`});
	t.deepEqual([fault!.field, fault!.hint.startsWith('Send a data: string as base64 instead of url.')], ['url', true]);
	t.regex(compileSchema(ImageReference)({url: `https://example.org/${'a'.repeat(5000)}`})[0]!.hint, /^At most 2048 characters\./);
});

test('a missing property is reported by its own name, with what it is for', t => {
	const check = compileSchema(Closed({name: Type.String({description: 'Name of the tour.'})}));
	t.deepEqual(check({}), [{field: 'name', message: 'Is missing.', hint: 'Name of the tour.'}]);
});

test('an unknown property is answered with those that there are, but for the ones of the path', t => {
	const check = compileSchema(Closed({id: Type.Optional(Type.String()), name: Type.Optional(Type.String())}), ['id']);
	t.deepEqual(check({nmae: 'x'}), [
		{field: 'nmae', message: 'Is not a property of this object.', hint: 'Did you mean "name"? Known: name.'},
	]);
	t.is(check({other: 'x'})[0]?.hint, 'Known: name.');
	t.is(check({idd: 'x'})[0]?.hint, 'Known: name.', 'what no hint speaks of is not suggested');
});

test('of a value that may be null the reason is reported, not the words of the union', t => {
	const check = compileSchema(Closed({a: Nullable(Type.String({maxLength: 2}))}));
	t.deepEqual(check({a: null}), []);
	t.deepEqual(check({a: 'ab'}), []);
	t.true(check({a: 'abc'}).length > 0);
	t.notRegex(JSON.stringify(check({a: 'abc'})), /anyOf/);
});

for (const [url, right] of Object.entries({
	'https://example.com': true,
	'https://example.com/a?b=c#d': true,
	'HTTPS://EXAMPLE.COM/': true,
	'https://例え.jp/道': true,
	'https://example.com:8443/': true,
	'http://example.com': false,
	'javascript:alert(1)': false,
	'data:text/html,x': false,
	'ftp://example.com': false,
	'//example.com': false,
	'example.com': false,
	'https://': false,
	'https:': false,
	'https:example.com': false,
	'https:/example.com': false,
	'https:\\\\example.com': false,
	'https://user:secret@example.com': false,
	'https://user@example.com': false,
	'https://exa mple.com': false,
	'https://example.com/a b': false,
	' https://example.com': false,
	'https://example.com\n': false,
	'https://example.com/\nSet-Cookie: a=b': false,
	'java\nscript:alert(1)': false,
	'ht\ntps://example.com': false,
	'https://example.com/\u0000': false,
	'https://[::1': false,
	'': false,
})) {
	test(`as a link, ${JSON.stringify(url)} is ${right ? 'taken' : 'refused'}`, t => {
		const faults = compileSchema(EndCtaInput)({link: {url}});
		t.deepEqual(fieldsOf(faults), right ? [] : ['link.url']);
	});
}

for (const [phone, right] of Object.entries({
	'+5511987654321': true,
	'+1234567': true,
	'+123456789012345': true,
	'+123456': false,
	'+1234567890123456': false,
	'5511987654321': false,
	'+0511987654321': false,
	'+55 11 98765-4321': false,
	'+55(11)987654321': false,
	'++5511987654321': false,
	'+5511987654321\n': false,
	'+551198765432a': false,
	'+٥٥١١٩٨٧٦٥٤٣٢١': false,
	'': false,
})) {
	test(`as an E.164 number, ${JSON.stringify(phone)} is ${right ? 'taken' : 'refused'}`, t => {
		t.deepEqual(fieldsOf(compileSchema(EndCtaInput)({whatsapp: {phone}})), right ? [] : ['whatsapp.phone']);
	});
}
