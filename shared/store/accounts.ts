import {newId} from '../ids.ts';
import {type Db, isDuplicate} from './database.ts';
import {AccountEntity, type AccountRow} from './entities.ts';

export const PLANS = ['pro', 'free'] as const;
export type Plan = (typeof PLANS)[number];

/** Creates an account. Throws an `Error` in words where the e-mail address is taken. */
export async function createAccount(db: Db, {email, name, plan}: {email: string; name: string; plan: Plan}): Promise<AccountRow> {
	const account: AccountRow = {id: newId('acc'), email, name, plan, createdAt: new Date()};
	try {
		await db.getRepository(AccountEntity).insert(account);
	} catch (error) {
		if (isDuplicate(error)) throw new Error(`There is already an account with the e-mail address ${email}.`);
		throw error;
	}
	return account;
}

export function findAccountByEmail(db: Db, email: string): Promise<AccountRow | null> {
	return db.getRepository(AccountEntity).findOneBy({email});
}

export function listAccounts(db: Db): Promise<AccountRow[]> {
	return db.getRepository(AccountEntity).find({order: {createdAt: 'ASC'}});
}

/** False where there is no such account. */
export async function setPlan(db: Db, id: string, plan: Plan): Promise<boolean> {
	const {affected} = await db.getRepository(AccountEntity).update({id}, {plan});
	return affected === 1;
}
