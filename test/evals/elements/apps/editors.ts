import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import {npm} from '../../local-writer/install.ts';
import {pages, serve} from '../../local-writer/serve.ts';
import {type Application, press, SMALL, SMALL_2X, SMALL_3X, WIDE, WIDE_2X} from '../application.ts';

const at = (x: number, y: number, ...wires: string[]) => ({z: 'tab', x, y, wires: [wires]});
const FLOWS = [
	{id: 'tab', type: 'tab', label: 'Tide levels', disabled: false, info: ''},
	{
		id: 'a',
		type: 'inject',
		name: 'Every hour',
		props: [{p: 'payload'}],
		repeat: '3600',
		topic: '',
		payloadType: 'date',
		...at(140, 80, 'b'),
	},
	{id: 'b', type: 'http request', name: 'Read the gauge', method: 'GET', ret: 'obj', url: 'http://127.0.0.1/gauge', ...at(340, 80, 'c')},
	{id: 'c', type: 'function', name: 'Metres', func: 'msg.payload /= 100;\nreturn msg;', outputs: 1, ...at(520, 80, 'd', 'e')},
	{id: 'd', type: 'switch', name: 'High water', property: 'payload', rules: [{t: 'gt', v: '4', vt: 'num'}], ...at(340, 180, 'e')},
	{id: 'e', type: 'debug', name: 'Show', active: true, tosidebar: true, complete: 'payload', ...at(540, 180)},
];

/** An editor of flows: a palette, nodes with wires, dialogs with many fields, icons in a font. */
export const nodeRed: Application = {
	name: 'node-red',
	async start(folder) {
		const own = join(folder, 'node-red');
		await npm(own, 'node-red@5.0.7');
		const home = join(own, 'home');
		await rm(home, {recursive: true, force: true});
		await mkdir(home, {recursive: true});
		await writeFile(join(home, 'flows.json'), JSON.stringify(FLOWS));
		const settings = {
			flowFile: 'flows.json',
			uiHost: '127.0.0.1',
			telemetry: {enabled: false, updateNotification: false},
			editorTheme: {tours: false},
		};
		await writeFile(join(home, 'settings.js'), `module.exports = ${JSON.stringify(settings)}`);
		const script = join(own, 'node_modules/node-red/red.js');
		return serve(port => ({command: process.execPath, args: [script, '-p', String(port), '-u', home], cwd: home}));
	},
	shots: [
		{window: WIDE, path: '/', act: rest},
		{window: SMALL_2X, path: '/', act: page => edit(page, 'a')},
		{window: SMALL, path: '/', act: page => edit(page, 'd')},
		{window: SMALL_3X, path: '/', act: page => edit(page, 'b')},
	],
};

async function rest(page: Page): Promise<void> {
	await page.waitForSelector('.red-ui-flow-node, .red-ui-palette-node', {timeout: 20_000});
	await sleep(1500);
}

async function edit(page: Page, id: string): Promise<void> {
	await rest(page);
	await page.evaluate(`RED.editor.edit(RED.nodes.node(${JSON.stringify(id)}))`);
	await sleep(1500);
}

/** A maker of pages: blocks, and properties of what is chosen. */
export const grapes: Application = {
	name: 'grapesjs',
	async start(folder) {
		const own = join(folder, 'grapesjs');
		await npm(
			own,
			'grapesjs@0.23.6',
			'grapesjs-blocks-basic@1.0.2',
			'grapesjs-preset-webpage@1.0.3',
			'@fortawesome/fontawesome-free@6.7.1',
		);
		const page = `<!doctype html><meta charset=utf-8><title>Pages</title><style>body{margin:0}</style>
			<link rel=stylesheet href=/grapesjs/dist/css/grapes.min.css>
			<div id=gjs><h1 id=t>Boats for a day</h1><p>Sail from the old harbour and be back for dinner.</p></div>
			<script src=/grapesjs/dist/grapes.min.js></script><script src=/grapesjs-blocks-basic/dist/index.js></script>
			<script src=/grapesjs-preset-webpage/dist/index.js></script>
			<script>window.editor = grapesjs.init({container: '#gjs', height: '100vh', fromElement: true, storageManager: false,
				telemetry: false, cssIcons: '/@fortawesome/fontawesome-free/css/all.min.css', plugins: ['gjs-blocks-basic', 'grapesjs-preset-webpage']})</script>`;
		await writeFile(join(own, 'node_modules/index.html'), page);
		return pages(join(own, 'node_modules'));
	},
	shots: [
		{window: WIDE, path: '/', act: page => panel(page, 'open-blocks')},
		{window: SMALL_2X, path: '/', act: page => panel(page, 'open-sm')},
		{window: SMALL_3X, path: '/', act: page => panel(page, 'open-layers')},
		{window: SMALL, path: '/', act: page => panel(page, 'open-tm')},
	],
};

async function panel(page: Page, command: string): Promise<void> {
	await page.waitForFunction('window.editor && window.editor.getWrapper()?.find("h1").length');
	await sleep(1000);
	await page.evaluate(`editor.select(editor.getWrapper().find('h1')[0]), editor.runCommand(${JSON.stringify(command)})`);
	await sleep(1000);
}

/** An editor of drawings: bars of icons, small fields for numbers. */
export const svgEdit: Application = {
	name: 'svgedit',
	async start(folder) {
		const own = join(folder, 'svgedit');
		await npm(own, 'svgedit@7.4.1');
		const root = join(own, 'node_modules/svgedit/dist/editor');
		return pages(root, {}, path => (path === '/' ? join(root, 'index.html') : null));
	},
	shots: [
		{window: WIDE, path: '/', act: page => draw(page, '#tools_rect')},
		{window: SMALL_2X, path: '/', act: page => draw(page, '#tool_text')},
		{window: SMALL, path: '/', act: page => draw(page, '#tool_fhpath')},
	],
};

async function draw(page: Page, tool: string): Promise<void> {
	await page.waitForSelector(tool);
	await sleep(2000);
	await page.keyboard.press('Escape');
	await press(page, tool).catch(() => {});
	await page.mouse.move(560, 330);
	await page.mouse.down();
	await page.mouse.move(700, 420, {steps: 5});
	await page.mouse.up();
	await sleep(500);
}

/** The documentation of an API, of this service's own description. */
export const scalar: Application = {
	name: 'scalar',
	async start(folder) {
		const own = join(folder, 'scalar');
		await npm(own, '@scalar/api-reference@1.76.0');
		const root = join(own, 'node_modules/@scalar/api-reference/dist/browser');
		await writeFile(join(root, 'openapi.json'), await readFile(join(import.meta.dirname, '../../../../docs/openapi.json')));
		const page = `<!doctype html><meta charset=utf-8><title>API</title><body><script id="api-reference" data-url="/openapi.json"
			data-configuration='{"withDefaultFonts": false, "telemetry": false}'></script><script src="/standalone.js"></script>`;
		await writeFile(join(root, 'index.html'), page);
		return pages(root);
	},
	shots: [
		{window: WIDE_2X, path: '/', act: () => sleep(4000)},
		{window: SMALL, path: '/', act: tryOut},
		{window: SMALL_3X, path: '/', act: tryOut},
	],
};

/** Opens the client of the first operation in sight. */
async function tryOut(page: Page): Promise<void> {
	await sleep(4000);
	await page.evaluate(() => {
		const button = [...document.querySelectorAll<HTMLElement>('button')].find(({innerText}) => /Test Request/i.test(innerText));
		button?.scrollIntoView();
		button?.click();
	});
	await sleep(2500);
}
