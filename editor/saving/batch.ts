import {randomId, type SessionClient} from '../../client/index.ts';
import type {Edit, StepValues} from '../../shared/contract/edit.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import type {Step} from '../../shared/contract/step.ts';
import {type Change, FIELDS, fieldsOf, type StepFields, same} from './change.ts';
import {BLANK} from './new-step.ts';
import {bothSettings, toValues} from './settings.ts';

/**
 * Changes that go to the service in one call, under the Idempotency-Key `key`: each key stands for one body, so other changes get another.
 * Their numbers begin at `first` and are those of one `writer`, an opening of the tour in a page. By them the service knows which it has: a
 * closing page sends more than its journal holds, and the next page sends the journal again. Once `sealed` it does not change until the
 * service has acknowledged it.
 */
export type Parcel = {key: string; sealed: boolean; writer: string; first: number; changes: Change[]};

/** The writer that numbers changes, and the next number. */
export type Numbering = {writer: string; next: number};

/** Bytes of a call: a third of what the service takes. A call that outlives its page has 64 KB with its headers, by the Fetch standard. */
const LARGEST_BYTES = 1024 * 1024;
export const KEEPALIVE_BYTES = 60_000;

/** The service's answer to changes that were sent together. */
export type Receipt = Awaited<ReturnType<typeof sendParcel>>;

type Sent = {key: string; writer: string; first: number; changes: Change[]};

/** Returns the parcels with one more change, joined with a waiting one that sets the same value, as letters typed in a row do. */
export function put(parcels: readonly Parcel[], change: Change, numbering: Numbering): Parcel[] {
	const last = parcels.at(-1);
	const goesOn = last && !last.sealed && last.writer === numbering.writer && last.first + last.changes.length === numbering.next;
	if (!goesOn) return [...parcels, parcelOf([change], {writer: numbering.writer, first: numbering.next++})];
	const changes = joined(last.changes, change);
	// What is joined with an earlier one has its number.
	numbering.next += changes.length - last.changes.length;
	return [...parcels.slice(0, -1), parcelOf(changes, last)];
}

/** Returns the parcels with the first of them sealed, and cut if it is too much for one call. */
export function seal(parcels: readonly Parcel[], mostBytes = LARGEST_BYTES): Parcel[] {
	const [first, ...rest] = parcels;
	if (!first || first.sealed) return [...parcels];
	let [bytes, count] = [0, 0];
	for (const change of first.changes.slice(0, LIMITS.editsAtOnce)) {
		bytes += bytesOf(change);
		// One at least: what is too large alone is for the service to refuse.
		if (count > 0 && bytes > mostBytes) break;
		count++;
	}
	const left = first.changes.slice(count);
	if (left.length === 0) return [{...first, sealed: true}, ...rest];
	return [{...part(first, 0, count), sealed: true}, part(first, count), ...rest];
}

/** Returns the parcel in two halves, after it was refused as a whole and none of its changes was made. */
export function halved(parcel: Parcel): Parcel[] {
	const middle = Math.ceil(parcel.changes.length / 2);
	return [part(parcel, 0, middle), part(parcel, middle)].map(half => ({...half, sealed: true}));
}

/** Returns the parcel without some of its changes, which may be several then: each change keeps its number. */
export function without(parcel: Parcel, drops: (change: Change, index: number) => boolean): Parcel[] {
	const {changes, sealed} = parcel;
	const gaps = [-1, ...changes.flatMap((change, index) => (drops(change, index) ? [index] : [])), changes.length];
	return gaps.slice(1).flatMap((end, index): Parcel[] => {
		const start = gaps[index]! + 1;
		return end > start ? [{...part(parcel, start, end), sealed}] : [];
	});
}

function part({writer, first, changes}: Parcel, start: number, end = changes.length): Parcel {
	return parcelOf(changes.slice(start, end), {writer, first: first + start});
}

export function bytesOfParcel({changes}: Parcel): number {
	return changes.reduce((sum, change) => sum + bytesOf(change), 0);
}

/** Returns two changes as one; null if they do not concern the same value. */
export function both(first: Change, second: Change): Change | null {
	if (first.kind === 'rename' && second.kind === 'rename') return {...second, was: first.was};
	if (first.kind === 'settings' && second.kind === 'settings')
		return {...second, set: bothSettings(first.set, second.set), was: bothSettings(second.was, first.was)};
	if (first.kind === 'edit' && second.kind === 'edit' && first.step === second.step)
		return {...second, set: {...first.set, ...second.set}, was: {...second.was, ...first.was}};
	if (first.kind === 'move' && second.kind === 'move' && first.step === second.step) return {...second, was: first.was};
	return null;
}

function joined(changes: Change[], change: Change): Change[] {
	for (let index = changes.length - 1; index >= 0; index--) {
		const earlier = changes[index]!;
		const one = both(earlier, change);
		// A move says its neighbours: others may have moved since.
		if (one && (change.kind !== 'move' || index === changes.length - 1)) return changes.with(index, one);
		const concerned = 'step' in earlier && 'step' in change && earlier.step === change.step && earlier.kind !== 'move';
		// Where it leads depends on which steps are there.
		const leads = change.kind === 'edit' && 'actions' in change.set && /^(?:add|delete|restore)$/.test(earlier.kind);
		if (concerned || leads) break;
	}
	return [...changes, change];
}

/** Changes that are still waiting, under a key of their own. */
function parcelOf(changes: Change[], {writer, first}: Pick<Parcel, 'writer' | 'first'>): Parcel {
	return {key: randomId(), sealed: false, writer, first, changes};
}

function bytesOf(change: Change): number {
	return new TextEncoder().encode(JSON.stringify(toEdit(change))).length + 1;
}

/** Makes all these changes in one call, which has one effect however often it is made with this key. Throws `ApiError`. */
export function sendParcel(client: SessionClient, tourId: string, {key, writer, first, changes}: Sent, keepalive: boolean) {
	const input = {id: tourId, changes: changes.map(toEdit), ...(writer && {writer: {id: writer, first}})};
	return client.call('POST /tours/{id}/changes', input, {idempotencyKey: key, keepalive});
}

/** Returns the change as the service takes it. */
export function toEdit(change: Change): Edit {
	switch (change.kind) {
		case 'rename':
			return change;
		case 'settings':
			return {...change, set: toValues(change.set), was: toValues(change.was)};
		case 'edit':
			return {...change, set: values(change.set), was: values(change.was)};
		case 'move':
			return {...change, was: change.was};
		case 'add':
		case 'restore': {
			// What led to it the service remembers.
			const {ledHere: _ledHere, ...plain} = change;
			return {...plain, set: values(change.kind === 'add' ? given(change.set) : fieldsOf(change.set))};
		}
		case 'delete':
			// A deletion carries the step as its author has seen it.
			return {kind: 'delete', step: change.step, was: values(fieldsOf(change.was))};
	}
}

/** Returns the values of a new step that differ from a blank one's. */
function given(step: Step): StepFields & {label?: string | null} {
	const set = Object.fromEntries(FIELDS.filter(field => !same(field, step[field], BLANK[field])).map(field => [field, step[field]]));
	return step.label === step.title ? set : {...set, label: step.label};
}

function values({image, ...fields}: StepFields & {label?: string | null}): StepValues {
	if (image === undefined) return fields;
	return {...fields, image: image && {mediaId: image.mediaId}};
}
