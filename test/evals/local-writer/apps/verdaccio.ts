import {execFile} from 'node:child_process';
import {mkdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import type {Page} from 'puppeteer';
import {type Application, PHONE, SMALL_2X, WIDE} from '../application.ts';
import {npm} from '../install.ts';
import {serve} from '../serve.ts';

const CONFIG = `
storage: ./storage
auth: {htpasswd: {file: ./htpasswd}}
packages: {'**': {access: $all, publish: $all}}
web: {title: Registry, showSettings: true}
log: {type: stdout, level: warn}
`;
const USER = {name: 'ana', password: 'a-long-password'};
const PACKAGES = ['tide-table', 'harbour-map', 'lantern', 'rope-length'];

const dark = async (page: Page) => {
	await page.evaluate(() => localStorage.setItem('darkMode', 'true'));
	await page.reload({waitUntil: 'networkidle2'});
};

const settings = async (page: Page) => {
	await (await page.waitForSelector('[data-testid="header--tooltip-settings"]'))!.click();
	await page.waitForSelector('[role=dialog] [role=tab]', {visible: true});
};

export const verdaccio: Application = {
	name: 'verdaccio',
	marks: {},
	async start(folder) {
		const own = join(folder, 'verdaccio');
		await npm(own, 'verdaccio@6.8.0');
		for (const name of ['storage', 'htpasswd']) await rm(join(own, name), {recursive: true, force: true});
		await writeFile(join(own, 'config.yaml'), CONFIG);
		const bin = join(own, 'node_modules/verdaccio/bin/verdaccio');
		const running = await serve(port => ({
			command: process.execPath,
			args: [bin, '-c', join(own, 'config.yaml'), '-l', `127.0.0.1:${port}`],
			cwd: own,
		}));
		await publish(running.url, own);
		return running;
	},
	async enter(page, _url, language) {
		await page.evaluateOnNewDocument(speak, language === 'en' ? 'en-US' : language);
	},
	shots: [
		{language: 'pt-BR', window: WIDE, path: '/', act: settings},
		{language: 'en', window: WIDE, path: '/-/web/detail/tide-table'},
		{language: 'pt-BR', window: SMALL_2X, path: '/-/web/detail/lantern', act: dark},
		{language: 'pt-BR', window: WIDE, path: '/'},
		{language: 'en', window: PHONE, path: '/-/web/detail/harbour-map'},
	],
};

/** Runs in the page: the interface's language, as the server's configuration would set it. */
function speak(language: string): void {
	let options: object | undefined;
	Object.defineProperty(window, '__VERDACCIO_BASENAME_UI_OPTIONS', {get: () => options, set: given => (options = {...given, language})});
}

async function publish(url: string, own: string): Promise<void> {
	const headers = {'Content-Type': 'application/json'};
	const response = await fetch(`${url}/-/user/org.couchdb.user:${USER.name}`, {method: 'PUT', headers, body: JSON.stringify(USER)});
	const {token} = (await response.json()) as {token: string};
	for (const name of PACKAGES) {
		const cwd = join(own, 'packages', name);
		await mkdir(cwd, {recursive: true});
		const manifest = {
			name,
			version: '1.2.0',
			description: `All about the ${name.replace('-', ' ')}`,
			license: 'MIT',
			author: 'Ana Prado',
			keywords: ['sea'],
			dependencies: {lantern: '1'},
		};
		await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest));
		await writeFile(join(cwd, 'README.md'), `# ${name}\n\nInstall it, and ask it for the hour.\n`);
		await promisify(execFile)('npm', ['publish', '--registry', url, `--${url.replace('http:', '')}/:_authToken=${token}`], {cwd});
	}
}
