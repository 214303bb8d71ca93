import {randomBytes} from 'node:crypto';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {Pool} from '../../shared/queue/job.ts';
import {saveMedia} from '../../shared/store/media/media.ts';
import {insertTour} from '../../shared/store/tours.ts';
import {emptyTour} from '../../shared/tour/document/document.ts';
import {eventually} from '../helpers/eventually.ts';
import {ageFiles} from '../helpers/files.ts';
import {signedIn} from '../helpers/person.ts';
import {startProcess} from '../helpers/processes.ts';
import {startService} from '../helpers/service.ts';
import {readZip} from '../helpers/zip.ts';

/** A worker that is killed in the middle of a copy or of a purge: the next one does the rest, and nothing of the first is left over. */

const service = await startService({}, {workers: false});
const {database, files} = service.services;
test.after.always(() => service.stop());

const IMAGES = 16;
const IMAGE_BYTES = 4 * 1024 * 1024;
const TOURS = 400;

async function startWorker(t: ExecutionContext, pool: Pool) {
	const worker = await startProcess('workers/main.ts', service.env, {pools: [pool]});
	t.teardown(() => worker.kill());
	return worker;
}
const count = async (sql: string, values: unknown[] = []) =>
	Number((await database.query(`SELECT COUNT(*) AS found FROM ${sql}`, values))[0].found);
const stored = async (folder: string) =>
	(await readdir(join(service.config.dataDir, 'files', folder), {recursive: true, withFileTypes: true}).catch(() => [])).filter(entry =>
		entry.isFile(),
	).length;

/** Images of which nobody sees that they are none: only their bytes matter here. */
async function fillWithImages(accountId: string): Promise<Map<string, Buffer>> {
	const images = new Map<string, Buffer>();
	for (let index = 0; index < IMAGES; index++) {
		const bytes = randomBytes(IMAGE_BYTES);
		const mediaId = await files.put('originals', bytes);
		images.set(mediaId, bytes);
		const variant = {
			file: await files.put('media', bytes.subarray(0, 100), '.webp'),
			width: 1,
			height: 1,
			format: 'webp' as const,
			bytes: 100,
		};
		const media = {
			accountId,
			mediaId,
			original: mediaId,
			name: null,
			width: 1,
			height: 1,
			format: 'png' as const,
			bytes: bytes.length,
			color: '#000000',
		};
		await saveMedia(database.manager, {...media, variants: [variant], stills: [], avif: [], frameless: false, detail: '0'.repeat(160)});
	}
	return images;
}

test.serial('a copy whose worker is killed is written again, whole, and the pieces of the first are gone', async t => {
	t.timeout(300_000);
	const ana = await signedIn(service);
	const images = await fillWithImages(ana.accountId);
	const {id} = (await ana.call('POST', '/app/v1/account/exports', {})).body.export;
	const first = await startWorker(t, 'delivery');
	await eventually('some pieces are there', async () => (await count('export_pieces WHERE export_id = ?', [id])) >= 2);
	await first.kill('SIGKILL');
	t.is((await ana.call('GET', `/app/v1/account/exports/${id}`)).body.export.status, 'running');
	await startWorker(t, 'delivery');
	const copy = await eventually('the copy is ready', async () => {
		const found = (await ana.call('GET', `/app/v1/account/exports/${id}`)).body.export;
		return found.status === 'ready' && found;
	});
	const response = await fetch(copy.url, {headers: {Cookie: `roteiro_session=${ana.token}`}});
	const found = await readZip(Buffer.from(await response.arrayBuffer()));
	for (const [mediaId, bytes] of images) t.true(found.get(`images/${mediaId}.png`)?.equals(bytes));
	t.is(await stored('exports'), await count('export_pieces WHERE export_id = ?', [id]));
});

test.serial('a purge whose worker is killed is done by the next one', async t => {
	t.timeout(300_000);
	const ana = await signedIn(service);
	const {accountId} = ana;
	await fillWithImages(accountId);
	for (let index = 0; index < TOURS; index++)
		await insertTour(database.manager, {accountId, createdBy: 'editor', content: emptyTour(`Tour ${index}`)});
	const others = await count('tours WHERE account_id <> ?', [accountId]);
	await ageFiles(service);
	await database.query(
		'UPDATE accounts SET deletion_asked_at = UTC_TIMESTAMP(3) - INTERVAL 15 DAY, deletion_due_at = UTC_TIMESTAMP(3) WHERE id = ?',
		[accountId],
	);
	const first = await startWorker(t, 'background');
	await eventually('some tours are gone', async () => (await count('tours WHERE account_id = ?', [accountId])) < TOURS - 20);
	await first.kill('SIGKILL');
	t.true((await count('accounts WHERE id = ?', [accountId])) === 1, 'it was killed in the middle');
	await startWorker(t, 'background');
	await eventually('nothing is left', async () => (await count('accounts WHERE id = ?', [accountId])) === 0);
	t.is(await count('tours WHERE account_id = ?', [accountId]), 0);
	t.is(await count('tours'), others);
	t.is(await stored('originals'), IMAGES, 'those of the other account');
});
