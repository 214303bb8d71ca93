import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {type Change, type Field, numbered, type StepFields, same} from './change.ts';
import {type Parcel, parcelOf} from './parcel.ts';
import type {Receipt} from './wire.ts';

/**
 * The tour after the service has made a parcel's changes, as far as the receipt tells; `whole` where that is all there is to it, and the tour need
 * not be read anew.
 */
export function settled(tour: Tour, {changes}: Parcel, receipt: Receipt): {tour: Tour; whole: boolean} {
	const {version, conflicts, adjustments} = receipt;
	// Of a parcel that was sent before this tour was read: it is in it.
	if (version <= tour.version) return {tour, whole: true};
	// An adjustment or a conflict may say that all of it was somebody else's.
	if (version > tour.version + 1 || conflicts.length + adjustments.length > 0) return {tour, whole: false};
	const steps = new Map([...tour.steps, ...receipt.steps].map(step => [step.id, step]));
	const renamed = changes.findLast(change => change.kind === 'rename');
	const order = receipt.order.flatMap(id => steps.get(id) ?? []);
	if (order.length < receipt.order.length) return {tour, whole: false};
	const next = {
		...tour,
		...renamed?.set,
		version,
		steps: numbered(order),
		stepCount: order.length,
		hasUnpublishedChanges: tour.status === 'published',
		updatedAt: new Date().toISOString(),
	};
	return {tour: next, whole: true};
}

/** What is left to send. What the service has stored otherwise than it was sent is known so by what was done to it since. */
export function withoutSent(parcels: readonly Parcel[], sent: Parcel, {steps}: Receipt): Parcel[] {
	const stored = new Map(steps.map(step => [step.id, step]));
	return parcels.flatMap((parcel): Parcel[] => {
		if (parcel.key === sent.key) return [];
		if (parcel.sealed) return [parcel];
		const others = sent.changes.reduce((changes, change) => knownAsStored(changes, change, stored), parcel.changes);
		return [others.every((change, index) => change === parcel.changes[index]) ? parcel : parcelOf(others)];
	});
}

function knownAsStored(changes: Change[], sent: Change, stored: Map<string, Step>): Change[] {
	if (sent.kind !== 'edit' && sent.kind !== 'add') return changes;
	const step = stored.get(sent.step);
	if (!step) return changes;
	const other = (Object.keys(sent.set) as Field[]).filter(field => !same(field, sent.set[field], step[field]));
	return changes.map(change => {
		if (change.kind !== 'edit' || change.step !== step.id) return change;
		const was: StepFields = {...change.was};
		for (const field of other) if (field in was && same(field, was[field], sent.set[field])) Object.assign(was, {[field]: step[field]});
		return {...change, was};
	});
}
