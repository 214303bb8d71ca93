import type {Layer} from '@koa/router';
import {buildApp} from '../../api/app.ts';
import {TOOLS} from '../../api/mcp/tools/index.ts';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import type {Services} from '../../shared/services/services.ts';
import {type Body, grown, nastyBase64, nastyForms, nastyJson, type Schema} from './nasty.ts';

/** One call that tries to keep the service busy. */
export type Attack = {
	where: string;
	what: string;
	method: string;
	path: string;
	headers: Record<string, string>;
	/** Sent by somebody who is signed in, with a session of its own: what is sent may end it. */
	session?: boolean;
	make?: () => Buffer | string;
};

/** What the paths of the service name, and with what one calls. */
export type Target = {
	ids: Record<string, string>;
	bearer: Record<string, string>;
};

/** Bytes of a large body: what the audit sent. A small one is just below its limit. */
const LARGE = 21_000_000;
const SMALL = LIMITS.bodyBytes - 4000;
const FORM = 60_000;
/** Bytes of a query: the head of a request has 16 KB at most. */
const QUERY = 12_000;

/** Of large bodies for a reader that shares its parts with another. */
const FEW = 9;

const JSON_TYPE = {'Content-Type': 'application/json'};
const MCP_TYPE = {...JSON_TYPE, Accept: 'application/json, text/event-stream'};
const BROWSER = {'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'};

/**
 * Every attack on every operation, tool, form and upload, out of the lists from which the service is made. `whole`: with 21 MB for each
 * operation that takes so much, under both prefixes; otherwise for one of each kind of reader.
 */
export function* attacks(services: Services, target: Target, whole: boolean): Generator<Attack> {
	const plain = (operation: Operation) => whole || operation.name === 'create_tour';
	for (const operation of PUBLIC_OPERATIONS) {
		const extent = {generic: plain(operation), large: whole || operation.image === 'media'};
		yield* onOperation('/v1', target, operation, extent);
	}
	for (const operation of whole ? [...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS] : OWNER_OPERATIONS) {
		for (const attack of onOperation('/app/v1', target, operation, {generic: whole, large: whole})) yield {...attack, session: true};
	}
	for (const {name, operation} of TOOLS) {
		yield* onTool(name, operation, target, {generic: plain(operation), large: whole});
	}
	yield* onMessages(target, whole);
	yield* onOtherRoutes(services, target, whole);
	for (const bytes of [LIMITS.imageBytes, LARGE]) yield rawBytes('/v1/media', 'image/png', bytes, target);
	for (const {route, file} of PUBLIC_OPERATIONS) {
		if (!file) continue;
		const [, path] = route.split(' ');
		for (const bytes of [LARGE, file.bytes + 1]) yield rawBytes(`/v1${path}`, file.type, bytes, target);
	}
}

function rawBytes(path: string, type: string, bytes: number, {bearer}: Target): Attack {
	const headers = {...bearer, 'Content-Type': type, Prefer: 'respond-async'};
	return {where: `POST ${path}`, what: `${bytes} raw bytes`, method: 'POST', path, headers, make: () => Buffer.alloc(bytes, 1)};
}

/** `generic`: also JSON that has nothing to do with the schema, which one reader refuses for all operations; `large`: also of 21 MB. */
type Extent = {generic: boolean; large: boolean};

function* onOperation(prefix: string, target: Target, operation: Operation, extent: Extent): Generator<Attack> {
	const {method, path, parameters} = methodAndPath(operation);
	const where = `${method} ${prefix}${path}`;
	if (method === 'GET' || method === 'DELETE') {
		// What is removed is gone for the attacks after it: something that is not there is asked for.
		const place = prefix + (method === 'DELETE' ? path.replaceAll(/\{\w+\}/g, 'x') : filled(path, target));
		for (const query of queries(operation)) {
			yield {where, what: `?${query.slice(0, 40)}`, method, path: `${place}?${query}`, headers: target.bearer};
		}
		return;
	}
	const headers = {...target.bearer, ...JSON_TYPE, Prefer: 'respond-async'};
	const schema = without(operation.input as Schema, parameters);
	for (const {what, make} of bodies(schema, operation, extent)) {
		yield {where, what, method, path: prefix + filled(path, target), headers, make};
	}
}

function* onTool(name: string, operation: Operation, {bearer, ids}: Target, extent: Extent): Generator<Attack> {
	const named = ['id', 'stepId'].filter(id => Object.hasOwn(operation.input.properties, id));
	const known = named.map(id => `${JSON.stringify(id)}:${JSON.stringify(ids[id])},`).join('');
	const start = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":`;
	for (const {what, make} of bodies(without(operation.input as Schema, named), operation, extent)) {
		const message = () => {
			const input = Buffer.from(make());
			// Where it is an object, with the tour and the step that there are.
			const isObject = input.toString('latin1', 0, 2) === '{"';
			return Buffer.concat([Buffer.from(start + (isObject ? `{${known}` : '')), input.subarray(isObject ? 1 : 0), Buffer.from('}}')]);
		};
		yield {where: `tool ${name}`, what, method: 'POST', path: '/mcp', headers: {...bearer, ...MCP_TYPE}, make: message};
	}
}

/** Messages of agents that are none. */
function* onMessages({bearer}: Pick<Target, 'bearer'>, whole: boolean): Generator<Attack> {
	const to = (what: string, make: () => Buffer | string): Attack => ({
		where: 'POST /mcp',
		what,
		method: 'POST',
		path: '/mcp',
		headers: {...bearer, ...MCP_TYPE},
		make,
	});
	for (const {what, make} of [...nastyJson(LARGE).slice(0, whole ? undefined : FEW), ...nastyJson(SMALL)]) yield to(what, make);
	for (const member of whole ? ['id', 'method', 'params', 'jsonrpc'] : ['params']) {
		for (const {what, make} of nastyJson(SMALL - 1000)) {
			const message = () =>
				Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"tools/list","${member}":`), Buffer.from(make()), Buffer.from('}')]);
			yield to(`${what} as ${member}`, message);
		}
	}
}

/** Forms, uploads, reports, apps that sign in: every route that is no operation and takes a body. */
function* onOtherRoutes(services: Services, target: Target, whole: boolean): Generator<Attack> {
	for (const layer of otherRoutes(services)) {
		const path = String(layer.path);
		const place = path.replaceAll(/[:*](\w+)/g, (_, name) => target.ids[name] ?? 'x');
		for (const query of layer.methods.includes('GET') ? GENERAL_QUERIES : []) {
			yield {
				where: `GET ${path}`,
				what: `?${query.slice(0, 20)}`,
				method: 'GET',
				path: `${place}?${query}`,
				session: true,
				headers: BROWSER,
			};
		}
		for (const method of layer.methods.filter(name => ['POST', 'PUT', 'PATCH'].includes(name))) {
			const where = `${method} ${path}`;
			for (const bytes of sizes(path, whole)) {
				for (const {what, type, make} of path.startsWith('/uploads') ? nastyForms(bytes).slice(-6) : nastyForms(bytes)) {
					yield {
						where,
						what: `${what}, ${bytes} bytes`,
						method,
						path: place,
						session: true,
						headers: {...BROWSER, 'Content-Type': type},
						make,
					};
				}
			}
		}
	}
}

/** Returns routes that are neither operation nor tool: pages, forms, uploads, reports, sign-in of apps. */
export function otherRoutes(services: Services): Layer[] {
	const layers = buildApp(services).middleware.flatMap(
		middleware => (middleware as unknown as {router?: {stack: Layer[]}}).router?.stack ?? [],
	);
	return layers.filter(({path}) => !/^\/(v1|app\/v1|mcp)\b/.test(String(path)));
}

/** Just below what each of them takes, and more. */
function sizes(path: string, whole: boolean): number[] {
	if (path.startsWith('/uploads')) return [LIMITS.imageBytes];
	if (whole) return [4000, 16_000, FORM, SMALL, LARGE];
	return path.startsWith('/p/') ? [4000, 16_000] : [FORM];
}

function bodies(schema: Schema, {image}: Operation, {generic, large}: Extent): Body[] {
	return [
		...grown(schema, SMALL),
		...(generic ? nastyJson(SMALL) : []),
		...(image && generic ? nastyBase64(SMALL) : []),
		...(image && large ? [...nastyJson(LARGE), ...nastyBase64(LARGE)] : []),
	];
}

const GENERAL_QUERIES = [
	'a&'.repeat(QUERY / 2),
	'&'.repeat(QUERY),
	'%'.repeat(QUERY),
	`a${'[a]'.repeat(QUERY / 4)}=1`,
	'__proto__=1&'.repeat(QUERY / 12),
];

/** Queries of every parameter at its worst, and of many that there are not. */
function queries({input}: Operation): string[] {
	const values = [
		'9'.repeat(QUERY),
		'%F0%9F%98%80'.repeat(QUERY / 12),
		'a-'.repeat(QUERY / 2),
		'%00'.repeat(QUERY / 3),
		'2024-02-'.repeat(QUERY / 8),
	];
	const named = Object.keys(input.properties).flatMap(name => [
		...values.map(value => `${name}=${value}`),
		`${name}=1&`.repeat(QUERY / (name.length + 3)),
	]);
	return [...named, ...GENERAL_QUERIES];
}

function without(schema: Schema, names: string[]): Schema {
	const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name)));
	return {...schema, properties, required: schema.required?.filter(name => !names.includes(name))};
}

function filled(path: string, {ids}: Pick<Target, 'ids'>): string {
	return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (path.startsWith('/jobs') ? ids.jobId : ids[name]) ?? 'x');
}
