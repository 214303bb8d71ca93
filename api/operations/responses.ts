import {type Static, type TObject, type TProperties, Type} from 'typebox';
import {Adjustment, Warning} from '../../shared/contract/geometry.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {Tour} from '../../shared/contract/tour.ts';
import {presentTour} from '../../shared/present/tour.ts';
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
export function changeCalled<T extends {content: TourContent}>(call: Call, id: string, apply: (content: TourContent) => T) {
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
