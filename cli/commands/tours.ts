import {stat} from 'node:fs/promises';
import {ApiError} from '../../client/index.ts';
import type {FoundTour} from '../../shared/contract/tour.ts';
import {openUrl} from '../../shared/process/open-url.ts';
import {asCommandError, type Connection, connect, isForeign, readDocument} from '../connection.ts';
import {noTour, refused} from '../errors.ts';
import {readFolder} from '../folder/read-folder.ts';
import type {Output} from '../output.ts';

const SLUG = /^[0-9A-Za-z]{22}$/;
const PAGE = 200;

/** Lists all tours of the account, the one that was changed last first. */
export async function list(output: Output): Promise<void> {
	const tours = await atService(async connection => {
		const all: FoundTour[] = [];
		for await (const tour of listTours(connection)) all.push(tour);
		return all;
	});
	if (tours.length === 0) output.warn('You have no tours yet. "roteiro publish FOLDER" makes one.');
	for (const {id, name, publishedLink} of tours) output.line([id, plain(name), publishedLink?.url ?? 'not published'].join('\t'));
	output.json({tours});
}

/** Shows whether a tour is published, and whether its draft has changes that are not. */
export function status(named: string, output: Output): Promise<void> {
	return atTour(named, async ({client}, id) => {
		const {tour} = await client.call('GET /tours/{id}', {id});
		const changes = tour.hasUnpublishedChanges ? ', with changes that are not published' : '';
		output.line(
			`${plain(tour.name)} (${id}), version ${tour.version}: ${tour.status === 'published' ? `published${changes}` : 'not published'}.`,
		);
		if (tour.publishedLink) output.line(tour.publishedLink.url);
		output.json({tour});
	});
}

/** Opens the public page of a tour in the browser, or the editor where it has none. Prints the URL in any case. */
export function open(named: string, output: Output): Promise<void> {
	return atTour(named, async ({client, url: service}, id) => {
		const {tour} = await client.call('GET /tours/{id}', {id});
		const url = tour.publishedLink?.url ?? `${service}/tours/${id}`;
		const opened = await openUrl(url, process.env);
		if (!opened) output.warn('No browser could be opened here. Open this where you have one.');
		output.line(url);
		output.json({url, opened});
	});
}

/** Takes the public link of a tour down. */
export function unpublish(named: string, output: Output): Promise<void> {
	return atTour(named, async ({client}, id) => {
		const {changed} = await client.call('DELETE /tours/{id}/publish', {id});
		output.line(changed ? 'The link is down. "roteiro publish" brings the same link back.' : 'It was not published. Nothing changed.');
		output.json({tourId: id, changed});
	});
}

/** Puts a tour into the bin. `sure`: the person confirmed it by `--yes`. */
export function trash(named: string, sure: boolean, output: Output): Promise<void> {
	return atTour(named, async ({client}, id) => {
		const {tour} = await client.call('GET /tours/{id}', {id});
		if (!sure) throw refused(`"${plain(tour.name)}" (${id}) would go into the bin, and its link down. Run it again with --yes.`);
		const {until} = await client.call('DELETE /tours/{id}', {id});
		output.line(`"${plain(tour.name)}" is in the bin. Until ${until.slice(0, 10)} it can be brought back in the editor.`);
		output.json({tourId: id, deleted: true, until});
	});
}

/** Returns a name without what moves the cursor of a terminal or breaks the line. */
function plain(name: string): string {
	return name.replace(/\p{Cc}+/gu, ' ');
}

function atTour(named: string, work: (connection: Connection, id: string) => Promise<void>): Promise<void> {
	return atService(async connection => {
		const id = await findTour(named, connection);
		await work(connection, id).catch(error => {
			if (error instanceof ApiError && error.status === 404 && !isForeign(error)) throw noTour(named, connection.url);
			throw error;
		});
	});
}

async function atService<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
	const connection = await connect();
	return work(connection).catch(error => Promise.reject(asCommandError(error, connection.url)));
}

/** Returns the id of a tour named by its id, link, slug or key, or by a folder with it. */
export async function findTour(named: string, connection: Connection): Promise<string> {
	const isFolder = (await stat(named).catch(() => null))?.isDirectory() ?? false;
	const slug = /\/p\/([0-9A-Za-z]{22})\/?$/.exec(named)?.[1] ?? (SLUG.test(named) && !isFolder ? named : null);
	if (!slug) return idOfKey(isFolder ? (await readFolder(named)).key : named, connection);
	for await (const {id, publishedLink} of listTours(connection)) if (publishedLink?.slug === slug) return id;
	throw refused(`This account has no tour with the link ${named}.`);
}

/** Yields all tours of the account, the last changed one first; fetches each page when it is needed. */
async function* listTours({client}: Connection): AsyncGenerator<FoundTour> {
	let cursor: string | undefined;
	do {
		const page = await client.call('GET /tours', {limit: PAGE, cursor});
		yield* page.tours;
		cursor = page.nextCursor ?? undefined;
	} while (cursor);
}

/** Returns the id of the tour with this key of the account's own; an id is one already. */
export async function idOfKey(key: string, connection: Connection): Promise<string> {
	return key.startsWith('tour_') ? key : (await readDocument(connection, key)).tour.id;
}
