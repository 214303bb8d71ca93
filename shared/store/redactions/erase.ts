import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';
import {sha256} from '../../ids.ts';
import {canonicalJson} from '../../tour/document/canonical-json.ts';
import {firstImageOf, type TourContent, usesOf} from '../../tour/document/document.ts';
import {type Exchange, redactContent} from '../../tour/redaction.ts';
import {changeAccountTotals} from '../access/account-totals.ts';
import {expireExports} from '../account-end/exports.ts';
import {type Db, exists, queryColumn, queryOne, tx} from '../database.ts';
import type {MediaRow} from '../entities/tours.ts';
import {expireExportsShowing} from '../exports/tour-exports.ts';
import {insertDerived} from '../media/derived-files.ts';
import {deleteElements} from '../media/elements.ts';
import {imageFiles, imageUser, recordUses, replaceFiles, usersOf} from '../media/uses.ts';
import {lockAnyTour} from '../tours.ts';
import {markErased} from './redactions.ts';

/** Jobs whose outcome may hold words from a picture, or the name of a file drawn from it. */
const TELLING = ['draw-step', 'picture-step', 'picture-sheet', 'read-elements', 'put-document', 'put-animated-document'];

const unpack = promisify(gunzip);
const pack = promisify(gzip);

/** Versions rewritten under one lock on their tour. */
const BATCH = 20;

/**
 * Removes the row of a picture that nothing of the account names any more, with its elements; its files stay recorded for removal.
 * Expires earlier copies of the account, and exports of its tours that show the picture.
 * False if something still names it. Versions must have been rewritten from `begun` on. Must run in a transaction: a call that uses the picture at this
 * moment waits for the row, or this waits for the call.
 */
export async function eraseImage(db: Db, media: MediaRow, begun: Date): Promise<boolean> {
	const {accountId, mediaId} = media;
	const row = await queryOne<Pick<MediaRow, 'avif'>>(db, 'SELECT avif FROM media WHERE account_id = ? AND media_id = ? FOR UPDATE', [
		accountId,
		mediaId,
	]);
	if (!row) return false;
	if (await isNamed(db, accountId, mediaId, begun)) return false;
	await endUsesInVersions(db, accountId, mediaId);
	// AVIF may have come since the row was read.
	const files = imageFiles({...media, avif: row.avif});
	await insertDerived(
		db,
		[...files, media.original].map(file => ({accountId, mediaId, file})),
	);
	await db.query('DELETE FROM media WHERE account_id = ? AND media_id = ?', [accountId, mediaId]);
	await replaceFiles(db, imageUser(accountId, mediaId), []);
	await deleteElements(db, accountId, mediaId);
	await expireExports(db, accountId);
	await expireExportsShowing(db, accountId, mediaId);
	await markErased(db, accountId, mediaId);
	await changeAccountTotals(db, accountId, {images: -1, bytes: -media.bytes});
	return true;
}

async function isNamed(db: Db, accountId: string, mediaId: string, begun: Date): Promise<boolean> {
	if (await exists(db, 'SELECT 1 FROM tours WHERE account_id = ? AND document LIKE ? LIMIT 1', [accountId, `%${mediaId}%`])) return true;
	const users: Array<{kind: string; id: string}> = await db.query(
		'SELECT user_kind AS kind, user_id AS id FROM media_uses WHERE account_id = ? AND media_id = ?',
		[accountId, mediaId],
	);
	if (users.some(({kind}) => kind !== 'versions')) return true;
	if (users.length === 0) return false;
	const tours = users.map(({id}) => id);
	return exists(db, 'SELECT 1 FROM tour_versions WHERE tour_id IN (?) AND created_at >= ? LIMIT 1', [tours, begun]);
}

/** Deletes ended jobs whose outcome names the picture. */
export async function deleteJobsNaming(db: Db, accountId: string, mediaId: string): Promise<void> {
	// Searched without a lock, since others write to the same table.
	const jobs = await queryColumn(
		db,
		"SELECT id FROM jobs WHERE account_id = ? AND type IN (?) AND state IN ('succeeded', 'failed') AND input LIKE ?",
		[accountId, TELLING, `%${mediaId}%`],
	);
	if (jobs.length > 0) await db.query('DELETE FROM jobs WHERE id IN (?)', [jobs]);
}

/** The account's links, previews among them, that show the picture or showed it when they were taken down. */
export function publicationsNaming(db: Db, accountId: string, mediaId: string): Promise<string[]> {
	return queryColumn(db, 'SELECT p.id FROM tours t JOIN publications p ON p.tour_id = t.id WHERE t.account_id = ? AND p.media LIKE ?', [
		accountId,
		`%${mediaId}%`,
	]);
}

// Replaces a picture in the past of tours: versions, deleted steps, and tours in the bin.

/**
 * Returns the account's tours that name the picture, shown or not, and those with a version that may: changed
 * since the picture was stored.
 */
export async function toursNaming(db: Db, accountId: string, mediaId: string, since: Date): Promise<string[]> {
	const named = await queryColumn(db, 'SELECT id FROM tours WHERE account_id = ? AND (updated_at >= ? OR document LIKE ?)', [
		accountId,
		since,
		`%${mediaId}%`,
	]);
	return [...new Set([...named, ...(await usersOf(db, accountId, mediaId, ['tour', 'versions']))])];
}

/**
 * Replaces the picture in a tour's past. The current steps stay unchanged unless the tour is in the bin: they are its author's.
 * A repetition changes nothing.
 */
export async function rewriteHistory(
	database: Pick<Db, 'transaction' | 'query'>,
	{accountId, tourId, exchange}: {accountId: string; tourId: string; exchange: Exchange},
): Promise<void> {
	await tx(database, db => rewriteRemembered(db, accountId, tourId, exchange));
	for (let after = -1; ; ) {
		const last = await tx(database, db => rewriteVersions(db, {accountId, tourId, exchange}, after));
		if (last === null) return;
		after = last;
	}
}

async function rewriteRemembered(db: Db, accountId: string, tourId: string, exchange: Exchange): Promise<void> {
	const tour = await lockAnyTour(db, accountId, tourId);
	if (!tour) return;
	// The current steps of a tour outside the bin are its author's.
	const shown = tour.deletedAt ? tour.content.steps : [];
	const remembered: TourContent = {...tour.content, steps: shown};
	const redacted = redactContent(remembered, exchange);
	if (redacted === remembered) return;
	const content: TourContent = tour.deletedAt ? redacted : {...redacted, steps: tour.content.steps};
	const {name: _name, ...document} = content;
	await db.query('UPDATE tours SET document = ?, first_image = ? WHERE id = ?', [JSON.stringify(document), firstImageOf(content), tourId]);
	await recordUses(db, {accountId, kind: 'tour', id: tourId}, null, usesOf(content));
}

/** Rewrites a batch of versions after that number; returns the last number, null if there are no more. */
async function rewriteVersions(
	db: Db,
	{accountId, tourId, exchange}: {accountId: string; tourId: string; exchange: Exchange},
	after: number,
): Promise<number | null> {
	// Versions change only under the lock of their tour.
	await db.query('SELECT 1 FROM tours WHERE id = ? FOR UPDATE', [tourId]);
	const rows: Array<{number: number; content: Buffer}> = await db.query(
		'SELECT number, content FROM tour_versions WHERE tour_id = ? AND number > ? ORDER BY number LIMIT ?',
		[tourId, after, BATCH],
	);
	let rewritten = false;
	for (const {number, content} of rows) {
		const json = (await unpack(content)).toString();
		if (!json.includes(exchange.from)) continue;
		const redacted = redactContent(JSON.parse(json), exchange);
		const text = canonicalJson(redacted);
		if (text === json) continue;
		await db.query('UPDATE tour_versions SET content = ?, hash = ? WHERE tour_id = ? AND number = ?', [
			await pack(text, {level: 9}),
			sha256(text),
			tourId,
			number,
		]);
		rewritten = true;
	}
	if (rewritten && exchange.to) await useInVersions(db, accountId, tourId, exchange.to.mediaId);
	return rows.length < BATCH ? null : rows.at(-1)!.number;
}

async function useInVersions(db: Db, accountId: string, tourId: string, mediaId: string): Promise<void> {
	await db.query(
		`INSERT INTO media_uses (account_id, media_id, user_kind, user_id) VALUES (?, ?, 'versions', ?) ON DUPLICATE KEY UPDATE user_id = user_id`,
		[accountId, mediaId, tourId],
	);
	await db.query('UPDATE media SET unused_since = NULL WHERE account_id = ? AND media_id = ?', [accountId, mediaId]);
}

/** Deletes the recorded uses of the picture by versions of the account's tours, once none uses it. */
async function endUsesInVersions(db: Db, accountId: string, mediaId: string): Promise<void> {
	await db.query("DELETE FROM media_uses WHERE account_id = ? AND media_id = ? AND user_kind = 'versions'", [accountId, mediaId]);
}
