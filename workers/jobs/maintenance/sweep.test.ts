import test from 'ava';
import sharp from 'sharp';
import {FILE_PARTS} from '../../../shared/files/file-store.ts';
import {sha256} from '../../../shared/ids.ts';
import {confirmAccount, createAccount, findAccount, setPendingEmail} from '../../../shared/store/access/accounts.ts';
import {createLink} from '../../../shared/store/access/email-links.ts';
import {createSession, findSession} from '../../../shared/store/access/sessions.ts';
import {insertLoggedCalls} from '../../../shared/store/access/usage-log.ts';
import {ageFiles} from '../../../test/helpers/files.ts';
import {type Client, startService} from '../../../test/helpers/service.ts';
import {purgeAccounts} from '../accounts/account-end.ts';
import {sweep} from './sweep.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

async function upload(client: Client, shade: number): Promise<{mediaId: string; url: string}> {
	const png = await sharp({create: {width: 64, height: 40, channels: 3, background: {r: shade, g: shade, b: shade}}})
		.png()
		.toBuffer();
	return (await client('POST', '/v1/media', {body: {base64: png.toString('base64')}})).body.media;
}
const age = (statement: string, parameters: unknown[] = []) => service.services.database.query(statement, parameters);
const isServed = async (url: string) => (await fetch(url)).status === 200;

test.serial('ended sessions, old links and uses older than 90 days are swept; what is still good stays', async t => {
	const {manager} = service.services.database;
	const {accountId} = await service.client();
	const account = {id: accountId, email: 'x@example.com'};
	const {token} = await createSession(manager, accountId);
	const ended = await createSession(manager, accountId);
	await age('UPDATE sessions SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE hash = ?', [sha256(ended.token)]);
	await createLink(manager, {account, purpose: 'reset'});
	await age('UPDATE account_links SET expires_at = expires_at - INTERVAL 31 DAY');
	await createLink(manager, {account, purpose: 'reset'});
	const use = {accountId, credentialType: 'api_key' as const, credentialId: 'cred_x', app: 'x', action: 'get_me', status: 200, calls: 1};
	const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);
	await insertLoggedCalls(
		manager,
		[89, 91].map(count => ({...use, ipHash: Buffer.alloc(32), at: days(count)})),
	);
	const swept = await sweep(service);
	t.like(swept, {sessions: 1, accountLinks: 1, uses: 1});
	t.truthy(await findSession(manager, token));
	t.like(await sweep(service), {sessions: 0, accountLinks: 0, uses: 0});
});

test.serial('addresses that nobody confirmed are not kept: accounts made with them, and new ones of accounts', async t => {
	const {database} = service.services;
	const {manager} = database;
	const made = async (email: string, days: number, links: Array<'confirm' | 'reset'>) => {
		const account = await createAccount(manager, {email, name: 'Bia', plan: 'free'});
		await age('UPDATE accounts SET created_at = created_at - INTERVAL ? DAY WHERE id = ?', [days, account.id]);
		for (const purpose of links) await createLink(manager, {account, purpose});
		return account;
	};
	const expire = (id: string) =>
		age('UPDATE account_links SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE account_id = ?', [id]);
	const never = await made('never@example.com', 8, ['confirm']);
	const [young, waits, unasked, confirmed, uses] = await Promise.all([
		made('young@example.com', 6, ['confirm']),
		made('waits@example.com', 8, ['confirm']),
		made('unasked@example.com', 400, ['reset']),
		made('confirmed@example.com', 400, ['confirm']),
		made('uses@example.com', 400, ['confirm']),
	]);
	for (const {id} of [never, young, unasked, confirmed, uses]) await expire(id);
	await confirmAccount(manager, confirmed.id);
	await createSession(manager, uses.id);
	for (const {id} of [confirmed, unasked]) {
		await setPendingEmail(manager, id, `new-${id}@example.com`);
		if (id === confirmed.id) await createLink(manager, {account: {id, email: `new-${id}@example.com`}, purpose: 'email'});
	}
	t.like(await sweep(service), {unconfirmedAccounts: 1, pendingEmails: 0});
	await age('UPDATE accounts SET deletion_asked_at = deletion_asked_at - INTERVAL 1 HOUR WHERE id = ?', [never.id]);
	t.is((await purgeAccounts(service)).purged, 1);
	t.is(await findAccount(manager, never.id), null);
	for (const {id} of [young, waits, unasked, confirmed, uses]) t.is((await findAccount(manager, id))!.deletionDueAt, null);

	await expire(confirmed.id);
	t.like(await sweep(service), {unconfirmedAccounts: 0, pendingEmails: 1});
	t.is((await findAccount(manager, confirmed.id))!.pendingEmail, null);
	t.truthy((await findAccount(manager, unasked.id))!.pendingEmail, 'The mail with its link is still on its way.');
});

test.serial('media that no tour and no link has used for 30 days are swept with their files; used ones stay', async t => {
	const [unused, inTour, inLink, shared, fresh] = await Promise.all([1, 2, 3, 4, 5].map(shade => upload(ana, shade)));
	const bo = await service.client();
	await upload(bo, 4);
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Uses'}})).body;
	const path = `/v1/tours/${tour.id}`;
	await ana('POST', `${path}/steps`, {body: {image: {mediaId: inTour!.mediaId}}});
	const {step} = (await ana('POST', `${path}/steps`, {body: {image: {mediaId: inLink!.mediaId}}})).body;
	await ana('POST', `${path}/publish`);
	await ana('DELETE', `${path}/steps/${step.id}`);
	await age(
		'UPDATE media SET referenced_at = referenced_at - INTERVAL 31 DAY, unused_since = unused_since - INTERVAL 31 DAY WHERE account_id = ? AND media_id <> ?',
		[ana.accountId, fresh!.mediaId],
	);
	await ageFiles(service);
	t.is((await sweep(service)).media, 2);
	t.false(await isServed(unused!.url));
	for (const kept of [inTour!, inLink!, fresh!]) t.true(await isServed(kept.url));
	t.true(await isServed(shared!.url), 'another account has the same bytes');
	t.is((await ana('POST', `${path}/steps`, {body: {image: {mediaId: unused!.mediaId}}})).status, 404);
	t.is((await ana('POST', `${path}/steps`, {body: {image: {mediaId: shared!.mediaId}}})).status, 404);
	t.is((await sweep(service)).media, 0);
});

test.serial('the files of a swept image stay where another image has the same variants, or they were stored again since', async t => {
	const png = await sharp({create: {width: 64, height: 40, channels: 3, background: '#123456'}})
		.png()
		.toBuffer();
	const [first, twin] = await Promise.all(
		[png, Buffer.concat([png, Buffer.from('trailing')])].map(async bytes => {
			const reply = await ana('POST', '/v1/media', {body: {base64: bytes.toString('base64')}});
			return reply.body.media;
		}),
	);
	t.not(first.mediaId, twin.mediaId);
	t.is(first.url, twin.url);
	await age(
		'UPDATE media SET referenced_at = referenced_at - INTERVAL 31 DAY, unused_since = unused_since - INTERVAL 31 DAY WHERE media_id = ?',
		[first.mediaId],
	);
	await ageFiles(service);
	t.is((await sweep(service)).media, 1);
	t.true(await isServed(twin.url));
	await age(
		'UPDATE media SET referenced_at = referenced_at - INTERVAL 31 DAY, unused_since = unused_since - INTERVAL 31 DAY WHERE media_id = ?',
		[twin.mediaId],
	);
	t.is((await sweep(service)).media, 1);
	t.false(await isServed(twin.url));
});

test.serial('an image that is swept can be uploaded again', async t => {
	const media = await upload(ana, 9);
	await age(
		'UPDATE media SET referenced_at = referenced_at - INTERVAL 31 DAY, unused_since = unused_since - INTERVAL 31 DAY WHERE media_id = ?',
		[media.mediaId],
	);
	await ageFiles(service);
	await sweep(service);
	const again = await upload(ana, 9);
	t.is(again.mediaId, media.mediaId);
	t.true(await isServed(again.url));
});

test.serial('expired previews answer 410, and are gone 30 days later', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Preview'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	const {preview} = (await ana('POST', `/v1/tours/${tour.id}/publish`, {body: {dryRun: true}})).body;
	t.is((await fetch(preview.url)).status, 200);
	await age("UPDATE publications SET expires_at = expires_at - INTERVAL 8 DAY WHERE kind = 'preview'");
	t.is((await fetch(preview.url)).status, 410);
	t.is((await sweep(service)).previews, 0);
	await age("UPDATE publications SET expires_at = expires_at - INTERVAL 30 DAY WHERE kind = 'preview'");
	t.is((await sweep(service)).previews, 1);
	t.is((await fetch(preview.url)).status, 404);
});

test.serial('pages, snapshots and covers that a later publish replaced are swept; those of the link stay', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Replaced'}})).body;
	const path = `/v1/tours/${tour.id}`;
	await ana('POST', `${path}/steps`, {body: {type: 'slide', title: 'One'}});
	const publish = async (title: string) => {
		const {publishedLink} = (await ana('POST', `${path}/publish`, {body: {title}})).body;
		t.is((await fetch(publishedLink.coverUrl)).status, 200);
		return publishedLink;
	};
	await publish('First');
	await ageFiles(service);
	await sweep(service, FILE_PARTS);
	t.like(await sweep(service, FILE_PARTS), {pagesFiles: 0, snapshotsFiles: 0, mediaFiles: 0});
	const link = await publish('Second');
	await ageFiles(service);
	// The page in three encodings and the snapshot; covers only where they look different.
	t.like(await sweep(service, FILE_PARTS), {pagesFiles: 3, snapshotsFiles: 1});
	for (const url of [link.url, link.coverUrl]) t.is((await fetch(url)).status, 200);
});

test.serial('idempotency records, upload URLs and ended jobs are purged when their time is over', async t => {
	await ana('POST', '/v1/tours', {body: {name: 'Key'}, headers: {'Idempotency-Key': crypto.randomUUID()}});
	await ana('POST', '/v1/media/upload-url', {body: {}});
	const first = await sweep(service);
	t.deepEqual([first.idempotencyKeys, first.uploads, first.jobs], [0, 0, 0]);
	await age('UPDATE idempotency SET created_at = created_at - INTERVAL 25 HOUR');
	await age('UPDATE uploads SET expires_at = expires_at - INTERVAL 31 DAY');
	await age('UPDATE jobs SET finished_at = finished_at - INTERVAL 8 DAY');
	const second = await sweep(service);
	t.true(second.idempotencyKeys! >= 1 && second.uploads! >= 1 && second.jobs! >= 1);
});

test.serial('a purge that fails stops none of the others, and fails the run', async t => {
	const {database} = service.services;
	await database.query('RENAME TABLE uploads TO uploads_away');
	t.teardown(() => database.query('DROP TABLE IF EXISTS uploads_away'));
	await database.query('UPDATE jobs SET finished_at = finished_at - INTERVAL 8 DAY');
	const error = await t.throwsAsync(sweep(service), {instanceOf: AggregateError});
	await database.query('RENAME TABLE uploads_away TO uploads');
	t.regex(error.message, /1 parts of the sweep failed.*uploads/);
	const [{ended}] = await database.query('SELECT COUNT(*) AS ended FROM jobs WHERE finished_at < UTC_TIMESTAMP() - INTERVAL 7 DAY');
	t.is(Number(ended), 0);
});
