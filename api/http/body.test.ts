import {Readable} from 'node:stream';
import test from 'ava';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import {sha256} from '../../shared/ids.ts';
import type {Images} from './base64-image.ts';
import {parseJson, parseWithImages, readBytes} from './body.ts';

const refuse = () => new AppError('body_too_large');
/** A copy each time: reading changes the bytes. */
const bytesOf = (text: string) => Buffer.from(text);
const image = Buffer.from(Array.from({length: 100_000}, (_, index) => (index * 7919) % 251));
const base64 = image.toString('base64');

async function read(text: string): Promise<{value: unknown; images: Images}> {
	const images: Images = new Map();
	return {value: await parseWithImages(bytesOf(text), images, refuse), images};
}

function appError(text: string): AppError {
	try {
		parseJson(bytesOf(text));
	} catch (error) {
		if (error instanceof AppError) return error;
	}
	throw new Error(`${text.slice(0, 50)} was taken.`);
}

test('what is JSON has the value that any parser finds in it', async t => {
	for (const text of [
		'null',
		'"a"',
		'{"a":[1,-2.5e3,true,null,{}],"b":{"c":"\\"}],:{[\\\\"}}',
		'{"a" :\n"\\u00e9\\ud83d\\ude00 \\" \\\\ \\/",  "a": 2}',
		'{"base64":"AAAA","x":{"base64":5,"y":"z"}}',
		'[[],[[]],{"":""}]',
	]) {
		t.deepEqual(parseJson(bytesOf(text)), JSON.parse(text));
		t.deepEqual((await read(text)).value, JSON.parse(text));
	}
});

test('what is not JSON or not UTF-8 is named as such, whatever it breaks', t => {
	for (const text of ['', '{', '"', '"\\', '"\\u', '"\\u12', '{"a":"\\ud83d', '{"base64":"', '[1,]', 'nul', '{"a":1}}', '"\\x"', '"\n"']) {
		t.is(appError(text).code, 'malformed_json', text);
	}
	t.throws(() => parseJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])), {message: /JSON in UTF-8/});
});

test('half of a surrogate pair becomes the sign for what cannot be read, in texts and in names', t => {
	for (const [text, value] of [
		['"\\ud83d"', '\ufffd'],
		['"\\ude00\\ud83d x"', '\ufffd\ufffd x'],
		['"\\ud83d\\ud83d\\ude00"', '\ufffd😀'],
		['"\\uD83D\\uDE00"', '😀'],
		['"\\\\ud83d"', '\\ud83d'],
		['"\\ud83d\\n\\ude00"', '\ufffd\n\ufffd'],
	] as const) {
		t.is(parseJson(bytesOf(text)), value, text);
	}
	t.deepEqual(parseJson(bytesOf('{"\\udc00":1}')), {'\ufffd': 1});
});

test('too deep, too many values, too long a name and __proto__ are refused before anything is parsed', t => {
	const {jsonDepth, jsonValues, jsonNameBytes} = LIMITS;
	t.notThrows(() => parseJson(bytesOf('['.repeat(jsonDepth) + ']'.repeat(jsonDepth))));
	t.regex(appError('['.repeat(jsonDepth + 1)).errors![0]!.message, /levels deep/);
	t.regex(appError('{"a":'.repeat(jsonDepth + 1)).errors![0]!.message, /levels deep/);
	t.notThrows(() => parseJson(bytesOf(`[${'0,'.repeat(jsonValues - 3)}0]`)));
	t.regex(appError(`[${'0,'.repeat(jsonValues)}0]`).errors![0]!.message, /values/);
	t.regex(appError(`[${'[],'.repeat(jsonValues)}0]`).errors![0]!.message, /values/);
	t.notThrows(() => parseJson(bytesOf(`{"${'n'.repeat(jsonNameBytes)}":1}`)));
	t.is(appError(`{"${'n'.repeat(jsonNameBytes + 1)}":1}`).errors![0]!.field, 'n'.repeat(100));
	for (const name of ['__proto__', '\\u005f_proto__', '\\u005F\\u005fproto\\u005f_']) {
		t.is(appError(`{"a":{"${name}" : {"x":1}}}`).errors![0]!.field, '__proto__');
	}
	t.notThrows(() => parseJson(bytesOf('{"constructor":1,"a":"__proto__"}')));
});

test('long base64 is decoded beside the value, however JSON writes it, and its name in the value is its sha256', async t => {
	const name = `sha256:${sha256(image).toString('hex')}`;
	const lines = base64.replaceAll(/.{76}/g, '$&\\r\\n');
	for (const text of [
		base64,
		`data:image/png;base64,${base64}`,
		`data:image\\/png;base64,${base64.replaceAll('/', '\\/')}`,
		base64.replaceAll('+', '\\u002B').replaceAll('/', '\\u002f'),
		lines,
		` ${base64.replaceAll(/.{64}/g, '$& ')}`,
		base64.replaceAll('+', '-').replaceAll('/', '_'),
		base64.replace(/=+$/, ''),
	]) {
		const {value, images} = await read(`{"image":{"base64":"${text}"},"title":"é"}`);
		t.deepEqual(value, {image: {base64: name}, title: 'é'}, text.slice(0, 40));
		t.true(images.get(name)!.equals(image));
	}
});

test('long text under base64 that is none is named as such, and several are distinguished', async t => {
	for (const [from, to] of [
		['A', '!'],
		['A', 'é'],
		['A', '\\ud83d'],
		['A', '\\u0141'],
		['A', '\\b'],
		['A', '='],
	] as const) {
		const {value, images} = await read(`{"base64":"${base64.slice(0, 70_000).replace(from, to)}"}`);
		t.deepEqual([value, images.size], [{base64: 'not:base64'}, 0], to);
	}
	const other = Buffer.alloc(90_000, 5);
	const {value, images} = await read(`[{"base64":"${base64}"},{"base64":"${other.toString('base64')}","n":1}]`);
	const [first, second] = value as [{base64: string}, {base64: string; n: number}];
	t.true(images.get(first.base64)!.equals(image) && images.get(second.base64)!.equals(other));
	t.is(second.n, 1);
});

test('beside long base64 a body has the limit of any other, and only a text under that name is beside it', async t => {
	const long = 'A'.repeat(LIMITS.bodyBytes);
	await t.notThrowsAsync(read(`{"base64":"${long}","title":"x"}`));
	for (const text of [
		`{"title":"${long}"}`,
		`{"base64":"${long}\\""}`,
		`{"base64":["${long}"]}`,
		`{"base64":5,"title":"${long}"}`,
		`{"base64":"${base64}"${' '.repeat(LIMITS.bodyBytes)}}`,
		`{"base64":"${long}`,
	]) {
		await t.throwsAsync(read(text), {message: /larger than/}, text.slice(0, 40));
	}
});

test('a body is read whole, announced or not, and one that is too large is refused before it is in memory', async t => {
	const body = Buffer.alloc(3_000_000, 'roteiro');
	const chunks = Array.from({length: 300}, (_, index) => body.subarray(index * 10_000, (index + 1) * 10_000));
	for (const length of [String(body.length), undefined]) {
		const request = Object.assign(Readable.from(chunks), {headers: {'content-length': length}});
		t.true((await readBytes(request as never, 4_000_000, refuse)).equals(body));
	}
	const endless = Object.assign(Readable.from(chunks), {headers: {}});
	await t.throwsAsync(readBytes(endless as never, 2_000_000, refuse), {message: /larger than/});
});

test('the pieces of a large body are freed once they are copied, those of a small one and shared memory are not', async t => {
	const pieces = (count: number) => Array.from({length: count}, (_, index) => Buffer.from(new Uint8Array(65_536).fill(index + 1)));
	const shared = Buffer.from(new ArrayBuffer(131_072), 0, 65_536).fill(9);
	const large = [...pieces(8), shared];
	const sent = Buffer.concat(large);
	const request = (body: Buffer[], bytes: number) =>
		Object.assign(Readable.from(body), {headers: {'content-length': String(bytes)}}) as never;
	t.deepEqual(await readBytes(request(large, sent.length), 2 ** 21, refuse), sent);
	t.deepEqual(
		large.map(({buffer}) => (buffer as ArrayBuffer).detached),
		[...Array.from({length: 8}, () => true), false],
	);
	const [small] = pieces(1) as [Buffer];
	t.deepEqual(await readBytes(request([small], small.length), 2 ** 21, refuse), Buffer.alloc(65_536, 1));
});
