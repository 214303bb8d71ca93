import {execFileSync} from 'node:child_process';
import {mkdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import {npm} from '../../local-writer/install.ts';
import {pages, serve} from '../../local-writer/serve.ts';
import {type Application, dark, press, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {shown} from './kits.ts';

/** A list of what runs when, and dialogs with fields. It keeps its own list, and leaves the machine's alone. */
export const crontabUi: Application = {
	name: 'crontab-ui',
	async start(folder) {
		const own = join(folder, 'crontab-ui');
		await npm(own, 'crontab-ui@0.3.16');
		const env = {CRON_DB_PATH: join(own, 'jobs'), CRON_PATH: join(own, 'jobs')};
		await rm(env.CRON_DB_PATH, {recursive: true, force: true});
		await mkdir(join(env.CRON_DB_PATH, 'logs'), {recursive: true});
		const timestamp = 'Sat Mar 01 2025 10:00:00 GMT+0000';
		const jobs = JOBS.map(([name, command, schedule], at) => ({
			name,
			command,
			schedule,
			stopped: at === 1,
			timestamp,
			logging: 'true',
			mailing: {},
			created: at,
			saved: false,
			_id: `job${at}`,
		}));
		await writeFile(join(env.CRON_DB_PATH, 'crontab.db'), jobs.map(job => `${JSON.stringify(job)}\n`).join(''));
		return serve(port => ({
			...{command: process.execPath, args: ['-e', OLDER], cwd: join(own, 'node_modules/crontab-ui')},
			env: {...env, PORT: String(port)},
		}));
	},
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/', act: page => dialog(page, 'newJob()')},
		{window: SMALL, path: '/', act: page => dialog(page, 'editJob(', 'setMailConfig')},
		{window: SMALL_3X, path: '/', act: page => dialog(page, 'newJob()')},
	],
};

// Its database asks for what Node has no more.
const OLDER = `Object.assign(require('util'), {isArray: Array.isArray, isDate: one => one instanceof Date, isRegExp: one => one instanceof RegExp}); require('./app.js')`;
const JOBS = [
	['backup', 'tar czf /backup/home.tgz /home', '@daily'],
	['tides', 'curl -s https://harbour.example/tides > tides.json', '0 6 * * 1'],
	['rotate', '/usr/sbin/logrotate /etc/logrotate.conf', '30 2 * * *'],
] as const;

/** Presses the first links that call these functions. */
async function dialog(page: Page, ...calls: string[]): Promise<void> {
	for (const call of calls) {
		await press(page, `[onclick*="${call}"]`).catch(() => {});
		await sleep(1000);
	}
}

const repositories: string[] = [];

/** The history of a repository as a graph, with a field for what was done. */
export const ungit: Application = {
	name: 'ungit',
	async start(folder) {
		const own = join(folder, 'ungit');
		await npm(own, 'ungit@1.5.30');
		const root = join(own, 'boats');
		await rm(root, {recursive: true, force: true});
		await mkdir(root, {recursive: true});
		const git = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@harbour.example', ...args], {cwd: root});
		git('init', '-q', '-b', 'main');
		for (const name of ['tides.md', 'boats.ts', 'harbour.json']) {
			await writeFile(join(root, name), `${name}\nSailors need it.\n`);
			git('add', '.');
			git('commit', '-q', '-m', `Add ${name}`);
		}
		await writeFile(join(root, 'anchor.txt'), 'Two anchors.\n');
		repositories.push(root);
		const args = ['--no-launchBrowser', '--ungitBindIp', '127.0.0.1', '--ungitVersionCheckOverride', '--port'];
		const script = join(own, 'node_modules/ungit/bin/ungit');
		return serve(port => ({command: process.execPath, args: [script, ...args, String(port)], cwd: root, env: {HOME: own}}));
	},
	shots: [
		{window: WIDE, path: '/#/', act: () => sleep(4000)},
		{window: SMALL_2X, path: '/#/repository', act: repository},
		{window: dark(SMALL), path: '/#/repository', act: repository},
		{window: SMALL_3X, path: '/#/', act: () => sleep(4000)},
	],
};

/** Goes to the repository, whose folder is told when the service starts. */
async function repository(page: Page): Promise<void> {
	await sleep(3000);
	await page.evaluate(path => location.assign(`#/repository?path=${encodeURIComponent(path)}`), repositories.at(-1)!);
	await sleep(6000);
}

/** The pages of a database of documents: lists, an editor, settings. */
export const fauxton: Application = {
	name: 'fauxton',
	async start(folder) {
		const own = join(folder, 'fauxton');
		await npm(own, 'pouchdb-server@4.2.0');
		const script = join(own, 'node_modules/pouchdb-server/bin/pouchdb-server');
		const args = ['--in-memory', '--host', '127.0.0.1', '--config', join(own, 'config.json'), '--no-stdout-logs', '--port'];
		await rm(join(own, 'config.json'), {force: true});
		const running = await serve(port => ({command: process.execPath, args: [script, ...args, String(port)], cwd: own}));
		const put = (path: string, body?: object) =>
			fetch(running.url + path, {method: 'PUT', headers: {'Content-Type': 'application/json'}, ...(body && {body: JSON.stringify(body)})});
		for (const name of ['boats', 'guests', 'tides']) await put(`/${name}`);
		for (const [at, name] of ['swallow', 'heron', 'tern'].entries()) await put(`/boats/${name}`, {name, crew: at + 2, harbour: 'Lisbon'});
		return running;
	},
	shots: [
		{window: WIDE, path: '/_utils/', act: () => sleep(4000)},
		{window: SMALL_2X, path: '/_utils/#/database/boats/_all_docs', act: () => sleep(4000)},
		{window: SMALL, path: '/_utils/#/replication/_create', act: () => sleep(4000)},
		{window: SMALL_3X, path: '/_utils/#/database/boats/new_view', act: () => sleep(5000)},
		{window: SMALL, path: '/_utils/#/database/boats/_find', act: () => sleep(5000)},
	],
};

/** The examples of an editor of JSON: a tree of narrow fields between small icons, or plain text. */
export const treeEditor: Application = {
	name: 'jsoneditor',
	async start(folder) {
		const own = join(folder, 'jsoneditor');
		await npm(own, 'jsoneditor@10.4.3');
		return pages(join(own, 'node_modules/jsoneditor'));
	},
	shots: [
		{window: WIDE, path: '/examples/07_json_schema_validation.html'},
		{window: SMALL_2X, path: '/examples/03_switch_mode.html'},
		{window: SMALL_3X, path: '/examples/06_custom_styling.html'},
		{window: SMALL, path: '/examples/10_templates.html', act: page => press(page, '.jsoneditor-transform')},
	],
};

const GRID = `<script src=/ag-grid-community/dist/ag-grid-community.min.js></script><body style="margin: 0; height: 100vh"><div id=g style="height: 100%"></div><script>
const {themeQuartz, themeBalham, themeAlpine, colorSchemeDark} = agGrid, look = new URLSearchParams(location.search);
const base = {balham: themeBalham, alpine: themeAlpine}[look.get('theme')] ?? themeQuartz, theme = look.has('dark') ? base.withPart(colorSchemeDark) : base;
const names = ['Michael Phelps', 'Natalie Coughlin', 'Aleksey Nemov', 'Alicia Coutts', 'Missy Franklin', 'Ryan Lochte', 'Allison Schmitt', 'Ian Thorpe', 'Dara Torres', 'Cindy Klassen', 'Nastia Liukin', 'Marit Bjørgen'];
const rowData = names.flatMap((athlete, at) => [0, 4, 8].map(year => ({athlete, age: 19 + at, country: ['United States', 'Russia', 'Australia'][at % 3], year: 2000 + year, date: '24/08/20' + (year + 10), sport: ['Swimming', 'Gymnastics', 'Speed Skating'][at % 3], gold: (at * year) % 7, silver: at % 3})));
agGrid.createGrid(document.querySelector('#g'), {theme, rowData, defaultColDef: {flex: 1, minWidth: 110, filter: true, floatingFilter: true}, rowSelection: {mode: 'multiRow'}, pagination: true, columnDefs: [{field: 'athlete'}, {field: 'age', filter: 'agNumberColumnFilter'}, {field: 'country'}, {field: 'year', filter: 'agNumberColumnFilter'}, {field: 'date', filter: 'agDateColumnFilter'}, {field: 'sport'}, {field: 'gold', filter: 'agNumberColumnFilter'}, {field: 'silver', editable: true}]})</script>`;

/** A large table with a field over each column, and pages. */
export const agGrid: Application = {
	name: 'ag-grid',
	start: folder => shown(folder, 'ag-grid', GRID, 'ag-grid-community@34.3.1'),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/?theme=balham', act: filter},
		{window: dark(SMALL), path: '/?dark', act: filter},
		{window: SMALL_3X, path: '/?theme=alpine'},
	],
};

/** Opens the choices of the first column's filter. */
async function filter(page: Page): Promise<void> {
	await page.waitForSelector('.ag-row');
	await page.evaluate(() =>
		document.querySelector<HTMLElement>('.ag-floating-filter-button-button, .ag-header-cell-filter-button')?.click(),
	);
	await sleep(1000);
}
