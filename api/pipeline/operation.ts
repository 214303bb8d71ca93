import type {Static, TObject} from 'typebox';
import type {Scope} from '../../shared/contract/access.ts';
import type {Fault} from '../../shared/contract/error.ts';
import type {Actor} from '../../shared/contract/version.ts';
import type {ErrorCode} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import type {Db} from '../../shared/store/database.ts';
import type {StoredJob, StoredResponse} from '../../shared/store/jobs/jobs.ts';
import type {Images} from '../http/base64-image.ts';
import type {ServerEvent} from '../http/server-sent-events.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Method and path under /v1; a `{name}` is a property of the input. */
type Route = `${Method} /${string}`;

/** The facts of a call that a handler gets beside its input. */
export type Call = {
	services: Services;
	/** The transaction of a changing call, which holds the effect and its idempotency record; the database itself for a GET. */
	db: Db;
	credential: Credential;
	/** `credential.account.id`: every store function takes it, so that no call reaches another account's rows. */
	accountId: string;
	/** The author of this call's changes. */
	actor: Actor;
	/** The caller's IP, as `clientIp` returns it. */
	ip: string;
	/** The tour's version that the caller expects, from If-Match. */
	ifMatch: number | null;
	/** The images whose names stand in the input. */
	images?: Images;
	/** See `Turn`. */
	pause(): Promise<void>;
};

/** Body of each success by its status, beside `ok: true`. */
type Success = Record<number, {description: string; body: TObject}>;

/** A response of one of these successes; `version` is the tour's, for the ETag. */
type ResponseOf<S extends Success> = {
	[Status in keyof S & number]: {status: Status; body: Static<S[Status]['body']>; version?: number};
}[keyof S & number];

type Responded<Response> = {
	response: Response;
	/** Headers beside those of every response. */
	headers?: Record<string, string>;
	/** True where nothing was changed, so that nothing is counted. */
	unchanged?: boolean;
	/** Jobs that follow and that the response does not wait for; they are enqueued once it is committed. */
	next?: StoredJob[];
	/** The body as it goes out, where it is kept. */
	json?: Buffer;
};

/** The end of a handler: its response, a job that will have it, or a stream of events. */
type HandlerOutcome<S extends Success = Success> = Responded<ResponseOf<S>> | {job: StoredJob} | {events: AsyncIterable<ServerEvent>};

/** The end of a changing call's handler, as the pipeline stores it. */
export type CommittedOutcome = Responded<StoredResponse> | {job: StoredJob};

/** The response of a call; `json` is the body as sent, where it is kept. */
export type OperationResponse = StatusResponse | {headers: Record<string, string>; events: AsyncIterable<ServerEvent>};
export type StatusResponse = {
	headers: Record<string, string>;
	status: number;
	body: Record<string, unknown>;
	version?: number;
	json?: Buffer;
};

/** Calls that count against an hourly limit of the account. */
export type Counted = 'change' | 'publish';

/** Chapters of the reference, in its order, and what each is about. */
export const TAGS = {
	Account: 'The account and the credential that make a call.',
	Tours: 'Tours as a whole: create, read, change, copy, delete, versions, and one document for all of it.',
	Steps: 'The steps of a tour: screenshot, highlight, click point and texts.',
	Appearance: 'Theme, opening form and closing card.',
	Narration: 'Texts and voices: writing a step, speaking it, languages.',
	Publishing: 'The permanent public link of a tour.',
	Exports: 'Tours as files: video, animation, PDF, guide, HTML, SCORM, captions, bundle.',
	Statistics: 'What visitors do: counts, no personal data.',
	Media: 'Screenshots: storing them, and finding what is on them.',
	Jobs: 'Work in the background.',
	Leads: 'What visitors leave in the opening form.',
} as const;
type Tag = keyof typeof TAGS;

/**
 * One declaration from which the route, its validator, its OpenAPI description, its MCP tool and the types of the client are made.
 * Its functions are methods, so that an operation with a narrower input stands in a list of operations.
 */
export type Operation<R extends Route = Route, Input extends TObject = TObject, S extends Success = Success> = {
	name: string;
	/** Chapter of the reference. */
	tag: Tag;
	summary: string;
	description?: string;
	/** Method and path. Beside the path's names, the properties of `input` are the query (GET, DELETE) or the body. */
	route: R;
	scopes: Scope[];
	input: Input;
	success: S;
	/** True if its successes carry the tour's version as ETag; a GET then answers 304 to an If-None-Match that names it. */
	versioned?: boolean;
	/** Errors beyond those that `errorsOf` derives from the rest of the declaration. */
	errors: ErrorCode[];
	/** Takes an Idempotency-Key. */
	idempotent?: boolean;
	/** The hourly limits of the account that a successful call counts against. */
	counts?: readonly Counted[];
	/** True if it is done even where an hourly limit is reached: it takes something off the public. */
	pastLimits?: boolean;
	/** True if this call counts; absent, every call does. */
	countsWhen?(input: Static<Input>): boolean;
	/** Property of the input that is a document of its own: faults inside it are named from there on (`steps[3].highlight.x`). */
	faultsIn?: string;
	/** Bytes of its body at most, where it takes more than others do. */
	bodyBytes?: number;
	/** Takes an image, also as base64: for itself, or for a step, whose errors come as 400 on `image`. */
	image?: 'media' | 'step';
	/** The body is a file of this type and at most so many bytes; `property` of the input gets its name among the originals. */
	file?: {property: string; type: string; bytes: number};
	/** Responds 202 to `Prefer: respond-async` where a job does the work. */
	async?: boolean;
	/** Responds with server-sent events, each of which carries what `success` describes. */
	stream?: boolean;
	/** `null` for an optional property is as good as leaving it out, unless the property has a use for it. */
	nullIsAbsent?: boolean;
	/** Says whether it reads or writes whole tours where its route does not: see `takesTurns`. */
	wholeTours?: boolean;
	/** A page of the owner's account: for a session alone, under /app/v1, on any plan. */
	account?: boolean;
	/** True if it also works for an account that is to be deleted. */
	whileClosing?: boolean;
	/** A provider of texts or voices does the work: a call that waits for it too long gets a 503, not a 429. */
	provider?: boolean;
	/** Returns faults that the schema cannot express. Gets the raw input, before the schema has checked it. */
	check?(input: Record<string, unknown>): Fault[];
	/** Throws `not_found` if the call names something missing; called only if an hourly limit would hide that. */
	find?(input: Static<Input>, call: Call): Promise<unknown>;
	handler(input: Static<Input>, call: Call): HandlerOutcome<S> | Promise<HandlerOutcome<S>>;
};

/** An operation as it is written: errors it has none of are left out, and so are the scopes of a page of the account. */
type Declaration<R extends Route, Input extends TObject, S extends Success> = Omit<Operation<R, Input, S>, 'scopes' | 'errors'> & {
	errors?: ErrorCode[];
} & ({account: true} | {scopes: Scope[]});

/** `Stream` and `Async` tell the client's types apart. */
type Kind<Stream extends boolean, Async extends boolean> = {stream?: Stream; async?: Async};

export function defineOperation<
	const R extends Route,
	Input extends TObject,
	S extends Success,
	Stream extends boolean = false,
	Async extends boolean = false,
>(declared: Declaration<R, Input, S> & Kind<Stream, Async>): Operation<R, Input, S> & Kind<Stream, Async> {
	return {scopes: [], errors: [], ...declared};
}

/** A response of a handler; its body is compiled against the success that the operation declares for this status. */
export function respond<const Status extends number, Body>(
	status: Status,
	body: NoInfer<Body>,
	version?: number,
): {response: {status: Status; body: Body; version?: number}} {
	return {response: {status, body, version}};
}

export function methodAndPath(operation: Pick<Operation, 'route'>): {method: Method; path: string; parameters: string[]} {
	const [method, path] = operation.route.split(' ') as [Method, string];
	return {method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)};
}

/** True for a PUT that makes a thing where there is none of its name. */
export function makesByPut({route, success}: Pick<Operation, 'route' | 'success'>): boolean {
	return route.startsWith('PUT ') && 201 in success;
}

const TYPES = {api_key: 'key', oauth: 'app', session: 'user'} as const;

/** Returns the author of a call's changes: a key or an app by its name, a person in any browser. */
export function actorOf({id, type, name, account}: Credential): Actor {
	return type === 'session' ? {type: 'user', id: account.id, name: account.name} : {type: TYPES[type], id, name};
}

/** Returns the kind of a tour's creator, which is kept with the tour: a person in the browser, or a program with a key. */
export function creatorOf({type}: Credential): 'editor' | 'agent' {
	return type === 'session' ? 'editor' : 'agent';
}
