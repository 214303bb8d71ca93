import {Type} from 'typebox';
import {Closed} from '../../contract/schema.ts';
import {CRASHES, defineJob} from '../job.ts';

/** Clears away what has expired. */
export const sweep = defineJob({
	name: 'sweep',
	pool: 'background',
	attempts: 1,
	crashes: 0,
	every: 3_600_000,
	input: Closed({}),
});

/** Writes a copy of everything that an account has. */
export const exportAccount = defineJob({
	name: 'export-account',
	// For what leaves for elsewhere: it waits for files most of the time.
	pool: 'delivery',
	attempts: 3,
	crashes: CRASHES,
	input: Closed({exportId: Type.String()}),
});

/** Removes what is left of accounts whose time is over, and reminds those whose time is nearly. */
export const purgeAccounts = defineJob({
	name: 'purge-accounts',
	pool: 'background',
	attempts: 1,
	crashes: 0,
	every: 5 * 60_000,
	input: Closed({}),
});
