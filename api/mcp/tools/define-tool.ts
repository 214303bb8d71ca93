import {type TObject, type TProperties, Type} from 'typebox';
import type {Fault} from '../../../shared/contract/error.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {Choice, Closed} from '../../../shared/contract/schema.ts';
import {stepFields} from '../../../shared/contract/step.ts';
import {takesTurns} from '../../pipeline/account-turns.ts';
import {methodAndPath, type Operation} from '../../pipeline/operation.ts';
import {takesNull} from '../../pipeline/validate.ts';
import {type Hints, measuredFaults} from './hints.ts';

/** A tool as the table in `index.ts` says it: an operation, and what an agent must know beyond it. */
export type ToolRow = {
	operation: Operation;
	title: string;
	hints: Hints;
	/** Guidance: when to use it, which sibling instead, its changes in public, its cost. */
	use: string;
	/** Arguments beside those of the operation. */
	also?: TProperties;
	/** Arguments that another tool of the list describes, with their text here. */
	like?: Readonly<Record<string, string>>;
	/** Makes something: takes an idempotencyKey, so that a repetition makes it once. */
	repeatable?: boolean;
	/** Replaces a whole tour: takes the version that the caller has read, and is refused where others have changed it since. */
	guarded?: boolean;
	/** Returns with a picture of the step. */
	picture?: boolean;
	/** True if the rest of the response is structured content too: it has the picture's URLs. */
	structured?: boolean;
	/** Adds the argument `clear`: names of arguments that become `null`, for clients that cannot send `null`. */
	clears?: boolean;
	/** Shortens the response, unless the caller asks for `full`. */
	brief?: (body: Body) => Body;
};

/** The response of an operation or of a tool. */
export type Body = Record<string, unknown>;

export type Tool = Omit<ToolRow, 'operation' | 'also'> & {
	name: string;
	/** The operation as `perform` runs it for this tool: its input is the tool's arguments. */
	operation: Operation;
	/** Takes its time: may return `processing`, and is then repeated. */
	long: boolean;
};

/** The tool that an operation is for agents. Its faults name arguments, whether REST has them in the path or in the body. */
export function defineTool({also = {}, ...row}: ToolRow): Tool {
	const {operation, repeatable = false, guarded = false, clears = false, brief} = row;
	const {method} = methodAndPath(operation);
	const clearable = clears ? Object.keys(operation.input.properties).filter(name => takesNull(operation.input.properties[name]!)) : [];
	const more = {
		...also,
		...(clears && {clear: clear(clearable)}),
		...(brief && {full}),
		...(repeatable && {idempotencyKey}),
		...(guarded && {ifVersion}),
	};
	const extra = Object.keys(more);
	return {
		...row,
		name: operation.name,
		operation: {
			...operation,
			nullIsAbsent: true,
			// A tour that is read is kept as JSON, which the protocol's libraries make again for each message.
			wholeTours: takesTurns(operation) || operation.route === 'GET /tours/{id}',
			route: `${method} /tools/${operation.name}`,
			input: extra.length > 0 ? Closed({...(operation.input.properties as TProperties), ...more}) : operation.input,
			check: input => [...clearedFaults(input), ...(operation.check?.(inputOf(input)) ?? []), ...measuredFaults(input)],
			handler: (input, call) => operation.handler(inputOf(input), call),
		},
		long: operation.async ?? false,
	};
}

const idempotencyKey = Type.Optional(
	Type.String({
		minLength: LIMITS.idempotencyKeyMin,
		maxLength: LIMITS.idempotencyKeyMax,
		description: 'The same key again within 24 hours gets the first answer.',
	}),
);

const ifVersion = Type.Optional(Type.Integer({minimum: 1, description: 'Refused if the version is another by now.'}));

const full = Type.Optional(Type.Boolean({description: 'true = no summary.'}));

function clear(names: string[]) {
	return Type.Optional(Type.Array(Choice(names), {maxItems: names.length, description: 'Names of fields to empty.'}));
}

/** Returns the operation's input: without the key, `ifVersion`, `full` and `picture`, and with `null` for the names in `clear`. */
function inputOf({
	idempotencyKey: _key,
	ifVersion: _version,
	full: _full,
	picture: _picture,
	clear,
	...input
}: Record<string, unknown>): Record<string, unknown> {
	// The faults of a `clear` that is no list are found beside this, not before it.
	const cleared = Array.isArray(clear) ? clear : [];
	return {...input, ...Object.fromEntries(cleared.map(name => [name, null]))};
}

function clearedFaults({clear, ...given}: Record<string, unknown>): Fault[] {
	if (!Array.isArray(clear)) return [];
	const both = clear.filter(name => given[name] !== undefined && given[name] !== null);
	return both.map(field => ({field, message: 'Is given and named in clear.', hint: 'Give it, or empty it.'}));
}

/** An argument for what must not happen by the way. */
export const confirmed = {confirm: Type.Literal(true, {description: 'Must be true, and only after the person has agreed.'})};

/** The arguments of two operations in one object. */
export function bothInputs(one: TObject, other: TObject): TObject {
	return Closed({...one.properties, ...other.properties});
}

/** Arguments that belong to the other of the two operations that a tool chooses between. */
export function misplaced(input: Record<string, unknown>, allowed: TObject, hint: string): Fault[] {
	return Object.keys(input)
		.filter(name => !Object.hasOwn(allowed.properties, name))
		.map(field => ({field, message: 'Does not go together with the other arguments.', hint}));
}

/** Arguments that another tool describes: these descriptions add only what the names do not tell. */
export const asInAddStep = {
	...Object.fromEntries(Object.keys(stepFields).map(name => [name, ''])),
	highlight: '0..1 of the image.',
	click: '0..1 of the image.',
	position: 'New index, from 0.',
	image: 'mediaId, url or base64.',
	target: 'Places highlight and click: text or pixels.',
};
export const keyAsInCreate = {idempotencyKey: 'As in create_tour.'};
