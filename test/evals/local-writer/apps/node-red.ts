import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Page} from 'puppeteer';
import {startNodeRed} from '../../../../docs/examples/node-red.ts';
import {type Application, SMALL, WIDE, WIDE_2X} from '../application.ts';

const menu = async (page: Page) => {
	await page.click('#red-ui-header-button-sidemenu');
	await page.waitForSelector('#red-ui-header-button-sidemenu-submenu', {visible: true});
};

const settings = async (page: Page) => {
	await menu(page);
	await page.click('#menu-item-user-settings');
	await page.waitForSelector('#red-ui-settings-tab-view', {visible: true});
};

const importing = async (page: Page) => {
	await page.keyboard.down('Control');
	await page.keyboard.press('i');
	await page.keyboard.up('Control');
	await page.waitForSelector('#red-ui-clipboard-dialog-import-text', {visible: true});
};

const editing = (type: string) => async (page: Page) => {
	const node = await page.waitForSelector(`.red-ui-palette-node[data-palette-type="${type}"]`);
	await node!.scrollIntoView();
	const {x, y, width, height} = (await node!.boundingBox())!;
	await page.mouse.move(x + width / 2, y + height / 2);
	await page.mouse.down();
	await page.mouse.move(620, 300, {steps: 12});
	await page.mouse.up();
	const placed = await page.waitForSelector('.red-ui-flow-node-group .red-ui-flow-node', {visible: true});
	const box = (await placed!.boundingBox())!;
	await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, {count: 2});
	await page.waitForSelector('#node-dialog-ok', {visible: true});
};

export const nodeRed: Application = {
	name: 'node-red',
	marks: {
		tab: '.red-ui-tab-label, .red-ui-settings-tabs a, #red-ui-settings-tabs li a',
		menu: '.red-ui-menu-dropdown li > a',
		button: '.red-ui-palette-header, .red-ui-button, .red-ui-footer-button, .red-ui-sidebar-header-button, #red-ui-header-button-deploy',
		not: '#red-ui-workspace-chart, .red-ui-info-outline-item-controls',
		unread: '.red-ui-popover-key',
	},
	async start(folder) {
		const own = join(folder, 'node-red');
		await rm(own, {recursive: true, force: true});
		await mkdir(own, {recursive: true});
		const {url, stop} = await startNodeRed(own, AbortSignal.timeout(300_000));
		return {url: url.replace(/\/$/, ''), stop};
	},
	shots: [
		{language: 'en', window: WIDE, path: '/', act: menu},
		{language: 'pt-BR', window: WIDE_2X, path: '/', act: settings},
		{language: 'pt-BR', window: WIDE, path: '/', act: editing('inject')},
		{language: 'en', window: SMALL, path: '/', act: importing},
	],
};
