#!/usr/bin/env node
// From a bare machine to a running program. Plain JavaScript with nothing but built-ins: it runs before anything is installed, on Node 20.
import {spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {isatty} from 'node:tty';
import {downloadBrowser, findBrowser, requireSandbox} from './start/browser.mjs';
import {checkMachine, chooseNode, littleMemory} from './start/machine.mjs';
import {installModules} from './start/modules.mjs';
import {installPackages} from './start/packages.mjs';
import {Problem} from './start/progress.mjs';

const USAGE = `node infra/start.mjs [--open]         set up what is missing, then run the service; open it in the browser
node infra/start.mjs setup            set up what is missing, and nothing else
node infra/start.mjs run COMMAND…     set up what is missing, then run COMMAND under Node 24
node infra/start.mjs test COMMAND…    the same for tests: always with private servers, and without .env`;

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

async function main(words) {
	// npm start -- --open
	const isService = words.length === 0 || words[0] === '--open';
	const [mode, ...command] = isService ? ['service', ...words] : words;
	if (!['service', 'setup', 'run', 'test'].includes(mode) || (['run', 'test'].includes(mode) && command.length === 0)) {
		process.stderr.write(`${USAGE}\n`);
		process.exit(mode === '--help' ? 0 : 2);
	}
	process.chdir(root);
	checkMachine();
	if (mode !== 'test') loadDotEnv();
	await installPackages({privateServers: mode === 'test', optional: {setup: 'install', service: 'name'}[mode]});
	await installModules();
	const node = chooseNode();
	const browser = findBrowser() ?? (await downloadBrowser(node));
	requireSandbox(browser);
	process.env.CHROMIUM = browser;
	if (mode === 'setup') return;
	const warning = mode === 'service' && littleMemory();
	if (warning) process.stderr.write(`${warning}\n`);
	await become(mode === 'service' ? ['node', 'infra/service.ts', ...command] : command, node);
}

/** Settings in `.env` count where the environment does not already say otherwise. */
function loadDotEnv() {
	if (!existsSync('.env')) return;
	if (!process.loadEnvFile)
		throw new Problem(`Node ${process.versions.node} cannot read .env: use Node 20.12 or later, or set the variables yourself.`);
	process.loadEnvFile('.env');
}

/** Goes on as `command`: in this very process where Node can do that, else as its only child, which does not outlive it. */
async function become([name, ...args], node) {
	const env = {
		...process.env,
		PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
		// For it and all its children: compiled modules are kept from start to start. Where nothing can be written there, Node does without.
		NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(root, 'node_modules', '.cache', 'compiled'),
	};
	const program = name === 'node' ? node : findProgram(name, env.PATH);
	if (process.execve) process.execve(program, [program, ...args], env);

	const leash = findProgram('setpriv', env.PATH, null);
	const whole = leash ? [leash, '--pdeathsig', 'TERM', program, ...args] : [program, ...args];
	const child = spawn(whole[0], whole.slice(1), {stdio: 'inherit', env});
	for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	// A terminal sends Ctrl-C to the child as well, which decides when to go. The service takes two at once for one, other commands may not.
	const comesTwice = args[0] !== 'infra/service.ts' && [0, 1, 2].some(descriptor => isatty(descriptor));
	process.on('SIGINT', () => comesTwice || child.kill('SIGINT'));
	const parent = process.ppid;
	if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
	const [code, signal] = await new Promise((resolve, reject) => {
		child.on('exit', (...end) => resolve(end));
		child.on('error', reject);
	});
	process.exit(code ?? (signal === 'SIGINT' ? 130 : 143));
}

function findProgram(name, path, missing) {
	if (name.includes('/')) return name;
	const found = path.split(delimiter).find(folder => existsSync(join(folder, name)));
	if (found) return join(found, name);
	if (missing !== undefined) return missing;
	throw new Problem(`There is no program ${name}.`);
}

main(process.argv.slice(2)).catch(error => {
	process.stderr.write(error instanceof Problem ? `\n${error.message}\n` : `${error.stack}\n`);
	process.exit(1);
});
