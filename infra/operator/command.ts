import {findAccountByEmail} from '../../shared/store/access/accounts.ts';
import type {Db} from '../../shared/store/database.ts';
import type {AccountRow} from '../../shared/store/entities/accounts.ts';

/** `databaseUrl`: of the database that is reached, whether the service runs or not. */
export type Work = (db: Db, databaseUrl: string) => Promise<object>;

export type Command = {
	summary: string;
	/** Every one of these is required. */
	options: Record<string, string>;
	/** These may be left out. */
	optional?: Record<string, string>;
	/** Options without a value. */
	flags?: readonly string[];
	/** True runs without bringing the database to this version's schema first. */
	anySchema?: true;
	/** Checks the values and returns what is to be done; an optional one may not be there, a flag that is there is `true`. */
	prepare(values: Record<string, string>): Work;
};

/** Prints a command's progress: not on standard output, which has the result alone. */
export function tell(line: string): void {
	process.stderr.write(`${line}\n`);
}

export async function requireAccount(db: Db, email: string): Promise<AccountRow> {
	const account = await findAccountByEmail(db, email);
	if (account) return account;
	throw new Error(`There is no account with the e-mail address ${email}; account list shows them all.`);
}
