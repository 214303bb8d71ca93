/** Bodies as nasty as JSON, forms and text can be, of about so many bytes. */

export type Body = {what: string; make: () => Buffer | string};
export type Schema = {
	type?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
	required?: string[];
	maxLength?: number;
	pattern?: string;
	format?: string;
	patternProperties?: Record<string, Schema>;
};

/** What the audit sent in one list. */
const MANY = 100_000;

const repeat = (part: string, bytes: number) => part.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(part))));
const body = (what: string, make: () => Buffer | string): Body => ({what, make});
/** Numbered parts with a comma between them, until there are so many bytes; after as many as any list of the audit had, from the beginning. */
function numbered(part: (index: number) => string, bytes: number): string {
	const parts: string[] = [];
	for (let size = 0, index = 0; size < bytes && index < MANY; index++) {
		const next = part(index);
		parts.push(next);
		size += next.length + 1;
	}
	return repeat(`${parts.join(',')},`, bytes).slice(0, -1);
}

/** JSON that no operation can mean, whatever it takes. */
export function nastyJson(bytes: number): Body[] {
	const half = bytes / 2;
	return [
		body('arrays in arrays', () => repeat('[', half) + repeat(']', half)),
		body('arrays that never close', () => `{"a":${repeat('[', bytes)}`),
		body('objects in objects', () => `${repeat('{"a":', bytes * 0.8)}0${repeat('}', bytes * 0.16)}`),
		body('many empty arrays', () => `[${repeat('[],', bytes)}0]`),
		body('many empty objects', () => `{"a":[${repeat('{},', bytes)}0]}`),
		body('arrays of arrays', () => `[${repeat(`${'['.repeat(20)}${']'.repeat(20)},`, bytes)}0]`),
		body('many zeros', () => `{"a":[${repeat('0,', bytes)}0]}`),
		body('one \\u and many zeros', () => `["\\u0041",${repeat('0,', bytes)}0]`),
		body('many names', () => `{${numbered(index => `"k${index}":0`, bytes)}}`),
		body('many names that are numbers', () => `{${numbered(index => `"${(index * 7919) % 4_294_967_295}":0`, bytes)}}`),
		body('the same name again and again', () => `{${repeat('"name":0,', bytes)}"name":1}`),
		body('the same __proto__ again and again', () => `{${repeat('"__proto__":{},', bytes)}"name":1}`),
		body('one long name', () => `{"${repeat('n', bytes)}":1}`),
		body('one long name in escapes', () => `{"${repeat('\\u006e', bytes)}":1}`),
		body('one long text', () => `{"name":"${repeat('x', bytes)}"}`),
		body('one long text in escapes', () => `{"name":"${repeat('\\u0041', bytes)}"}`),
		body('a text of half surrogates', () => `{"name":"${repeat('\\ud83d', bytes)}"}`),
		body('a text of combining marks', () => `{"name":"a${repeat('\u0301', bytes)}"}`),
		body('a text of emoji', () => `{"name":"${repeat('👨‍👩‍👧‍👦', bytes)}"}`),
		body('a text of the widest Unicode', () => `{"name":"${repeat('\u{10ffff}', bytes)}"}`),
		body('a text of quotes', () => `{"name":"${repeat('\\"', bytes)}"}`),
		body('a text that never ends', () => `{"name":"${repeat('\\\\', bytes)}`),
		body('a number of many digits', () => `{"a":${repeat('1', bytes)}}`),
		body('a number of many decimals', () => `{"a":0.${repeat('0', bytes)}1e${'9'.repeat(100)}}`),
		body('blanks', () => `${repeat(' ', half)}{}${repeat('\n', half)}`),
		body('no UTF-8', () => Buffer.alloc(bytes, 0xff)),
		body('zeros', () => Buffer.alloc(bytes)),
	];
}

/** Base64 as nasty as it can be, by itself or as the image of a step. */
export function nastyBase64(bytes: number): Body[] {
	const texts: Array<[string, () => string]> = [
		['letters', () => repeat('AAAA', bytes)],
		['the head of a picture', () => `iVBORw0KGgo${repeat('AAAA', bytes)}A`],
		['escapes', () => repeat('\\u0041', bytes)],
		['escapes of nothing', () => repeat('\\u000a', bytes)],
		['lines', () => repeat(`${'A'.repeat(76)}\\r\\n`, bytes)],
		['single letters in lines', () => repeat('A\\n', bytes)],
		['blanks', () => repeat(' ', bytes)],
		['padding', () => repeat('=', bytes)],
		['letters that are none', () => repeat('AA!A', bytes)],
		['letters beyond ASCII', () => repeat('é', bytes)],
		['half surrogates', () => repeat('\\ud83d', bytes)],
		['quotes', () => repeat('\\"', bytes)],
		['a long data: prefix', () => `data:image/${repeat('a', bytes)};base64,AAAA`],
	];
	const many = () => `[${numbered(() => `{"base64":"${'A'.repeat(80_000)}"}`, bytes)}]`;
	return [
		...texts.flatMap(([what, make]) => [
			body(`base64 of ${what}`, () => `{"base64":"${make()}"}`),
			body(`an image of ${what}`, () => `{"image":{"base64":"${make()}"}}`),
		]),
		body('many texts of base64', () => `{"image":${many()}}`),
		body('base64 named many times', () => `{${repeat('"base64":"",', bytes / 2)}"base64":"${repeat('A', bytes / 2)}"}`),
	];
}

/** Texts on which patterns and formats take their time, if any take it. */
function worstTexts(length: number): string[] {
	const parts = ['a', '1', '-', 'a-', 'aa-', 'é', ' ', '/', '.', '0', 'A.', '%', '+1', '2020-01-01', '#ff00aa'];
	const heads = ['', 'https://', '+1', '#', 'pt-', '2024-02-'];
	const texts = [...parts, ...heads.filter(Boolean)].map((part, index) => heads[index % heads.length] + repeat(part, length));
	return [...texts, ...texts.map(text => `${text.slice(0, length - 1)}!`)].map(text => text.slice(0, length));
}

/** Bodies of the shape that the schema wants, with too much at one place: every list, every object, every text. */
export function grown(schema: Schema, bytes: number): Body[] {
	return overgrown(schema, bytes).map(({what, make}) => body(what || 'the whole', make));
}

function overgrown(schema: Schema, bytes: number): Body[] {
	const inside = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
		const beside = (schema.required ?? []).filter(other => other !== name).map(other => `,${JSON.stringify(other)}:0.5`);
		return overgrown(inner, bytes).map(({what, make}) =>
			body(`${name} ${what}`, () => `{${JSON.stringify(name)}:${make()}${beside.join('')}}`),
		);
	});
	return [...ofItself(schema, bytes), ...inside, ...(schema.anyOf ?? []).flatMap(inner => overgrown(inner, bytes))];
}

function ofItself({type, items, pattern, format, maxLength, properties, patternProperties}: Schema, bytes: number): Body[] {
	const cut = (size: number) => Math.min(size, bytes);
	if (type === 'array') {
		return [
			body('of 100,000 texts', () => `[${numbered(index => `"x${index}"`, cut(MANY * 8))}]`),
			body('of 100,000 times the same', () => `[${repeat('"ai",', cut(MANY * 5))}"ai"]`),
			body('of 100,000 objects', () => `[${repeat('{"a":0},', cut(MANY * 8))}{}]`),
			...(items ? overgrown(items, bytes).map(({what, make}) => body(`of one: ${what}`, () => `[${make()}]`)) : []),
		];
	}
	if (type === 'object') {
		const names = body('of 100,000 names', () => `{${numbered(index => `"k${index}":"x"`, cut(MANY * 12))}}`);
		if (!patternProperties && properties) return [names];
		return [
			names,
			body('of 40,000 languages', () => `{${numbered(index => `"aa-${(index + 1_000_000).toString(36)}":"x"`, cut(MANY * 4))}}`),
			body('of one long name', () => `{"${repeat('aa-', bytes)}":"x"}`),
		];
	}
	if (type !== 'string') return [];
	const whole = body('as long as the body', () => JSON.stringify(repeat('x', bytes - 1000)));
	if (!pattern && !format) return [whole];
	// A short text keeps no pattern busy: what is longer is.
	const fitting = worstTexts(maxLength ?? bytes - 1000).filter(text => text.length > 30);
	return [
		whole,
		body('at its worst', () => JSON.stringify(fitting.join('').slice(0, bytes - 1000))),
		...fitting.map(text => body(text.slice(0, 10), () => JSON.stringify(text))),
	];
}

/** Bodies of other types than JSON, for routes that read a form or any bytes. */
export function nastyForms(bytes: number): Array<Body & {type: string}> {
	const form = 'application/x-www-form-urlencoded';
	const multipart = 'multipart/form-data; boundary=b';
	const of = (type: string, what: string, make: () => Buffer | string) => ({type, what, make});
	return [
		of(form, 'many fields', () => repeat('a=1&', bytes)),
		of(form, 'many different fields', () => numbered(index => `k${index}=1`, bytes).replaceAll(',', '&')),
		of(form, 'nothing but &', () => repeat('&', bytes)),
		of(form, 'nothing but =', () => repeat('=', bytes)),
		of(form, 'nothing but %', () => repeat('%', bytes)),
		of(form, 'nothing but +', () => `email=${repeat('+', bytes - 6)}`),
		of(form, 'one long field in escapes', () => `email=${repeat('%F0%9F%98%80', bytes - 6)}`),
		of(form, 'half of UTF-8', () => `password=${repeat('%F0%9F', bytes - 9)}`),
		of(form, 'brackets', () => `a${repeat('[a]', bytes - 3)}=1`),
		of(form, 'an address that is none', () => `email=${repeat('a@', bytes - 6)}&name=${'.'.repeat(100)}`),
		of(form, 'a number that is none', () => `form=x&phone=${repeat('+1 (', bytes - 13)}`),
		of(form, 'combining marks', () => `name=a${repeat('%CC%81', bytes - 6)}`),
		of(multipart, 'many parts', () => repeat('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n', bytes)),
		of(multipart, 'heads without end', () => `--b\r\n${repeat('X-A: b\r\n', bytes - 5)}`),
		of('text/plain', 'text', () => repeat('a\u0301', bytes)),
		of('text/plain', 'JSON as text', () => repeat('[', bytes)),
		of('application/json', 'JSON', () => repeat('{"a":', bytes)),
		of('application/octet-stream', 'zeros', () => Buffer.alloc(bytes)),
	];
}
