import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {requirePort} from '../../infra/servers/free-port.ts';
import {localUrls, startLocalServers} from '../../infra/servers/local-servers.ts';
import {ANSWERS, publishForm, sendLead} from '../helpers/lead.ts';
import {startProcess} from '../helpers/processes.ts';
import {startService} from '../helpers/service.ts';

/** A lead is never lost once thanked for, and never thanked for where it was not kept. */

test.serial('a visitor thanked by a process that is killed in the middle of it is in the database, and counted', async t => {
	t.timeout(120_000);
	const service = await startService();
	const tour = await publishForm(await service.client());
	const port = await requirePort('127.0.0.1', 0);
	const baseUrl = `http://127.0.0.1:${port}`;
	const env = {...service.env, PORT: String(port), BASE_URL: baseUrl};
	const thanked: string[] = [];
	for (let round = 0; round < 3; round++) {
		const api = await startProcess('api/main.ts', env);
		let killed = false;
		const visitors = Array.from({length: 8}, async (_, visitor) => {
			for (let i = 0; !killed; i++) {
				const email = `${round}-${visitor}-${i}@private.example`;
				const reply = await sendLead({...tour, url: tour.url.replace(service.baseUrl, baseUrl)}, {...ANSWERS, email}).catch(() => null);
				if (reply?.status === 200) thanked.push(email);
			}
		});
		while (thanked.length < 40 * (round + 1)) await new Promise(resolve => setTimeout(resolve, 5));
		await api.kill('SIGKILL');
		killed = true;
		await Promise.all(visitors);
	}
	const [{leads}] = await service.services.database.query('SELECT COUNT(*) AS leads FROM leads WHERE tour_id = ?', [tour.tourId]);
	const [{counted}] = await service.services.database.query('SELECT SUM(leads) AS counted FROM tour_days WHERE tour_id = ?', [tour.tourId]);
	t.is(Number(counted), Number(leads), 'row and count are committed together');
	t.true(Number(leads) >= thanked.length);
	// Sent again, as somebody does who saw no response, each is what it was.
	for (const email of [thanked[0]!, thanked.at(-1)!]) t.is((await sendLead(tour, {...ANSWERS, email})).status, 200);
	const [after] = await service.services.database.query('SELECT COUNT(*) AS leads FROM leads WHERE tour_id = ?', [tour.tourId]);
	t.is(Number(after.leads), Number(leads));
	t.log(`${thanked.length} thanked, ${leads} kept over 3 kills`);
	await service.stop();
});

test.serial('without Redis a form is taken; without MariaDB nobody is thanked, and it is taken once that is back', async t => {
	t.timeout(120_000);
	const dataDir = await mkdtemp(join(tmpdir(), 'rt-leads-'));
	t.teardown(() => rm(dataDir, {recursive: true, force: true}));
	const start = {dataDir, durable: false, report: () => {}};
	let mariadb = await startLocalServers({...start, redis: false});
	let redis = await startLocalServers({...start, mariadb: false});
	t.teardown(() => mariadb.stop());
	t.teardown(() => redis.stop());
	const service = await startService({LOG_LEVEL: 'silent'}, {servers: localUrls(dataDir)});
	const tour = await publishForm(await service.client());

	await redis.stop();
	t.is((await sendLead(tour, {...ANSWERS, email: 'one@private.example'})).status, 200);
	redis = await startLocalServers({...start, mariadb: false});

	await mariadb.stop();
	const json = await sendLead(tour, ANSWERS, {headers: {'Accept-Language': 'es-MX,es'}});
	t.deepEqual([json.status, json.body.error], [503, 'unavailable']);
	t.truthy(json.headers.get('retry-after'));
	t.regex(json.body.errors[0].message, /^No pudimos confirmar el envío/);
	const page = await sendLead(tour, ANSWERS, {json: false, headers: {'Accept-Language': 'en'}});
	t.is(page.status, 503);
	t.regex(page.body, /<p role="alert">We could not confirm/);
	t.is(page.headers.get('location'), null);

	mariadb = await startLocalServers({...start, redis: false});
	t.is((await sendLead(tour)).status, 200);
	const [{leads}] = await service.services.database.query('SELECT COUNT(*) AS leads FROM leads');
	t.is(Number(leads), 2);
	await service.stop();
});
