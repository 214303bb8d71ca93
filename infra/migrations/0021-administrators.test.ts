import test from 'ava';
import {createAccount, insertAccount} from '../../shared/store/access/accounts.ts';
import {claimAdministration, findOwner} from '../../shared/store/access/administrators.ts';
import {freshDatabase} from '../../test/helpers/database.ts';
import {killAtEachStatement} from '../../test/helpers/killed-migration.ts';
import {migrate} from '../migrate.ts';
import {Administrators1766100000000} from './0021-administrators.ts';

const DEMO = {email: 'demo@roteiro.invalid', name: 'Demo', plan: 'pro'} as const;
const ANA = {email: 'ana@example.com', name: 'Ana', plan: 'free'} as const;

for (const [title, accounts, isOpen] of [
	['nobody has an account', [], true],
	['there is the demo account alone, which nobody has come into', [DEMO], true],
	['somebody has the demo account', [{...DEMO, passwordHash: 'chosen'}], false],
	['others have accounts', [DEMO, ANA], false],
] as const) {
	test(`upgraded where ${title}, also killed at any statement, the first who comes ${isOpen ? 'is' : 'is not'} the administrator`, async t => {
		const {config, database, drop} = await freshDatabase();
		t.teardown(drop);
		for (const account of accounts) await createAccount(database.manager, account);
		await killAtEachStatement(config, new Administrators1766100000000(), {changing: /^(ALTER|INSERT)/});
		await migrate(config);
		t.deepEqual(await database.query('SELECT id FROM accounts WHERE administrator'), [], 'by itself nobody');
		const owner = await findOwner(database.manager);
		t.is(owner?.email, accounts[0]?.email);
		await database.transaction(async db => {
			const {id} = (await insertAccount(db, {email: 'new@example.com', name: 'New', plan: 'free'}))!;
			t.is(await claimAdministration(db, id), isOpen);
			t.is((await findOwner(db))!.email, isOpen ? 'new@example.com' : accounts[0]!.email);
		});
	});
}
