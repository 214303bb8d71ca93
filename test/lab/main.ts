import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {TRIALS, type Trial} from './names.ts';

/** `npm run lab -- NAME …`: runs one trial and ends with its exit code; without a name lists them all. */
const [name = '', ...rest] = process.argv.slice(2);
const trial = Object.hasOwn(TRIALS, name) ? TRIALS[name] : undefined;

if (trial) {
	process.exitCode = await run(trial);
} else {
	if (name !== '') console.error(`There is no trial "${name}".\n`);
	console.log(list());
	process.exitCode = name === '' ? 0 : 2;
}

async function run({file, before = [], env, installs}: Trial): Promise<number> {
	if (installs) {
		const code = await ended('npm', ['ci', '--prefix', installs, '--no-audit', '--no-fund']);
		if (code !== 0) return code;
	}
	return ended(process.execPath, [file, ...before, ...rest], env);
}

/** Resolves to the exit code; 1 where a signal ended the program. */
async function ended(program: string, args: string[], env?: Record<string, string>): Promise<number> {
	const child = spawn(program, args, {stdio: 'inherit', env: {...process.env, ...env}});
	const hand = (signal: NodeJS.Signals) => child.kill(signal);
	process.on('SIGINT', hand);
	process.on('SIGTERM', hand);
	const [code] = (await once(child, 'exit')) as [number | null];
	process.off('SIGINT', hand);
	process.off('SIGTERM', hand);
	return code ?? 1;
}

function list(): string {
	const lines = Object.entries(TRIALS).map(([each, {does, takes = ''}]) => `  ${`${each} ${takes}`.trimEnd()}\n      ${does}`);
	return ['npm run lab -- NAME [ARGUMENTS]', '', ...lines].join('\n');
}
