import {type Static, type TObject, type TProperties, type TSchema, Type} from 'typebox';
import {NOT_BLANK} from './limits.ts';

/** The schema words that the rest of the contract is written in. */

/** An object that accepts no other properties. `title`: its name in the OpenAPI document, where several operations have it. */
export function Closed<P extends TProperties>(properties: P, options: {title?: string; description?: string} = {}): TObject<P> {
	return Type.Object(properties, {...options, additionalProperties: false});
}

/** A value that a response always carries and that may be `null`. */
export function Nullable<S extends TSchema>(schema: S) {
	return Type.Union([schema, Type.Null()]);
}

/** Allows `null` as well, to take away the value. Written as a type, so that a fault names the wanted type instead of alternatives. */
export function OrNull<S extends TSchema>(schema: S) {
	const {type, enum: values, ...rest} = schema as S & {type: string; enum?: unknown[]};
	return Type.Unsafe<Static<S> | null>({type: [type, 'null'], ...(values && {enum: [...values, null]}), ...rest});
}

/** One of these words or numbers. Its type is said, so that a check never compares whole values of any kind. */
export function Choice<const V extends readonly string[] | readonly number[]>(
	values: V,
	options: {description?: string; default?: V[number]} = {},
) {
	return Type.Unsafe<V[number]>({type: typeof values[0] === 'number' ? 'integer' : 'string', enum: [...values], ...options});
}

/** Text of at most `maxLength` Unicode code points. */
export function Text(maxLength: number, description: string) {
	return Type.String({maxLength, description});
}

/** Returns the schema of a name: blanks alone are invalid. */
export function Name(description: string, maxLength?: number) {
	return Type.String({...(maxLength !== undefined && {maxLength}), pattern: NOT_BLANK, description});
}

export const PublicUrl = Type.String({description: 'An absolute URL that opens without a credential.'});

/** The size of a picture. */
export const pixelSize = {width: Type.Integer({description: 'Pixels.'}), height: Type.Integer({description: 'Pixels.'})};

/** A sound that is stored. */
export const audioFile = {url: PublicUrl, durationMs: Type.Integer({description: 'Milliseconds.'}), bytes: Type.Integer()};

export const Timestamp = Type.String({format: 'date-time', description: 'A point in time, ISO 8601, UTC.'});
