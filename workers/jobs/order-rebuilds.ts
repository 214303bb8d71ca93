import {pageEdition} from '../../renderers/edition.ts';
import type {JobInput} from '../../shared/queue/job.ts';
import {rebuildPage} from '../../shared/queue/jobs.ts';
import type {Services} from '../../shared/services/services.ts';
import {type Db, tx} from '../../shared/store/database.ts';
import {countOpen, insertOperation, type OperationState} from '../../shared/store/jobs.ts';
import {type Rebuild, takeOutdated, takeWithAvif} from '../../shared/store/rebuilds.ts';
import {repeat} from '../runtime/repeat.ts';

const LOOK_MS = 2000;
/**
 * Rebuilds that may be open at a time, over all processes: with the look every 2 s at most 240 a minute, of some 60 ms of a core each.
 * Whoever publishes finds no line of them in front.
 */
const OPEN = 8;

/** Orders what must be rendered anew, a few pages at a time: nothing is remembered but in the rows of the pages themselves. */
export function openRebuildOrders(services: Services) {
	return repeat(LOOK_MS, async () => {
		try {
			for (const operation of await orderRebuilds(services)) await services.dispatcher.enqueue(operation);
		} catch (error) {
			services.log.warn({error}, 'rebuilds not ordered');
		}
	});
}

/** Writes the operations of the next pages. */
export async function orderRebuilds({database}: Pick<Services, 'database'>, edition = pageEdition()): Promise<OperationState[]> {
	const free = OPEN - (await countOpen(database.manager, rebuildPage.name));
	if (free <= 0) return [];
	return tx(database, async db => {
		const outdated = await takeOutdated(db, edition, free);
		const withAvif = free > outdated.length ? await takeWithAvif(db, free - outdated.length) : [];
		const pages = new Map([...outdated, ...withAvif].map(page => [page.id, page]));
		const operations: OperationState[] = [];
		for (const page of pages.values()) operations.push(await order(db, page));
		return operations;
	});
}

function order(db: Db, {id, accountId}: Rebuild): Promise<OperationState> {
	const input: JobInput<typeof rebuildPage> = {publicationId: id};
	return insertOperation(db, {accountId, type: rebuildPage.name, input});
}
