import {newId} from '../../shared/ids.ts';
import {recordNameParts} from '../../shared/store/tour-search.ts';
import {encryptLead, leadKeys} from '../../shared/store/visitors/lead-cipher.ts';
import {copyTour} from '../bench/many-tours.ts';
import {countAccountTotals} from '../helpers/count-account-totals.ts';
import {eventually} from '../helpers/eventually.ts';
import {screenshot} from '../helpers/images.ts';
import {publishForm} from '../helpers/lead.ts';
import {type SignedIn, signedIn} from '../helpers/person.ts';
import type {Client, TestService} from '../helpers/service.ts';

/** An account in which everything that is listed is there in this number. */
export type Furnished = {
	size: number;
	client: Client;
	person: SignedIn;
	/** What the paths of operations name. */
	names: Record<string, string>;
};

/**
 * An account of so many tours, every third of them published, with visits on some days; a few in the bin, and as many leads and uses. One tour is made
 * whole, the others are copies of its rows. The oldest has the word `zenith` in its name, was made in the editor, alone of all, and is published.
 */
export async function furnish(service: TestService, size: number, {days = 3} = {}): Promise<Furnished> {
	const person = await signedIn(service);
	const client = await service.client({accountId: person.accountId});
	const {tourId, names} = await wholeTour(service, client);
	const {id: accountExportId} = (await person.call('POST', '/app/v1/account/exports', {})).body.export;
	// A copy of thousands of tours would read them while a test counts rows.
	await eventually('the copy of the account is ready', async () => {
		const {exports} = (await person.call('GET', '/app/v1/account/exports')).body;
		return exports[0].status === 'ready';
	});
	const db = service.services.database.manager;
	const {accountId} = client;
	const ids = await copyTour(db, tourId, size - 1);
	const oldest = ids.at(-1)!;
	await db.query("UPDATE tours SET name = 'The zenith', created_by = 'editor' WHERE id = ?", [oldest]);
	await db.query(
		`UPDATE tours t JOIN (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS place FROM tours WHERE account_id = ?) n ON n.id = t.id
		 SET t.status = 'unpublished' WHERE n.place % 3 > 0 AND t.id NOT IN (?)`,
		[accountId, [tourId, oldest]],
	);
	await recordNameParts(db, [{id: oldest, accountId, name: 'The zenith'}]);
	const binned = await copyTour(db, tourId, Math.max(8, size / 10));
	// Not of every copy.
	for (let title = 1; title <= 7; title++) await client('POST', `/v1/tours/${tourId}/versions`, {body: {name: `Version ${title}`}});
	await db.query("UPDATE tours SET deleted_at = created_at, status = 'unpublished' WHERE id IN (?)", [binned]);
	for (let ago = 1; ago <= days; ago++) {
		await db.query(
			`INSERT INTO tour_days (tour_id, day, account_id, views, completions, cta_clicks)
			 SELECT id, CURRENT_DATE - INTERVAL ? DAY, IF(deleted_at IS NULL, account_id, NULL), 1 + CRC32(CONCAT(id, ?)) % 50, 1, 1
			 FROM tours WHERE account_id = ?`,
			[ago, ago, accountId],
		);
	}
	await db.query(
		`INSERT INTO account_days (account_id, day, views, completions, cta_clicks)
		 SELECT account_id, day, SUM(views), SUM(completions), SUM(cta_clicks) FROM tour_days WHERE account_id = ? GROUP BY day`,
		[accountId],
	);
	await countAccountTotals(db, accountId);
	await leadsUsesAndSpeech(service, client, size);
	await db.query('ANALYZE TABLE tours, tour_name_parts, publications, tour_days, leads, uses, media, speech');
	return {size, client, person, names: {...names, accountExportId}};
}

async function wholeTour(service: TestService, client: Client): Promise<{tourId: string; names: Record<string, string>}> {
	const {accountId} = client;
	const picture = await screenshot(300, 200).png().toBuffer();
	const {mediaId} = (await client('POST', '/v1/media', {body: {base64: picture.toString('base64')}})).body.media;
	const document = {
		name: 'Bench of a flow',
		steps: [
			{key: 'one', title: 'One', image: {mediaId}},
			{key: 'two', type: 'slide', title: 'Two'},
		],
	};
	const {tour} = (await client('PUT', '/v1/documents/whole', {body: {document}})).body;
	await client('POST', `/v1/tours/${tour.id}/publish`);
	for (const format of ['bundle', 'captions']) await client('POST', `/v1/tours/${tour.id}/exports`, {body: {format}});
	const {exports} = (await client('GET', `/v1/tours/${tour.id}/exports`)).body;
	const jobs: Array<{id: string}> = await service.services.database.query('SELECT id FROM jobs WHERE account_id = ? LIMIT 1', [accountId]);
	return {
		tourId: tour.id,
		names: {id: tour.id, stepId: tour.steps[0].id, key: 'whole', number: '1', mediaId, jobId: jobs[0]!.id, exportId: exports[0].id},
	};
}

async function leadsUsesAndSpeech({services}: TestService, client: Client, size: number): Promise<void> {
	const {database} = services;
	const {tourId, formId} = await publishForm(client, {});
	const keys = leadKeys(services);
	const leads = Array.from({length: size}, (_, index) => {
		const id = newId('lead');
		const email = index % 2 === 0 ? 'bia@private.example' : `visitor-${index}@private.example`;
		const {answers, contentHash, emailHash} = encryptLead(keys, {id, tourId, formId}, {name: `Bia ${index}`, email, phone: null});
		return [id, client.accountId, tourId, 'pub', formId, answers, contentHash, emailHash, new Date(Date.now() - index * 60_000)];
	});
	await database.query(
		'INSERT INTO leads (id, account_id, tour_id, publication_id, form_id, answers, content_hash, email_hash, created_at) VALUES ?',
		[leads],
	);
	await database.query(
		`INSERT INTO uses (account_id, credential_type, credential_id, app, action, status, ip_hash, at, calls)
		 SELECT ?, 'api_key', ?, 'test', 'get_tour', 200, REPEAT('0', 32), UTC_TIMESTAMP(3) - INTERVAL seq MINUTE, 1 FROM seq_1_to_${size}`,
		[client.accountId, client.credentialId],
	);
	await database.query(
		`INSERT INTO speech (account_id, hash, file, duration_ms, bytes, script, created_at, referenced_at)
		 SELECT ?, UNHEX(SHA2(seq, 256)), CONCAT(SHA2(seq, 256), '.mp3'), 1000, 1000, 'Read aloud.', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
		 FROM seq_1_to_${size}`,
		[client.accountId],
	);
}
