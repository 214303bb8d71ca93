import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {type ServiceProcess, startProcess} from '../helpers/processes.ts';
import {request, startService} from '../helpers/service.ts';
import {freePort} from './api-under-test.ts';
import {openDocumentLedger} from './document-ledger.ts';
import {settled} from './ledger.ts';

const KILLS = 3;

// `npm run lab -- faults kill-documents` does the same with 50 kills.
test(`documents, versions, bin and publish over ${KILLS} kills of API and worker: each acknowledged change is there once, and all who tell of it agree`, async t => {
	t.timeout(240_000);
	const service = await startService({}, {workers: false});
	const {key, ...ana} = await service.client();
	const port = await freePort();
	const baseUrl = `http://127.0.0.1:${port}`;
	const env = {...service.env, PORT: String(port), BASE_URL: baseUrl};
	const start = () => [() => startProcess('api/main.ts', env), () => startProcess('workers/main.ts', env)] as const;
	const running: ServiceProcess[] = await Promise.all(start().map(begin => begin()));
	t.teardown(async () => {
		await Promise.all(running.map(one => one.kill()));
		await service.stop();
	});
	const client = Object.assign((method: string, path: string, options?: object) => request(baseUrl, method, path, key, options), {
		...ana,
		key,
	});
	const {services} = service;
	const where = {database: services.database, redis: services.redis, config: services.config};
	const ledger = await openDocumentLedger({client, baseUrl, settled: () => settled(where)});
	for (let kill = 0; kill < KILLS; kill++) {
		await sleep(700 + kill * 170);
		const victim = kill % 2;
		await running[victim]!.kill();
		running[victim] = await start()[victim]!();
	}
	await sleep(500);
	const {figures, ok} = await ledger.close();
	t.log(figures);
	t.true(ok, JSON.stringify(figures));
	t.true(Number(figures.acknowledged) > 20, JSON.stringify(figures));
});
