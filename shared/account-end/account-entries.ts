import type {Keys} from '../config/secret.ts';
import type {FileStore} from '../files/file-store.ts';
import {accountEndMessages} from '../locales/index.ts';
import {presentDocument} from '../present/document.ts';
import {presentVersion} from '../present/tour.ts';
import {findAccount} from '../store/access/accounts.ts';
import {listApiKeys} from '../store/access/credentials.ts';
import {listApps} from '../store/access/oauth.ts';
import {listSessions} from '../store/access/sessions.ts';
import {listLoggedCalls} from '../store/access/usage-log.ts';
import {
	countPortable,
	type PortableTour,
	portableImages,
	portableSounds,
	portableVersions,
	readPortableTour,
} from '../store/account-end/exports.ts';
import {toursOf} from '../store/account-end/purge.ts';
import type {Cursor, Db} from '../store/database.ts';
import type {AccountRow} from '../store/entities/accounts.ts';
import {mediaByIds} from '../store/media/media.ts';
import {publishedContent} from '../store/publications.ts';
import {listLeads} from '../store/visitors/leads.ts';
import {readPathRows} from '../store/visitors/paths.ts';
import {publishedSnapshot, readStepViews, readTourDays} from '../store/visitors/statistics.ts';
import {tourUrl} from '../tour/urls.ts';
import type {Entry} from './zip.ts';

/** Rows that one query reads. */
const BATCH = 500;

/** A period that holds every day with counts. */
const ALWAYS = {from: '1000-01-01', to: '9999-12-31'};

/** The account to copy, and what the copy is made with. */
export type CopySource = {
	db: Db;
	files: FileStore;
	/** Decrypt the leads. */
	keys: Keys;
	baseUrl: string;
	accountId: string;
	/** Called with how much is done, 0..1. */
	progress?: (fraction: number) => void;
	/** Aborted once nobody wants the copy any more. */
	signal?: AbortSignal;
};

/**
 * Yields all data of an account, a file at a time. Each tour is whole; changes made meanwhile may be missing.
 * Throws if there is no such account.
 */
export async function* accountEntries(source: CopySource): AsyncGenerator<Entry> {
	const {db, accountId, progress = () => {}, signal} = source;
	const account = await findAccount(db, accountId);
	if (!account) throw new Error('The account is not there.');
	yield textEntry('README.txt', readme(account));
	yield valueEntry('account.json', await profile(db, account));
	const all = await countPortable(db, accountId);
	let done = 0;
	const step = () => {
		signal?.throwIfAborted();
		progress(Math.min(1, ++done / Math.max(1, all)));
	};
	for await (const id of tourIds(source)) {
		yield* tourEntries(source, id);
		step();
	}
	yield {path: 'tours.jsonl', content: linesOf(summaries(source))};
	// Several pictures may be equal without their metadata.
	const written = new Set<string>();
	for await (const {file, original} of images(source)) {
		const bytes = written.has(file) ? null : await source.files.read('originals', original);
		if (bytes) yield {path: `images/${file}`, content: bytes, stored: true};
		written.add(file);
		step();
	}
	yield {path: 'images.jsonl', content: linesOf(imageRows(source))};
	for await (const {file} of sounds(source)) {
		const bytes = await source.files.read('media', file);
		if (bytes) yield {path: `narration/${file}`, content: bytes, stored: true};
		step();
	}
	yield {path: 'narration.jsonl', content: linesOf(sounds(source))};
	yield {path: 'leads.jsonl', content: linesOf(leads(source))};
	yield {path: 'uses.jsonl', content: linesOf(usageLog(source))};
}

async function profile(db: Db, account: AccountRow) {
	const {passwordHash: _, ...own} = account;
	const [keys, apps, sessions] = await Promise.all([listApiKeys(db, own.id), listApps(db, own.id), listSessions(db, own.id)]);
	return {account: own, keys: keys.map(({hash: _hash, accountId: _account, ...key}) => key), apps, sessions};
}

function readme({language}: AccountRow): string {
	const {readme: words} = accountEndMessages(language);
	const date = new Intl.DateTimeFormat(language, {dateStyle: 'long', timeZone: 'UTC'}).format(new Date());
	const files = words.files.map(([name, means]) => `${name}\n    ${means}`);
	return [words.title, words.made(date), ...files, words.again, words.care, ''].join('\n\n');
}

async function* linesOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
	for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** Yields rows page by page; each page begins after the last row of the one before. */
async function* paged<Row>(read: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row> {
	for (let last: Row | null = null; ; ) {
		const rows: Row[] = await read(last);
		yield* rows;
		if (rows.length < BATCH) return;
		last = rows.at(-1)!;
	}
}

function tourIds({db, accountId}: CopySource): AsyncGenerator<string> {
	return paged(last => toursOf(db, accountId, {after: last ?? '', limit: BATCH}));
}

async function* summaries(source: CopySource): AsyncGenerator<object> {
	for await (const id of tourIds(source)) {
		const about = await aboutTour(source, id);
		if (about) yield about;
	}
}

async function* images({db, accountId}: CopySource) {
	const found = paged<Awaited<ReturnType<typeof portableImages>>[number]>(last =>
		portableImages(db, accountId, {after: last?.mediaId ?? '', limit: BATCH}),
	);
	for await (const image of found) yield {...image, file: `${image.original}.${image.format}`};
}

async function* imageRows(source: CopySource): AsyncGenerator<object> {
	for await (const {original: _, ...image} of images(source)) yield image;
}

function sounds({db, accountId}: CopySource) {
	return paged<Awaited<ReturnType<typeof portableSounds>>[number]>(last =>
		portableSounds(db, accountId, {after: last?.file ?? '', limit: BATCH}),
	);
}

async function* leads({db, keys, accountId}: CopySource): AsyncGenerator<object> {
	const found = paged<Awaited<ReturnType<typeof listLeads>>[number]>(last =>
		listLeads(db, keys, accountId, {limit: BATCH, after: last && {at: last.createdAt, id: last.id}}),
	);
	for await (const {answers, ...lead} of found) yield {...lead, ...answers};
}

async function* usageLog({db, accountId}: CopySource): AsyncGenerator<object> {
	const cursor = (last: {at: Date; id: string} | null): Cursor | null => last && {at: last.at, id: last.id};
	const found = paged<Awaited<ReturnType<typeof listLoggedCalls>>[number]>(last =>
		listLoggedCalls(db, accountId, {limit: BATCH, after: cursor(last)}),
	);
	for await (const {ipHash, ...call} of found) yield {...call, address: ipHash.toString('hex', 0, 4)};
}

/** Yields a tour's files: document, facts and statistics. Yields none if the tour is gone by now. */
async function* tourEntries(source: CopySource, id: string): AsyncGenerator<Entry> {
	const {db, accountId, baseUrl} = source;
	const tour = await readPortableTour(db, accountId, id);
	if (!tour) return;
	yield valueEntry(`tours/${id}/document.json`, presentDocument(await asHandedOut(source, tour.content), baseUrl));
	yield valueEntry(`tours/${id}/about.json`, {
		...about(tour, baseUrl),
		narration: tour.content.steps.flatMap(({id: stepId, narrations}) => narrations.map(narration => ({stepId, ...narration}))),
		versions: (await portableVersions(db, id)).map(presentVersion),
	});
	const counted = await statistics(source, tour);
	if (counted.days.length > 0) yield valueEntry(`tours/${id}/statistics.json`, counted);
}

/** Returns the tour with its images named after the copy's files: another account stores them under these names. */
async function asHandedOut({db, accountId}: CopySource, content: PortableTour['content']): Promise<PortableTour['content']> {
	const rows = await mediaByIds(
		db,
		accountId,
		content.steps.flatMap(({image}) => image?.mediaId ?? []),
	);
	const steps = content.steps.map(step =>
		step.image ? {...step, image: {...step.image, mediaId: rows.get(step.image.mediaId)?.original ?? step.image.mediaId}} : step,
	);
	return {...content, steps};
}

/** Returns the facts about the tour for its line in the list; null if it is gone by now. */
async function aboutTour({db, accountId, baseUrl}: CopySource, id: string) {
	const tour = await readPortableTour(db, accountId, id);
	return tour && about(tour, baseUrl);
}

function about({content, slug, ...tour}: PortableTour, baseUrl: string) {
	return {...tour, name: content.name, steps: content.steps.length, link: slug && tourUrl(baseUrl, slug)};
}

/** Returns the statistics as the service shows them: by published steps, else by the tour's own. */
async function statistics({db, files}: CopySource, {id, content}: PortableTour) {
	const snapshot = await publishedSnapshot(db, id);
	const published = snapshot === null ? null : await publishedContent(files, snapshot).catch(() => null);
	const [days, stepViews, ways] = await Promise.all([
		readTourDays(db, id, ALWAYS),
		readStepViews(db, id, ALWAYS),
		readPathRows(db, id, ALWAYS),
	]);
	const {steps} = published ?? content;
	const funnel = steps.map(({id: stepId, title}, position) => ({stepId, position, title, views: stepViews.get(stepId) ?? 0}));
	return {days, funnel, ...(ways.length > 0 && {ways})};
}

function textEntry(path: string, content: string): Entry {
	return {path, content: Buffer.from(content)};
}

function valueEntry(path: string, value: object): Entry {
	return textEntry(path, `${JSON.stringify(value, null, '\t')}\n`);
}
