import {spawn, spawnSync} from 'node:child_process';
import {chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {findMissing} from './needs.mjs';
import {Problem, startProgress} from './progress.mjs';

const LOCK_WAIT_SECONDS = 300;
/** The services that packages would start, by the package. */
const SERVICES = new Map([
	['redis-server', 'redis-server'],
	['prometheus', 'prometheus'],
	['nginx-light', 'nginx'],
	['mariadb-server', 'mariadb'],
	['haproxy', 'haproxy'],
	['memcached', 'memcached'],
	...['account', 'container', 'object', 'proxy'].map(part => [`swift-${part}`, `swift-${part}`]),
]);
const POLICY = '/usr/sbin/policy-rc.d';
const POLICY_ASIDE = `${POLICY}.before-roteiro`;
const POLICY_TEXT = '#!/bin/sh\n# Placed by the set-up of Roteiro while it installs packages: no service is started.\nexit 101\n';

/** Installs the Debian packages that are missing, where this may be done; elsewhere says what is missing and how to get it. */
export async function installPackages(choice) {
	const missing = findMissing(choice);
	if (missing.length === 0) return;
	const packages = missing.flatMap(need => need.packages);
	const how = `apt-get install --no-install-recommends ${packages.join(' ')}`;
	const names = missing.map(need => need.what).join(', ');
	if (!existsSync('/usr/bin/apt-get')) {
		throw new Problem(
			`Not on this machine: ${names}.\nOn Debian this brings them: ${how}\nHere, install their counterparts, then try again.`,
		);
	}
	if (process.getuid() !== 0)
		throw new Problem(`Not on this machine: ${names}.\nThis brings them: sudo apt-get update && sudo ${how}\nThen try again.`);

	process.stderr.write(`Not on this machine yet: ${names}.\n`);
	const progress = startProgress(`Installing ${packages.length} Debian ${packages.length === 1 ? 'package' : 'packages'}`);
	const services = packages.flatMap(name => SERVICES.get(name) ?? []);
	const unplug = services.length > 0 ? holdServices(services) : () => {};
	try {
		// Heals what an interrupted installation left half done; otherwise it does nothing.
		spawnSync('dpkg', ['--configure', '-a'], {stdio: 'ignore', env: aptEnvironment()});
		const updated = await update(progress);
		const installed = await apt(['install', '-y', '--no-install-recommends', ...packages], progress);
		if (installed.code !== 0) {
			throw new Problem(`apt-get could not install the packages:\n${updated.output}${installed.output}\nBy hand: ${how}`);
		}
	} finally {
		unplug();
	}
	progress.done();
	const still = findMissing(choice);
	if (still.length > 0) throw new Problem(`Installed, and still not found: ${still.map(need => need.what).join(', ')}.`);
}

async function update(progress) {
	// apt waits by itself for the lock of dpkg, not for the one of its lists.
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
