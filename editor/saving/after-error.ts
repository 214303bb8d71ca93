import {ApiError} from '../../client/api-error.ts';
import {randomId} from '../../client/index.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {halved, type Parcel, type Receipt, without} from './batch.ts';
import {type Change, numbered} from './change.ts';
import type {Conflict} from './conflicts.ts';

/** Takes the index from `changes[3].set.title`. */
const NAMED = /^changes\[(\d+)\]/;
const TOO_LARGE = new Set(['body_too_large', 'http_413']);

/**
 * Returns what to send after the service refused the whole first parcel: faulty changes become conflicts for their author, the
 * rest is sent without them. Throws the error again if the parcel may be accepted later.
 */
export function afterError(error: unknown, [refused, ...rest]: Parcel[]): {parcels: Parcel[]; conflicts: Conflict[]} {
	if (!(error instanceof ApiError) || !refused) throw error;
	// Written by another release, or by a browser that has lost the journal: by its numbers nothing is made twice.
	if (error.code === 'idempotency_key_reused') return {parcels: [{...refused, key: randomId()}, ...rest], conflicts: []};
	const named = error.errors.flatMap(({field}) => NAMED.exec(field)?.[1] ?? []).map(Number);
	// 404 names a change where it is about a picture; else it is the tour that is gone.
	const itsOwn = error.status === 400 || TOO_LARGE.has(error.code) || (error.status === 404 && named.length > 0);
	if (!itsOwn) throw error;
	if (named.length === 0 && refused.changes.length > 1) return {parcels: [...halved(refused), ...rest], conflicts: []};
	const wrong = new Set(named.length > 0 ? named : [0]);
	const never = new Set([...wrong].map(index => refused.changes[index]).flatMap(change => (change?.kind === 'add' ? [change.step] : [])));
	// What was done to a step that is not taken goes with it.
	const drops = (change: Change, index = -1) => wrong.has(index) || ('step' in change && never.has(change.step));
	const left = rest.flatMap(parcel =>
		parcel.sealed || !parcel.changes.some(change => drops(change)) ? [parcel] : without(parcel, change => drops(change)),
	);
	const conflicts = [...wrong].map(index => refusedChange(error, refused.changes, index));
	return {parcels: [...without(refused, drops), ...left], conflicts};
}

function refusedChange({message, errors}: ApiError, changes: Change[], index: number): Conflict {
	const change = changes[index]!;
	const faults = errors.filter(({field}) => field.startsWith(`changes[${index}]`));
	const said = faults.map(({message, hint = ''}) => `${message} ${hint}`.trim()).join('\n');
	const step = 'step' in change ? change.step : '';
	// With all that was written into a step that is not taken.
	const later = changes.flatMap(other => (other.kind === 'edit' && other.step === step ? [other.set] : []));
	const mine = 'set' in change ? Object.assign({}, change.set, ...(change.kind === 'add' ? later : [])) : null;
	return {step, field: null, mine, theirs: null, gone: false, refused: said || message};
}

/**
 * Returns the tour after the service made a parcel's changes, as far as the receipt tells; `whole` is true if the tour need not be
 * read again.
 */
export function settled(tour: Tour, {changes}: Parcel, receipt: Receipt): {tour: Tour; whole: boolean} {
	const {version, previousVersion, conflicts, adjustments} = receipt;
	// Of a parcel that was sent before this tour was read: it is in it.
	if (version <= tour.version) return {tour, whole: true};
	// Somebody else changed the tour before: the receipt does not tell their changes.
	if (previousVersion !== tour.version || conflicts.length + adjustments.length > 0) return {tour, whole: false};
	const steps = new Map([...tour.steps, ...receipt.steps].map(step => [step.id, step]));
	const renamed = changes.findLast(change => change.kind === 'rename');
	const order = receipt.order.flatMap(id => steps.get(id) ?? []);
	if (order.length < receipt.order.length) return {tour, whole: false};
	const next = {
		...tour,
		...renamed?.set,
		...said(receipt),
		version,
		steps: numbered(order),
		stepCount: order.length,
		hasUnpublishedChanges: tour.status === 'published',
		updatedAt: new Date().toISOString(),
	};
	return {tour: next, whole: true};
}

/** Returns the tour's parts beside its steps, as far as the receipt tells: without chapters it has none. */
export function said({settings}: Receipt): Partial<Tour> {
	return settings ? {chapters: undefined, ...settings} : {};
}
