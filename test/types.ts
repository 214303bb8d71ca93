import {Type} from 'typebox';
import {success, tourId} from '../api/operations/responses.ts';
import {defineOperation, respond} from '../api/pipeline/operation.ts';
import type {StepWords} from '../cli/playwright/package.d.ts';
import {createClient} from '../client/index.ts';
import {Closed} from '../shared/contract/schema.ts';
import type {PlainField} from '../shared/contract/step-fields.ts';
import {readContent} from '../shared/store/tours.ts';

/** The sample of CONTRIBUTING.md, word for word. */
export const countSteps = defineOperation({
	name: 'count_steps',
	tag: 'Tours',
	summary: 'Tell how many steps a tour has',
	route: 'GET /tours/{id}/step-count',
	scopes: ['tours:read'],
	input: Closed({id: tourId}),
	success: success(200, 'The number.', {count: Type.Integer()}),
	async handler({id}, call) {
		const {steps} = await readContent(call.db, call.accountId, id);
		return respond(200, {count: steps.length});
	},
});

/** What must not compile. The compiler is the test: an `@ts-expect-error` under which nothing is wrong is an error itself. */

const declaration = {
	name: 'count_steps',
	tag: 'Tours',
	summary: 'Count',
	scopes: ['tours:read'],
	input: Closed({id: Type.String()}),
	success: success(200, 'The number.', {count: Type.Integer(), tour: Closed({name: Type.String()})}),
} as const;
const common = {...declaration, scopes: [...declaration.scopes]};

export const right = defineOperation({
	...common,
	route: 'GET /tours/{id}/count',
	handler: async ({id}) => respond(200, {count: id.length, tour: {name: id}}),
});

export const missingProperty = defineOperation({
	...common,
	route: 'GET /tours/{id}/count',
	// @ts-expect-error A response without what the success declares.
	handler: async () => respond(200, {count: 1}),
});

export const unknownProperty = defineOperation({
	...common,
	route: 'GET /tours/{id}/count',
	// @ts-expect-error A property that the success does not declare, also inside another.
	handler: async () => respond(200, {count: 1, tour: {name: 'A', title: 'B'}}),
});

export const wrongType = defineOperation({
	...common,
	route: 'GET /tours/{id}/count',
	// @ts-expect-error A text where a number is declared.
	handler: async () => respond(200, {count: 'one', tour: {name: 'A'}}),
});

export const undeclaredStatus = defineOperation({
	...common,
	route: 'GET /tours/{id}/count',
	// @ts-expect-error A status that is not declared.
	handler: async () => respond(201, {count: 1, tour: {name: 'A'}}),
});

export const unknownInput = defineOperation({
	...common,
	route: 'GET /tours/{id}/count',
	// @ts-expect-error An input that the schema does not have.
	handler: async ({stepId}) => respond(200, {count: stepId, tour: {name: 'A'}}),
});

// @ts-expect-error A permission that there is not.
export const unknownScope = defineOperation({...common, scopes: ['tours:admin'], route: 'GET /tours', handler: right.handler});

// @ts-expect-error An operation for programs without scopes.
export const withoutScopes = defineOperation({...common, scopes: undefined, route: 'GET /tours', handler: right.handler});

// @ts-expect-error An error that has no row.
export const unknownError = defineOperation({...common, errors: ['nonsense'], route: 'GET /tours', handler: right.handler});

const client = createClient({baseUrl: 'http://127.0.0.1:8080', key: ''});

export async function clientCalls() {
	const {tour} = await client.call('POST /tours', {name: 'A'});
	tour.id satisfies string;
	// @ts-expect-error A route that there is not.
	await client.call('POST /tour', {name: 'A'});
	// @ts-expect-error An input without what is required.
	await client.call('POST /tours', {});
	// @ts-expect-error An input that the operation does not take.
	await client.call('POST /tours', {name: 'A', title: 'B'});
	// @ts-expect-error A property that the response does not have.
	tour.title;
	// @ts-expect-error A route that streams nothing.
	client.follow('GET /me', {});
}

/** The words that a test gives its steps are fields of a step, all but those that it records. */
type Recorded = 'type' | 'altDecorative' | 'highlight' | 'click';
export const ofPlaywright = {} as Exclude<PlainField, Recorded> satisfies Exclude<keyof StepWords, 'key' | 'next'>;
export const ofSteps = {} as Exclude<keyof StepWords, 'key' | 'next'> satisfies Exclude<PlainField, Recorded>;
