import type {Page} from 'puppeteer';
import {type Application, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {siteOf, withStyle} from './templates.ts';

const withIcons = withStyle('/npm/@fortawesome/fontawesome-free/css/all.min.css');

/** A dashboard with round fields, cards and icons in two fonts. */
export const argon: Application = {
	name: 'argon-dashboard',
	start: siteOf(
		'argon-dashboard',
		['@creative-tim-official/argon-dashboard@2.0.4', '@fortawesome/fontawesome-free@5.15.4'],
		'@creative-tim-official/argon-dashboard',
	),
	shots: [
		{window: WIDE, path: '/pages/dashboard.html', act: withIcons},
		{window: SMALL_2X, path: '/pages/profile.html', act: withIcons},
		{window: SMALL, path: '/pages/sign-up.html', act: withIcons},
		{window: SMALL_3X, path: '/pages/tables.html', act: withIcons},
		{window: SMALL, path: '/pages/profile.html', act: below},
		{window: SMALL_2X, path: '/pages/sign-in.html', act: withIcons},
	],
};

/** Brings the form into sight. */
async function below(page: Page): Promise<void> {
	await withIcons(page);
	await page.evaluate(() => document.querySelector('.card-body input')?.scrollIntoView({block: 'center'}));
}

/** A dashboard of Bootstrap 5, with labels that float in their fields. */
export const sbAdminFive: Application = {
	name: 'sb-admin',
	start: siteOf(
		'sb-admin',
		['startbootstrap-sb-admin@7.0.7', 'bootstrap@5.2.3', 'simple-datatables@7.1.2', '@fortawesome/fontawesome-free@6.3.0'],
		'startbootstrap-sb-admin/dist',
	),
	shots: [
		{window: WIDE, path: '/index.html', act: withParts},
		{window: SMALL_2X, path: '/register.html', act: withParts},
		{window: SMALL, path: '/tables.html', act: withParts},
		{window: SMALL_3X, path: '/login.html', act: withParts},
		{window: SMALL, path: '/password.html', act: withParts},
	],
};

/** Adds what these pages would fetch from other hosts: icons, and what makes a table of a list. */
async function withParts(page: Page): Promise<void> {
	await page.addScriptTag({url: '/npm/@fortawesome/fontawesome-free/js/all.min.js'});
	await page.addStyleTag({url: '/npm/simple-datatables/dist/style.css'});
	await page.addScriptTag({url: '/npm/simple-datatables/dist/umd/simple-datatables.js'});
	await page.evaluate(() => {
		const table = document.querySelector('#datatablesSimple');
		const {simpleDatatables} = window as unknown as {simpleDatatables: {DataTable: new (table: Element) => object}};
		if (table) new simpleDatatables.DataTable(table);
	});
}
