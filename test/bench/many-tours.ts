import {newId, randomToken} from '../../shared/ids.ts';
import type {Db} from '../../shared/store/database.ts';
import {recordNameParts} from '../../shared/store/tour-search.ts';
import type {Client} from '../helpers/service.ts';

/** Copies made by one statement. */
const BATCH = 1000;
const MINUTE_MS = 60_000;

/** Of a copy: its own ids, its number, and when it was made. */
type Copy = {tour: string; publication: string; slug: string; number: number; at: string};

/** A published tour of ten steps that show the same screenshot. */
export async function makePublishedTour(client: Client, name: string, picture: Buffer): Promise<string> {
	const {tour} = (await client('POST', '/v1/tours', {body: {name}})).body;
	const {media} = (await client('POST', '/v1/media', {body: {base64: picture.toString('base64')}})).body;
	for (let step = 1; step <= 10; step++) {
		const body = {
			title: `Step ${step}`,
			text: 'Press the button that stands at the right of the list.',
			click: {x: 0.5, y: 0.5},
			image: {mediaId: media.mediaId},
		};
		const {status} = await client('POST', `/v1/tours/${tour.id}/steps`, {body});
		if (status !== 201) throw new Error(`A step was answered ${status}.`);
	}
	const {status} = await client('POST', `/v1/tours/${tour.id}/publish`);
	if (status >= 300) throw new Error(`Publishing was answered ${status}.`);
	return tour.id;
}

/** Adds `count` tours that are like this one, published as it is, with the rows of what they use; returns their ids. Their files are its own. */
export async function copyTour(db: Db, tourId: string, count: number): Promise<string[]> {
	const [{id: publicationId}] = await db.query("SELECT id FROM publications WHERE tour_id = ? AND kind = 'live'", [tourId]);
	const ids: string[] = [];
	for (let done = 0; done < count; done += BATCH) {
		const copies: Copy[] = Array.from({length: Math.min(BATCH, count - done)}, (_, index) => ({
			tour: newId('tour'),
			publication: newId('pub'),
			slug: randomToken(),
			number: done + index,
			at: new Date(Date.now() - (done + index) * MINUTE_MS).toISOString().replace('Z', ''),
		}));
		const copy = (table: string, where: Record<string, string>, changed: Record<string, string>) =>
			copyRows(db, {table, where, changed, copies});
		const made = {created_at: 'copy.at', updated_at: 'copy.at'};
		await copy(
			'tours',
			{id: tourId},
			{id: 'copy.tour', slug: 'copy.slug', doc_key: 'NULL', name: "CONCAT(row.name, ' ', copy.number)", ...made},
		);
		const published = {id: 'copy.publication', tour_id: 'copy.tour', slug: 'copy.slug', published_at: 'copy.at'};
		await copy('publications', {id: publicationId}, published);
		const named = await db.query('SELECT id, account_id AS accountId, name FROM tours WHERE id IN (?)', [copies.map(({tour}) => tour)]);
		await recordNameParts(db, named);
		await copy('tour_versions', {tour_id: tourId}, {tour_id: 'copy.tour'});
		await copy('media_uses', {user_id: tourId}, {user_id: 'copy.tour'});
		await copy('media_uses', {user_id: publicationId}, {user_id: 'copy.publication'});
		await copy('file_uses', {user_id: publicationId}, {user_id: 'copy.publication'});
		ids.push(...copies.map(({tour}) => tour));
	}
	return ids;
}

/** Adds the rows that `where` finds once for each copy, with the columns of `changed` computed from `row` and `copy`. */
async function copyRows(
	db: Db,
	{table, where, changed, copies}: {table: string; where: Record<string, string>; changed: Record<string, string>; copies: Copy[]},
): Promise<void> {
	const columns: Array<{name: string}> = await db.query(
		`SELECT column_name AS name FROM information_schema.columns
		 WHERE table_schema = DATABASE() AND table_name = ? AND extra NOT LIKE '%GENERATED%'`,
		[table],
	);
	const names = columns.map(({name}) => name);
	await db.query(
		`INSERT INTO ${table} (${names.join(', ')})
		 SELECT ${names.map(name => changed[name] ?? `row.${name}`).join(', ')} FROM ${table} row
		 JOIN JSON_TABLE(?, '$[*]' COLUMNS (tour VARCHAR(40) PATH '$.tour', publication VARCHAR(40) PATH '$.publication',
			slug VARCHAR(22) PATH '$.slug', number INT PATH '$.number', at DATETIME(3) PATH '$.at')) copy
		 WHERE ${Object.keys(where)
				.map(name => `row.${name} = ?`)
				.join(' AND ')}`,
		[JSON.stringify(copies), ...Object.values(where)],
	);
}
