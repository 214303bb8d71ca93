import {readFile, writeFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import type {Page} from 'puppeteer';
import {npm} from '../../local-writer/install.ts';
import {pages} from '../../local-writer/serve.ts';
import {type Application, dark, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';

/** Installs a package that is pages and scripts, and serves its folder. */
const site = (name: string, version: string, ...folders: string[]) => siteOf(name, [`${name}@${version}`], name, ...folders);

/** Installs packages, and serves a folder of theirs; under /npm/ are the files of all. */
export const siteOf =
	(name: string, packages: readonly string[], ...path: string[]) =>
	async (folder: string) => {
		const own = join(folder, name);
		await npm(own, ...packages);
		const modules = join(own, 'node_modules');
		return pages(join(modules, ...path), {}, asked => (asked.startsWith('/npm/') ? join(modules, asked.slice('/npm'.length)) : null));
	};

/** Adds a style, such as a font of icons, that pages would fetch from another host. */
export const withStyle = (url: string) => async (page: Page) => void (await page.addStyleTag({url}));

/** Icons in a font (Font Awesome), cards, a table. */
export const sbAdmin: Application = {
	name: 'sb-admin-2',
	start: site('startbootstrap-sb-admin-2', '4.1.4'),
	shots: [
		{window: WIDE, path: '/index.html'},
		{window: SMALL_2X, path: '/tables.html'},
		{window: SMALL, path: '/register.html'},
		{window: SMALL_3X, path: '/buttons.html'},
	],
};

const withIcons = withStyle('/npm/material-icons/iconfont/material-icons.css');

/** Cards, framed fields, round icons of a font whose names are words. */
export const materialDashboard: Application = {
	name: 'material-dashboard',
	start: siteOf('material-dashboard', ['material-dashboard@3.1.0', 'material-icons@1.13.14'], 'material-dashboard'),
	shots: [
		{window: WIDE, path: '/pages/dashboard.html', act: withIcons},
		{window: SMALL_2X, path: '/pages/sign-up.html', act: withIcons},
		{window: SMALL, path: '/pages/billing.html', act: withIcons},
		{window: SMALL_3X, path: '/pages/profile.html', act: withIcons},
	],
};

/** Icons drawn as SVG, forms, a file manager. */
export const gentelella: Application = {
	name: 'gentelella',
	start: site('gentelella', '4.2.0', 'dist'),
	shots: [
		{window: WIDE, path: '/production/index.html'},
		{window: SMALL_2X, path: '/production/form.html'},
		{window: SMALL, path: '/production/file_manager.html'},
		{window: dark(WIDE), path: '/production/inbox.html'},
		{window: SMALL_3X, path: '/production/tables.html'},
	],
};

const QUERY = `query Tours($first: Int!) {
  tours(first: $first) {
    id
    name
    steps { title text }
  }
}`;

/** A client of GraphQL: an editor of code between bars of icons. */
export const altair: Application = {
	name: 'altair',
	async start(folder) {
		const own = join(folder, 'altair-static');
		await npm(own, 'altair-static@8.5.9');
		const build = join(own, 'node_modules/altair-static/build');
		const {renderAltair} = createRequire(import.meta.url)(join(build, 'index.js'));
		const page: string = renderAltair({baseURL: '/', endpointURL: 'http://127.0.0.1/graphql', initialQuery: QUERY});
		await writeFile(join(build, 'dist/index.html'), page);
		return pages(join(build, 'dist'));
	},
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/', act: page => choose(page, 'Headers')},
		{window: SMALL, path: '/', act: page => choose(page, 'Variables')},
		{window: SMALL_3X, path: '/', act: page => choose(page, 'Docs')},
	],
};

/** Presses the first thing with these words or this title, where there is one. */
async function choose(page: Page, words: string): Promise<void> {
	await page.waitForSelector('textarea, .cm-editor');
	await page.evaluate(words => {
		const fits = ({title, innerText}: HTMLElement) => title === words || innerText?.trim() === words;
		[...document.querySelectorAll<HTMLElement>('button, a, [title]')].find(fits)?.click();
	}, words);
}

/** What the pages of AdminLTE ask for under /plugins, and where npm puts it. */
const PLUGINS: Record<string, string> = {
	'fontawesome-free': '@fortawesome/fontawesome-free',
	bootstrap: 'bootstrap/dist',
	jquery: 'jquery/dist',
	overlayScrollbars: 'overlayscrollbars',
	'icheck-bootstrap': 'icheck-bootstrap',
	select2: 'select2/dist',
	'datatables-bs4': 'datatables.net-bs4',
};

export const adminLte: Application = {
	name: 'admin-lte',
	scripts: false,
	async start(folder) {
		const own = join(folder, 'admin-lte');
		await npm(own, 'admin-lte@3.2.0');
		const modules = join(own, 'node_modules');
		const served = await pages(join(modules, 'admin-lte'), {}, path => {
			const [, name, rest] = /^\/plugins\/([^/]+)\/(.*)$/.exec(path) ?? [];
			return name && PLUGINS[name] ? join(modules, PLUGINS[name]!, rest!) : null;
		});
		return served;
	},
	shots: [
		{window: WIDE, path: '/index3.html'},
		{window: SMALL_2X, path: '/pages/forms/general.html'},
		{window: SMALL, path: '/pages/mailbox/mailbox.html'},
		{window: SMALL_3X, path: '/pages/tables/simple.html'},
		{window: SMALL, path: '/pages/examples/contacts.html'},
	],
};

/** The documentation of an API, with this service's own description. */
export const swagger: Application = {
	name: 'swagger-ui',
	async start(folder) {
		const own = join(folder, 'swagger-ui');
		await npm(own, 'swagger-ui-dist@5.35.0');
		const root = join(own, 'node_modules/swagger-ui-dist');
		await writeFile(join(root, 'openapi.json'), await readFile(join(import.meta.dirname, '../../../../docs/openapi.json')));
		const page = await readFile(join(import.meta.dirname, '../../../targets/pages/swagger.txt'), 'utf8');
		await writeFile(join(root, 'index.html'), page.replaceAll('/node_modules/swagger-ui-dist/', '/'));
		return pages(root);
	},
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/', act: async page => open(page, 0)},
		{window: SMALL, path: '/', act: async page => open(page, 6)},
		{window: SMALL_3X, path: '/', act: async page => open(page, 2)},
	],
};

/** Opens an operation, and its fields. */
async function open(page: Page, index: number): Promise<void> {
	await page.waitForSelector('.opblock-summary-control');
	await page.evaluate(index => {
		const control = document.querySelectorAll<HTMLElement>('.opblock-summary-control')[index]!;
		control.click();
		control.scrollIntoView();
	}, index);
	await page.waitForSelector('.try-out__btn');
	await page.evaluate(() => document.querySelector<HTMLElement>('.try-out__btn')!.click());
}
