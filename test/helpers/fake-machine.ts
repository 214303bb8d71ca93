import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {basename, join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {stripVTControlCharacters} from 'node:util';
import yazl from 'yazl';
import {readConfig} from '../../shared/config/config.ts';

/** Programs that the PATH omits: browsers, and programs that would change the real machine. */
const LEFT_OUT = /^(chrom|google-chrome|microsoft-edge|apt|dpkg|sudo|su$|snap)/;

export type FakeMachine = ReturnType<typeof fakeMachine>;

/**
 * Returns a machine with this one's programs but no browser, and with its own archive. `offered`: packages that its
 * `apt-get` knows; it installs a browser for those of chromium. Its `sudo` gives every user root's rights.
 */
export function fakeMachine(folder: string, {offered = [] as string[]} = {}) {
	const [bin, home, log] = ['bin', 'home', 'apt.log'].map(name => join(folder, name)) as [string, string, string];
	for (const each of [bin, home]) mkdirSync(each, {recursive: true});
	const programs = new Map(['/usr/bin', '/usr/local/bin'].flatMap(from => readdirSync(from).map(name => [name, join(from, name)])));
	for (const [name, path] of programs) if (!LEFT_OUT.test(name)) symlinkSync(path, join(bin, name));
	writeFileSync(log, '');
	chmodSync(log, 0o666);

	const addProgram = (name: string, script: string) => writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, {mode: 0o755});
	const addBrowser = (name: string) => addProgram(name, `exec ${readConfig().chromium} "$@"`);
	addBrowser('.offered');
	addProgram('sudo', 'AS_ROOT=1 exec "$@"');
	addProgram('dpkg', 'exit 0');
	addProgram(
		'apt-get',
		`echo "$*" >> '${log}'
		case "$*" in *install*) ;; *) exit 0 ;; esac
		for word in "$@"; do case "$word" in
			install | -* | *=* | [0-9]*) ;;
			*) case ' ${offered.join(' ')} ' in *" $word "*) ;; *) echo "E: Unable to locate package $word" >&2; exit 100 ;; esac ;;
		esac; done
		case "$*" in *--simulate*) exit 0 ;; esac
		[ "$(id -u)" = 0 ] || [ "$AS_ROOT" ] || { echo 'E: are you root?' >&2; exit 100; }
		for word in "$@"; do case "$word" in chromium*) cp '${bin}/.offered' "${bin}/$word" ;; esac; done`,
	);
	const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|PUPPETEER_|CHROMIUM$)/.test(name));
	const env: NodeJS.ProcessEnv = {...Object.fromEntries(kept), PATH: bin, HOME: home, npm_lifecycle_event: 'start', PORT: '0'};
	return {
		bin,
		home,
		env,
		addBrowser,
		/** Returns the calls of apt-get, without simulations. */
		aptCalls: () =>
			readFileSync(log, 'utf8')
				.split('\n')
				.filter(line => line && !line.includes('--simulate')),
		remove: () => rmSync(folder, {recursive: true, force: true, maxRetries: 5}),
	};
}

/** Serves a browser from this machine, in the archive format of Puppeteer's installer. `fails`: answers 404 until it is false. */
export async function fakeInstaller({fails = false} = {}) {
	const asked: string[] = [];
	const state = {fails};
	const server = createServer(async (request, response) => {
		asked.push(`${request.method} ${request.url}`);
		if (state.fails) return void response.writeHead(404).end();
		const zip = new yazl.ZipFile();
		const script = `#!/bin/sh\nexec ${readConfig().chromium} "$@"\n`;
		zip.addBuffer(Buffer.from(script), `${basename(request.url!, '.zip')}/chrome-headless-shell`, {mode: 0o100755});
		zip.end();
		const bytes = await buffer(zip.outputStream);
		response.writeHead(200, {'Content-Length': bytes.length}).end(request.method === 'HEAD' ? undefined : bytes);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {asked, state, env: {PUPPETEER_CHROME_HEADLESS_SHELL_DOWNLOAD_BASE_URL: baseUrl}, stop: () => server.close()};
}

export type Run = {output: string; ready: boolean; browser: string | undefined; code: number | null};

/** Runs a command until it prints `ready` or ends, and stops all its processes. Returns its output and its processes' browser. */
export async function runUntilReady(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<Run> {
	const child = spawn(command, args, {env, detached: true, stdio: ['ignore', 'pipe', 'pipe']});
	const ended = once(child, 'close') as Promise<[number | null]>;
	let output = '';
	const {promise: ready, resolve} = Promise.withResolvers<true>();
	for (const stream of [child.stdout!, child.stderr!]) {
		stream.setEncoding('utf8').on('data', text => {
			output += stripVTControlCharacters(text);
			if (/^ready http/m.test(output)) resolve(true);
		});
	}
	const first = await Promise.race([ready, ended]);
	const browser = first === true ? browserOf(child) : undefined;
	if (first === true) process.kill(-child.pid!, 'SIGTERM');
	const [code] = await ended;
	return {output, ready: first === true, browser, code};
}

/** Returns CHROMIUM in the environment of the group's youngest process. */
function browserOf(child: ChildProcess): string | undefined {
	const groups = readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && groupOf(pid) === child.pid);
	const texts = groups.map(pid =>
		read(`/proc/${pid}/environ`)
			.split('\0')
			.find(entry => entry.startsWith('CHROMIUM=')),
	);
	return texts.findLast(Boolean)?.slice('CHROMIUM='.length);
}

function groupOf(pid: string): number {
	return Number(read(`/proc/${pid}/stat`).split(') ').pop()?.split(' ')[2]);
}

function read(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		// The process has ended in the meantime.
		return '';
	}
}
