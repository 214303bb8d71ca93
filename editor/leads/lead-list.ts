import {signal} from '@preact/signals';
import type {Output} from '../../client/index.ts';
import {client} from '../shell/session-data.ts';
import {type Fault, faultOf} from '../shell/use-resource.tsx';

/** The leads that fit the filter, as far as they were read, newest first. */

export type Lead = Output<'GET /leads'>['leads'][number];
export type Filter = {tourId: string; email: string};

export const leads = signal<Lead[] | null>(null);
export const fault = signal<Fault | null>(null);
export const cursor = signal<string | null>(null);
let round = 0;

/** Reads the first page of what fits. A page that arrives after another was asked for is dropped. */
export async function readLeads(filter: Filter): Promise<void> {
	leads.value = null;
	cursor.value = null;
	await read(filter, undefined);
}

export async function readMore(filter: Filter): Promise<void> {
	if (cursor.value) await read(filter, cursor.value);
}

/** Returns the filter for the operations, without empty fields. */
export function queryOf({tourId, email}: Filter): Partial<Filter> {
	return {...(tourId && {tourId}), ...(email && {email})};
}

export function takeOut(gone: (lead: Lead) => boolean): void {
	leads.value = leads.value?.filter(lead => !gone(lead)) ?? null;
}

async function read(filter: Filter, after: string | undefined): Promise<void> {
	const mine = ++round;
	fault.value = null;
	try {
		const page = await client.call('GET /leads', {...queryOf(filter), limit: 50, cursor: after});
		if (mine !== round) return;
		leads.value = [...(after ? (leads.value ?? []) : []), ...page.leads];
		cursor.value = page.nextCursor;
	} catch (error) {
		if (mine === round) fault.value = faultOf(error);
	}
}
