import type {Example} from '../../api/docs/openapi-responses.ts';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import {type Client, jobEnded, type Reply} from '../helpers/service.ts';

export type OperationName = (typeof PUBLIC_OPERATIONS)[number]['name'];
type Asked = {parameters?: Record<string, string | number>; body?: object; raw?: BodyInit; headers?: Record<string, string>};

/** Makes calls by the names of their operations, and keeps what each one took and returned the first time that it had this status. */
export function openRecorder(client: Client) {
	const examples: Record<string, Example> = {};

	async function call(name: OperationName, {parameters = {}, body, raw, headers}: Asked = {}): Promise<Reply['body']> {
		const operation = PUBLIC_OPERATIONS.find(candidate => candidate.name === name)!;
		const {method, path, parameters: inPath} = methodAndPath(operation);
		const route = inPath.reduce((found, parameter) => found.replace(`{${parameter}}`, String(parameters[parameter])), path);
		const query = new URLSearchParams(
			Object.entries(parameters).flatMap(([key, value]) => (inPath.includes(key) ? [] : [[key, String(value)]])),
		);
		const takesBody = method !== 'GET' && method !== 'DELETE' && !raw && Object.keys(operation.input.properties).length > inPath.length;
		const sent = takesBody ? {body: body ?? {}} : {};
		const reply = await client(method, `/v1${route}${query.size > 0 ? `?${query}` : ''}`, {...sent, raw, headers});
		if (reply.status >= 300) throw new Error(`${name} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
		const isDeclared = (operation as Operation).versioned === true;
		if (reply.status !== 202 && reply.headers.has('etag') !== isDeclared)
			throw new Error(`${name}: its ETag is ${isDeclared ? 'not sent' : 'not declared'}.`);
		const example = examples[name] ?? {responses: {}};
		examples[name] = {
			...(Object.keys(parameters).length > 0 && {parameters: example.parameters ?? parameters}),
			...(takesBody && {request: example.request ?? sent.body}),
			responses: {[reply.status]: reply.body, ...example.responses},
		};
		return reply.body;
	}

	return {
		examples,
		call,
		/** The same call without waiting for its work, and the job once it has ended. */
		async later(name: OperationName, asked: Asked): Promise<Reply['body']> {
			const body = await call(name, {...asked, headers: {Prefer: 'respond-async'}});
			return jobEnded(client, {body} as Reply);
		},
	};
}
