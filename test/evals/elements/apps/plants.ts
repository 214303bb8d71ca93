import {mkdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {npm} from '../../local-writer/install.ts';
import {serve} from '../../local-writer/serve.ts';
import {type Application, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';
import {pressed} from './workbenches.ts';

const CLOSE = 'button::-p-text(Close), button::-p-text(CLOSE)';

/** Draws and watches a plant: an editor of views between bars of shapes, devices and their tags, scripts, alarms. */
export const fuxa: Application = {
	name: 'fuxa',
	async start(folder) {
		const own = join(folder, 'fuxa');
		// Its database is compiled, with the headers that this Node brings.
		process.env.npm_config_nodedir ??= join(process.execPath, '../..');
		await npm(own, '@frangoteam/fuxa@1.3.4');
		const [home, root] = [join(own, 'home'), join(own, 'node_modules/@frangoteam/fuxa')];
		await rm(home, {recursive: true, force: true});
		await mkdir(home, {recursive: true});
		const args = [join(root, 'main.js'), '--userDir', home];
		const running = await serve(port => ({command: process.execPath, args: [...args, '--port', String(port)], cwd: root}));
		const project = await readFile(join(root, 'project.demo.fuxap'));
		await fetch(`${running.url}/api/project`, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: project});
		return running;
	},
	shots: [
		{window: WIDE, path: '/editor', act: pressed(CLOSE)},
		{window: SMALL_2X, path: '/device', act: pressed(CLOSE)},
		{window: SMALL, path: '/editor', act: pressed(CLOSE, '.svg-editor-menu ::-p-text(settings), mat-icon::-p-text(settings)')},
		{window: SMALL_3X, path: '/users', act: pressed('mat-icon::-p-text(add)')},
		{window: SMALL, path: '/home', act: () => sleep(6000)},
	],
};
