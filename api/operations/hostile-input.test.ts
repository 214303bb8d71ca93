import test from 'ava';
import {picture} from '../../test/helpers/pictures.ts';
import {type Reply, startService} from '../../test/helpers/service.ts';
import {methodAndPath} from '../pipeline/operation.ts';
import {PUBLIC_OPERATIONS} from './index.ts';

const service = await startService({}, {also: ['audio']});
const ana = await service.client();
const tourId = (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour.id;
const stepId = (await ana('POST', `/v1/tours/${tourId}/steps`, {body: {type: 'slide', title: 'One'}})).body.step.id;
const body = {base64: (await picture()).toString('base64')};
const jobId = (await ana('POST', '/v1/media', {body, headers: {Prefer: 'respond-async'}})).body.job.id;
test.after.always(() => service.stop());

const JSON_TYPE = {'Content-Type': 'application/json'};

type Schema = {type?: string; properties?: Record<string, Schema>; items?: Schema; required?: string[]};

/** As JSON, for some of it JavaScript would never write: half an emoji, an infinite number, a key of every object. */
const HOSTILE = [
	'null',
	'-1',
	'0.5',
	'1e308',
	'1e999',
	'""',
	'"\\u0000"',
	'"\\ud83d"',
	'"\\ude00 x"',
	'"\\uffff\\u2028\\u202e"',
	'"\'; DROP TABLE tours; -- "',
	'"{{7*7}}<script>"',
	`"${'x'.repeat(100_000)}"`,
	'[]',
	'{}',
	'{"__proto__":{"x":1}}',
	'{"constructor":{"prototype":{}}}',
	'{"toString":1,"length":-1,"then":1,"toJSON":1}',
	`${'['.repeat(5000)}${']'.repeat(5000)}`,
];

/** A JSON text of each way to put a value into the schema: by itself, or deep inside with what else is required there. */
function placed(schema: Schema, value: string): string[] {
	const properties = Object.entries(schema.properties ?? {});
	const deeper = properties.flatMap(([name, inner]) =>
		placed(inner, value).map(text => {
			const beside = (schema.required ?? []).filter(other => other !== name).map(other => `${JSON.stringify(other)}:0.5`);
			return `{${[`${JSON.stringify(name)}:${text}`, ...beside].join(',')}}`;
		}),
	);
	return [value, ...(schema.items ? [`[${value}]`] : []), ...deeper];
}

/** What is wrong with the response to hostile input: a defect of ours, or a fault that does not say what would be right. */
function wrongs({status, body}: Reply): string[] {
	if (status >= 500) return [`${status} ${body.error}`];
	if (status !== 400) return [];
	const faults: Record<string, string>[] = body.errors ?? [];
	const mute = faults.filter(({field, message, hint}) => typeof field !== 'string' || !message || !hint);
	return [
		...mute.map(fault => `says too little: ${JSON.stringify(fault)}`),
		...(JSON.stringify(body).length > 50_000 ? ['says too much'] : []),
	];
}

for (const operation of PUBLIC_OPERATIONS) {
	const {method, path, parameters} = methodAndPath(operation);
	const properties = Object.entries(operation.input.properties as Record<string, Schema>).filter(([name]) => !parameters.includes(name));
	const known = () => ({id: path.startsWith('/jobs') ? jobId : tourId, stepId});
	const to = (values: Record<string, string>) => `/v1${path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name]!)}`;
	const send = (query: string, raw?: string) => ana(method, to(known()) + query, raw === undefined ? {} : {raw, headers: JSON_TYPE});

	if (method !== 'GET' && method !== 'DELETE') {
		test(`${operation.name}: whatever its body is, the answer is no 5xx, and a 400 says what would be right`, async t => {
			const bodies = HOSTILE.flatMap(value => [
				value,
				...properties.flatMap(([name, schema]) => placed(schema, value).map(text => `{${JSON.stringify(name)}:${text}}`)),
			]);
			const found: string[] = [];
			for (const body of bodies) found.push(...wrongs(await send('', body)).map(wrong => `${body.slice(0, 150)}: ${wrong}`));
			t.deepEqual(found, []);
		});
	}

	if (method === 'GET') {
		test(`${operation.name}: whatever its query is, the answer is no 5xx, and a 400 says what would be right`, async t => {
			const values = HOSTILE.filter(text => text.length < 2000).map(encodeURIComponent);
			const queries = properties.flatMap(([name]) => values.map(value => `?${name}=${value}`));
			const found: string[] = [];
			for (const query of [...queries, '?__proto__=1', '?constructor=1', '?%=%', '?limit[]=1', `?${'a=1&'.repeat(2000)}`]) {
				found.push(...wrongs(await send(query)).map(wrong => `${query.slice(0, 150)}: ${wrong}`));
			}
			t.deepEqual(found, []);
		});
	}

	for (const parameter of parameters) {
		test(`${operation.name}: whatever stands for ${parameter} in the path, the answer is no 5xx and never a success`, async t => {
			for (const value of ['%25', '%2525', '%00', '%0a', '%20', '%F0%9F%98%80', '%ED%A0%80', "'", 'null', '__proto__', 'x'.repeat(2000)]) {
				const {status} = await ana(method, to({...known(), [parameter]: value}));
				t.true(status === 404 || status === 400, `${value}: ${status}`);
			}
		});
	}
}
