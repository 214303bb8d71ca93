import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {listAccounts} from '../../shared/store/access/accounts.ts';
import {listApiKeys} from '../../shared/store/access/credentials.ts';
import {request, startService} from '../../test/helpers/service.ts';
import {seed} from './seed.ts';

const EXAMPLE = 'docs/examples/first-flow';
const report = (sentence: string) => {
	throw new Error(sentence);
};

test('a seed that is interrupted anywhere is finished by the next one, with one tour and one key; a finished one is left alone', async t => {
	const service = await startService();
	t.teardown(() => service.stop());
	const {config, baseUrl} = service;
	const db = service.services.database.manager;
	const done = join(config.dataDir, 'demo.json');

	const first = await seed(config, baseUrl, report);
	const key = readFileSync(first!.keyFile, 'utf8').trim();
	const tours = async () => (await request(baseUrl, 'GET', '/v1/tours', key)).body.tours;
	const [tour] = await tours();
	const example = JSON.parse(readFileSync(join(EXAMPLE, 'tour.json'), 'utf8'));
	t.is(tour.stepCount, example.steps.length);

	// As a kill after the sixth step would have left it.
	const {steps} = (await request(baseUrl, 'GET', `/v1/tours/${tour.id}`, key)).body.tour;
	await request(baseUrl, 'DELETE', `/v1/tours/${tour.id}/publish`, key);
	for (const step of steps.slice(6)) await request(baseUrl, 'DELETE', `/v1/tours/${tour.id}/steps/${step.id}`, key);
	rmSync(done);
	const second = await seed(config, baseUrl, report);
	const [again, ...others] = await tours();
	t.is(others.length, 0);
	t.is(again.id, tour.id);
	t.is(again.status, 'published');
	t.deepEqual(
		(await request(baseUrl, 'GET', `/v1/tours/${tour.id}`, key)).body.tour.steps.map((step: {title: string}) => step.title),
		example.steps.map((step: {title: string}) => step.title),
	);
	t.is(second!.tourUrl, first!.tourUrl);

	// As a kill between the key's row and its file would have left it.
	rmSync(done);
	rmSync(first!.keyFile);
	await seed(config, baseUrl, report);
	const renewed = readFileSync(first!.keyFile, 'utf8').trim();
	t.is((await request(baseUrl, 'GET', '/v1/me', renewed)).status, 200);
	// The API remembers a credential for a second.
	await sleep(1100);
	t.is((await request(baseUrl, 'GET', '/v1/me', key)).status, 401);

	const [account] = await listAccounts(db);
	const valid = (await listApiKeys(db, account!.id)).filter(row => row.revokedAt === null);
	t.deepEqual(
		valid.map(row => row.name),
		['Demo'],
	);

	// Finished, it is left alone, also where its tour was renamed since.
	await request(baseUrl, 'PATCH', `/v1/tours/${tour.id}`, renewed, {body: {name: 'Mine now'}});
	t.deepEqual(await seed(config, baseUrl, report), first);
	const moved = {...config, baseUrl: 'https://tours.example.org/here'};
	const movedUrl = first!.tourUrl!.replace(baseUrl, moved.baseUrl);
	t.is((await seed(moved, baseUrl, report))!.tourUrl, movedUrl, 'the link follows another port or BASE_URL');
	writeFileSync(done, JSON.stringify({tourUrl: first!.tourUrl}));
	t.is((await seed(moved, baseUrl, report))!.tourUrl, movedUrl, 'a file of an earlier version');
	const {tours: last} = (await request(baseUrl, 'GET', '/v1/tours', renewed)).body;
	t.deepEqual(
		last.map((found: {name: string}) => found.name),
		['Mine now'],
	);
});

test('where somebody has an account already, no demo is made', async t => {
	const service = await startService({}, {workers: false});
	t.teardown(() => service.stop());
	await service.client();
	t.is(await seed(service.config, service.baseUrl, report), null);
	t.false(existsSync(join(service.config.dataDir, 'demo-key.txt')));
});
