import {createMcpHandler, Server} from '@modelcontextprotocol/server';
import {AjvJsonSchemaValidator} from '@modelcontextprotocol/server/validators/ajv';
import type {McpCall} from './context.ts';
import {CAPABILITIES, INSTRUCTIONS, runMethod, SERVER_INFO} from './methods.ts';

/** Answers that are equal for all callers may be cached for a while. */
const STATIC = {ttlMs: 300_000, cacheScope: 'public'} as const;
const cacheHints = {'tools/list': STATIC, 'prompts/list': STATIC, 'resources/templates/list': STATIC, 'server/discover': STATIC};

// Each server would make one of its own.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

const handler = createMcpHandler(({authInfo}) => newServer(authInfo!.extra!.call as McpCall), {legacy: 'reject'});

/** Returns a message of that revision. */
export function handleModern(request: Request, message: unknown, call: McpCall): Promise<Response> {
	// The token stays outside: what follows needs the call alone.
	return handler.fetch(request, {parsedBody: message, authInfo: {token: '', clientId: '', scopes: [], extra: {call}}});
}

function newServer(call: McpCall): Server {
	const server = new Server(SERVER_INFO, {capabilities: CAPABILITIES, instructions: INSTRUCTIONS, cacheHints, jsonSchemaValidator});
	const {method} = call;
	// It lives for this one message: what the message does not ask for need not be there.
	if (!method) return server;
	server.setRequestHandler(method, async (_request, {mcpReq}) => {
		const progressToken = mcpReq._meta?.progressToken;
		const progress: McpCall['progress'] = (progress, message) =>
			mcpReq.notify({method: 'notifications/progress', params: {progressToken: progressToken!, progress, message}});
		return runMethod(method, {...call, ...(progressToken !== undefined && {progress})}) as never;
	});
	return server;
}
