import {DataSource, type MigrationInterface, type QueryRunner} from 'typeorm';
import type {Config} from '../../shared/config.ts';
import {sourceOptions} from '../../shared/store/connection/connection.ts';

const STATEMENTS_MAX = 20;

/**
 * Takes the database back before `migration`, as far as its `down` goes, then forward again: each attempt is killed one statement later than
 * the one before, until one is let through. Counts the statements that begin as `changing` says. `between` looks at the database before the
 * first attempt. `later`: migrations since then that changed the same, latest first, which are taken back before. Leaves all of these unrecorded, so that the
 * next run of all migrations does them once more.
 */
export async function killAtEachStatement(
	config: Config,
	migration: MigrationInterface,
	{
		changing,
		later = [],
		between = async () => {},
	}: {changing: RegExp; later?: MigrationInterface[]; between?: (runner: QueryRunner) => Promise<void>},
): Promise<void> {
	const database = new DataSource(sourceOptions(config.databaseUrl));
	await database.initialize();
	const runner = database.createQueryRunner();
	try {
		for (const each of [...later, migration]) {
			await each.down(runner);
			await runner.query('DELETE FROM migrations WHERE name = ?', [each.constructor.name]);
		}
		await between(runner);
		for (let allowed = 0; !(await survives(migration, killedAfter(runner, allowed, changing))); allowed++) {
			if (allowed >= STATEMENTS_MAX)
				throw new Error(`${migration.constructor.name} ends with none of ${STATEMENTS_MAX} statements killed.`);
		}
	} finally {
		await runner.release();
		await database.destroy();
	}
}

/** The same runner, which throws at the statement behind the first `allowed` ones. */
function killedAfter(runner: QueryRunner, allowed: number, changing: RegExp): QueryRunner {
	let left = allowed;
	return Object.assign(Object.create(runner), {
		query(statement: string, parameters?: unknown[]) {
			if (changing.test(statement) && left-- <= 0) throw new Error('killed');
			return runner.query(statement, parameters);
		},
	});
}

function survives(migration: MigrationInterface, runner: QueryRunner): Promise<boolean> {
	return migration.up(runner).then(
		() => true,
		() => false,
	);
}
