import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import {npm} from '../../local-writer/install.ts';
import {pages, serve} from '../../local-writer/serve.ts';
import {type Application, dark, press, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';

const SINOPIA = `storage: ./storage
auth: {htpasswd: {file: ./htpasswd}}
packages: {'*': {access: $all, publish: $all}}
logs: [{type: stdout, format: pretty, level: warn}]
`;
const PACKAGES = ['tide-table', 'harbour-map', 'lantern', 'rope-length', 'anchor', 'sail-area'];

/** A registry of packages in the manner of Bootstrap 3. */
export const sinopia: Application = {
	name: 'sinopia',
	async start(folder) {
		const own = join(folder, 'sinopia');
		// What it asks for takes no optional parts of a path any more.
		await npm(own, 'sinopia@1.4.0', 'express@5.0.0-alpha.5');
		for (const name of ['storage', 'htpasswd']) await rm(join(own, name), {recursive: true, force: true});
		await writeFile(join(own, 'config.yaml'), SINOPIA);
		// It refuses to run as root.
		const start = `process.getuid = null; require('${join(own, 'node_modules/sinopia/lib/cli.js')}')`;
		const running = await serve(port => ({
			command: process.execPath,
			args: ['-e', start, '--', '-c', 'config.yaml', '-l', `127.0.0.1:${port}`],
			cwd: own,
		}));
		for (const name of PACKAGES) await publish(running.url, own, name);
		return running;
	},
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/', act: page => press(page, '.entry .name, .entry a')},
		{window: SMALL, path: '/', act: page => press(page, '.navbar-form .btn-danger')},
		{window: SMALL_3X, path: '/'},
	],
};

async function publish(url: string, own: string, name: string): Promise<void> {
	const cwd = join(own, 'packages', name);
	await mkdir(cwd, {recursive: true});
	const readme = `# ${name}\n\nTells sailors what they need to know.\n\n## Usage\n\n\`npm install ${name}\`\n`;
	const version = {name, version: '1.2.0', description: `What a sailor needs: ${name}`, readme, author: {name: 'Ana Prado'}};
	await writeFile(join(cwd, 'package.json'), JSON.stringify(version));
	await writeFile(join(cwd, 'README.md'), readme);
	const file = execFileSync('npm', ['pack', '--silent'], {cwd, encoding: 'utf8'}).trim();
	const archive = await readFile(join(cwd, file));
	const attachment = {content_type: 'application/octet-stream', data: archive.toString('base64'), length: archive.length};
	const dist = {tarball: `${url}/${name}/-/${file}`, shasum: createHash('sha1').update(archive).digest('hex')};
	await fetch(`${url}/${name}`, {
		method: 'PUT',
		headers: {'Content-Type': 'application/json'},
		body: JSON.stringify({
			...{_id: name, name, 'dist-tags': {latest: '1.2.0'}, readme},
			...{versions: {'1.2.0': {...version, dist}}, _attachments: {[file]: attachment}},
		}),
	});
}

const FILES = ['budget-2025.xlsx', 'minutes.md', 'plan_v3.pdf', 'README.txt', 'invoice-0042.pdf', 'logo.svg', 'archive.tar.gz'];

/** Files to share, and the pages of who runs it. */
export const hfs: Application = {
	name: 'hfs',
	async start(folder) {
		const own = join(folder, 'hfs');
		await npm(own, 'hfs@0.52.9');
		for (const name of ['', 'reports', 'photos', 'music'])
			for (const [index, file] of FILES.entries()) {
				await mkdir(join(own, 'files', name), {recursive: true});
				await writeFile(join(own, 'files', name, file), 'x'.repeat(377 * (index + 1) ** 3));
			}
		await mkdir(join(own, 'home'), {recursive: true});
		await writeFile(
			join(own, 'home/config.yaml'),
			`open_browser_at_start: false\nvfs: {children: [{source: '${join(own, 'files')}', name: files}, {source: '${join(own, 'files/reports')}'}]}\n`,
		);
		const args = ['--cwd', join(own, 'home'), '--config', join(own, 'home/config.yaml'), '--port'];
		const script = join(own, 'node_modules/hfs/src/index.js');
		return serve(port => ({command: process.execPath, args: [script, ...args, String(port)], cwd: own}));
	},
	shots: [
		{window: WIDE, path: '/files/', act: () => sleep(3000)},
		{window: SMALL_2X, path: '/~/admin/#/', act: () => sleep(4000)},
		{window: SMALL, path: '/~/admin/#/options', act: () => sleep(4000)},
		{window: SMALL_3X, path: '/~/admin/#/fs', act: () => sleep(4000)},
		{window: dark(SMALL), path: '/~/admin/#/accounts', act: () => sleep(4000)},
		{window: SMALL_2X, path: '/files/', act: options},
	],
};

/** Opens what the list of files can be made to look like. */
async function options(page: Page): Promise<void> {
	await sleep(3000);
	await press(page, '#options-button').catch(() => {});
}

/** A dashboard with forms and tables, and icons in a font of its own (Boxicons). */
export const sneat: Application = {
	name: 'sneat',
	async start(folder) {
		const own = join(folder, 'sneat');
		await npm(own, 'sneat-bootstrap-html-admin-template-free@1.0.0');
		return pages(join(own, 'node_modules/sneat-bootstrap-html-admin-template-free'));
	},
	shots: [
		{window: WIDE, path: '/html/index.html'},
		{window: SMALL_2X, path: '/html/forms-input-groups.html'},
		{window: SMALL, path: '/html/pages-account-settings-account.html'},
		{window: SMALL_3X, path: '/html/tables-basic.html'},
		{window: SMALL, path: '/html/form-layouts-vertical.html'},
		{window: SMALL_2X, path: '/html/forms-basic-inputs.html'},
		{window: SMALL, path: '/html/auth-register-basic.html'},
	],
};
