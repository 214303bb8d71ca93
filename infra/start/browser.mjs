import {spawn} from 'node:child_process';
import {accessSync, closeSync, constants, existsSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {delimiter, isAbsolute, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {typedCommand} from './machine.mjs';
import {Problem} from './progress.mjs';

/** Names of programs in PATH. The shell is first, because it starts in half the time of a whole browser. */
const NAMES = ['chromium-headless-shell', 'chromium', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable'];
const PLACES = [
	'/opt/google/chrome/chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Puppeteer's folder names, by platform and processor. */
const PLATFORMS = {'linux-x64': 'linux', 'linux-arm64': 'linux_arm', 'darwin-x64': 'mac', 'darwin-arm64': 'mac_arm'};
const RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const PROFILE = '/etc/apparmor.d/roteiro-browser';
const PRODUCTS = ['chrome-headless-shell', 'chrome'];

/** Returns the path of the browser: the one in CHROMIUM, else the first one found, else null. Throws if CHROMIUM names no program. */
export function findBrowser(env = process.env, places = PLACES) {
	if (env.CHROMIUM) {
		if (isProgram(env.CHROMIUM)) return env.CHROMIUM;
		throw new Problem(
			`CHROMIUM names ${env.CHROMIUM}, which is no program that can be run. Name the path of a Chrome or Chromium, or take CHROMIUM away.`,
		);
	}
	const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
	const inPath = NAMES.flatMap(name => folders.map(folder => join(folder, name)));
	return [...inPath, ...places].find(path => isProgram(path) && !isSnap(path)) ?? findDownloaded(env) ?? null;
}

/** Returns the folder of Puppeteer's downloaded browsers. */
export function downloadFolder(env = process.env) {
	return env.PUPPETEER_CACHE_DIR || join(homeFolder(), '.cache', 'puppeteer');
}

/** Returns the home folder; of a user who has none, as in some containers, the one for temporary files. */
function homeFolder() {
	try {
		return homedir();
	} catch {
		return tmpdir();
	}
}

/** Downloads a browser with Puppeteer's installer and returns its path. `node`: a Node that can run that installer. */
export async function downloadBrowser(node, env = process.env) {
	const installer = fileURLToPath(new URL('install-browser.mjs', import.meta.url));
	// The installer uses the environment's proxy, as npm and apt-get do.
	const child = spawn(node, [installer, downloadFolder(env)], {stdio: 'inherit', env: {...env, NODE_USE_ENV_PROXY: '1'}});
	const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
	const path = findDownloaded(env);
	if (code === 0 && path) return path;
	throw new Problem(
		`There is no browser that draws covers and exports. This tries again:\n\n  ${typedCommand(env)}\n\n` +
			'With Google Chrome or Chromium installed nothing is downloaded; where it is in no usual place, CHROMIUM in .env names its path.',
	);
}

/** Returns the newest of Puppeteer's downloaded browsers for this kind of machine. */
function findDownloaded(env) {
	const prefix = `${PLATFORMS[`${process.platform}-${process.arch}`]}-`;
	for (const product of PRODUCTS) {
		const folder = join(downloadFolder(env), product);
		const builds = list(folder).filter(name => name.startsWith(prefix));
		for (const build of builds.toSorted((a, b) => b.localeCompare(a, 'en', {numeric: true}))) {
			const inside = list(join(folder, build)).find(name => name.startsWith(product));
			const path = join(folder, build, inside ?? '', product);
			if (isProgram(path)) return path;
		}
	}
}

/**
 * Returns the command that lets a downloaded browser sandbox its pages, or null if it needs none. Since Ubuntu 23.10 a
 * program may create the namespaces only with an AppArmor profile, and only installed browsers have one. For root
 * Chromium has no sandbox.
 */
export function sandboxCommand({uid = process.getuid(), restriction = RESTRICTION, profile = PROFILE, folder = downloadFolder()} = {}) {
	const isRestricted = existsSync(restriction) && readFileSync(restriction, 'utf8').trim() === '1';
	if (uid === 0 || !isRestricted || existsSync(profile)) return null;
	const text = `abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile roteiro-browser "${folder}/**" flags=(unconfined) { userns, }\\n`;
	return `printf '${text}' | sudo tee ${profile} >/dev/null && sudo apparmor_parser -r ${profile}`;
}

/** Throws an error with the command to type if a downloaded browser may not sandbox its pages. */
export function requireSandbox(path, options) {
	const command = path.startsWith(downloadFolder()) && sandboxCommand(options);
	if (!command) return;
	throw new Problem(
		`AppArmor keeps ${path} from sandboxing its pages. This line allows it and goes on:\n\n  ${command} && ${typedCommand()}\n`,
	);
}

/** Returns true for a Chromium from a snap, which can read neither the temporary folder nor the caller's pipe. */
function isSnap(path) {
	const real = realpathSync(path);
	if (real === '/usr/bin/snap' || real.startsWith('/snap/')) return true;
	const beginning = Buffer.alloc(4096);
	const file = openSync(real);
	const length = readSync(file, beginning);
	closeSync(file);
	const text = beginning.toString('latin1', 0, length);
	return text.startsWith('#!') && text.includes('/snap/');
}

function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

function list(folder) {
	return existsSync(folder) ? readdirSync(folder) : [];
}
