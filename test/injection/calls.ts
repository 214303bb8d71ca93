import {TOOLS} from '../../api/mcp/tools/index.ts';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import type {Services} from '../../shared/services/services.ts';
import {otherRoutes} from '../load/attacks.ts';
import {bodiesWith, type Schema} from './bodies.ts';
import {CORPUS} from './corpus.ts';

/** `by`: the caller has a key, a signed-in browser's session, or neither. */
export type Sent = {where: string; method: string; path: string; by: 'key' | 'session' | 'nobody'; type?: string; body?: string};

/** Methods that browsers and programs send. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Fields of all forms and names of all query parameters. A test of the forms lists the service's own; apps send those of OAuth. */
const FIELDS = [
	...[
		'name',
		'email',
		'password',
		'newPassword',
		'currentPassword',
		'token',
		'next',
		'language',
		'phone',
		'company',
		'id',
		'form',
		'leave_empty',
		'key',
	],
	...[
		'client_id',
		'client_secret',
		'redirect_uri',
		'code',
		'code_verifier',
		'refresh_token',
		'scope',
		'state',
		'resource',
		'grant_type',
		'uid',
	],
	...['url', 'q', 'query', 'cursor', 'v', 'lang', 'format', 'session', 'tour', 'events'],
];

/** Yields a call for each text of each operation, tool, page and form, with the corpus's words in turn. */
export function* calls(services: Services, ids: Record<string, string>): Generator<Sent> {
	const word = inTurn();
	for (const operation of PUBLIC_OPERATIONS) yield* onOperation('/v1', 'key', operation, ids, word);
	for (const operation of OWNER_OPERATIONS) yield* onOperation('/app/v1', 'session', operation, ids, word);
	for (const {name, operation} of TOOLS) {
		for (const body of bodiesWith(operation.input as Schema, word())) {
			const known = Object.fromEntries(Object.entries(ids).filter(([id]) => Object.hasOwn(operation.input.properties, id)));
			for (const input of [body, {...known, ...(body as object)}]) yield tool(name, input);
		}
	}
	for (const layer of otherRoutes(services)) {
		const path = String(layer.path);
		for (const method of layer.methods.filter(name => METHODS.includes(name))) {
			const place = (given: Record<string, string>) =>
				path.replaceAll(/[:*](\w+)/g, (_, name) => encodeURIComponent(given[name] ?? word()));
			for (const by of ['session', 'nobody'] as const) {
				const where = `${method} ${path}`;
				yield {where, method, path: place({}), by};
				for (const name of FIELDS) {
					const field = new URLSearchParams({[name]: word()}).toString();
					yield method === 'GET'
						? {where, method, path: `${place(ids)}?${field}`, by}
						: {where, method, path: place(ids), by, type: FORM, body: `${field}&${filled(name, word)}`};
				}
				if (method !== 'GET')
					yield {
						where,
						method,
						path: place(ids),
						by,
						type: JSON_TYPE,
						body: JSON.stringify(Object.fromEntries(FIELDS.map(name => [name, word()]))),
					};
			}
		}
	}
}

/** Returns a function that repeats the corpus's words in turn. */
function inTurn(): () => string {
	let next = 0;
	return () => CORPUS[next++ % CORPUS.length]!;
}

function* onOperation(
	prefix: string,
	by: Sent['by'],
	operation: Operation,
	ids: Record<string, string>,
	word: () => string,
): Generator<Sent> {
	const {method, path, parameters} = methodAndPath(operation);
	const where = `${method} ${prefix}${path}`;
	// The calls must delete none of the rows that later calls need.
	const known = method === 'DELETE' ? {} : ids;
	const place = (given: Record<string, string>) =>
		prefix + path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(given[name] ?? word()));
	const properties = Object.fromEntries(
		Object.entries(operation.input.properties as Record<string, Schema>).filter(([name]) => !parameters.includes(name)),
	);
	const schema: Schema = {
		type: 'object',
		properties,
		required: (operation.input.required as string[] | undefined)?.filter(name => name in properties),
	};
	const hasBody = method !== 'GET' && method !== 'DELETE';
	for (const parameter of parameters) {
		const {[parameter]: _, ...others} = known;
		for (let again = 0; again < 3; again++)
			yield {
				where,
				method,
				path: place(others),
				by,
				...(hasBody && {type: JSON_TYPE, body: JSON.stringify(bodiesWith(schema, word())[0] ?? {})}),
			};
	}
	for (const body of hasBody ? bodiesWith(schema, word()) : [])
		yield {where, method, path: place(known), by, type: JSON_TYPE, body: JSON.stringify(body)};
	for (const name of hasBody ? [] : Object.keys(properties)) {
		for (let again = 0; again < 3; again++) yield {where, method, path: `${place(known)}?${new URLSearchParams({[name]: word()})}`, by};
	}
}

function tool(name: string, input: unknown): Sent {
	const message = {jsonrpc: '2.0', id: 1, method: 'tools/call', params: {name, arguments: input}};
	return {where: `tool ${name}`, method: 'POST', path: '/mcp', by: 'key', type: JSON_TYPE, body: JSON.stringify(message)};
}

/** Returns the form's other fields with plausible values, so that the injected one is processed as far as possible. */
function filled(without: string, word: () => string): string {
	const good = {
		name: word(),
		email: `o'neil-${crypto.randomUUID()}@example.com`,
		password: word().padEnd(12, '-'),
		grant_type: 'refresh_token',
		client_id: word(),
	};
	return new URLSearchParams(Object.entries(good).filter(([name]) => name !== without)).toString();
}
