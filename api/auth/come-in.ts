import type {Services} from '../../shared/services/services.ts';
import {claimAdministration} from '../../shared/store/access/administrators.ts';
import {type Db, tx} from '../../shared/store/database.ts';

/**
 * Runs `work`, which lets an account's owner in for the first time, in one transaction, and returns its result; if
 * `work` returns null, no owner comes in. The first account of an empty service becomes its administrator, on the plan
 * Pro (`isFirst`). `id`: the account's.
 */
export async function comeIn<T extends {id: string}>(
	{database, log}: Pick<Services, 'database' | 'log'>,
	work: (db: Db) => Promise<T | null>,
): Promise<(T & {isFirst: boolean}) | null> {
	const entered = await tx(database, async db => {
		const done = await work(db);
		return done && {...done, isFirst: await claimAdministration(db, done.id)};
	});
	if (entered?.isFirst) log.info({accountId: entered.id}, 'the first account of this service is its administrator, on the plan Pro');
	return entered;
}
