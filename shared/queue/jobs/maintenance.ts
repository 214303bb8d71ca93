import {Closed} from '../../contract/schema.ts';
import {defineJob} from '../job.ts';

/** Removes what has expired. */
export const sweep = defineJob({
	name: 'sweep',
	pool: 'background',
	attempts: 1,
	crashes: 0,
	every: 3_600_000,
	input: Closed({}),
});
