import {type TSchema, Type} from 'typebox';
import type {Fault} from '../../shared/contract/error.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {invalid} from '../../shared/errors.ts';
import {compileSchema} from '../../shared/schema/schema.ts';
import {methodAndPath, type Operation} from './operation.ts';

type Checker = (value: unknown) => Fault[];

const inputs = new WeakMap<Operation, Checker>();
const answers = new WeakMap<Operation, Map<number, Checker>>();

/** Throws an `invalid_request` with every fault of the input, or nothing. */
export function parse(operation: Operation, input: Record<string, unknown>): void {
	const check = once(inputs, operation, () => compileSchema(operation.input, methodAndPath(operation).parameters));
	const faults = [...check(input), ...(operation.check?.(input) ?? [])];
	if (faults.length > 0) throw invalid(faults.map(fault => ({...fault, field: named(fault.field, operation)})));
}

function named(field: string, {faultsIn}: Operation): string {
	return faultsIn && field.startsWith(`${faultsIn}.`) ? field.slice(faultsIn.length + 1) : field;
}

/** Returns the input without `null` for optional properties that do not allow it: many callers send every property. */
export function withoutNulls(schema: TSchema, value: unknown): unknown {
	const {properties, required = []} = schema as {properties?: Record<string, TSchema>; required?: string[]};
	if (!properties || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const entries = Object.entries(value).flatMap(([name, inner]): Array<[string, unknown]> => {
		const property = Object.hasOwn(properties, name) ? properties[name]! : null;
		if (!property) return [[name, inner]];
		if (inner === null) return required.includes(name) || takesNull(property) ? [[name, null]] : [];
		return [[name, withoutNulls(property, inner)]];
	});
	return Object.fromEntries(entries);
}

/** Returns true if the schema allows `null`. */
export function takesNull(schema: TSchema): boolean {
	const {type, anyOf = []} = schema as {type?: unknown; anyOf?: TSchema[]};
	return type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(takesNull);
}

/** Throws if a response is not what the operation declares, so that the description stays true. Used outside production. */
export function checkResponse(operation: Operation, status: number, body: Record<string, unknown>): void {
	const check = once(answers, operation, () => compileResponses(operation)).get(status);
	if (!check) throw new Error(`${operation.name} answered ${status}, which it does not declare.`);
	const faults = check(body);
	if (faults.length > 0) throw new Error(`${operation.name} answered what it does not declare: ${JSON.stringify(faults)}`);
}

/** A success body as it goes out: `ok: true` and what the operation declares. */
export function successBody(body: Operation['success'][number]['body']) {
	return Closed({ok: Type.Literal(true), ...body.properties});
}

function compileResponses(operation: Operation): Map<number, Checker> {
	return new Map(Object.entries(operation.success).map(([status, {body}]) => [Number(status), compileSchema(successBody(body))]));
}

/** Validators are compiled at their first use and kept. */
function once<T>(compiled: WeakMap<Operation, T>, operation: Operation, compile: () => T): T {
	const found = compiled.get(operation) ?? compile();
	compiled.set(operation, found);
	return found;
}
