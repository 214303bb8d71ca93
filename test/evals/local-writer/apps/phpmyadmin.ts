import {existsSync} from 'node:fs';
import {cp, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createConnection} from 'mysql2/promise';
import {type Application, SMALL, WIDE, WIDE_2X} from '../application.ts';
import {debian} from '../install.ts';
import {database} from '../mariadb.ts';
import {php} from '../serve.ts';

const config = (socket: string, temporary: string) => `<?php
$cfg['blowfish_secret'] = str_repeat('k', 32);
$cfg['TempDir'] = '${temporary}';
$cfg['VersionCheck'] = false;
$cfg['SendErrorReports'] = 'never';
$cfg['PmaNoRelation_DisableWarning'] = true;
$cfg['Servers'][1] = ['auth_type' => 'config', 'host' => 'localhost', 'socket' => '${socket}', 'user' => 'root', 'password' => '', 'AllowNoPassword' => true];
`;

const FLEET = [
	'CREATE DATABASE fleet',
	'CREATE TABLE fleet.boats (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(80) NOT NULL, length DECIMAL(5,2), built DATE)',
	'CREATE TABLE fleet.crew (id INT PRIMARY KEY AUTO_INCREMENT, boat_id INT, name VARCHAR(80), rank VARCHAR(40))',
	"INSERT INTO fleet.boats (name, length, built) VALUES ('Aurora', 12.5, '2011-03-01'), ('Gaivota', 8.2, '2018-07-12'), ('Petrel', 21, '1999-05-30')",
];

export const phpmyadmin: Application = {
	name: 'phpmyadmin',
	marks: {tab: '#topmenu a, .nav-tabs a', menu: '#pma_navigation a', not: '#pma_console_container, #pmalogo'},
	async start(folder) {
		const root = await debian(folder);
		const own = join(folder, 'phpmyadmin');
		await rm(own, {recursive: true, force: true});
		await mkdir(join(own, 'temporary'), {recursive: true});
		const site = join(own, 'site');
		await cp(join(root, 'usr/share/phpmyadmin'), site, {recursive: true, dereference: true, filter: existsSync});
		const vendor = join(site, 'libraries/vendor_config.php');
		await writeFile(vendor, (await readFile(vendor, 'utf8')).replace('/etc/phpmyadmin/config.inc.php', join(own, 'config.inc.php')));
		const {socket, stop: stopDatabase} = await database();
		await writeFile(join(own, 'config.inc.php'), config(socket, join(own, 'temporary')));
		const connection = await createConnection({socketPath: socket, user: 'root'});
		for (const statement of FLEET) await connection.query(statement);
		await connection.end();
		const running = await php(folder, site);
		const stop = async () => {
			await running.stop();
			await stopDatabase();
		};
		return {url: running.url, stop};
	},
	shots: [
		{language: 'pt-BR', window: WIDE, path: '/index.php?route=/&lang=pt_BR'},
		{language: 'pt-BR', window: WIDE_2X, path: '/index.php?route=/database/structure&db=fleet&lang=pt_BR'},
		{language: 'en', window: WIDE, path: '/index.php?route=/server/privileges&adduser=1&lang=en'},
		{language: 'es', window: SMALL, path: '/index.php?route=/database/export&db=fleet&lang=es'},
	],
};
