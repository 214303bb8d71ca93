import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {copyFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {Redis} from 'ioredis';
import type {Page} from 'puppeteer';
import {requirePort} from '../../../../infra/servers/free-port.ts';
import {npm} from '../../local-writer/install.ts';
import {type Running, serve} from '../../local-writer/serve.ts';
import {type Application, dark, SMALL, SMALL_2X, SMALL_3X, WIDE} from '../application.ts';

/** A Redis of its own, in memory alone. */
async function startRedis(): Promise<{port: number; redis: Redis; stop: () => Promise<void>}> {
	const port = await requirePort('127.0.0.1', 0);
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	const child = spawn('redis-server', args, {stdio: 'ignore'});
	const redis = new Redis(port, '127.0.0.1', {maxRetriesPerRequest: null, retryStrategy: () => 200});
	// It takes a moment to be there.
	redis.on('error', () => {});
	await redis.ping();
	const stop = async () => {
		redis.disconnect();
		child.kill();
		await once(child, 'exit');
	};
	return {port, redis, stop};
}

const withRedis = (running: Running, stopRedis: () => Promise<void>): Running => ({
	url: running.url,
	async stop() {
		await running.stop();
		await stopRedis();
	},
});

/** Keys and values in a tree and in tables. */
export const redisCommander: Application = {
	name: 'redis-commander',
	async start(folder) {
		const own = join(folder, 'redis-commander');
		await npm(own, 'redis-commander@0.9.0');
		const {port: redisPort, redis, stop} = await startRedis();
		for (let number = 1; number <= 6; number++) {
			await redis.hset(`user:${number}`, {name: `Ana ${number}`, mail: `ana${number}@example.com`, plan: 'team', seats: number * 3});
			await redis.set(`session:${number}8fa2`, JSON.stringify({user: number, expires: '2025-06-01', roles: ['editor', 'viewer']}));
			await redis.rpush('queue:mails', `message ${number}`, `reminder ${number}`);
		}
		const script = join(own, 'node_modules/redis-commander/bin/redis-commander.js');
		const args = ['--redis-host', '127.0.0.1', '--redis-port', String(redisPort), '--noload', '--address', '127.0.0.1', '--port'];
		const running = await serve(port => ({command: process.execPath, args: [script, ...args, String(port)], cwd: own, env: {HOME: own}}));
		return withRedis(running, stop);
	},
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/', act: page => openKey(page, 'queue')},
		{window: SMALL, path: '/', act: page => openKey(page, 'user')},
		{window: SMALL_3X, path: '/', act: page => openKey(page, 'session')},
	],
};

/** Opens a folder of keys, and its first key. */
async function openKey(page: Page, name: string): Promise<void> {
	await page.waitForSelector('.jstree-anchor');
	const click = (part: string) =>
		page.evaluate(part => {
			const entry = [...document.querySelectorAll<HTMLElement>('.jstree-anchor')].find(({innerText}) => innerText.includes(part));
			entry?.parentElement?.querySelector<HTMLElement>('.jstree-ocl')?.click();
			entry?.click();
		}, part);
	await click(name);
	await sleep(1500);
	await page.evaluate(name => {
		const inside = [...document.querySelectorAll<HTMLElement>('.jstree-anchor')].filter(({innerText}) => innerText.includes(name));
		inside.at(1)?.click();
	}, name);
	await sleep(1500);
}

/** A dashboard of queues and their jobs. */
export const bullBoard: Application = {
	name: 'bull-board',
	async start(folder) {
		const own = join(folder, 'bull-board');
		await npm(own, '@bull-board/api@9.10.2', '@bull-board/express@9.10.1', 'express', 'bullmq', 'ioredis');
		await copyFile(join(import.meta.dirname, 'bull-board.txt'), join(own, 'server.mjs'));
		const {port: redisPort, stop} = await startRedis();
		const args = (port: number) => [join(own, 'server.mjs'), String(port), String(redisPort)];
		return withRedis(await serve(port => ({command: process.execPath, args: args(port), cwd: own})), stop);
	},
	shots: [
		{window: WIDE, path: '/'},
		{window: SMALL_2X, path: '/queue/mails?status=waiting'},
		{window: dark(SMALL), path: '/queue/exports?status=completed'},
		{window: SMALL_3X, path: '/queue/mails?status=delayed'},
	],
};
