import {cp, mkdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type Application, SMALL_2X, WIDE, WIDE_2X} from '../application.ts';
import {npm} from '../install.ts';
import {pages} from '../serve.ts';

const INDEX = `<!doctype html><meta charset="utf-8"><title>Content</title><script>
window.CMS_MANUAL_INIT = true;
window.repoFiles = {posts: {
	'harbour.md': {content: '---\\ntitle: A walk along the harbour\\ndate: 2026-01-04T09:00:00.000Z\\n---\\nBoats, gulls and a slow coffee.'},
	'bread.md': {content: '---\\ntitle: Bread in three hours\\ndate: 2026-01-09T09:00:00.000Z\\n---\\nFlour, water, salt.'},
}};
</script><body><script src="decap-cms.js"></script><script>
const pt = navigator.language.startsWith('pt');
CMS.init({config: {
	load_config_file: false, locale: navigator.language.slice(0, 2), backend: {name: 'test-repo'}, media_folder: 'media',
	publish_mode: 'editorial_workflow',
	collections: [
		{name: 'posts', label: pt ? 'Artigos' : 'Posts', label_singular: pt ? 'Artigo' : 'Post', folder: 'posts', create: true, fields: [
			{name: 'title', label: pt ? 'Título' : 'Title', widget: 'string'},
			{name: 'date', label: pt ? 'Data de publicação' : 'Publish date', widget: 'datetime', picker_utc: true, default: '2026-01-15T09:00:00.000Z'},
			{name: 'draft', label: pt ? 'Rascunho' : 'Draft', widget: 'boolean'},
			{name: 'topic', label: pt ? 'Assunto' : 'Topic', widget: 'select', options: pt ? ['Viagem', 'Cozinha'] : ['Travel', 'Kitchen']},
			{name: 'body', label: pt ? 'Conteúdo' : 'Content', widget: 'markdown'},
		]},
		{name: 'pages', label: pt ? 'Páginas' : 'Pages', folder: 'pages', create: true, fields: [{name: 'title', label: 'Title', widget: 'string'}]},
	],
}});
</script>`;

export const decap: Application = {
	name: 'decap-cms',
	marks: {menu: 'aside nav a, [class*=SidebarNavLink]', tab: 'header nav a, header nav button'},
	async start(folder) {
		const own = join(folder, 'decap-cms');
		await npm(own, 'decap-cms@3.16.3');
		const site = join(own, 'site');
		await rm(site, {recursive: true, force: true});
		await mkdir(site);
		await cp(join(own, 'node_modules/decap-cms/dist'), site, {recursive: true});
		await writeFile(join(site, 'index.html'), INDEX);
		return pages(site);
	},
	async enter(page, url) {
		await page.goto(url);
		await (await page.waitForSelector('button', {visible: true}))!.click();
		await page.waitForSelector('aside', {visible: true});
	},
	shots: [
		{language: 'pt-BR', window: WIDE, path: '/#/collections/posts'},
		{language: 'pt-BR', window: WIDE_2X, path: '/#/collections/posts/new'},
		{language: 'en', window: WIDE, path: '/#/collections/posts/entries/harbour'},
		{language: 'es', window: SMALL_2X, path: '/#/workflow'},
	],
};
