import {LIMITS} from '../contract/limits.ts';
import {AppError} from '../errors.ts';
import {type Db, queryOne} from './database.ts';

/** Tours in which a step is looked for: to say where it belongs is worth no more. */
const LOOKED_THROUGH = 50;

/** Returns the account's tour with this step, of those changed last; null if none has it. */
export async function findStepOwner(db: Db, accountId: string, stepId: string): Promise<string | null> {
	if (!/^step_[0-9a-z]{26}$/.test(stepId)) return null;
	const row = await queryOne<{id: string}>(
		db,
		`SELECT id FROM (SELECT id, document FROM tours WHERE account_id = ? AND deleted_at IS NULL ORDER BY updated_at DESC LIMIT ?) recent
		 WHERE document LIKE ? LIMIT 1`,
		[accountId, LOOKED_THROUGH, `%"${stepId.replaceAll('_', '\\_')}"%`],
	);
	return row?.id ?? null;
}

/** Id of the account's tour that a slug of a link belongs to, or null. */
export async function findTourBySlug(db: Db, accountId: string, slug: string): Promise<string | null> {
	const row = await queryOne<{id: string}>(db, 'SELECT id FROM tours WHERE account_id = ? AND slug = ?', [accountId, slug]);
	return row?.id ?? null;
}

/** Returns the number of steps of the account's tour with this id or key; null without one. Reads no content. */
export async function findStepCount(db: Db, accountId: string, idOrKey: string): Promise<number | null> {
	const column = idOrKey.startsWith('tour_') ? 'id' : 'doc_key';
	const row = await queryOne<{count: number}>(db, `SELECT step_count AS count FROM tours WHERE account_id = ? AND ${column} = ?`, [
		accountId,
		idOrKey,
	]);
	return row?.count ?? null;
}

/** Returns the end of the time in which a deleted tour can be brought back. */
export function binnedUntil(deletedAt: Date): Date {
	return new Date(deletedAt.getTime() + LIMITS.binMs);
}

/** The `not_found` of a tour, which says where its account has put it; another account's is as one that never was. */
export async function missingTour(db: Db, accountId: string, id: string): Promise<AppError> {
	const row = await queryOne<{deletedAt: Date | null}>(db, 'SELECT deleted_at AS deletedAt FROM tours WHERE id = ? AND account_id = ?', [
		id,
		accountId,
	]);
	return row?.deletedAt ? inBin(id, row.deletedAt) : new AppError('not_found');
}

/** The `not_found` of a tour that is in the bin. */
export function inBin(id: string, deletedAt: Date, field = 'id'): AppError {
	return new AppError('not_found', {
		errors: [
			{
				field,
				message: `The tour is in the bin until ${binnedUntil(deletedAt).toISOString()}.`,
				hint: `POST /v1/tours/${id}/restore brings it back; GET /v1/bin lists the bin.`,
			},
		],
	});
}
