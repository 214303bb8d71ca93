import test from 'ava';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {startService} from '../../../test/helpers/service.ts';
import {storePlainCover} from './render-cover.ts';
import {readSnapshot} from './snapshot.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());
const {database, files} = service.services;

type Row = {snapshot: string; plainCover: string; plainRecipe: Buffer | null};

test.serial('a plain cover is drawn once for the same picture, highlight and colours, and again for any other', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Covered'}})).body;
	const path = `/v1/tours/${tour.id}`;
	const image = async (width: number) => ({base64: (await screenshot(width, 400).png().toBuffer()).toString('base64')});
	const {step} = (await ana('POST', `${path}/steps`, {body: {title: 'One', image: await image(700)}})).body;
	const publish = async (title: string): Promise<Row> => {
		await ana('POST', `${path}/publish`, {body: {title}});
		const [row] = await database.query(
			'SELECT snapshot, plain_cover AS plainCover, plain_recipe AS plainRecipe FROM publications WHERE tour_id = ?',
			[tour.id],
		);
		return row;
	};
	const first = await publish('First title');
	const drawn = await files.read('media', first.plainCover);
	// What it finds under the recipe it takes: another picture there shows that nothing was drawn.
	const other = await files.put('media', Buffer.from('stands for the cover that was drawn before'), '.jpg');
	await database.query('UPDATE publications SET plain_cover = ? WHERE tour_id = ?', [other, tour.id]);
	const again = await publish('Another title');
	t.deepEqual([again.plainCover, again.plainRecipe], [other, first.plainRecipe]);
	t.not(again.snapshot, first.snapshot);

	const changes = [
		() => ana('PATCH', `${path}/steps/${step.id}`, {body: {highlight: {x: 0.2, y: 0.2, width: 0.2, height: 0.2}}}),
		() => ana('PUT', `${path}/theme`, {body: {preset: 'dark'}}),
		async () => ana('PATCH', `${path}/steps/${step.id}`, {body: {image: await image(710)}}),
	];
	const covers = [other];
	for (const change of changes) {
		await change();
		covers.push((await publish('Another title')).plainCover);
	}
	t.is(new Set(covers).size, covers.length);
	const snapshot: Snapshot = await readSnapshot(files, first.snapshot);
	await database.query('UPDATE publications SET plain_recipe = NULL');
	t.deepEqual(await files.read('media', (await storePlainCover(snapshot, service.services, ana.accountId)).plainCover), drawn);
});

test.serial('where the picture is gone what is drawn instead is not taken for the real cover later', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Gone'}})).body;
	const base64 = (await screenshot(720, 400).png().toBuffer()).toString('base64');
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {image: {base64}}});
	await ana('POST', `/v1/tours/${tour.id}/publish`);
	const [{snapshot: name}] = await database.query('SELECT snapshot FROM publications WHERE tour_id = ?', [tour.id]);
	await database.query('UPDATE publications SET plain_recipe = NULL');
	const snapshot = await readSnapshot(files, name);
	for (const {file} of snapshot.steps[0]!.image!.variants) await files.remove('media', file, new Date(Date.now() + 60_000));
	t.is((await storePlainCover(snapshot, service.services, ana.accountId)).plainRecipe, null);
});
