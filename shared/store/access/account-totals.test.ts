import test from 'ava';
import {countAccountTotals} from '../../../test/helpers/count-account-totals.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {type Client, startService} from '../../../test/helpers/service.ts';
import {emptyBin} from '../bin.ts';
import {tx} from '../database.ts';
import {readAccountTotals} from './account-totals.ts';

const service = await startService();
test.after.always(() => service.stop());
const {database} = service.services;

test('the numbers are those of what is there, after everything that changes them', async t => {
	const client = await service.client();
	const picture = await screenshot(200, 100).png().toBuffer();
	const {mediaId} = (await client('POST', '/v1/media', {body: {base64: picture.toString('base64')}})).body.media;
	await client('POST', '/v1/media', {body: {base64: picture.toString('base64')}});
	const tours: string[] = [];
	for (const name of ['a', 'b', 'c', 'd', 'e']) tours.push((await client('POST', '/v1/tours', {body: {name}})).body.tour.id);
	await compare(t, client, {count: 5, published: 0, inBin: 0});
	for (const id of tours.slice(0, 3)) {
		await client('POST', `/v1/tours/${id}/steps`, {body: {image: {mediaId}, title: 'One'}});
		await client('POST', `/v1/tours/${id}/publish`);
		await client('POST', `/v1/tours/${id}/publish`, {body: {title: 'Again'}});
	}
	await compare(t, client, {count: 5, published: 3, inBin: 0});
	await client('DELETE', `/v1/tours/${tours[0]}/publish`);
	await client('DELETE', `/v1/tours/${tours[0]}/publish`);
	for (const id of [tours[0], tours[1], tours[4]]) await client('DELETE', `/v1/tours/${id}`);
	await compare(t, client, {count: 2, published: 1, inBin: 3});
	await client('POST', `/v1/tours/${tours[4]}/restore`);
	await client('POST', `/v1/tours/${tours[4]}/duplicate`, {body: {}});
	await compare(t, client, {count: 4, published: 1, inBin: 2});
	t.like(await tx(database, db => emptyBin(db, client.accountId, 1)), {erased: 1, left: 1});
	await compare(t, client, {count: 4, published: 1, inBin: 1});
	await Promise.all(Array.from({length: 12}, (_, index) => client('POST', '/v1/tours', {body: {name: `at once ${index}`}})));
	await compare(t, client, {count: 16, published: 1, inBin: 1});
	t.is((await readAccountTotals(database.manager, client.accountId)).media.images, 1);
});

/** The numbers as they are kept, as they are counted, and as they should be. */
async function compare(t: {deepEqual(a: unknown, b: unknown): unknown}, {accountId}: Client, wanted: object): Promise<void> {
	const kept = await readAccountTotals(database.manager, accountId);
	t.deepEqual(kept.tours, wanted as typeof kept.tours);
	await countAccountTotals(database.manager, accountId);
	t.deepEqual(await readAccountTotals(database.manager, accountId), kept);
}
