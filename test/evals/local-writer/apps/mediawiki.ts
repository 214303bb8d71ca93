import {existsSync} from 'node:fs';
import {appendFile, cp, mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {type Application, PHONE, SMALL, WIDE, WIDE_2X} from '../application.ts';
import {debian} from '../install.ts';
import {php, phpScript} from '../serve.ts';

const LOGIN = {name: 'Admin', password: 'a-long-password'};

export const mediawiki: Application = {
	name: 'mediawiki',
	marks: {
		tab: '#p-namespaces a, #p-views a, .oo-ui-tabSelectWidget a',
		menu: '#mw-panel a, .vector-menu-content a, #mw-mf-page-left a, #mw-site-navigation a',
		not: '#footer-icons, .footer-icons, [name=wpTarget]',
	},
	async start(folder) {
		const root = await debian(folder);
		const own = join(folder, 'mediawiki');
		await rm(own, {recursive: true, force: true});
		await mkdir(own);
		const site = join(own, 'site');
		await cp(join(root, 'usr/share/mediawiki'), site, {recursive: true, dereference: true, filter: existsSync});
		const options = [
			'--dbtype',
			'sqlite',
			'--dbpath',
			own,
			'--scriptpath',
			'',
			'--server',
			'http://127.0.0.1',
			'--pass',
			LOGIN.password,
			'--with-extensions',
		];
		await phpScript(folder, site, 'maintenance/install.php', ...options, 'Harbour Handbook', LOGIN.name);
		await appendFile(
			join(site, 'LocalSettings.php'),
			`\n$wgServer = 'http://' . ($_SERVER['HTTP_HOST'] ?? '127.0.0.1');\n$wgJobRunRate = 0;\n$wgEnableUploads = true;\n$wgLogos = ['icon' => '/resources/assets/mediawiki.png'];\nwfLoadSkin('MinervaNeue');\n`,
		);
		return php(folder, site);
	},
	async enter(page, url) {
		await page.goto(`${url}/index.php?title=Special:UserLogin`);
		await page.type('#wpName1', LOGIN.name);
		await page.type('#wpPassword1', LOGIN.password);
		await Promise.all([page.waitForNavigation(), page.click('#wpLoginAttempt')]);
	},
	shots: [
		{language: 'pt-BR', window: WIDE, path: '/index.php?title=Special:Preferences&uselang=pt-br'},
		{language: 'en', window: WIDE, path: '/index.php?title=Special:RecentChanges&uselang=en&useskin=vector-2022'},
		{language: 'pt-BR', window: WIDE_2X, path: '/index.php?title=Special:Upload&uselang=pt-br&useskin=vector-2022'},
		{language: 'es', window: SMALL, path: '/index.php?title=Special:Block&uselang=es&useskin=timeless'},
		{language: 'pt-BR', window: PHONE, path: '/index.php?title=Main_Page&uselang=pt-br&useskin=minerva'},
	],
};
