import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import {type Application, dark, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {shown} from './kits.ts';

const ENTRIES = [
	'Harbour walk',
	'Night sail to Tróia',
	'Dolphins at dawn',
	'Old town by tram',
	'Oysters of Setúbal',
	'The lighthouse keeper',
];
const POST = (title: string, at: number) =>
	`---\ntitle: ${title}\nday: 2025-06-${11 + at}T10:00:00.000Z\nprice: ${35 + at * 5}\nguide: Ana Prado\nlevel: easy\nopen: true\ntags: [boats, river]\nsummary: Two hours on the water, with a stop for coffee.\n---\n## What you see\n\nThe **old port**, the bridge and three lighthouses. Bring a jacket: it is *windy* after six.\n\n- Meet at pier 4\n- Back before dark\n`;
const FILES = {
	tours: Object.fromEntries(ENTRIES.map((title, at) => [`tour-${at + 1}.md`, {content: POST(title, at)}])),
	guides: {'ana.md': {content: '---\ntitle: Ana Prado\nmail: ana@harbour.example\n---\nSails since 1998.\n'}},
	site: {'settings.json': {content: JSON.stringify({title: 'Harbour Tours', mail: 'hello@harbour.example', perPage: 12, language: 'en'})}},
};
const CONFIG = {
	load_config_file: false,
	backend: {name: 'test-repo'},
	...{site_url: 'https://harbour.example', media_folder: 'static/media', public_folder: '/media'},
	collections: [
		{
			...{name: 'tours', label: 'Tours', label_singular: 'Tour', folder: 'tours', create: true},
			description: 'Everything that can be booked.',
			fields: [
				{name: 'title', label: 'Title', widget: 'string', hint: 'Shown in lists and on the ticket'},
				{name: 'day', label: 'First day', widget: 'datetime'},
				{name: 'price', label: 'Price in euro', widget: 'number'},
				{name: 'guide', label: 'Guide', widget: 'string'},
				{name: 'level', label: 'Level', widget: 'select', options: ['easy', 'middling', 'hard']},
				{name: 'open', label: 'Can be booked', widget: 'boolean', required: false},
				{name: 'tags', label: 'Tags', widget: 'list', required: false},
				{name: 'summary', label: 'Summary', widget: 'text'},
				{name: 'body', label: 'Description', widget: 'markdown'},
			],
		},
		{
			...{name: 'guides', label: 'Guides', label_singular: 'Guide', folder: 'guides', create: true},
			fields: [
				{name: 'title', label: 'Name', widget: 'string'},
				{name: 'mail', label: 'E-mail', widget: 'string'},
				{name: 'phone', label: 'Telephone', widget: 'string', required: false},
				{name: 'photo', label: 'Photo', widget: 'image', required: false},
				{name: 'body', label: 'About', widget: 'markdown'},
			],
		},
		{
			...{name: 'pages', label: 'Settings'},
			files: [
				{
					...{name: 'settings', label: 'Site', file: 'site/settings.json'},
					fields: [
						{name: 'title', label: 'Site title', widget: 'string'},
						{name: 'mail', label: 'Contact', widget: 'string'},
						{name: 'perPage', label: 'Tours per page', widget: 'number'},
						{name: 'language', label: 'Language', widget: 'select', options: ['en', 'pt', 'de']},
						{name: 'footer', label: 'Footer', widget: 'text', required: false},
					],
				},
			],
		},
	],
};

/** Content in files, kept by the page itself: what an editor of a site works with. */
const manager = (script: string, before = '') =>
	`<body><script>window.CMS_MANUAL_INIT = true; window.repoFiles = ${JSON.stringify(FILES)}</script><script src=${script}></script><script type=module>${before}CMS.init({config: ${JSON.stringify(CONFIG)}})</script>`;

/** Signs in, and goes to a place of the application. */
const at = (place: string, press?: string) => async (page: Page) => {
	await sleep(2500);
	await page.evaluate(() => document.querySelector<HTMLElement>('button')!.click());
	await sleep(2500);
	await page.evaluate(place => location.assign(place), place);
	await sleep(3000);
	if (press)
		await page.evaluate(
			words => [...document.querySelectorAll<HTMLElement>('button, a')].find(one => one.innerText.trim() === words)?.click(),
			press,
		);
	await sleep(1500);
};

/** A manager of content: a list of entries, forms with an editor of text, a preview beside them. */
export const decap: Application = {
	name: 'decap-cms',
	start: folder => shown(folder, 'decap-cms', manager('/decap-cms/dist/decap-cms.js'), 'decap-cms@3.16.3'),
	shots: [
		{window: WIDE, path: '/', act: at('#/collections/tours')},
		{window: SMALL_2X, path: '/', act: at('#/collections/tours/entries/tour-2')},
		{window: SMALL, path: '/', act: at('#/collections/guides/new')},
		{window: SMALL_3X, path: '/', act: at('#/collections/pages/entries/settings')},
		{window: SMALL_2X, path: '/', act: at('#/collections/tours', 'Media')},
	],
};

/** Writes the content where this manager looks for it, in the browser's own files. */
const WRITE = `const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('sveltia-cms-test', {create: true});
for (const [name, files] of Object.entries(repoFiles)) { const folder = await root.getDirectoryHandle(name, {create: true});
for (const [file, {content}] of Object.entries(files)) { const out = await (await folder.getFileHandle(file, {create: true})).createWritable(); await out.write(content); await out.close(); } } `;
const ICONS = '<link rel=stylesheet href=/material-symbols/outlined.css>';

/** Another manager of the same content, with a look of its own. */
export const sveltia: Application = {
	name: 'sveltia-cms',
	start: folder =>
		shown(
			folder,
			'sveltia-cms',
			ICONS + manager('/@sveltia/cms/dist/sveltia-cms.js', WRITE),
			'@sveltia/cms@0.221.1',
			'material-symbols@0.47.5',
		),
	shots: [
		{window: WIDE, path: '/', act: at('#/collections/tours')},
		{window: SMALL_2X, path: '/', act: at('#/collections/tours/entries/tour-2')},
		{window: dark(SMALL), path: '/', act: at('#/collections/guides/new')},
		{window: SMALL_3X, path: '/', act: at('#/collections/pages/entries/settings')},
		{window: dark(SMALL), path: '/', act: at('#/collections/tours')},
	],
};
