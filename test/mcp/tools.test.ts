import test from 'ava';
import type {Tool} from '../../api/mcp/tools/define-tool.ts';
import {describeTool, describeTools} from '../../api/mcp/tools/describe-tool.ts';
import {findTool, TOOLS} from '../../api/mcp/tools/index.ts';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {screenshot} from '../helpers/images.ts';
import {post, toolCall} from '../helpers/mcp.ts';
import {startService} from '../helpers/service.ts';

/** What every tool promises, for whichever is added to the list: its definition, and who may call it. */

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema.
type Schema = any;

/** The first sixteen, in the order in which agents know them. */
const NAMES = [
	'list_tours',
	'get_tour',
	'create_tour',
	'upload_media',
	'add_step',
	'update_step',
	'reorder_steps',
	'delete_step',
	'set_theme',
	'set_lead_capture',
	'set_end_cta',
	'publish',
	'unpublish',
	'generate_step_text',
	'generate_narration',
	'get_analytics',
];
/** Those that came later. */
const LATER = [
	'list_voices',
	'find_elements',
	'preview_step',
	'put_tour',
	'get_tour_document',
	'update_tour',
	'list_versions',
	'restore_version',
	'export_tour',
	'duplicate_tour',
	'trash_tour',
	'set_step_actions',
];

const service = await startService();
const owner = await service.client();
const {tour} = (await owner('POST', '/v1/tours', {body: {name: 'Private'}})).body;
const {step} = (await owner('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One', text: 'Words.'}})).body;
const picture = await screenshot(300, 200).png().toBuffer();
const {mediaId} = (await owner('POST', '/v1/media', {body: {base64: picture.toString('base64')}})).body.media;
test.after.always(() => service.stop());
const target: {id: string; stepId: string} = {id: tour.id, stepId: step.id};

test('the tools are there in their order, those that came later at the end', t => {
	t.deepEqual(
		TOOLS.map(({name}) => name),
		[...NAMES, ...LATER],
	);
});

for (const tool of TOOLS) {
	const described = describeTool(tool);
	const {name, description, inputSchema, outputSchema, annotations} = described as typeof described & {outputSchema?: Schema};

	test(`${name}: the description says what it does, when to use it, what becomes public, what it costs and the permission`, t => {
		t.true(description.startsWith(`${tool.operation.summary}.`));
		t.true(
			TOOLS.some(other => other.name !== name && description.includes(other.name)),
			'names a sibling',
		);
		t.regex(description, /public|publish|changes nothing/i);
		t.regex(description, /costs? no|costs nothing|quota/i);
		t.true(description.endsWith(`Permission: ${tool.operation.scopes.join(' and ')}.`));
		t.true(description.length <= 1024, `${description.length} characters`);
	});

	test(`${name}: all four annotations, and a title`, t => {
		t.truthy(annotations.title);
		const {readOnlyHint, destructiveHint, idempotentHint, openWorldHint} = annotations;
		for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint]) t.is(typeof hint, 'boolean');
		// Looking for elements takes words along, and is therefore a POST.
		t.is(readOnlyHint, tool.operation.route.startsWith('GET ') || name === 'find_elements');
		t.false(readOnlyHint && destructiveHint);
	});

	test(`${name}: every parameter is described, nothing is chosen at the root, no coordinate has a limit`, t => {
		for (const schema of [inputSchema, ...(outputSchema ? [outputSchema] : [])] as Schema[]) {
			t.is(schema.type, 'object');
			for (const combinator of ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$ref', 'enum']) t.false(combinator in schema, combinator);
		}
		t.is((inputSchema as Schema).additionalProperties, false);
		const like = tool.like ?? {};
		// A list's description covers its items.
		const described = parameters(inputSchema).filter(([path]) => !path.endsWith('[]'));
		for (const [path, schema] of described) t.true(Boolean(schema.description) || path.split('.')[0]! in like, path);
		for (const [path, schema] of parameters(inputSchema)) {
			if (/\b(highlight|click)\./.test(path)) t.false('minimum' in schema || 'maximum' in schema, path);
		}
		const named = (schema: Schema) => [Object.keys(schema.properties), schema.required ?? []];
		t.deepEqual(named(inputSchema), named(tool.operation.input));
	});

	test(`${name}: an output schema, unless a picture comes back of what was changed`, t => {
		t.is(outputSchema === undefined, ['add_step', 'update_step'].includes(name));
		t.is(tool.picture ?? false, ['add_step', 'update_step', 'preview_step'].includes(name));
	});

	test(`${name}: 401 without a credential, with a wrong, an expired and a revoked one`, async t => {
		const [expired, revoked] = [await service.client(), await service.client()];
		const db = service.services.database;
		await db.query('UPDATE credentials SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?', [expired.credentialId]);
		await db.query('UPDATE credentials SET revoked_at = UTC_TIMESTAMP(3) WHERE id = ?', [revoked.credentialId]);
		const mistyped = `${owner.key.slice(0, -1)}${owner.key.endsWith('0') ? '1' : '0'}`;
		for (const key of [null, 'nonsense', mistyped, expired.key, revoked.key]) {
			const response = await call(key, tool);
			t.is(response.status, 401);
			t.regex(response.headers.get('www-authenticate')!, /^Bearer .*resource_metadata=/);
			t.is((await response.json()).error.data.error, 'invalid_credential');
		}
	});

	test(`${name}: 402 without the Pro plan`, async t => {
		const free = await service.client({plan: 'free'});
		const response = await call(free.key, tool);
		t.is(response.status, 402);
		t.is((await response.json()).error.data.error, 'plan_required');
	});

	for (const scope of tool.operation.scopes) {
		test(`${name}: 403 where ${scope} is missing, a challenge that names all that it needs`, async t => {
			const scopes = ALL_SCOPES.filter(candidate => candidate !== scope);
			const limited = await service.client({accountId: owner.accountId, scopes});
			const response = await call(limited.key, tool);
			t.is(response.status, 403);
			const challenge = response.headers.get('www-authenticate')!;
			t.true(challenge.includes('error="insufficient_scope"'));
			t.true(challenge.includes(`scope="${tool.operation.scopes.join(' ')}"`));
			t.true(challenge.includes('/.well-known/oauth-protected-resource/mcp'));
			const {id, error} = await response.json();
			t.is(id, 1);
			t.is(error.data.error, 'missing_permission');
			t.true(error.data.message.includes(scope));
		});
	}

	test(`${name}: with its own permissions alone it is let in`, async t => {
		const {scopes} = tool.operation;
		const limited = await service.client({accountId: owner.accountId, scopes});
		const {status, body} = await respond(limited.key, tool, {...argumentsFor(tool), nonsense: 1});
		t.is(status, 200);
		t.is(body.error, 'invalid_request');
	});

	test(`${name}: an unknown argument is named, with those that are known`, async t => {
		const {isError, body} = await respond(owner.key, tool, {...argumentsFor(tool), nonsense: 1});
		t.true(isError);
		const fault = body.errors.find((found: {field: string}) => found.field === 'nonsense');
		for (const known of Object.keys(tool.operation.input.properties)) t.true(fault.hint.includes(known), known);
	});

	const required = (inputSchema as Schema).required ?? [];
	if (required.length > 0) {
		test(`${name}: every missing argument is named at once, with its meaning`, async t => {
			const {isError, body} = await respond(owner.key, tool, {});
			t.true(isError);
			t.is(body.error, 'invalid_request');
			const faults = new Map(body.errors.map((fault: {field: string; hint: string}) => [fault.field, fault.hint]));
			for (const field of required) t.truthy(faults.get(field), field);
		});
	}

	test(`${name}: arguments of a wrong type are named at once`, async t => {
		const properties = Object.keys(tool.operation.input.properties);
		const wrong = Object.fromEntries(properties.map(field => [field, [[]]]));
		const {isError, body} = await respond(owner.key, tool, wrong);
		t.true(isError);
		const fields = body.errors.map(({field}: {field: string}) => field.split(/[.[]/)[0]);
		for (const field of properties) t.true(fields.includes(field), field);
	});

	if ('id' in tool.operation.input.properties) {
		test(`${name}: another account's tour, an unknown and a malformed one are the same error`, async t => {
			const stranger = await service.client();
			const foreign = await respond(stranger.key, tool);
			t.true(foreign.isError);
			t.is(foreign.body.error, 'not_found');
			for (const id of ['tour_01hzzzzzzzzzzzzzzzzzzzzzzz', 'x', '', "' OR 1=1", '💩']) {
				const unknown = await respond(stranger.key, tool, {...argumentsFor(tool), id});
				t.deepEqual(unknown.body, foreign.body, id);
			}
		});
	}

	const naming = ['id', 'key', 'mediaId'].find(argument => argument in tool.operation.input.properties);
	if (naming && name !== 'put_tour') {
		test(`${name}: what ${naming} does not name is said with a way to find the right one`, async t => {
			const {body} = await respond(owner.key, tool, {...argumentsFor(tool), [naming]: 'never-made'});
			t.is(body.error, 'not_found');
			t.is(body.errors?.[0].field, naming);
			t.truthy(body.errors[0].hint);
		});
	}

	if ('stepId' in tool.operation.input.properties) {
		test(`${name}: a step of another tour is not there`, async t => {
			const {tour} = (await owner('POST', '/v1/tours', {body: {name: 'Other'}})).body;
			const {body} = await respond(owner.key, tool, {...argumentsFor(tool), id: tour.id});
			t.is(body.error, 'not_found');
		});
	}
}

test('a coordinate in a document that was measured in pixels is named once', t => {
	const {operation} = TOOLS.find(({name}) => name === 'put_tour')!;
	const steps = [{key: 'a', highlight: {x: 300, y: 200, width: 40, height: 20}}];
	t.deepEqual(
		operation.check!({key: 'whole', document: {name: 'Whole', steps}}).map(({field}) => field),
		['x', 'y', 'width', 'height'].map(side => `document.steps[0].highlight.${side}`),
	);
});

test('the annotations are those that were settled for each tool', t => {
	const flags = ({hints: {readOnly, destructive, idempotent, openWorld}}: Tool) =>
		[readOnly, destructive, idempotent, openWorld].map(flag => (flag ? 'T' : 'F')).join('');
	const table: Record<string, string[]> = {
		TFTF: ['list_tours', 'get_tour', 'get_analytics', 'list_voices', 'get_tour_document', 'list_versions', 'find_elements', 'preview_step'],
		FFFF: ['create_tour', 'duplicate_tour'],
		FFTT: ['upload_media'],
		FFFT: ['add_step'],
		FTTT: ['update_step', 'publish', 'unpublish', 'put_tour', 'trash_tour'],
		FTTF: [
			'update_tour',
			'restore_version',
			'reorder_steps',
			'delete_step',
			'set_theme',
			'set_lead_capture',
			'set_end_cta',
			'set_step_actions',
		],
		FFTF: ['export_tour'],
		FTFT: ['generate_step_text', 'generate_narration'],
	};
	for (const [wanted, names] of Object.entries(table)) {
		for (const name of names) t.is(flags(findTool(name)!), wanted, name);
	}
	t.is(Object.values(table).flat().length, NAMES.length + LATER.length);
});

/** Characters of a list that comes to 9,000 tokens of o200k: a client pays them before the first word. */
const BUDGET = 37_800;

test('the list of tools that a model reads stays within 9,000 tokens', t => {
	const {length} = JSON.stringify(describeTools(TOOLS));
	t.log(`${length} characters`);
	t.true(length <= BUDGET, `${length}`);
});

test('in the list a text is left out only where an earlier argument of the same name has it', t => {
	const told = new Set<string>();
	for (const [index, shown] of describeTools(TOOLS).entries()) {
		const alone = parameters(describeTool(TOOLS[index]!).inputSchema);
		const inList = new Map(parameters(shown.inputSchema));
		t.is(inList.size, alone.length);
		for (const [path, {description}] of alone.filter(([, schema]) => schema.description)) {
			const text = `${path.split('.').at(-1)}: ${description}`;
			t.is(inList.get(path)?.description, told.has(text) ? undefined : description, `${shown.name}: ${path}`);
			told.add(text);
		}
	}
});

test('no error changed anything', async t => {
	const {body} = await owner('GET', `/v1/tours/${target.id}`);
	t.is(body.tour.name, 'Private');
	t.is(body.tour.status, 'unpublished');
	t.deepEqual(
		body.tour.steps.map((step: {id: string}) => step.id),
		[target.stepId],
	);
});

/** Arguments that the tool's schema accepts. */
function argumentsFor(tool: Tool): Record<string, unknown> {
	const {properties} = tool.operation.input;
	const own: Record<string, Record<string, unknown>> = {
		create_tour: {name: 'New'},
		upload_media: {name: 'picture.png'},
		reorder_steps: {stepIds: [target.stepId]},
		find_elements: {mediaId},
		unpublish: {confirm: true},
		trash_tour: {confirm: true},
		restore_version: {number: 1, confirm: true},
		export_tour: {format: 'bundle'},
		put_tour: {key: 'whole', document: {name: 'Whole'}, dryRun: true},
		get_tour_document: {key: 'tour_01hzzzzzzzzzzzzzzzzzzzzzzz'},
	};
	return {
		...('id' in properties && {id: target.id}),
		...('stepId' in properties && {stepId: target.stepId}),
		...own[tool.name],
	};
}

function call(key: string | null, tool: Tool, input: Record<string, unknown> = argumentsFor(tool)): Promise<Response> {
	return post(service.baseUrl, key, toolCall(tool.name, input));
}

async function respond(key: string, tool: Tool, input?: Record<string, unknown>) {
	const response = await call(key, tool, input);
	const {result} = await response.json();
	return {status: response.status, isError: result.isError, body: JSON.parse(result.content[0].text)};
}

/** Every property of a schema and of the objects and lists in it, by path. */
function parameters(schema: Schema, path = ''): Array<[string, Schema]> {
	const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]): Array<[string, Schema]> => {
		const here = path ? `${path}.${name}` : name;
		return [[here, property], ...parameters(property, here)];
	});
	return [...own, ...(schema.items ? [[`${path}[]`, schema.items] as [string, Schema], ...parameters(schema.items, `${path}[]`)] : [])];
}
