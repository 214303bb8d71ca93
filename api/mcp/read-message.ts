import type {IncomingMessage} from 'node:http';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError, invalid} from '../../shared/errors.ts';
import type {Images} from '../http/base64-image.ts';
import {contentType, parseJson, parseWithImages, readBytes} from '../http/body.ts';
import type {Turn} from '../pipeline/account-turns.ts';
import type {Tool} from './tools/define-tool.ts';
import {describeTool, type Schema} from './tools/describe-tool.ts';
import {findTool} from './tools/index.ts';

/** A JSON-RPC message, not yet checked for anything but that it is an object. */
export type Message = {id?: unknown; method?: unknown; params?: unknown};

const schemas = new Map<string, Schema>();

/** The message in a request's body, and its bytes as they are unless there was an image in them. It is parsed in its turn; long base64 goes to `images`. Throws the 400, 413 or 415 that belongs to what is wrong with it. */
export async function readMessage(request: IncomingMessage, images: Images, turn?: Turn): Promise<{message: Message; bytes: Buffer}> {
	if (contentType(request) !== 'application/json') throw new AppError('unsupported_media_type', {status: 415});
	const bytes = await readBytes(request, LIMITS.imageBodyBytes, tooLarge);
	await turn?.begin();
	const message = await parseWithImages(bytes, images, tooLarge);
	if (Array.isArray(message)) {
		const hint = 'Send each message in a request of its own: batches went out of the protocol in 2025.';
		throw invalid([{field: '', message: 'The body is a batch of messages.', hint}]);
	}
	if (typeof message !== 'object' || message === null) {
		throw invalid([
			{field: '', message: 'The body must be a JSON-RPC message.', hint: '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'},
		]);
	}
	if (bytes.length > LIMITS.bodyBytes && !mayBringImage(message)) throw tooLarge();
	const {method, params} = message as {method?: unknown; params?: {name?: unknown; arguments?: unknown} | null};
	if (method === 'tools/call' && params && Object.hasOwn(params, 'arguments')) params.arguments = unquoted(params.name, params.arguments);
	return {message, bytes};
}

function tooLarge(): AppError {
	const hint = 'Large images are better sent as bytes: upload_media without url and base64 answers where to PUT them.';
	const message = `The message has more than ${LIMITS.bodyBytes} bytes beside an image as base64, or ${LIMITS.imageBodyBytes} in all.`;
	return new AppError('body_too_large', {status: 413, errors: [{field: '', message, hint}]});
}

function mayBringImage({params}: Message): boolean {
	return findTool((params as {name?: unknown} | undefined)?.name)?.operation.image !== undefined;
}

/**
 * The arguments of a tool with values in place of their JSON as a text: many clients send objects, lists, numbers and
 * truth values so. No arguments are an empty object, also where a client writes `null` or an empty list.
 */
function unquoted(name: unknown, given: unknown): unknown {
	const tool = findTool(name);
	if (!tool) return given;
	if (given === null || (Array.isArray(given) && given.length === 0)) return {};
	const schema = schemas.get(tool.name) ?? schemaOf(tool);
	schemas.set(tool.name, schema);
	return byType(given, schema);
}

/** Returns the tool's schema without its literals: a confirmation is `true` itself, and no text. */
function schemaOf(tool: Tool): Schema {
	const {properties, ...schema} = describeTool(tool).inputSchema;
	const literal = (name: string) => Object.hasOwn(tool.operation.input.properties[name]!, 'const');
	return {...schema, properties: Object.fromEntries(Object.entries(properties!).filter(([name]) => !literal(name)))};
}

function byType(given: unknown, schema: Schema): unknown {
	const value = typeof given === 'string' && schema.type !== 'string' ? parsed(given, schema) : given;
	if (Array.isArray(value)) return schema.items ? value.map(item => byType(item, schema.items!)) : value;
	if (typeof value !== 'object' || value === null || !schema.properties) return value;
	const {properties} = schema;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, Object.hasOwn(properties, name) ? byType(inner, properties[name]!) : inner]),
	);
}

/** Returns what the text says if that is of the schema's type, else the text, which is then refused in words. */
function parsed(text: string, {type}: Schema): unknown {
	try {
		const value = parseJson(Buffer.from(text));
		const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
		return kind === type || (kind === 'number' && type === 'integer') ? value : text;
	} catch (error) {
		if (error instanceof AppError) return text;
		throw error;
	}
}
