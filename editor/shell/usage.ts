import {signal} from '@preact/signals';
import type {Output} from '../../client/index.ts';
import {client} from './session-data.ts';

/** The account's usage, for the meters beside every list. */

export type Usage = Output<'GET /account/usage'>;

/** Milliseconds for which a figure is as good as new. */
const FRESH_MS = 30_000;

export const usage = signal<Usage | null>(null);
let readAt = 0;

/** Reads it where it is older than half a minute. What cannot be read now is no matter: the meters stay as they are. */
export async function readUsage(): Promise<void> {
	if (Date.now() - readAt < FRESH_MS) return;
	readAt = Date.now();
	try {
		usage.value = await client.call('GET /account/usage', {});
	} catch {
		readAt = 0;
	}
}
