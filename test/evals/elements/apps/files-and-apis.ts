import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {build} from 'esbuild';
import type {Page} from 'puppeteer';
import {npm} from '../../local-writer/install.ts';
import {pages} from '../../local-writer/serve.ts';
import {type Application, dark, press, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {shown} from './kits.ts';

const VUEFINDER = `import {createApp, h} from 'vue';
import {ArrayDriver, VueFinder, VueFinderPlugin} from 'vuefinder';
const entry = (name, at, size) => ({dir: 'local://', basename: name, extension: size ? name.split('.').at(-1) : '', path: 'local://' + name, storage: 'local', type: size ? 'file' : 'dir',
	file_size: size || null, last_modified: 1764000000 - at * 86000, mime_type: size ? 'text/plain' : null, visibility: 'public'});
const files = ['reports', 'photos', 'music'].map((name, at) => entry(name, at))
	.concat(['budget-2025.xlsx', 'minutes.md', 'plan_v3.pdf', 'README.txt', 'invoice-0042.pdf', 'notes.txt', 'archive.zip', 'index.ts'].map((name, at) => entry(name, at, 377 * (at + 3) ** 3)));
const look = new URLSearchParams(location.search);
const config = {view: look.get('view') || 'grid', theme: look.get('theme') || 'silver', persist: false, showTreeView: look.has('tree')};
createApp({render: () => h('div', {style: 'padding: 16px'}, h(VueFinder, {id: 'files', driver: new ArrayDriver({files, storage: 'local'}), config, style: 'height: 640px'}))})
	.use(VueFinderPlugin).mount('#v');`;

/** A manager of files, as a grid and as a list, with a bar of icons. */
export const vuefinder: Application = {
	name: 'vuefinder',
	async start(folder) {
		const own = join(folder, 'vuefinder');
		await npm(own, 'vuefinder@4.0.24', 'vue@3.5.45');
		const root = join(own, 'pages');
		const define = {'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false'};
		await build({
			stdin: {contents: `import 'vuefinder/dist/vuefinder.css';${VUEFINDER}`, resolveDir: own},
			...{bundle: true, format: 'esm', outfile: join(root, 'v.js'), define, logLevel: 'error'},
		});
		await writeFile(
			join(root, 'index.html'),
			'<!doctype html><meta charset=utf-8><title>Files</title><link rel=stylesheet href=/v.css><div id=v></div><script type=module src=/v.js></script>',
		);
		return pages(root);
	},
	shots: [
		{window: WIDE, path: '/', act: () => sleep(2000)},
		{window: SMALL_2X, path: '/?view=list&tree', act: () => sleep(2000)},
		{window: SMALL, path: '/?view=list&theme=midnight', act: create},
		{window: SMALL_3X, path: '/?tree', act: () => sleep(2000)},
	],
};

/** Opens the dialog for a new folder. */
async function create(page: Page): Promise<void> {
	await sleep(2000);
	await press(page, '[title="New Folder"], .vuefinder__toolbar svg').catch(() => {});
	await sleep(500);
}

const STOPLIGHT = `<link rel=stylesheet href=/@stoplight/elements/styles.min.css><script src=/@stoplight/elements/web-components.min.js></script>
<body style="margin: 0; height: 100vh"><elements-api apiDescriptionUrl=/openapi.json router=hash layout=sidebar></elements-api>`;

const EXPLORER = `<script type=module src=/openapi-explorer/dist/browser/openapi-explorer.min.js></script><body style="margin: 0"><openapi-explorer spec-url=/openapi.json></openapi-explorer>`;

/** Serves a page that shows this service's own description of its API. */
async function described(folder: string, name: string, page: string, ...packages: string[]) {
	const running = await shown(folder, name, page, ...packages);
	const description = await readFile(join(import.meta.dirname, '../../../../docs/openapi.json'));
	await writeFile(join(folder, name, 'node_modules/openapi.json'), description);
	return running;
}

/** The documentation of an API in three columns, with a form to send calls. */
export const stoplight: Application = {
	name: 'stoplight',
	start: folder => described(folder, 'stoplight', STOPLIGHT, '@stoplight/elements@9.0.25'),
	shots: [
		{window: WIDE, path: '/#/operations/list_tours', act: () => sleep(4000)},
		{window: SMALL_2X, path: '/#/operations/put_tour', act: () => sleep(4000)},
		{window: SMALL, path: '/#/operations/list_voices', act: () => sleep(4000)},
		{window: SMALL_3X, path: '/#/operations/list_tours', act: () => sleep(4000)},
	],
};

/** The documentation of an API with its fields side by side. */
export const explorer: Application = {
	name: 'openapi-explorer',
	start: folder => described(folder, 'openapi-explorer', EXPLORER, 'openapi-explorer@2.4.820'),
	shots: [
		{window: WIDE, path: '/', act: () => sleep(4000)},
		{window: SMALL_2X, path: '/', act: page => operation(page, 1)},
		{window: dark(SMALL), path: '/', act: page => operation(page, 3)},
		{window: SMALL_3X, path: '/', act: page => operation(page, 2)},
	],
};

/** Opens an operation in the bar at the side. */
async function operation(page: Page, index: number): Promise<void> {
	await sleep(4000);
	await page.evaluate(index => {
		const {shadowRoot} = document.querySelector('openapi-explorer')!;
		shadowRoot!.querySelectorAll<HTMLElement>('.nav-bar-path')[index]?.click();
	}, index);
	await sleep(2000);
}
