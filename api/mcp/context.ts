import type Koa from 'koa';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import type {Images} from '../http/base64-image.ts';
import type {Turn} from '../pipeline/account-turns.ts';
import type {BegunCall, Perform} from '../pipeline/context.ts';
import type {Operation, StatusResponse} from '../pipeline/operation.ts';

/** The revision without sessions and `initialize`; those of 2025 are the legacy. */
export const MODERN_REVISION = '2026-07-28';

/** True where the header names that revision. */
export function isModern({headers}: Koa.Context): boolean {
	return headers['mcp-protocol-version'] === MODERN_REVISION;
}

export type Params = Record<string, unknown>;

/** The methods of the protocol that are ours to serve; the libraries see to the rest. */
export type MethodName =
	| 'tools/list'
	| 'tools/call'
	| 'resources/list'
	| 'resources/templates/list'
	| 'resources/read'
	| 'prompts/list'
	| 'prompts/get';

/** One message of an agent, as the methods see it whatever revision of the protocol it came by. */
export type McpCall = {
	/** The method, if it is one of ours. */
	method: MethodName | undefined;
	/** The message's parameters as received: the libraries drop unknown ones. */
	params: Params;
	/** Koa's, for the log: the id of the request, and the job that it has made. */
	state: {requestId: string; jobId?: string};
	services: Services;
	perform: Perform;
	credential: Credential;
	/** The caller's IP, as `clientIp` returns it. */
	ip: string;
	/** The images whose names stand in the parameters. */
	images: Images;
	/** The RateLimit headers, once the message is counted; an error ends it before its method begins. */
	admitted: Promise<Record<string, string>>;
	/** The message's turn, which lasts until the response is made: with a whole tour, that takes as long as the work itself. */
	turn: Turn | undefined;
	/** Milliseconds that a tool waits for its job. */
	waitMs: number;
	/** Sends `notifications/progress`; only where the client asked for it. */
	progress?: (progress: number, message: string) => Promise<void>;
};

export type Method = {
	/** The operation that a message runs, so that its errors are reported before it begins; none where it runs none. */
	operation?: (params: Params, credential: Credential) => Operation | undefined;
	run: (call: McpCall) => Promise<Record<string, unknown>> | Record<string, unknown>;
};

/** Performs an operation for a message: in the message's turn where it has one, else in one of its own. */
export async function performFor(
	message: McpCall,
	operation: Operation,
	input: Params,
	more: Partial<BegunCall> = {},
): Promise<StatusResponse> {
	const {perform, credential, ip, admitted, state} = message;
	const turn = message.turn ?? perform.turnOf(operation, credential.account.id);
	const call = perform.contextOf(operation, {credential, ip, turn, admitted: await admitted, ...more});
	try {
		// No tool or resource is a stream.
		return (await perform(call, input)) as StatusResponse;
	} finally {
		if (call.jobId) state.jobId = call.jobId;
		if (!message.turn) turn.end();
	}
}

/** JSON-RPC's own codes. */
export const RPC = {
	parseError: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	internalError: -32603,
	refused: -32000,
} as const;

/** An error that both protocol libraries pass on unchanged. */
class RpcError extends Error {
	readonly code: number;
	readonly data: unknown;

	constructor(code: number, message: string, data: unknown) {
		super(message);
		this.code = code;
		this.data = data;
	}
}

export function rpcError(code: number, message: string, data?: unknown): Error {
	return new RpcError(code, message, data);
}

export function isRpcError(error: unknown): boolean {
	return error instanceof RpcError;
}
