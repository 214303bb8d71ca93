import {join} from 'node:path';
import {requirePort} from '../../../../infra/servers/free-port.ts';
import {npm} from '../../local-writer/install.ts';
import {pages, serve} from '../../local-writer/serve.ts';
import {type Application, dark, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';

/** A dashboard with forms, tables and people, and thin icons drawn as SVG. */
export const tabler: Application = {
	name: 'tabler',
	async start(folder) {
		const own = join(folder, 'tabler');
		await npm(own, '@tabler/preview@1.2.0');
		return pages(join(own, 'node_modules/@tabler/preview/dist'));
	},
	shots: [
		{window: WIDE, path: '/layout-vertical.html'},
		{window: SMALL_2X, path: '/form-elements.html'},
		{window: SMALL, path: '/settings.html'},
		{window: SMALL_3X, path: '/tables.html'},
		{window: dark(WIDE), path: '/lists.html?theme=dark'},
		{window: SMALL, path: '/uptime.html'},
		{window: SMALL_2X, path: '/sign-in.html'},
	],
};

/** The settings of a server for pages under work: switches, lists and fields. */
export const browserSync: Application = {
	name: 'browser-sync',
	async start(folder) {
		const own = join(folder, 'browser-sync');
		await npm(own, 'browser-sync@3.0.4');
		const sitePort = await requirePort('127.0.0.1', 0);
		const args = ['start', '--server', own, '--port', String(sitePort), '--listen', '127.0.0.1', '--no-open', '--no-notify', '--ui-port'];
		const script = join(own, 'node_modules/browser-sync/dist/bin.js');
		return serve(port => ({command: process.execPath, args: [script, ...args, String(port)], cwd: own}));
	},
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/sync-options'},
		{window: SMALL, path: '/history'},
		{window: SMALL_3X, path: '/network-throttle'},
	],
};
