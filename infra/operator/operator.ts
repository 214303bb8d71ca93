#!/usr/bin/env node
import {setTimeout as sleep} from 'node:timers/promises';
import {type Config, readConfig} from '../../shared/config/config.ts';
import {openDatabase} from '../../shared/store/database.ts';
import {migrate} from '../migrate.ts';
import {DataFolderInUse, lockDataFolder} from '../servers/data-lock.ts';
import {localUrls, mariadbRuns, startLocalServers} from '../servers/local-servers.ts';
import {UsageError, usage} from './command.ts';
import {COMMANDS, readCommand} from './commands.ts';

const STARTING_LIMIT_MS = 60_000;

// The operator's command. Standard output carries one JSON line with the result, and nothing else.

try {
	const argv = process.argv.slice(2);
	if (argv.length === 0 || argv.includes('--help') || argv.includes('-h')) {
		(argv.length === 0 ? process.stderr : process.stdout).write(`${usage(COMMANDS)}\n`);
		process.exit(argv.length === 0 ? 2 : 0);
	}
	const {run, needsSchema} = readCommand(argv);
	const reached = await reachDatabase(readConfig(), {needsSchema});
	try {
		const database = await openDatabase({databaseUrl: reached.databaseUrl, databasePool: 2});
		try {
			process.stdout.write(`${JSON.stringify(await run(database.manager, reached.databaseUrl))}\n`);
		} finally {
			await database.destroy();
		}
	} finally {
		await reached.leave();
	}
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
	process.exitCode = error instanceof UsageError ? 2 : 1;
}

/**
 * The database, its schema up to date where `needsSchema`, whether the service runs or not: the one that is set, the private one of the running service, or a
 * private one that runs until `leave`.
 */
async function reachDatabase(
	config: Config,
	{needsSchema}: {needsSchema: boolean},
): Promise<{databaseUrl: string; leave(): Promise<void>}> {
	const found = config.databaseUrl ? {databaseUrl: config.databaseUrl, leave: async () => {}} : await reachPrivate(config.dataDir);
	try {
		if (needsSchema) await migrate(found);
	} catch (error) {
		await found.leave();
		throw error;
	}
	return found;
}

async function reachPrivate(dataDir: string) {
	for (const end = performance.now() + STARTING_LIMIT_MS; ; await sleep(100)) {
		try {
			return await startForAWhile(dataDir);
		} catch (error) {
			if (!(error instanceof DataFolderInUse)) throw error;
			// The service holds the folder: it has its MariaDB up, or will have in a moment.
			if (await mariadbRuns(dataDir)) return {databaseUrl: localUrls(dataDir).databaseUrl, leave: async () => {}};
			if (performance.now() > end) throw new Error(`${error.message} Its MariaDB does not answer.`);
		}
	}
}

async function startForAWhile(dataDir: string) {
	const unlock = await lockDataFolder(dataDir, 'command');
	try {
		const servers = await startLocalServers({dataDir, redis: false});
		const leave = async () => {
			await servers.stop();
			unlock();
		};
		return {databaseUrl: servers.databaseUrl, leave};
	} catch (error) {
		unlock();
		throw error;
	}
}
