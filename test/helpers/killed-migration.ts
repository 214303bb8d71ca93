import type {QueryRunner} from 'typeorm';
import {type Migration, migrate} from '../../infra/migrate.ts';
import type {Config} from '../../shared/config/config.ts';

const READS = /^\s*(SELECT|SHOW)\b/i;

/**
 * Runs the last of `migrations` again and again, killed in front of each of its statements once, until it ends. Returns how often it was killed.
 * Throws where a killed run is recorded as done.
 */
export async function killAtEachStatement(config: Config, migrations: readonly Migration[]): Promise<number> {
	const before = migrations.slice(0, -1);
	const last = migrations.at(-1)!;
	await migrate(config, {migrations: before});
	const killedAt = new Set<string>();
	for (;;) {
		const kills = killedAt.size;
		try {
			const done = await migrate(config, {migrations: [...before, killedOnce(last, killedAt)]});
			if (done.join() !== last.name || killedAt.size > kills) throw new Error(`${last.name} was recorded as done after a kill.`);
			return kills;
		} catch (error) {
			if (!(error instanceof Killed)) throw error;
		}
	}
}

class Killed extends Error {}

/** Returns the migration under its own name, which throws in front of the first changing statement that is not in `killedAt`, and adds it. */
function killedOnce(migration: Migration, killedAt: Set<string>): Migration {
	const name = migration.name;
	return class extends migration {
		override name = name;
		override up(runner: QueryRunner): Promise<void> {
			const limited = Object.assign(Object.create(runner), {
				query(statement: string, parameters?: unknown[]) {
					if (READS.test(statement) || killedAt.has(statement)) return runner.query(statement, parameters);
					killedAt.add(statement);
					throw new Killed();
				},
			});
			return super.up(limited);
		}
	};
}
