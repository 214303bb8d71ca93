import {LIMITS} from '../contract/limits.ts';
import {AppError} from '../errors.ts';
import {type Db, queryOne} from './database.ts';

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
