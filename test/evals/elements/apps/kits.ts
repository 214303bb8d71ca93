import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import {npm} from '../../local-writer/install.ts';
import {pages} from '../../local-writer/serve.ts';
import {type Application, dark, press, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';

/** Installs packages, and serves them with a page of ours that shows them. */
export async function shown(folder: string, name: string, page: string, ...packages: string[]) {
	const own = join(folder, name);
	await npm(own, ...packages);
	await writeFile(join(own, 'node_modules/index.html'), `<!doctype html><meta charset=utf-8><title>${name}</title>${page}`);
	return pages(join(own, 'node_modules'));
}

const QUASAR = `<link rel=stylesheet href=/@quasar/extras/material-icons/material-icons.css><link rel=stylesheet href=/quasar/dist/quasar.prod.css>
<div id=q><q-layout view="hHh Lpr fff"><q-header><q-toolbar><q-btn flat round icon=menu></q-btn><q-toolbar-title>Harbour</q-toolbar-title>
<q-input dark dense standout v-model=none placeholder="Search boats" style="width: 260px"><template #append><q-icon name=search></q-icon></template></q-input>
<q-btn flat round icon=notifications></q-btn><q-btn flat round icon=settings></q-btn><q-btn flat round icon=account_circle></q-btn></q-toolbar></q-header>
<q-page-container><q-page padding><div class="row q-col-gutter-md">
<div v-for="look in looks" class="col-4"><div class="text-subtitle2 q-mb-sm">{{look.title}}</div><div class="q-gutter-sm">
<q-input v-bind=look.is v-model=name label="Full name"></q-input><q-input v-bind=look.is v-model=none label=E-mail><template #prepend><q-icon name=mail></q-icon></template></q-input>
<q-select v-bind=look.is v-model=place :options="['Lisbon','Porto']" label=Harbour></q-select>
<q-input v-bind=look.is v-model=none placeholder="Where from?" dense><template #append><q-icon name=event></q-icon></template></q-input>
<q-input v-if="look.area" v-bind=look.is v-model=note type=textarea rows=2 label=Notes></q-input></div></div>
</div><div class="row q-gutter-sm q-mt-sm"><q-btn v-for="i in icons" flat dense :icon=i></q-btn><q-btn color=primary label=Save></q-btn><q-checkbox v-model=yes label="Send me news"></q-checkbox><q-toggle v-model=yes label=Visible></q-toggle></div>
</q-page></q-page-container></q-layout></div>
<script src=/vue/dist/vue.global.prod.js></script><script src=/quasar/dist/quasar.umd.prod.js></script><script>
const set = new URLSearchParams(location.search).get('set') || 'a';
const looks = {a: [{title: 'Filled', is: {filled: true}, area: true}, {title: 'Plain', is: {}, area: true}, {title: 'Outlined', is: {outlined: true}, area: true}],
b: [{title: 'Standout', is: {standout: true}}, {title: 'Borderless', is: {borderless: true, bgColor: 'grey-3'}}, {title: 'Dense', is: {filled: true, dense: true, square: true}, area: true}]}[set];
const app = Vue.createApp({data: () => ({looks, none: '', name: 'Ana Prado', place: 'Lisbon', note: 'Two sails, one anchor', yes: true,
icons: ['format_bold','format_italic','format_underlined','format_align_left','format_list_bulleted','link','image','undo','redo','delete','content_copy','print','more_vert']})});
app.use(Quasar); Quasar.Dark.set(matchMedia('(prefers-color-scheme: dark)').matches); app.mount('#q');</script>`;

/** Fields in the manner of Material Design: filled, underlined, outlined, without a frame. */
export const quasar: Application = {
	name: 'quasar',
	start: folder => shown(folder, 'quasar', QUASAR, 'quasar@2.34.0', '@quasar/extras@1.17.0', 'vue@3.5.45'),
	shots: [
		{window: WIDE, path: '/'},
		{window: dark(SMALL), path: '/'},
		{window: SMALL_2X, path: '/?set=b'},
		{window: dark(SMALL_3X), path: '/?set=b'},
	],
};

const TWEAKPANE = `<style>body {margin: 0; background: #4a5160; font: 13px sans-serif; color: #ddd; display: flex; gap: 24px; padding: 24px} #a, #b, #c {width: 300px} .tp-rotv {font-size: 12px}</style>
<div id=a></div><div id=b></div><div id=c></div><script type=module>
import {Pane} from '/tweakpane/dist/tweakpane.min.js';
const look = new URLSearchParams(location.search).get('look');
const light = {'base-background-color': 'hsla(230, 5%, 90%, 1)', 'base-shadow-color': 'hsla(0, 0%, 0%, .1)', 'button-background-color': 'hsla(230, 7%, 75%, 1)', 'button-foreground-color': 'hsla(230, 10%, 30%, 1)',
'container-background-color': 'hsla(230, 15%, 30%, .2)', 'container-foreground-color': 'hsla(230, 10%, 32%, 1)', 'input-background-color': 'hsla(230, 15%, 30%, .1)', 'input-foreground-color': 'hsla(230, 10%, 30%, 1)', 'label-foreground-color': 'hsla(230, 10%, 30%, .7)', 'monitor-background-color': 'hsla(230, 15%, 30%, .1)'};
if (look) {document.body.style.background = '#fff'; for (const [key, value] of Object.entries(light)) document.documentElement.style.setProperty('--tp-' + key, value)}
const v = {speed: 12.5, title: 'Tide table', mode: 'fast', tint: '#e0704a', offset: {x: 20, y: 30}, place: {x: 1, y: 2, z: 3}, size: 40, on: true, name: 'Harbour', from: 3, to: 18, url: '/boats/7', code: 'QX-7'};
const a = new Pane({container: document.querySelector('#a'), title: 'Scene'});
for (const key of ['speed', 'title', 'tint', 'offset', 'on', 'name']) a.addBinding(v, key);
a.addBinding(v, 'mode', {options: {Slow: 'slow', Fast: 'fast'}}); a.addButton({title: 'Reset'});
const b = new Pane({container: document.querySelector('#b'), title: 'Camera'});
b.addBinding(v, 'size', {min: 0, max: 100}); b.addBinding(v, 'place'); b.addBinding(v, 'from', {step: 1}); b.addBinding(v, 'to', {min: 0, max: 30, step: 1});
const f = b.addFolder({title: 'Output'}); f.addBinding(v, 'url'); f.addBinding(v, 'code'); f.addBinding(v, 'mode', {options: {Slow: 'slow', Fast: 'fast'}}); f.addButton({title: 'Export', label: 'File'});
const c = new Pane({container: document.querySelector('#c'), title: 'Text'});
c.addBinding(v, 'name', {label: 'Font'}); c.addBinding(v, 'speed', {label: 'Spacing'}); c.addBinding(v, 'code', {label: 'Style'}); c.addBinding(v, 'offset', {label: 'Shadow'}); c.addBinding(v, 'on', {label: 'Wrap'});</script>`;

/** Narrow fields filled with a slightly other shade, as in panels of properties. */
export const tweakpane: Application = {
	name: 'tweakpane',
	start: folder => shown(folder, 'tweakpane', TWEAKPANE, 'tweakpane@4.0.5'),
	shots: [
		{window: SMALL, path: '/'},
		{window: SMALL_2X, path: '/?look=light'},
		{window: SMALL_3X, path: '/'},
	],
};

const RAPIDOC = (theme: string) => `<script type=module src=/rapidoc/dist/rapidoc-min.js></script>
<rapi-doc spec-url=/openapi.json theme=${theme} render-style=read load-fonts=false allow-try=true show-header=true></rapi-doc>`;

/** The documentation of an API, of this service's own description, with fields to try it. */
export const rapidoc: Application = {
	name: 'rapidoc',
	async start(folder) {
		const running = await shown(folder, 'rapidoc', RAPIDOC('light'), 'rapidoc@9.3.8');
		const root = join(folder, 'rapidoc/node_modules');
		await writeFile(join(root, 'dark.html'), RAPIDOC('dark'));
		await writeFile(join(root, 'openapi.json'), await readFile(join(import.meta.dirname, '../../../../docs/openapi.json')));
		return running;
	},
	shots: [
		{window: WIDE, path: '/#get-/v1/tours', act: tryIt},
		{window: SMALL_2X, path: '/dark.html#post-/v1/tours', act: tryIt},
		{window: SMALL, path: '/dark.html#get-/v1/tours', act: tryIt},
		{window: SMALL_3X, path: '/#post-/v1/tours', act: tryIt},
	],
};

/** Brings the fields of the operation into sight. */
async function tryIt(page: Page): Promise<void> {
	await sleep(4000);
	await page.evaluate(() => {
		const root = document.querySelector('rapi-doc')!.shadowRoot!;
		root
			.getElementById(decodeURIComponent(location.hash.slice(1)))!
			.querySelector('api-request')!
			.scrollIntoView();
	});
}

const SHEET = `<link rel=stylesheet href=/luckysheet/dist/plugins/css/pluginsCss.css><link rel=stylesheet href=/luckysheet/dist/plugins/plugins.css>
<link rel=stylesheet href=/luckysheet/dist/css/luckysheet.css><link rel=stylesheet href=/luckysheet/dist/assets/iconfont/iconfont.css>
<script src=/luckysheet/dist/plugins/js/plugin.js></script><script src=/luckysheet/dist/luckysheet.umd.js></script>
<div id=sheet style="position: absolute; inset: 0"></div><script>luckysheet.create({container: 'sheet', lang: 'en', showinfobar: false, title: 'Tides',
data: [{name: 'Tides', celldata: ['Day', 'High', 'Low', 'Moon'].map((v, c) => ({r: 0, c, v: {v, m: v}}))}, {name: 'Boats'}]})</script>`;

/** A spreadsheet: a bar of small icons, a field for the formula, dialogs. */
export const sheet: Application = {
	name: 'luckysheet',
	start: folder => shown(folder, 'luckysheet', SHEET, 'luckysheet@2.1.13'),
	shots: [
		{window: WIDE, path: '/', act: () => sleep(2000)},
		{window: SMALL_2X, path: '/', act: page => menu(page, '#luckysheet-icon-find, #luckysheet-searchReplace')},
		{window: SMALL, path: '/', act: page => menu(page, '#luckysheet-icon-border-menu')},
	],
};

async function menu(page: Page, selector: string): Promise<void> {
	await sleep(2000);
	await press(page, selector).catch(() => {});
	await sleep(500);
}
