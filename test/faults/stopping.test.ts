import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {Agent} from 'node:http';
import net from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {eventually} from '../helpers/eventually.ts';
import {startService} from '../helpers/service.ts';
import {ask, startApi} from './api-under-test.ts';
import {startTraffic} from './rolling-restart.ts';

/** SIGTERM to an API process: connected callers get a response. `npm run lab -- faults rolling-restart` does it behind nginx. */

const service = await startService({}, {workers: false});
const client = await service.client();
test.after.always(() => service.stop());

test.serial('under load no call is cut and every acknowledged write is there once', async t => {
	const {url, kill} = await startApi(service);
	const {goOn, end} = startTraffic(url, client, {perSecond: 100});
	await goOn(100);
	const gone = kill('SIGTERM');
	await goOn(150);
	const {refused, resets, ...traffic} = await end();
	await gone;
	t.true(refused > 0, 'nobody listens any more: what finds no connection has reached nobody');
	t.true(traffic.acknowledged > 10);
	t.like(traffic, {failed: {}, lost: 0, doubled: 0});
	// A caller who connects in the very moment in which the socket closes is reset by the system, before this process could know of it: a
	// busy machine makes that moment long enough to be met. Where the socket is handed over (below) nobody is.
	t.true(resets <= 1, `${resets} connections were reset`);
});

test.serial('readyz says 503 at once, and for DRAIN_SECONDS new connections are taken; each answer closes its own', async t => {
	const {url, kill} = await startApi(service, {DRAIN_SECONDS: '3'});
	const agent = new Agent({keepAlive: true, maxSockets: 1});
	t.is((await ask(`${url}/readyz`, agent)).headers.connection, 'keep-alive');
	const gone = kill('SIGTERM');
	await eventually('it has heard the signal', async () => (await ask(`${url}/readyz`, new Agent())).statusCode === 503);
	for (const kept of [agent, new Agent({keepAlive: true})]) {
		const ready = await ask(`${url}/readyz`, kept);
		t.is(ready.statusCode, 503);
		t.is(ready.headers.connection, 'close');
		t.deepEqual(JSON.parse(ready.text), {ok: false, stopping: true});
	}
	const me = await ask(`${url}/v1/me`, new Agent({keepAlive: true}), {Authorization: `Bearer ${client.key}`});
	t.is(me.statusCode, 200);
	t.is(me.headers.connection, 'close');
	await gone;
	await t.throwsAsync(ask(`${url}/readyz`, new Agent()), {code: 'ECONNREFUSED'});
});

test.serial('a socket that systemd hands over stays open from one process to the next: who connects in between is answered', async t => {
	// Bound and held here, as systemd does it, but nothing is taken from it.
	const {_createServerHandle: bind} = net as unknown as {_createServerHandle(host: string, port: number, family: 4): Held};
	const held = bind('127.0.0.1', 0, 4);
	const name = {port: 0};
	held.getsockname(name);
	const url = `http://127.0.0.1:${name.port}/healthz`;
	let asked: Promise<Response> | null = null;
	for (let edition = 0; edition < 2; edition++) {
		const api = spawn('sh', ['-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec node api/main.ts'], {
			env: {...process.env, ...service.env, PORT: '1'},
			stdio: ['ignore', 'ignore', 'inherit', held.fd],
		});
		asked ??= untilResponded(url);
		t.is((await asked).status, 200);
		api.kill('SIGTERM');
		t.deepEqual(await once(api, 'exit'), [0, null]);
		asked = fetch(url);
	}
	held.close();
	await t.throwsAsync(asked!);
});

type Held = {fd: number; getsockname(name: {port: number}): void; close(): void};

async function untilResponded(url: string): Promise<Response> {
	for (;;) {
		const response = await fetch(url).catch(() => null);
		if (response) return response;
		await sleep(50);
	}
}
