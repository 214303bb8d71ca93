import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

const VERSION = '5.0.7';

const START_MS = 60_000;
const INTER = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Installs Node-RED into the folder and starts it on a free loopback port, with a user of its own and no call home. */
export async function startNodeRed(folder: string, signal: AbortSignal): Promise<{url: string; stop: () => Promise<void>}> {
	await install(folder, signal);
	const userDir = join(folder, 'user');
	const settings = await writeUser(userDir);
	const port = await freePort();
	const url = `http://127.0.0.1:${port}/`;

	const red = join(folder, 'node_modules', 'node-red', 'red.js');
	const child = spawn(process.execPath, [red, '--userDir', userDir, '--settings', settings, '--port', `${port}`]);
	const ended = once(child, 'exit');
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data));

	const stop = async () => {
		if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
		await ended;
	};
	try {
		await answers(url, () => child.exitCode === null && !signal.aborted);
	} catch (error) {
		await stop();
		throw new Error(`Node-RED did not start. It said:\n${output}`, {cause: error});
	}
	return {url, stop};
}

async function install(folder: string, signal: AbortSignal): Promise<void> {
	await writeFile(join(folder, 'package.json'), '{"private": true}');
	const wanted = `node-red@${VERSION}`;
	await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', wanted], {cwd: folder, signal});
}

/** The user's folder: settings, one empty flow, and no tips beside it. Returns the path of the settings. */
async function writeUser(folder: string): Promise<string> {
	const css = join(folder, 'font.css');
	const settings = {
		uiHost: '127.0.0.1',
		flowFile: 'flows.json',
		credentialSecret: false,
		telemetry: {enabled: false, updateNotification: false},
		externalModules: {palette: {allowInstall: false}},
		editorTheme: {tours: false, page: {css}},
		logging: {console: {level: 'warn'}},
	};
	const flow = {id: 'f1a2b3c4d5e6f708', type: 'tab', label: 'Flow 1', disabled: false, info: ''};
	const user = {_: {editor: {view: {'view-show-tips': false, 'view-show-welcome-tours': false}}}};

	await mkdir(folder);
	await writeFile(css, await fontCss());
	await writeFile(join(folder, 'flows.json'), JSON.stringify([flow]));
	await writeFile(join(folder, '.config.users.json'), JSON.stringify(user));
	const path = join(folder, 'settings.cjs');
	await writeFile(path, `module.exports = ${JSON.stringify(settings)};`);
	return path;
}

/** The editor asks for Helvetica or Arial; with a font that comes along, the pictures are the same on every machine. */
async function fontCss(): Promise<string> {
	const font = await readFile(fileURLToPath(import.meta.resolve(INTER)), 'base64');
	return `
		@font-face {font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) format('woff2');}
		:root, body {--red-ui-primary-font: Inter, sans-serif;}
	`;
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('The loopback interface gave no port.');
	return address.port;
}

async function answers(url: string, alive: () => boolean): Promise<void> {
	const deadline = Date.now() + START_MS;
	while (alive() && Date.now() < deadline) {
		const response = await fetch(url).catch(() => null);
		if (response?.ok) return;
		await sleep(200);
	}
	throw new Error(alive() ? `No answer from ${url} in ${START_MS / 1000} s.` : 'It ended, or was asked to.');
}
