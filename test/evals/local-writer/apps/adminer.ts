import {cp, mkdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {type Application, SMALL_2X, WIDE} from '../application.ts';
import {debian} from '../install.ts';
import {php} from '../serve.ts';

const ENTRY = `<?php
function adminer_object() {
	include_once "../plugins/plugin.php";
	include_once "../plugins/login-password-less.php";
	class AdminerOpen extends AdminerPlugin {
		function databases($flush = true) { return ["shop.db"]; }
	}
	return new AdminerOpen([new AdminerLoginPasswordLess(password_hash("open", PASSWORD_DEFAULT))]);
}
include "./index.php";
`;

const SHOP = `
	CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, city TEXT);
	CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), total NUMERIC, placed_at TEXT);
	CREATE TABLE products (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price NUMERIC, stock INTEGER);
	CREATE INDEX orders_customer ON orders (customer_id);
	INSERT INTO customers (name, email, city) VALUES ('Ana Prado', 'ana@example.com', 'Recife'), ('Ben Ortiz', 'ben@example.com', 'Lima'), ('Carla Nunes', 'carla@example.com', 'Porto');
	INSERT INTO products (title, price, stock) VALUES ('Notebook', 4.5, 120), ('Pencil', 0.8, 900), ('Desk lamp', 39, 14);
	INSERT INTO orders (customer_id, total, placed_at) VALUES (1, 48, '2026-01-04'), (2, 12.5, '2026-01-09');
`;

export const adminer: Application = {
	name: 'adminer',
	marks: {tab: '.links > a', menu: '#menu a', not: '#menu h1, #menu a.select, code'},
	async start(folder) {
		const root = await debian(folder);
		const own = join(folder, 'adminer');
		await rm(own, {recursive: true, force: true});
		await mkdir(own, {recursive: true});
		await cp(join(root, 'usr/share/adminer'), own, {recursive: true});
		await writeFile(join(own, 'adminer', 'open.php'), ENTRY);
		const database = new DatabaseSync(join(own, 'adminer', 'shop.db'));
		database.exec(SHOP);
		database.close();
		return php(folder, own);
	},
	async enter(page, url) {
		await page.goto(`${url}/adminer/open.php?sqlite=`);
		await page.select('select[name="auth[driver]"]', 'sqlite');
		await page.type('input[name="auth[password]"]', 'open');
		await Promise.all([page.waitForNavigation(), page.click('input[type=submit]')]);
	},
	shots: [
		{language: 'pt-BR', window: WIDE, path: '/adminer/open.php?sqlite=&username=&db=shop.db&select=customers'},
		{language: 'pt-BR', window: SMALL_2X, path: '/adminer/open.php?sqlite=&username=&db=shop.db&create='},
		{language: 'en', window: WIDE, path: '/adminer/open.php?sqlite=&username=&db=shop.db'},
		{language: 'en', window: WIDE, path: '/adminer/open.php?sqlite=&username=&db=shop.db&edit=products'},
	],
};
