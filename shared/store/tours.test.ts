import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {screenshot} from '../../test/helpers/images.ts';
import {startService} from '../../test/helpers/service.ts';
import {tx} from './database.ts';
import {takeDown, unpublishTour} from './publications.ts';
import {type LockedTour, readTour} from './tour-list.ts';
import {lockTour} from './tours.ts';

const service = await startService();
test.after.always(() => service.stop());
const {database} = service.services;

test('a locked tour is read as it is after the wait, its link and publisher too, which are not locked', async t => {
	const client = await service.client();
	const accountId = (await client('GET', '/v1/me')).body.account.id;
	const picture = await screenshot(200, 100).png().toBuffer();
	const {mediaId} = (await client('POST', '/v1/media', {body: {base64: picture.toString('base64')}})).body.media;
	const {id} = (await client('POST', '/v1/tours', {body: {name: 'Locked'}})).body.tour;
	await client('POST', `/v1/tours/${id}/steps`, {body: {image: {mediaId}, title: 'One'}});
	await client('POST', `/v1/tours/${id}/publish`);
	const before = await readTour(database.manager, accountId, id);
	t.truthy(before.link);

	const {waiting, locked} = await tx(database, async db => {
		const locked = await lockTour(db, accountId, id, null);
		const waiting = tx(database, other => lockTour(other, accountId, id, null));
		// Longer than the other takes to the lock. These end at once although the tour is locked.
		await sleep(300);
		await database.query('UPDATE accounts SET company = ? WHERE id = ?', ['Pipa Ltda', accountId]);
		await database.query('UPDATE publications SET title = ? WHERE slug = ?', ['Locked', locked.slug]);
		await takeDown(db, id);
		await unpublishTour(db, locked);
		return {waiting, locked};
	});
	t.deepEqual(locked, before as LockedTour);
	const after = await waiting;
	t.like(after, {link: null, status: 'unpublished', version: before.version + 1, publisher: {company: 'Pipa Ltda'}});
});
