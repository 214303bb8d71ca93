import type {Services} from '../../../shared/services/services.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import type {RedactionRow} from '../../../shared/store/entities/redactions.ts';
import type {StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {putOff, redactionsOf, takeDue, whileShown} from '../../../shared/store/redactions/redactions.ts';
import {isShown, linksShowing} from '../../../shared/store/redactions/showing.ts';
import {repeat} from '../../runtime/repeat.ts';
import {orderErase} from './save-redaction.ts';

const LOOK_MS = 1000;
/** Pictures that one look takes up: most of them are still shown somewhere, which takes three small statements. */
const MOST = 50;

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

/** Writes the jobs that are due and can be done; pictures that an unredacted tour or link shows cost no job. */
async function orderErasures({database}: Pick<Services, 'database'>): Promise<StoredJob[]> {
	const jobs: StoredJob[] = [];
	for (const {accountId, mediaId} of await tx(database, db => takeDue(db, MOST))) {
		const redactions = await redactionsOf(database.manager, accountId, mediaId);
		const isOpen = redactions.every(({erasedAt, historyAt}) => erasedAt === null && historyAt !== null);
		const waits = isOpen && !(await mayReplace(database.manager, redactions)) && (await isShown(database.manager, accountId, mediaId));
		if (waits) await putOff(database.manager, redactions, whileShown(redactions[0]!));
		else jobs.push(await tx(database, db => orderErase(db, accountId, mediaId)));
	}
	return jobs;
}

/** True if a link that must show the redacted picture shows the original, published by a call that was under way. */
async function mayReplace(db: Db, redactions: RedactionRow[]): Promise<boolean> {
	const [{accountId, mediaId}] = redactions as [RedactionRow];
	const replaced = new Set(redactions.filter(({live, stepId}) => live === 'replace' && stepId === null).map(({tourId}) => tourId));
	return (await linksShowing(db, accountId, mediaId)).some(({tourId}) => replaced.has(tourId));
}
