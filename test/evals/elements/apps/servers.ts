import {mkdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createTransport} from 'nodemailer';
import type {Page} from 'puppeteer';
import {requirePort} from '../../../../infra/servers/free-port.ts';
import {npm} from '../../local-writer/install.ts';
import {type Running, serve} from '../../local-writer/serve.ts';
import {type Application, dark, press, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';

/** Runs a program of a package under Node, once it is installed. */
async function run(
	folder: string,
	name: string,
	version: string,
	script: string,
	args: (port: number) => string[],
	env = {},
): Promise<Running> {
	const own = join(folder, name);
	await npm(own, `${name}@${version}`);
	return serve(port => ({command: process.execPath, args: [join(own, 'node_modules', name, script), ...args(port)], cwd: own, env}));
}

/** A notebook: prose, a bar at the side, buttons that are icons. */
export const tiddlywiki: Application = {
	name: 'tiddlywiki',
	start: folder =>
		run(folder, 'tiddlywiki', '5.4.1', 'tiddlywiki.js', port => [
			join(folder, 'tiddlywiki/node_modules/tiddlywiki/editions/tw5.com'),
			'--listen',
			`port=${port}`,
		]),
	shots: [
		{window: WIDE, path: '/'},
		{
			window: SMALL_2X,
			path: '/',
			act: page => press(page, '[aria-label="new tiddler"], .tc-btn-\\%24\\%3A\\%2Fcore\\%2Fui\\%2FButtons\\%2Fnew-tiddler'),
		},
		{window: SMALL, path: '/#%24%3A%2FControlPanel'},
		{window: SMALL_3X, path: '/#HelloThere'},
	],
};

export const cloudcmd: Application = {
	name: 'cloudcmd',
	async start(folder) {
		const own = join(folder, 'cloudcmd');
		await files(join(own, 'files'));
		const root = [
			'--root',
			join(own, 'files'),
			'--no-auth',
			'--no-terminal',
			'--no-open',
			'--no-contact',
			'--no-console',
			'--no-config-dialog',
		];
		return run(folder, 'cloudcmd', '16.17.6', 'bin/cloudcmd.mjs', port => ['--port', String(port), ...root], {HOME: own});
	},
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/fs/reports/'},
		{window: SMALL, path: '/fs/photos/'},
		{window: SMALL_3X, path: '/'},
	],
};

/** A folder listed as a page: small letters of equal width in a table. */
export const httpServer: Application = {
	name: 'http-server',
	async start(folder) {
		const own = join(folder, 'http-server');
		await files(join(own, 'files'));
		return run(folder, 'http-server', '14.1.1', 'bin/http-server', port => [join(own, 'files'), '-p', String(port), '-a', '127.0.0.1']);
	},
	shots: [
		{window: SMALL, path: '/'},
		{window: SMALL_2X, path: '/reports/'},
	],
};

async function files(root: string): Promise<void> {
	const names = [
		'budget-2025.xlsx',
		'minutes.md',
		'plan_v3.pdf',
		'README.txt',
		'invoice-0042.pdf',
		'logo.svg',
		'archive.tar.gz',
		'index.ts',
	];
	for (const folder of ['', 'reports', 'photos', 'music', 'backup-2024']) {
		await mkdir(join(root, folder), {recursive: true});
		for (const [index, name] of names.entries())
			await writeFile(join(root, folder, name), 'x'.repeat(1 + 377 ** ((index % 3) + 1 / 2) * 3));
	}
}

const openMail = async (page: Page) => {
	await page.waitForFunction(() => document.body.innerText.includes('Welcome aboard'));
	await page.evaluate(() => {
		const [mail] = [...document.querySelectorAll<HTMLElement>('*')].filter(({textContent}) => textContent === 'Welcome aboard');
		mail!.click();
	});
};

export const maildev: Application = {
	name: 'maildev',
	async start(folder) {
		const smtp = await requirePort('127.0.0.1', 0);
		const more = ['--smtp', String(smtp), '--ip', '127.0.0.1', '--web-ip', '127.0.0.1'];
		const running = await run(folder, 'maildev', '3.0.0', 'dist/bin/maildev.js', port => ['--web', String(port), ...more]);
		const transport = createTransport({host: '127.0.0.1', port: smtp, secure: false, tls: {rejectUnauthorized: false}});
		for (const subject of [
			'Your order has been sent',
			'Reset your password',
			'Welcome aboard',
			'Invoice 2025-118',
			'Meeting moved to Friday',
		]) {
			const html = `<h1>${subject}</h1><p>Dear Ana, this is what we wanted to tell you about. <a href="#">Read more</a></p>`;
			await transport.sendMail({from: 'Harbour Shop <shop@example.com>', to: 'ana@example.com', subject, html});
		}
		return running;
	},
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/', act: openMail},
		{window: dark(SMALL), path: '/'},
		{window: SMALL_3X, path: '/'},
	],
};

export const thelounge: Application = {
	name: 'thelounge',
	async start(folder) {
		const home = join(folder, 'thelounge/home');
		await rm(home, {recursive: true, force: true});
		const args = (port: number) => ['start', ...['public=true', 'host=127.0.0.1', `port=${port}`].flatMap(entry => ['--config', entry])];
		return run(folder, 'thelounge', '4.5.2', 'index.js', args, {THELOUNGE_HOME: home});
	},
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/', act: page => settings(page, 'appearance')},
		{window: SMALL, path: '/', act: page => settings(page, 'notifications')},
		{window: SMALL_3X, path: '/', act: page => settings(page, 'general')},
	],
};

async function settings(page: Page, name: string): Promise<void> {
	await press(page, '.settings, [aria-controls=settings], button.settings');
	await press(page, `a[href*="settings/${name}"], [data-target=${name}], .settings-menu .${name}`).catch(() => {});
}
