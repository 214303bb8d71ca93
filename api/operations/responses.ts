import {type Static, type TObject, type TProperties, Type} from 'typebox';
import {Adjustment, Warning} from '../../shared/contract/geometry.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {Closed, Nullable} from '../../shared/contract/schema.ts';
import {Tour} from '../../shared/contract/tour.ts';
import {invalid} from '../../shared/errors.ts';
import {presentTour} from '../../shared/present/tour.ts';
import type {Cursor} from '../../shared/store/database.ts';
import type {StoredTour} from '../../shared/store/tour-list.ts';
import {changeTour} from '../../shared/store/tours.ts';
import type {TourContent} from '../../shared/tour/document/document.ts';
import {type Call, respond} from '../pipeline/operation.ts';

/** Words that several operations share. */

export const tourId = Type.String({description: "The tour's id."});
export const stepId = Type.String({description: "The step's id."});

/** One success of an operation. */
export function success<const Status extends number, P extends TProperties>(status: Status, description: string, body: P) {
	return {[status]: {description, body: Closed(body)}} as Record<Status, {description: string; body: TObject<P>}>;
}

export const TourResponse = {tour: Tour};
export const adjustmentsAndWarnings = {
	adjustments: Type.Optional(Type.Array(Adjustment, {description: 'What was stored differently from how it was sent.'})),
	warnings: Type.Optional(Type.Array(Warning, {description: 'What is allowed and still unwise.'})),
};

/** Applies a pure change to the tour that the call names, at the version that it expects. */
export function changeTourFor<T extends {content: TourContent}>(call: Call, id: string, apply: (content: TourContent) => T) {
	return changeTour(call.db, {accountId: call.accountId, id, ifMatch: call.ifMatch, actor: call.actor}, apply);
}

export function tourResponse<const Status extends number>(status: Status, tour: StoredTour, call: Call) {
	const body: {tour: Static<typeof Tour>} = {tour: presentTour(tour, call.services.config)};
	return respond<Status, typeof body>(status, body, tour.version);
}

/** Lists that are left out where they are empty. */
export function whereAny<Lists extends Record<string, unknown[]>>(lists: Lists): Partial<Lists> {
	return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<Lists>;
}

// Lists are paged newest first, by a cursor that names the last row of the page before.

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
