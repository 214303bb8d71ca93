import type {SessionClient} from '../../client/session.ts';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {apply, type Change, FIELDS, type StepFields} from './change.ts';
import type {Entry} from './join.ts';

/** The tour as the service has it after the change, and the id that it gave to a step that was added. */
export type Sent = {tour: Tour; renamed?: {from: string; to: string}};

/**
 * Makes one change by the operations of everybody, at the version that is known here. Throws `ApiError`: `version_mismatch` where somebody else
 * was faster.
 */
export async function send(client: SessionClient, tour: Tour, {key, change}: Entry, keepalive: boolean): Promise<Sent> {
	let {version} = tour;
	const options = {
		ifMatch: tour.version,
		keepalive,
		onVersion: (read: number) => {
			version = read;
		},
	};
	const {id} = tour;
	switch (change.kind) {
		case 'rename': {
			await client.call('PATCH /tours/{id}', {id, name: change.set.name}, options);
			return {tour: {...apply(tour, change), version}};
		}
		case 'edit': {
			const {step} = await client.call('PATCH /tours/{id}/steps/{stepId}', {id, stepId: change.step, ...onTheWire(change.set)}, options);
			return {tour: {...tour, version, steps: tour.steps.map(other => (other.id === step.id ? step : other))}};
		}
		case 'move': {
			const stepIds = apply(tour, change).steps.map(step => step.id);
			await client.call('PUT /tours/{id}/steps/order', {id, stepIds}, options);
			return {tour: {...apply(tour, change), version}};
		}
		case 'delete': {
			await client.call('DELETE /tours/{id}/steps/{stepId}', {id, stepId: change.step}, options);
			return {tour: {...apply(tour, change), version}};
		}
		case 'add':
			return add(client, tour, change, {...options, idempotencyKey: key, version: () => version});
	}
}

async function add(
	client: SessionClient,
	tour: Tour,
	change: Extract<Change, {kind: 'add'}>,
	{version, ...options}: {ifMatch: number; idempotencyKey: string; version: () => number; onVersion: (version: number) => void},
): Promise<Sent> {
	const position = apply(tour, change).steps.findIndex(step => step.id === change.step);
	const fields = onTheWire(fieldsOf(change.set));
	const {step} = await client.call('POST /tours/{id}/steps', {id: tour.id, ...withoutNull(fields), position}, options);
	const named: Change = {...change, step: step.id, set: step};
	// Sent again after a lost response it may be there already.
	const known = tour.steps.some(({id}) => id === step.id);
	return {
		tour: {...(known ? tour : apply(tour, named)), version: version()},
		renamed: {from: change.step, to: step.id},
	};
}

/** Of all that a step shows, what its author has set. */
export function fieldsOf(step: Step): StepFields {
	return Object.fromEntries(FIELDS.map(field => [field, step[field]]));
}

function onTheWire({image, ...fields}: StepFields) {
	if (image === undefined) return fields;
	return {...fields, image: image && {mediaId: image.mediaId}};
}

function withoutNull<T extends object>(fields: T) {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
		[K in keyof T]: Exclude<T[K], null>;
	};
}
