import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {copyFile, mkdir, symlink, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {readConfig} from '../../shared/config/config.ts';

const FIXTURES = resolve(import.meta.dirname, '../fixtures/playwright');
/** That of the project itself. */
export const PLAYWRIGHT = resolve(import.meta.dirname, '../../node_modules/@playwright');

/**
 * Makes a project with Playwright tests. `archive`: the served package; `playwright`: a folder called @playwright;
 * `spec`: a fixture with the tests.
 */
export async function playwrightProject(folder: string, archive: Buffer, playwright: string, spec = 'flows.spec.mjs'): Promise<void> {
	const own = join(folder, 'node_modules/@roteiro/playwright');
	await mkdir(own, {recursive: true});
	await symlink(playwright, join(folder, 'node_modules/@playwright'));
	for (const {name, bytes} of unpack(gunzipSync(archive))) await writeFile(join(own, name), bytes);
	await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
	await copyFile(join(FIXTURES, spec), join(folder, spec));
	await writeFile(
		join(folder, 'playwright.config.mjs'),
		`export default {testDir: '.', timeout: 60_000, reporter: 'line', workers: 1, use: {
			baseURL: process.env.BASE, viewport: {width: 1440, height: 900}, actionTimeout: 10_000,
			launchOptions: {executablePath: process.env.BROWSER ?? ${JSON.stringify(readConfig().chromium)}, args: ['--no-sandbox']},
			tourOptions: {folder: process.env.TOURS},
		}};`,
	);
}

/** Runs its tests. `node`: the program that runs them. */
export async function runPlaywright(folder: string, words: string[], env: Record<string, string>, node = process.execPath) {
	const cli = join(folder, 'node_modules/@playwright/test/cli.js');
	const child = spawn(node, [cli, 'test', ...words], {
		cwd: folder,
		env: {PATH: process.env.PATH, HOME: folder, CI: '1', ...env},
	});
	let out = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (out += chunk));
	const [code] = await once(child, 'close');
	return {code: code as number | null, out};
}

function unpack(tar: Buffer): Array<{name: string; bytes: Buffer}> {
	const files: Array<{name: string; bytes: Buffer}> = [];
	for (let at = 0; tar[at] !== 0; ) {
		const name = tar.toString('latin1', at, at + 100).replace(/\0.*$/s, '');
		const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
		files.push({name: name.replace(/^package\//, ''), bytes: tar.subarray(at + 512, at + 512 + size)});
		at += 512 + 512 * Math.ceil(size / 512);
	}
	return files;
}
