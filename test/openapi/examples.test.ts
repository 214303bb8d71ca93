import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import {openapiDocument} from '../../api/docs/openapi.ts';
import {EXAMPLE_BASE, readExamples} from '../../api/docs/openapi-responses.ts';
import {withoutReferences} from '../../api/docs/reference.ts';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {areAlike} from './stable-examples.ts';
import {recordExamples} from './walk.ts';

type Content = Record<string, {schema: object; examples?: Record<string, {value: unknown}>}>;
type Described = {
	operationId: string;
	parameters: Array<{name: string; in: string; schema: object; example?: unknown}>;
	requestBody?: {content: Content};
	responses: Record<string, {content: Content}>;
};

const document = JSON.parse(JSON.stringify(openapiDocument(PUBLIC_OPERATIONS, EXAMPLE_BASE)));
const whole = withoutReferences(document.paths, document) as Record<string, Record<string, Described>>;
const operations = Object.values(whole).flatMap(methods => Object.values(methods));
const ajv = new Ajv2020({strict: false, allErrors: true});
addFormats.default(ajv, ['date-time', 'date']);

function faultsOf({schema, example}: {schema: object; example?: unknown}): string {
	return ajv.validate(schema, example) ? '' : ajv.errorsText();
}

for (const {operationId, parameters, requestBody, responses} of operations) {
	test(`${operationId} has an example of its body and of each response, and they fit their schemas`, t => {
		for (const parameter of parameters) {
			if (parameter.in === 'path') t.not(parameter.example, undefined, parameter.name);
			if (parameter.example !== undefined) t.is(faultsOf(parameter), '', parameter.name);
		}
		const bodies = [['body', requestBody] as const, ...Object.entries(responses)];
		for (const [name, part] of bodies) {
			for (const [type, content] of Object.entries(part?.content ?? {})) {
				// A file has no text.
				if (!/json|event-stream/.test(type)) continue;
				const examples = Object.values(content.examples ?? {});
				t.is(examples.length, 1, `${name}: let test/openapi/walk.ts make this call, then npm run openapi`);
				for (const {value} of examples) t.is(faultsOf({schema: content.schema, example: value}), '', `${name} ${type}`);
			}
		}
	});
}

test('a run of today has the same examples', async t => {
	t.timeout(180_000);
	const stored = readExamples(EXAMPLE_BASE);
	const fresh = await recordExamples();
	for (const {name} of PUBLIC_OPERATIONS)
		t.true(areAlike(fresh[name], stored[name]), `${name}: npm run openapi\n${JSON.stringify(fresh[name])}`);
});

test('no example has a secret, a local address or a person in it', t => {
	const text = JSON.stringify(readExamples(EXAMPLE_BASE));
	t.notRegex(text, /rt_live_|127\.0\.0\.1|localhost|whsec_/);
	t.deepEqual(new Set(text.match(/[\w.-]+@[\w.-]+/g)), new Set(['ana@example.com']));
});

test('examples are short', t => {
	for (const [name, example] of Object.entries(readExamples(EXAMPLE_BASE))) t.true(JSON.stringify(example).length < 8000, name);
});
