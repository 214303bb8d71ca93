import type {Tour} from '../../shared/contract/tour.ts';
import type {Parcel} from './batch.ts';
import {numbered} from './change.ts';
import type {Receipt} from './wire.ts';

/**
 * Returns the tour after the service made a parcel's changes, as far as the receipt tells; `whole` if that is all, and the tour need not be
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
