import {stat} from 'node:fs/promises';
import type {FoundTour} from '../shared/contract/tour.ts';
import {type Connection, readDocument} from './connection.ts';
import {refused} from './errors.ts';
import {readFolder} from './folder/read-folder.ts';

const SLUG = /^[0-9A-Za-z]{22}$/;
const PAGE = 200;

/** The id of the tour that is named: by its id, its link, the slug of that, the account's own name for it, or a folder with it. */
export async function findTour(named: string, connection: Connection): Promise<string> {
	const isFolder = (await stat(named).catch(() => null))?.isDirectory() ?? false;
	const slug = /\/p\/([0-9A-Za-z]{22})\/?$/.exec(named)?.[1] ?? (SLUG.test(named) && !isFolder ? named : null);
	if (!slug) return idOfKey(isFolder ? (await readFolder(named)).key : named, connection);
	for await (const {id, publishedLink} of listTours(connection)) if (publishedLink?.slug === slug) return id;
	throw refused(`This account has no tour with the link ${named}.`);
}

/** All tours of the account, the one that was changed last first; a page is fetched when it is wanted. */
export async function* listTours({client}: Connection): AsyncGenerator<FoundTour> {
	let cursor: string | undefined;
	do {
		const page = await client.call('GET /tours', {limit: PAGE, cursor});
		yield* page.tours;
		cursor = page.nextCursor ?? undefined;
	} while (cursor);
}

/** The id of the tour with this key of the account's own; an id is one already. */
export async function idOfKey(key: string, connection: Connection): Promise<string> {
	return key.startsWith('tour_') ? key : (await readDocument(connection, key)).tour.id;
}
