import test from 'ava';
import {purgeAccount} from '../../shared/account-end/purge-account.ts';
import {startService} from '../helpers/service.ts';
import {furnish} from './accounts.ts';
import {openRowCounter} from './rows-read.ts';

/** Purges an account of many tours (`PURGED_TOURS`: how many): each costs as much as one of few, and nobody else waits for it. */

const FEW = 50;
const MANY = Number(process.env.PURGED_TOURS ?? 500);
/** What is read for the rest of the account, and while other jobs look for work. */
const SLACK = 5000;

test('the purge of an account reads no more for each of many tours, and others are answered meanwhile', async t => {
	t.timeout(900_000);
	const service = await startService({}, {also: ['export']});
	t.teardown(() => service.stop());
	const {database, files} = service.services;
	const counter = openRowCounter(database);
	const other = await furnish(service, 10);
	const ask = async () => t.is((await other.client('GET', '/v1/tours?limit=10')).status, 200);
	const ASKED = 20;
	const asked = await counter.during(async () => {
		for (let time = 0; time < ASKED; time++) await ask();
	});
	const purge = async (size: number) => {
		const {client} = await furnish(service, size);
		await database.query(
			'UPDATE accounts SET deletion_asked_at = UTC_TIMESTAMP(3) - INTERVAL 15 DAY, deletion_due_at = UTC_TIMESTAMP(3) WHERE id = ?',
			[client.accountId],
		);
		const waits: number[] = [];
		let goesOn = true;
		const asking = (async () => {
			while (goesOn) {
				const start = performance.now();
				await ask();
				waits.push(performance.now() - start);
			}
		})();
		const start = performance.now();
		const {rows: all, value} = await counter.during(() =>
			purgeAccount(database.manager, {files, accountId: client.accountId, fileAgeMs: -60_000, settledMs: 0}),
		);
		const ms = performance.now() - start;
		goesOn = false;
		await asking;
		// The server counts for everybody: the longer a purge takes, the more have asked.
		const rows = all - (waits.length * asked.rows) / ASKED;
		t.true(value.done, `${value.waiting} files wait`);
		waits.sort((one, another) => one - another);
		const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)]!);
		t.log(
			`${size} tours: ${Math.round(rows / size)} rows read for each, ${Math.round(ms)} ms; another account waited ${at(0.5)} ms, ${at(0.99)} at p99`,
		);
		return rows;
	};
	const few = await purge(FEW);
	const many = await purge(MANY);
	t.true(many <= (few * MANY * 1.5) / FEW + SLACK, `${few} rows read for ${FEW} tours, ${many} for ${MANY}`);
});
