import test from 'ava';
import {FILE_PARTS} from '../../shared/files/file-store.ts';
import {notePart, partFile, usePart} from '../../shared/store/exports/export-parts.ts';
import {sweep} from '../../workers/jobs/maintenance/sweep.ts';
import {eventually} from '../helpers/eventually.ts';
import {exported, makeTour} from '../helpers/exports.ts';
import {ageFiles} from '../helpers/files.ts';
import {type Client, startService} from '../helpers/service.ts';

/** When the URL of an export ends, and that its file goes. */

const service = await startService({}, {also: ['export']});
const {database, files} = service.services;
const ana = await service.client();
test.after.always(() => service.stop());

const status = async (url: string) => (await fetch(url)).status;
const fileOf = async (id: string): Promise<string> => (await database.query('SELECT file FROM tour_exports WHERE id = ?', [id]))[0].file;
const rows = async (id: string) => (await database.query('SELECT 1 FROM tour_exports WHERE id = ?', [id])).length;

async function keptPart(client: Client, mediaId: string, digit: string): Promise<string> {
	const file = partFile(client.accountId, digit.repeat(64), '.mp4');
	await notePart(database.manager, client.accountId, file, [mediaId]);
	await files.putUnder('tour-export-parts', file, Buffer.from(digit));
	return file;
}

test.serial('it ends after its time, and with the next sweep row and file are gone', async t => {
	const {id, mediaId} = await makeTour(ana, 'Over', 10);
	const made = await exported(ana, id, {format: 'bundle'});
	const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000;
	t.true(days > 6.9 && days <= 7);
	const file = await fileOf(made.id);
	const part = await keptPart(ana, mediaId, 'a');
	await sweep(service, FILE_PARTS);
	t.is(await status(made.url), 200);
	t.true(await usePart(database.manager, ana.accountId, part));

	await database.query('UPDATE tour_exports SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?', [made.id]);
	await database.query('UPDATE tour_export_parts SET used_at = used_at - INTERVAL 8 DAY');
	t.is(await status(made.url), 404);
	t.false(await usePart(database.manager, ana.accountId, part));
	t.like(await sweep(service, []), {tourExports: 1, tourExportParts: 1});
	t.deepEqual([await files.size('tour-exports', file), await files.size('tour-export-parts', part), await rows(made.id)], [null, null, 0]);
});

test.serial('files that no row names are swept', async t => {
	for (const folder of ['tour-exports', 'tour-export-parts'] as const) await files.putUnder(folder, 'f'.repeat(64), Buffer.from('lost'));
	await ageFiles(service);
	await sweep(service, FILE_PARTS);
	for (const folder of ['tour-exports', 'tour-export-parts'] as const) t.is(await files.size(folder, 'f'.repeat(64)), null);
});

test.serial('it is not there while its tour is in the bin, and goes with it', async t => {
	const {id} = await makeTour(ana, 'Binned', 11);
	const made = await exported(ana, id, {format: 'bundle'});
	const file = await fileOf(made.id);
	await ana('DELETE', `/v1/tours/${id}`);
	t.is(await status(made.url), 404);
	t.is((await ana('GET', `/v1/exports/${made.id}`)).status, 404);
	await ana('POST', `/v1/tours/${id}/restore`);
	t.is(await status(made.url), 200);
	await ana('DELETE', `/v1/tours/${id}`);
	await database.query('UPDATE tours SET deleted_at = deleted_at - INTERVAL 31 DAY WHERE id = ?', [id]);
	await sweep(service, []);
	await sweep(service, []);
	t.deepEqual([await files.size('tour-exports', file), await rows(made.id)], [null, 0]);
});

test.serial('it ends when a picture of it is redacted, with the parts that may show it; other exports stay', async t => {
	const {id, stepIds, mediaId} = await makeTour(ana, 'Secret', 12);
	const other = await makeTour(ana, 'Harmless', 13);
	const [made, kept] = [await exported(ana, id, {format: 'bundle'}), await exported(ana, other.id, {format: 'bundle'})];
	const file = await fileOf(made.id);
	const parts = [await keptPart(ana, mediaId, 'b'), await keptPart(ana, other.mediaId, 'c')] as const;
	const areas = [{x: 0.1, y: 0.1, width: 0.3, height: 0.2, style: 'box'}];
	const redacted = await ana('POST', `/v1/tours/${id}/steps/${stepIds[0]}/redact`, {body: {areas, where: 'tour', live: 'replace'}});
	t.is(redacted.status, 200, JSON.stringify(redacted.body));
	t.is(await status(made.url), 404, 'at once');
	t.false(await usePart(database.manager, ana.accountId, parts[0]));
	await eventually('its file is removed', async () => (await files.size('tour-exports', file)) === null);
	await eventually('so is the part', async () => (await files.size('tour-export-parts', parts[0])) === null);
	t.is(await status(kept.url), 200);
	t.true(await usePart(database.manager, ana.accountId, parts[1]));
	const again = await exported(ana, id, {format: 'bundle'});
	t.not(again.id, made.id);
});

test.serial('one that is being made when its tour goes is given up', async t => {
	const {id} = await makeTour(ana, 'Under way', 14);
	const {body} = await ana('POST', `/v1/tours/${id}/exports`, {body: {format: 'bundle'}});
	await ana('DELETE', `/v1/tours/${id}`);
	const job = await eventually('the job has ended', async () => {
		const found = (await ana('GET', `/v1/jobs/${body.export.jobId}`)).body.job;
		return (found.status === 'failed' || found.status === 'succeeded') && found;
	});
	const [row] = await database.query('SELECT file, ready_at AS readyAt FROM tour_exports WHERE id = ?', [body.export.id]);
	// It may have been faster than the bin.
	t.is(job.status === 'failed', row.readyAt === null);
	if (job.status === 'failed') t.is(await files.size('tour-exports', row.file), null);
});

test.serial('another account sees nothing of it', async t => {
	const bo = await service.client();
	const {id} = await makeTour(ana, 'Private', 15);
	const made = await exported(ana, id, {format: 'bundle'});
	for (const method of ['GET', 'DELETE']) t.is((await bo(method, `/v1/exports/${made.id}`)).status, 404);
	t.is((await bo('POST', `/v1/tours/${id}/exports`, {body: {format: 'bundle'}})).status, 404);
	t.is(await status(made.url), 200);
});
