import {execFile} from 'node:child_process';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {startProcess} from '../../test/helpers/processes.ts';
import {startService} from '../../test/helpers/service.ts';
import {rebuildPages} from './commands.ts';

const service = await startService({}, {workers: false});
const ana = await service.client();
test.after.always(() => service.stop());
const {database} = service.services;
const PAGES = 12;

const makeOld = () =>
	database.query("UPDATE publications SET page = '{\"html\": \"old\"}', renderer = 'old', asked_renderer = NULL WHERE kind = 'live'");
const old = async () => Number((await database.query("SELECT COUNT(*) AS count FROM publications WHERE renderer = 'old'"))[0].count);

function command(...args: string[]): Promise<{code: number; out: string; err: string}> {
	return new Promise(resolve => {
		execFile(
			process.execPath,
			['infra/operator/operator.ts', 'pages', 'rebuild', ...args],
			{env: {...process.env, ...service.env}},
			(error, out, err) => resolve({code: error ? Number(error.code) : 0, out, err}),
		);
	});
}

test.serial(
	'pages rebuild renders all pages again, also where its worker is killed in the middle, and does nothing the second time',
	async t => {
		t.timeout(180_000);
		let worker = await startProcess('workers/main.ts', service.env, {pools: ['render']});
		t.teardown(() => worker.kill());
		const tours: string[] = [];
		for (let index = 0; index < PAGES; index++) {
			const {tour} = (await ana('POST', '/v1/tours', {body: {name: `Tour ${index}`}})).body;
			await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: `Slide ${index}`}});
			await ana('POST', `/v1/tours/${tour.id}/publish`);
			tours.push(tour.id);
		}
		const pages = () => database.query('SELECT slug, page, csp, renderer, published_at, tour_version FROM publications ORDER BY slug');
		const before = await pages();
		await worker.kill();
		await makeOld();
		const reply = command();
		worker = await startProcess('workers/main.ts', service.env, {pools: ['render']});
		while ((await old()) === PAGES) await sleep(5);
		await worker.kill();
		worker = await startProcess('workers/main.ts', service.env, {pools: ['render']});
		const {code, out, err} = await reply;
		t.is(code, 0, err);
		t.like(JSON.parse(out), {pages: PAGES, failed: 0, left: 0});
		t.regex(err, /12 pages: \d+ to look at/);
		t.deepEqual(await pages(), before);

		t.deepEqual(JSON.parse((await command()).out), {pages: PAGES, rebuilt: 0, failed: 0, left: 0});
		await makeOld();
		t.is(JSON.parse((await command('--tour', tours[0]!)).out).pages, 1);
		const none = await command('--tour', 'tour_none');
		t.is(none.code, 1);
		t.regex(none.err, /tour_none is shown/);
		await worker.kill('SIGTERM');
	},
);

test.serial('without a worker it says so, and what it asked for is done by the next one', async t => {
	t.timeout(120_000);
	await database.query("DELETE FROM jobs WHERE type = 'rebuild-page'");
	await makeOld();
	const lines: string[] = [];
	const response = await rebuildPages(database.manager, null, line => lines.push(line), 1500);
	t.is(response.left, PAGES);
	t.regex(lines.at(-1)!, /No worker/);
	const worker = await startProcess('workers/main.ts', service.env, {pools: ['render']});
	t.teardown(() => worker.kill());
	for (const end = Date.now() + 60_000; (await old()) > 0 && Date.now() < end; ) await sleep(100);
	t.is(await old(), 0);
	await worker.kill('SIGTERM');
});
