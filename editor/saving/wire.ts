import type {SessionClient} from '../../client/index.ts';
import type {Edit, StepValues} from '../../shared/contract/edit.ts';
import type {Step} from '../../shared/contract/step.ts';
import {type Change, FIELDS, fieldsOf, type StepFields, same} from './change.ts';
import {BLANK} from './new-step.ts';
import {toValues} from './settings.ts';

/** The service's answer to changes that were sent together. */
export type Receipt = Awaited<ReturnType<typeof sendParcel>>;

type Sent = {key: string; writer: string; first: number; changes: Change[]};

/** Makes all these changes in one call, which has one effect however often it is made with this key. Throws `ApiError`. */
export function sendParcel(client: SessionClient, tourId: string, {key, writer, first, changes}: Sent, keepalive: boolean) {
	const input = {id: tourId, changes: changes.map(toEdit), ...(writer && {writer: {id: writer, first}})};
	return client.call('POST /tours/{id}/changes', input, {idempotencyKey: key, keepalive});
}

/** The change as the service takes it. */
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
