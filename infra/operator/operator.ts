#!/usr/bin/env node
import {readConfig} from '../../shared/config/config.ts';
import {openDatabase} from '../../shared/store/database.ts';
import {UsageError} from './command.ts';
import {COMMANDS, readCommand, usage} from './commands.ts';
import {reachDatabase} from './reach-database.ts';

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
