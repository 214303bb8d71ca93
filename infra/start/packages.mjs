import {spawn, spawnSync} from 'node:child_process';
import {chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {sandboxCommand} from './browser.mjs';
import {COVERED, readRelease, typedCommand} from './machine.mjs';
import {BROWSER, findMissing, hasPrograms} from './needs.mjs';
import {Problem, startProgress} from './progress.mjs';

const LOCK_WAIT_SECONDS = 300;
/** The services that packages would start, by the package. */
const SERVICES = new Map([
	['redis-server', 'redis-server'],
	['prometheus', 'prometheus'],
	['nginx-light', 'nginx'],
	['caddy', 'caddy'],
	['mariadb-server', 'mariadb'],
	['haproxy', 'haproxy'],
	['memcached', 'memcached'],
	...['account', 'container', 'object', 'proxy'].map(part => [`swift-${part}`, `swift-${part}`]),
]);
const POLICY = '/usr/sbin/policy-rc.d';
const POLICY_ASIDE = `${POLICY}.before-roteiro`;
const POLICY_TEXT = '#!/bin/sh\n# Placed by the set-up of Roteiro while it installs packages: no service is started.\nexit 101\n';

/**
 * Installs the missing Debian packages if it may; otherwise throws a sentence with the commands. `optional` needs are
 * installed along with others; alone they are installed or named, by `choice.optional` ('install' or 'name').
 */
export async function installPackages(choice) {
	const missing = findMissing(choice);
	const isRoot = process.getuid() === 0;
	const needed = choice.optional === 'install' && isRoot ? missing : missing.filter(need => !need.optional);
	if (needed.length === 0) {
		if (choice.optional && missing.length > 0) nameOptional(missing);
		return;
	}
	const names = needed.map(need => need.what).join(', ');
	if (process.platform === 'darwin') throw new Problem(`Not on this machine: ${names}.\n${lineOf(brewLine(needed))}`);
	if (!hasPrograms(['apt-get'])) {
		// Puppeteer's installer brings the browser.
		if (needed.every(need => need.what === BROWSER)) return;
		throw new Problem(
			`Not on this machine: ${names}.\nSet-up installs packages on ${COVERED}. On others install the counterparts of these, then try again: ` +
				`${needed.flatMap(need => need.choices[0]).join(' ')}.`,
		);
	}
	if (!isRoot) {
		const packages = choosePackages(missing);
		if (packages.length === 0) return;
		const isDownloaded = missing.some(need => need.what === BROWSER) && !packages.some(name => name.startsWith('chromium'));
		throw new Problem(`Not on this machine: ${names}.\n${lineOf(aptLine(packages, isDownloaded ? sandboxCommand() : null))}`);
	}

	process.stderr.write(`Not on this machine yet: ${names}.\n`);
	const progress = startProgress('Installing Debian packages');
	// Completes an interrupted installation; otherwise dpkg does nothing here.
	spawnSync('dpkg', ['--configure', '-a'], {stdio: 'ignore', env: aptEnvironment()});
	const updated = await update(progress);
	const packages = choosePackages(missing);
	if (packages.length > 0) {
		const services = packages.flatMap(name => SERVICES.get(name) ?? []);
		const unplug = services.length > 0 ? holdServices(services) : () => {};
		const installed = await apt(['install', '-y', '--no-install-recommends', ...packages], progress).finally(unplug);
		if (installed.code !== 0) {
			const {name} = readRelease();
			throw new Problem(
				`apt-get could not install the packages:\n${updated.output}${installed.output}\n` +
					`Set-up is made for ${COVERED}; this is ${name || process.platform}. ${lineOf(aptLine(packages))}`,
			);
		}
	}
	progress.done(`${packages.length} installed`);
	const still = findMissing(choice).filter(need => !need.optional && need.what !== BROWSER);
	if (still.length > 0) throw new Problem(`Installed, and still not found: ${still.map(need => need.what).join(', ')}.`);
}

/** Returns each need's first choice that this machine's archive has; optional needs without one are left out. */
function choosePackages(needs) {
	const first = needs.flatMap(need => need.choices[0]);
	if (isInstallable(first)) return first;
	return needs.flatMap(({choices, optional}) => {
		if (choices.length === 1 && !optional) return choices[0];
		return choices.find(isInstallable) ?? (optional ? [] : choices[0]);
	});
}

function isInstallable(packages) {
	if (packages.length === 0) return true;
	const args = ['install', '--simulate', '--no-install-recommends', ...packages];
	return spawnSync('apt-get', args, {stdio: 'ignore', env: aptEnvironment()}).status === 0;
}

function nameOptional(needs) {
	if (process.platform === 'linux' && hasPrograms(['apt-get'])) {
		const packages = needs.flatMap(need => need.choices[0]);
		process.stderr.write(
			`Not on this machine: ${needs.map(need => need.what).join(', ')}. Covers leave such words out. This line installs ${packages.length === 1 ? 'it' : 'them'}:\n\n  ${asRoot(installLine(packages))}\n\n`,
		);
	}
}

function lineOf(command) {
	return `This line installs what is missing and goes on:\n\n  ${command}\n`;
}

function aptLine(packages, then = null) {
	return [asRoot(`apt-get update && ${installLine(packages)}`), then, typedCommand()].filter(Boolean).join(' && ');
}

function installLine(packages) {
	return `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}

function asRoot(command) {
	if (process.getuid() === 0) return command;
	return hasPrograms(['sudo']) ? command.replaceAll('apt-get', 'sudo apt-get') : `su -c '${command}'`;
}

function brewLine(needs) {
	const formulas = [...new Set(needs.flatMap(need => need.brew ?? []))];
	const plain = formulas.filter(name => !name.startsWith('--'));
	const casks = formulas.filter(name => name.startsWith('--'));
	const lists = [plain.join(' '), ...casks].filter(Boolean);
	return [...lists.map(names => `brew install ${names}`), typedCommand()].join(' && ');
}

async function update(progress) {
	// apt waits for the lock of dpkg, but not for the one of its lists.
	for (const end = Date.now() + LOCK_WAIT_SECONDS * 1000; ; await sleep(2000)) {
		const result = await apt(['update'], progress);
		if (result.code === 0 || !result.output.includes('/lists/lock') || Date.now() > end) return result;
		progress.detail('waiting for another apt');
	}
}

/** Runs apt-get to its end and reports its progress. Out of reach of Ctrl-C, which would leave dpkg half done: apt-get alone gets the signal. */
function apt(args, progress) {
	const options = [
		'-o',
		`DPkg::Lock::Timeout=${LOCK_WAIT_SECONDS}`,
		'-o',
		'Acquire::Retries=3',
		'-o',
		'Dpkg::Use-Pty=0',
		'-o',
		'APT::Status-Fd=3',
	];
	return new Promise((resolve, reject) => {
		const child = spawn('apt-get', [...options, ...args], {
			stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
			detached: true,
			env: aptEnvironment(),
		});
		const interrupt = () => child.kill('SIGINT');
		process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
		let output = '';
		const keep = chunk => {
			output = (output + chunk).slice(-4000);
		};
		child.stdout.on('data', keep);
		child.stderr.on('data', keep);
		child.stdio[3].on('data', chunk => {
			// pmstatus:package:percent:what is being done
			const [kind, , percent, ...words] = String(chunk).trim().split('\n').pop().split(':');
			if (kind === 'pmstatus' || kind === 'dlstatus') progress.detail(`${Math.round(Number(percent))} % ${words.join(':')}`);
		});
		child.on('error', reject);
		child.on('close', (code, signal) => {
			process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
			resolve({code: code ?? signal, output});
		});
	});
}

function aptEnvironment() {
	return {...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8'};
}

/**
 * Debian starts a server when it installs one, and again at each boot. Roteiro needs the program alone: services are held until the
 * returned function is called, which also keeps this one from starting at boot.
 */
function holdServices(services) {
	// Already ours: an earlier set-up was killed.
	if (existsSync(POLICY) && readFileSync(POLICY, 'utf8') !== POLICY_TEXT) renameSync(POLICY, POLICY_ASIDE);
	writeFileSync(POLICY, POLICY_TEXT);
	chmodSync(POLICY, 0o755);
	return () => {
		for (const service of services) spawnSync('update-rc.d', [service, 'disable'], {stdio: 'ignore'});
		rmSync(POLICY, {force: true});
		if (existsSync(POLICY_ASIDE)) renameSync(POLICY_ASIDE, POLICY);
	};
}
