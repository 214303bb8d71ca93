import {Type} from 'typebox';
import {LIMITS} from '../../shared/contract/limits.ts';
import {Nullable} from '../../shared/contract/schema.ts';
import {invalid} from '../../shared/errors.ts';
import type {Cursor} from '../../shared/store/database.ts';

/** Lists are paged newest first, by a cursor that names the last row of the page before. */

/** Query of a list of `things`, `byDefault` of them a page where no limit is named. */
export const pageQuery = (things: string, byDefault: number = LIMITS.pageSizeDefault) => ({
	limit: Type.Optional(
		Type.Integer({
			minimum: 1,
			maximum: LIMITS.pageSizeMax,
			description: `${things} per page; default ${byDefault}.`,
		}),
	),
	cursor: Type.Optional(Type.String({description: 'nextCursor of the page before.'})),
});

export const nextCursor = Nullable(Type.String({description: 'The cursor of the next page; null on the last.'}));

type Place = Cursor & {name?: string};

/**
 * Returns the page out of `found`, which was read with one row more than `limit` to see if another page follows. `placeOf`: a row's place in
 * the order of the list.
 */
export function pageOf<Row>(found: Row[], limit: number, placeOf: (row: Row) => Place): {rows: Row[]; nextCursor: string | null} {
	const rows = found.slice(0, limit);
	return {rows, nextCursor: found.length > limit ? encodeCursor(placeOf(rows.at(-1)!)) : null};
}

/** The cursor of what comes after this place. With a name it is that of a list by name. */
export function encodeCursor({at, id, name}: Place): string {
	const text = name === undefined ? `${at.getTime()} ${id}` : `n ${id} ${[...name].slice(0, LIMITS.tourName).join('')}`;
	return Buffer.from(text).toString('base64url');
}

/** The place that a cursor names, or null where it names none. `id`: what the identifiers of the rows look like. */
function decodeCursor(cursor: string, id: RegExp): Cursor | null {
	const [, time, found] = /^(\d{1,15}) (\S{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	return time && found && id.test(found) ? {at: new Date(Number(time)), id: found} : null;
}

/** The place that the cursor of a list by name names. Throws a 400 where it names none. */
export function readNameCursor(cursor: string | undefined, id: RegExp): (Cursor & {name: string}) | null {
	if (cursor === undefined) return null;
	const [, found, name] = /^n (\S{1,40}) (.{0,400})$/su.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	if (found === undefined || name === undefined || !id.test(found)) throw noCursor();
	return {at: new Date(0), id: found, name};
}

/** Reads a call's cursor; null without one. Throws 400 if it names no place. */
export function readCursor(cursor: string | undefined, id: RegExp): Cursor | null {
	if (cursor === undefined) return null;
	const place = decodeCursor(cursor, id);
	if (place) return place;
	throw noCursor();
}

function noCursor() {
	return invalid([{field: 'cursor', message: 'Is not a cursor.', hint: 'Send the nextCursor of the page before, unchanged.'}]);
}
