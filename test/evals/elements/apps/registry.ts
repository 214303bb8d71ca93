import type {Page} from 'puppeteer';
import {verdaccio} from '../../local-writer/apps/verdaccio.ts';
import {type Application, dark, press, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';

const settings = (page: Page) => press(page, '[data-testid="header--tooltip-settings"]');

/** A registry of packages. */
export const registry: Application = {
	name: 'verdaccio',
	start: folder => verdaccio.start(folder),
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/-/web/detail/tide-table'},
		{window: SMALL, path: '/', act: settings},
		{window: dark(SMALL_3X), path: '/-/web/detail/lantern'},
	],
};
