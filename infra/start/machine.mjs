import {existsSync, readFileSync} from 'node:fs';
import {totalmem} from 'node:os';
import {join, resolve} from 'node:path';
import {Problem} from './progress.mjs';

/** Machines that set-up supports. */
export const COVERED = 'Debian 12 and 13, Ubuntu 22.04 and 24.04 (also under WSL), on x64 and arm64';
const CONTAINERS = 'Containers run there: docker compose up.';

const WANTED = [24, 12];

const GB = 2 ** 30;
/** Least memory for all that one command starts, in bytes: a machine of 2 GB has a little less for programs. */
const LEAST_MEMORY = 1.75 * GB;

/** Throws, before any installation, a sentence if npm's packages cannot run on this machine. */
export function checkMachine({platform, arch} = process, isThere = existsSync) {
	if (platform === 'win32') {
		throw new Problem(`Roteiro does not run on Windows itself. In Ubuntu under WSL it does (wsl --install Ubuntu). ${CONTAINERS}`);
	}
	if (platform !== 'linux' && platform !== 'darwin') throw new Problem(`Roteiro runs on Linux and macOS, and this is ${platform}.`);
	if (!['x64', 'arm64'].includes(arch)) {
		throw new Problem(
			`Roteiro runs on 64-bit processors (x64 and arm64), and this Node is built for ${arch}.` +
				(arch === 'arm' ? ' On a Raspberry Pi install the 64-bit system.' : ''),
		);
	}
	if (platform === 'linux' && hasMuslAlone(arch, isThere)) {
		throw new Problem(`Roteiro needs glibc, and this Linux has musl (as Alpine does). Use one of ${COVERED}. ${CONTAINERS}`);
	}
}

/** Returns a sentence if the machine, or the container, has less memory than the service takes with a browser and an encoder at work; else null. */
export function littleMemory(bytes = Math.min(totalmem(), process.constrainedMemory?.() || Infinity)) {
	if (bytes >= LEAST_MEMORY) return null;
	const found = (bytes / GB).toFixed(1);
	return `There are ${found} GB of memory here, and 2 GB are the least: videos and PDFs may fail, as the system ends programs that need more.`;
}

function hasMuslAlone(arch, isThere) {
	const [musl, glibc] =
		arch === 'x64'
			? ['/lib/ld-musl-x86_64.so.1', '/lib64/ld-linux-x86-64.so.2']
			: ['/lib/ld-musl-aarch64.so.1', '/lib/ld-linux-aarch64.so.1'];
	return isThere(musl) && !isThere(glibc);
}

/**
 * Returns the Linux release: `{id, codename, name}`, with Ubuntu's codename for a derivative of Ubuntu. The strings are
 * empty if it is unknown.
 */
export function readRelease(file = '/etc/os-release') {
	const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
	const value = key =>
		lines
			.find(line => line.startsWith(`${key}=`))
			?.slice(key.length + 1)
			.replace(/^(["'])(.*)\1$/, '$2') ?? '';
	return {id: value('ID'), codename: value('UBUNTU_CODENAME') || value('VERSION_CODENAME'), name: value('PRETTY_NAME')};
}

/** Returns the typed command, for an error that asks the user to type it again. */
export function typedCommand(env = process.env, args = process.argv.slice(2)) {
	const script = env.npm_lifecycle_event;
	if (!script) return ['node infra/start.mjs', ...args].join(' ');
	return ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`;
}

/** The Node that runs the project: the one among its dependencies, or the machine's own where that is new enough. */
export function chooseNode() {
	const {platform, arch} = process;
	const bundled = resolve(join('node_modules', `node-${platform}-${arch}`, 'bin', 'node'));
	if (existsSync(bundled)) return bundled;
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1])) return process.execPath;
	throw new Problem(
		`Roteiro needs Node ${WANTED.join('.')} or later, and this is Node ${process.versions.node}.\n` +
			(platform === 'linux'
				? 'npm brings it along, unless optional dependencies are switched off: npm config delete omit, then npm ci.'
				: `Homebrew has it: brew install node && ${typedCommand()}`),
	);
}
