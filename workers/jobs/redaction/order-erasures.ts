import type {Services} from '../../../shared/services/services.ts';
import {tx} from '../../../shared/store/database.ts';
import type {StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {takeDue} from '../../../shared/store/redactions/redactions.ts';
import {repeat} from '../../runtime/repeat.ts';
import {orderErase} from './save-redaction.ts';

const LOOK_MS = 1000;
/** Pictures that one look takes up. */
const MOST = 8;

/** Orders what is left to do about redacted pictures: nothing is remembered but in the rows of the redactions themselves. */
export function openErasures(services: Services) {
	return repeat(LOOK_MS, async () => {
		try {
			for (const job of await orderErasures(services)) await services.dispatcher.enqueue(job);
		} catch (error) {
			services.log.warn({error}, 'redactions not looked after');
		}
	});
}

/** Writes the jobs of what is due. */
function orderErasures({database}: Pick<Services, 'database'>): Promise<StoredJob[]> {
	return tx(database, async db => {
		const jobs: StoredJob[] = [];
		for (const {accountId, mediaId} of await takeDue(db, MOST)) jobs.push(await orderErase(db, accountId, mediaId));
		return jobs;
	});
}
