import type {Static, TObject} from 'typebox';
import type {Fault} from '../shared/contract/error.ts';
import type {Scope} from '../shared/contract/scopes.ts';
import type {ErrorCode} from '../shared/errors.ts';
import type {Services} from '../shared/services.ts';
import type {Credential} from '../shared/store/credentials.ts';
import type {Db} from '../shared/store/database.ts';
import type {OperationState, StoredAnswer} from '../shared/store/operations.ts';
import type {ServerEvent} from './events.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler knows of the call beside its input. */
export type Call = {
	services: Services;
	/** The transaction of a changing call, which holds the effect and its idempotency record; the database itself for a GET. */
	db: Db;
	credential: Credential;
	/** `credential.account.id`: every store function takes it, so that nobody reaches another account's rows. */
	accountId: string;
	/** Where the call comes from, as `clientAddress` answers it. */
	address: string;
	/** The tour's version that the caller expects, from If-Match. */
	ifMatch: number | null;
};

/** How a handler ends: with its answer, with a job that will have it, or with a stream of events. */
export type HandlerOutcome =
	| {
			answer: StoredAnswer;
			/** Beside those that every answer has. */
			headers?: Record<string, string>;
			/** True where nothing was changed, so that nothing is counted. */
			unchanged?: boolean;
			/** The body as it goes out, where it is kept. */
			json?: Buffer;
	  }
	| {job: OperationState}
	| {events: AsyncIterable<ServerEvent>};

/** How a changing call's handler ends. */
export type CommittedOutcome = Exclude<HandlerOutcome, {events: unknown}>;

/** One declaration from which the route, its validator, its OpenAPI description and its MCP tool are made. */
export type Operation<Input extends TObject = TObject> = {
	name: string;
	summary: string;
	description?: string;
	/** Method and path under /v1; a `{name}` is a property of `input`, the rest of which is the query (GET, DELETE) or the body. */
	route: `${Method} /${string}`;
	scopes: Scope[];
	input: Input;
	/** Body of each success, beside `ok: true`. */
	success: Record<number, {description: string; body: TObject}>;
	/** Refusals beyond those that every operation has (400, 401, 402, 403, 404, 429). */
	errors: ErrorCode[];
	/** Takes an Idempotency-Key. */
	idempotent?: boolean;
	/** Counts against the hourly changes (and publishes) of the account when it succeeds. */
	counts?: (input: Static<Input>) => Array<'change' | 'publish'>;
	/** Takes an image, also as base64: for itself, or for a step, whose refusals come as 400 on `image`. */
	image?: 'media' | 'step';
	/** Answers 202 to `Prefer: respond-async` where a job does the work. */
	async?: boolean;
	/** A page of the owner's account: for a session alone, under /app/v1, on any plan. */
	account?: boolean;
	/** A provider of texts or voices does the work: a call that waits for it too long is answered 503, not 429. */
	provider?: boolean;
	/** Faults that the schema cannot say. It sees the input before anything about it is known. */
	check?: (input: Record<string, unknown>) => Fault[];
	/** Throws `not_found` where the call names what is not there: asked only where an hourly limit would hide it. */
	find?: (input: Static<Input>, call: Call) => Promise<unknown>;
	handler: (input: Static<Input>, call: Call) => HandlerOutcome | Promise<HandlerOutcome>;
};

export function defineOperation<Input extends TObject>(operation: Operation<Input>): Operation {
	// Each operation types its own handler; the list of them only ever passes in what the operation's schema accepted.
	return operation as unknown as Operation;
}

/** An answer of a handler; `version` is the tour's, for the ETag. */
export function answer(status: number, body: Record<string, unknown>, version?: number): {answer: StoredAnswer} {
	return {answer: {status, body, version}};
}

export function methodAndPath(operation: Operation): {method: Method; path: string; parameters: string[]} {
	const [method, path] = operation.route.split(' ') as [Method, string];
	return {method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)};
}

/** Counts one change of the account. */
export const oneChange = (): Array<'change'> => ['change'];
