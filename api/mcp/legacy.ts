import {Server} from '@modelcontextprotocol/sdk/server/index.js';
import {WebStandardStreamableHTTPServerTransport} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
	CallToolRequestSchema,
	GetPromptRequestSchema,
	ListPromptsRequestSchema,
	ListResourcesRequestSchema,
	ListResourceTemplatesRequestSchema,
	ListToolsRequestSchema,
	ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {AjvJsonSchemaValidator} from '@modelcontextprotocol/sdk/validation/ajv';
import type {McpCall, MethodName} from './context.ts';
import {CAPABILITIES, INSTRUCTIONS, runMethod, SERVER_INFO} from './methods.ts';

const SCHEMAS = {
	'tools/list': ListToolsRequestSchema,
	'tools/call': CallToolRequestSchema,
	'resources/list': ListResourcesRequestSchema,
	'resources/templates/list': ListResourceTemplatesRequestSchema,
	'resources/read': ReadResourceRequestSchema,
	'prompts/list': ListPromptsRequestSchema,
	'prompts/get': GetPromptRequestSchema,
} satisfies Record<MethodName, unknown>;

// Each server would compile one of its own.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Returns a message of the revisions of 2025: one server a message, no session. */
export async function handleLegacy(request: Request, message: unknown, call: McpCall): Promise<Response> {
	const server = new Server(SERVER_INFO, {capabilities: CAPABILITIES, instructions: INSTRUCTIONS, jsonSchemaValidator});
	const {method} = call;
	// It lives for this one message: what the message does not ask for need not be there.
	if (method) {
		server.setRequestHandler(SCHEMAS[method] as typeof CallToolRequestSchema, (_request, {_meta, sendNotification}) => {
			const progressToken = _meta?.progressToken;
			const progress: McpCall['progress'] = (progress, message) =>
				sendNotification({method: 'notifications/progress', params: {progressToken: progressToken!, progress, message}});
			return runMethod(method, {...call, ...(progressToken !== undefined && {progress})}) as never;
		});
	}
	// Only a stream has room for progress.
	const {progressToken} = (call.params._meta ?? {}) as {progressToken?: unknown};
	const transport = new WebStandardStreamableHTTPServerTransport({enableJsonResponse: progressToken === undefined});
	await server.connect(transport);
	return transport.handleRequest(request, {parsedBody: message});
}
