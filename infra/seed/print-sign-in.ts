import type {Config} from '../../shared/config/config.ts';
import {findOwner} from '../../shared/store/access/accounts.ts';
import {createLink, voidSignInLinks} from '../../shared/store/access/email-links.ts';
import {openDatabase, tx} from '../../shared/store/database.ts';

/**
 * Returns a URL that opens the editor in the owner's account, once, within a day; links of earlier starts end. Returns
 * null if the account has a password, or if there is no account.
 */
export async function newSignInUrl(config: Config): Promise<string | null> {
	const database = await openDatabase({...config, databasePool: 2});
	try {
		return await tx(database, async db => {
			await voidSignInLinks(db);
			const owner = await findOwner(db);
			if (!owner || owner.passwordHash !== null) return null;
			const {path} = await createLink(db, {account: owner, purpose: 'sign-in'});
			return config.baseUrl + path;
		});
	} finally {
		await database.destroy();
	}
}
