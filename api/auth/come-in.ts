import type {Services} from '../../shared/services/services.ts';
import {claimAdministration} from '../../shared/store/access/administrators.ts';
import {type Db, tx} from '../../shared/store/database.ts';

/**
 * Runs in one transaction what lets the owner of an account in for the first time, and returns what `work` returns; null lets nobody in. The
 * first of all in an empty service becomes its administrator, on the plan Pro (`isFirst`). `id`: the account's.
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
