import test from 'ava';
import {DataSource} from 'typeorm';
import {FILE_PARTS} from '../../shared/files/file-store.ts';
import {sourceOptions} from '../../shared/store/connection/connection.ts';
import {screenshot} from '../../test/helpers/images.ts';
import {startService} from '../../test/helpers/service.ts';
import {sweep} from '../../workers/jobs/maintenance/sweep.ts';
import {migrate} from '../migrate.ts';
import {Uses1764400000000} from './0005-uses.ts';

test('a database of the previous edition is brought up to date, also after a migration that was killed; then its uses are known', async t => {
	const service = await startService();
	t.teardown(() => service.stop());
	const {database} = service.services;
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Older'}})).body;
	const image = {base64: (await screenshot(700, 400).png().toBuffer()).toString('base64')};
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {image}});
	const {publishedLink} = (await ana('POST', `/v1/tours/${tour.id}/publish`)).body;
	// Once the response is there the cover is written down too.
	await fetch(publishedLink.coverUrl);
	const tables = {media_uses: 'user_kind, media_id', file_uses: 'user_kind, file', publications: 'id', media: 'media_id'};
	const rows = async (table: keyof typeof tables) => database.query(`SELECT * FROM ${table} ORDER BY ${tables[table]}`);
	// Versions came later, and are not this migration's.
	await database.query("DELETE FROM media_uses WHERE user_kind = 'versions'");
	const before = {mediaUses: await rows('media_uses'), fileUses: await rows('file_uses')};
	t.true(before.mediaUses.length >= 2 && before.fileUses.length >= 5);

	const plain = new DataSource(sourceOptions(service.config.databaseUrl));
	await plain.initialize();
	t.teardown(() => plain.destroy());
	const runner = plain.createQueryRunner();
	await new Uses1764400000000().down(runner);
	// Killed when it was half done.
	const broken = Object.assign(Object.create(runner), {
		query(statement: string, parameters?: unknown[]) {
			if (statement.startsWith('ALTER TABLE speech')) throw new Error('killed');
			return runner.query(statement, parameters);
		},
	});
	await t.throwsAsync(new Uses1764400000000().up(broken), {message: 'killed'});
	await runner.query("DELETE FROM migrations WHERE name LIKE 'Uses%'");
	await runner.release();
	t.deepEqual(await migrate(service.config), ['Uses1764400000000']);
	const images = before.fileUses.filter(({user_kind: kind}: {user_kind: string}) => kind === 'media');
	t.deepEqual(await rows('file_uses'), images, 'the files of images are known at once');

	t.like(await sweep(service, FILE_PARTS), {recorded: 2, media: 0});
	t.deepEqual({mediaUses: await rows('media_uses'), fileUses: await rows('file_uses')}, before);
	for (const {unused_since: since} of await rows('media')) t.is(since, null);
});
