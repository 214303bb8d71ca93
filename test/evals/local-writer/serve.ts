import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {createServer, type OutgoingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import {extname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import {requirePort} from '../../../infra/servers/free-port.ts';
import {debian} from './install.ts';

const START_MS = 60_000;
const EXTENSIONS =
	'ctype curl dom exif fileinfo gd gettext iconv intl mbstring mysqlnd mysqli pdo pdo_mysql pdo_sqlite posix simplexml sockets sqlite3 tokenizer xml xmlreader xmlwriter';
const TYPES: Record<string, string> = {
	'.css': 'text/css',
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.json': 'application/json',
	'.mjs': 'text/javascript',
	'.svg': 'image/svg+xml',
	'.wasm': 'application/wasm',
	'.woff2': 'font/woff2',
};

export type Running = {url: string; stop: () => Promise<void>};

type Program = {command: string; args: string[]; cwd: string; env?: Record<string, string>};

/** PHP's own web server on this folder of pages. */
export async function php(folder: string, pages: string, ...settings: string[]): Promise<Running> {
	const program = await phpProgram(folder, pages, settings);
	return serve(port => ({...program, args: [...program.args, '-S', `127.0.0.1:${port}`, '-t', pages]}));
}

/** Runs one PHP script to its end. */
export async function phpScript(folder: string, pages: string, ...script: string[]): Promise<void> {
	const {command, args, cwd, env} = await phpProgram(folder, pages, []);
	await promisify(execFile)(command, [...args, ...script], {cwd, env: {...process.env, ...env}});
}

async function phpProgram(folder: string, cwd: string, more: string[]): Promise<Program> {
	const root = await debian(folder);
	const settings = [
		`extension_dir=${join(root, 'usr/lib/php/20220829')}`,
		`include_path=.:${join(root, 'usr/share/php')}`,
		'display_errors=0',
		`session.save_path=${folder}`,
		...EXTENSIONS.split(' ').map(name => `extension=${name}`),
		...more,
	];
	return {
		command: join(root, 'usr/bin/php8.2'),
		args: ['-n', ...settings.flatMap(setting => ['-d', setting])],
		cwd,
		env: {LD_LIBRARY_PATH: join(root, 'usr/lib/x86_64-linux-gnu'), PHP_CLI_SERVER_WORKERS: '4'},
	};
}

/** Serves a folder of files; a path without an extension is the application's own and gets its index. What lies outside of the folder is found by `elsewhere`. */
export async function pages(
	root: string,
	headers: OutgoingHttpHeaders = {},
	elsewhere: (path: string) => string | null = () => null,
): Promise<Running> {
	const server = createServer(async (request, response) => {
		const {pathname} = new URL(request.url!, 'http://127.0.0.1');
		const path = elsewhere(pathname) ?? join(root, extname(pathname) ? decodeURIComponent(pathname) : 'index.html');
		const body = await readFile(path).catch(() => null);
		response.writeHead(body ? 200 : 404, {'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream', ...headers});
		response.end(body);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const stop = async () => {
		server.closeAllConnections();
		server.close();
	};
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop};
}

/** Starts a server on a free loopback port and waits until it responds. */
export async function serve(start: (port: number) => Program): Promise<Running> {
	const port = await requirePort('127.0.0.1', 0);
	const {command, args, cwd, env} = start(port);
	// A group of its own, so that its workers end with it.
	const child = spawn(command, args, {cwd, env: {...process.env, ...env}, detached: true});
	const ended = once(child, 'exit');
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data));
	const stop = async () => {
		if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
		await ended;
	};
	const url = `http://127.0.0.1:${port}`;
	const deadline = Date.now() + START_MS;
	while (child.exitCode === null && Date.now() < deadline) {
		const response = await fetch(url).catch(() => null);
		if (response && response.status < 500) return {url, stop};
		await sleep(200);
	}
	await stop();
	throw new Error(`${command} did not start. It said:\n${output}`);
}
