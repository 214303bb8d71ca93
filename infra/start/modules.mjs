import {spawn} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {Problem, startProgress} from './progress.mjs';

const WANTED = 'package-lock.json';
/** npm's own list of what it installed, written last: after an interrupted install it is missing. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Installs what package-lock.json lists, unless node_modules has it already. */
export async function installModules() {
	if (modulesAreThere()) return;
	const progress = startProgress('Installing the packages that package-lock.json lists');
	const result = await npm([
		existsSync(WANTED) ? 'ci' : 'install',
		'--include=dev',
		'--include=optional',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
	]);
	if (result.code !== 0) throw new Problem(`npm could not install the packages (exit code ${result.code}):\n${result.output.slice(-4000)}`);
	progress.done();
}

/** Returns true if node_modules has what package-lock.json lists. */
export function modulesAreThere() {
	if (!existsSync(INSTALLED)) return false;
	if (!existsSync(WANTED)) return true;
	const installed = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages;
	const wanted = JSON.parse(readFileSync(WANTED, 'utf8')).packages;
	return Object.entries(wanted).every(([path, {version, integrity, link, ...entry}]) => {
		if (path === '' || link) return true;
		const there = installed[path];
		// Optional packages for other platforms are never there.
		if (!there) return Boolean(entry.optional || entry.devOptional || entry.peer);
		return there.version === version && there.integrity === integrity;
	});
}

function npm(args) {
	// npm itself goes on under the machine's Node: the one in node_modules is about to be replaced.
	const {npm_execpath: cli, npm_node_execpath: node} = process.env;
	const [program, ...first] = cli && node ? [node, cli] : ['npm'];
	return new Promise((resolve, reject) => {
		const child = spawn(program, [...first, ...args], {stdio: ['ignore', 'pipe', 'pipe']});
		let output = '';
		child.stdout.on('data', chunk => (output += chunk));
		child.stderr.on('data', chunk => (output += chunk));
		child.on('error', reject);
		child.on('close', code => resolve({code, output}));
	});
}
