import {existsSync} from 'node:fs';
import {cp, mkdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type Application, PHONE, SMALL, WIDE, WIDE_2X} from '../application.ts';
import {debian} from '../install.ts';
import {database} from '../mariadb.ts';
import {php} from '../serve.ts';

const LOGIN = {user: 'admin', password: 'a-long-password'};

/** Speaks the visitor's language, and calls nobody. */
const config = (socket: string) => `<?php
define('DB_NAME', 'roteiro');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WPLANG', ['pt' => 'pt_BR', 'es' => 'es_ES'][substr($_SERVER['HTTP_ACCEPT_LANGUAGE'] ?? 'en', 0, 2)] ?? 'en_US');
$_SERVER['HTTP_HOST'] ??= '127.0.0.1';
define('WP_SITEURL', 'http://' . $_SERVER['HTTP_HOST']);
define('WP_HOME', WP_SITEURL);
$table_prefix = 'wp_';
define('ABSPATH', __DIR__ . '/');
require ABSPATH . 'wp-settings.php';
`;

export const wordpress: Application = {
	name: 'wordpress',
	marks: {
		menu: '#adminmenu a, #wpadminbar a',
		tab: '.nav-tab, .subsubsub a, .wp-editor-tabs button, .filter-links a',
		not: 'fieldset .small-text, fieldset select',
		unread: 'code',
	},
	async start(folder) {
		const root = await debian(folder);
		const own = join(folder, 'wordpress');
		await rm(own, {recursive: true, force: true});
		await mkdir(own);
		const copy = {recursive: true, dereference: true, filter: existsSync};
		await cp(join(root, 'usr/share/wordpress'), own, copy);
		await cp(join(root, 'var/lib/wordpress/wp-content'), join(own, 'wp-content'), copy);
		const {socket, stop: stopDatabase} = await database();
		await writeFile(join(own, 'wp-config.php'), config(socket));
		const running = await php(folder, own);
		const stop = async () => {
			await running.stop();
			await stopDatabase();
		};
		const form = {
			weblog_title: 'Harbour Journal',
			user_name: LOGIN.user,
			admin_password: LOGIN.password,
			admin_password2: LOGIN.password,
			pw_weak: '1',
			admin_email: 'ana@example.com',
		};
		const installed = await fetch(`${running.url}/wp-admin/install.php?step=2`, {method: 'POST', body: new URLSearchParams(form)});
		await installed.text();
		return {url: running.url, stop};
	},
	async enter(page, url) {
		await page.goto(`${url}/wp-login.php`);
		// Not typed: the page moves the focus while one types.
		await page.$eval('#user_login', (field, value) => ((field as HTMLInputElement).value = value), LOGIN.user);
		await page.$eval('#user_pass', (field, value) => ((field as HTMLInputElement).value = value), LOGIN.password);
		await Promise.all([page.waitForNavigation(), page.click('#wp-submit')]);
	},
	shots: [
		{language: 'pt-BR', window: WIDE, path: '/wp-admin/edit.php'},
		{language: 'pt-BR', window: WIDE_2X, path: '/wp-admin/options-general.php'},
		{language: 'en', window: WIDE, path: '/wp-admin/user-new.php'},
		{language: 'es', window: SMALL, path: '/wp-admin/options-discussion.php'},
		{language: 'pt-BR', window: PHONE, path: '/wp-admin/edit-tags.php?taxonomy=category'},
	],
};
