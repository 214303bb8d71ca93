import {newId} from '../../ids.ts';
import {type Db, findAmong} from '../database.ts';
import {RedactionEntity, type RedactionRow} from '../entities/media.ts';

/** Records of redacted pictures, and of the work that is left on them. */

/** An image's id: the sha256 of its bytes. */
const MEDIA_ID = /^[0-9a-f]{64}$/;
/** Most redactions of redactions that are followed. */
const MOST_HOPS = 100;
/** Milliseconds after which a failed check is repeated. */
const AGAIN_MS = 30_000;
/** Time between two checks if a picture is still shown: in the first hour, and later. */
const SHOWN_MS = 20_000;
const PATIENT_MS = 3_600_000;
const LONG_SHOWN_MS = 4 * 60_000;
/** The longest delay, in seconds: a later time was written while a clock was ahead, and counts as due. */
const LONGEST_S = 600;

type NewRedaction = Pick<RedactionRow, 'accountId' | 'mediaId' | 'redactedId' | 'tourId' | 'stepId' | 'live'>;

/** Records a redaction; the rest of its work begins at `dueAt`. */
export async function insertRedaction(db: Db, redaction: NewRedaction, dueAt: Date): Promise<void> {
	const row = {...redaction, id: newId('red'), redactedAt: new Date(), historyAt: null, erasedAt: null, dueAt};
	await db.getRepository(RedactionEntity).insert(row);
}

/** The redactions of a picture, the last one first. */
export function redactionsOf(db: Db, accountId: string, mediaId: string): Promise<RedactionRow[]> {
	return db.getRepository(RedactionEntity).find({where: {accountId, mediaId}, order: {redactedAt: 'DESC', id: 'DESC'}});
}

/** Returns when to check a picture that is still shown: soon in the first hour, while its author may be at work. */
export function whileShown({redactedAt}: Pick<RedactionRow, 'redactedAt'>): Date {
	const now = Date.now();
	return new Date(now + (now - redactedAt.getTime() < PATIENT_MS ? SHOWN_MS : LONG_SHOWN_MS));
}

/** Takes pictures whose redaction has work left, and puts each off for a while. Must run in a transaction. */
export async function takeDue(db: Db, limit: number): Promise<Array<Pick<RedactionRow, 'accountId' | 'mediaId'>>> {
	const rows: Array<Pick<RedactionRow, 'id' | 'accountId' | 'mediaId'>> = await db.query(
		`SELECT id, account_id AS accountId, media_id AS mediaId FROM redactions
		 WHERE due_at <= UTC_TIMESTAMP(3) OR due_at > UTC_TIMESTAMP(3) + INTERVAL ${LONGEST_S} SECOND ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED`,
		[limit],
	);
	if (rows.length === 0) return [];
	await db.query('UPDATE redactions SET due_at = ? WHERE id IN (?)', [new Date(Date.now() + AGAIN_MS), rows.map(({id}) => id)]);
	const pictures = new Map(rows.map(({accountId, mediaId}) => [`${accountId}/${mediaId}`, {accountId, mediaId}]));
	return [...pictures.values()];
}

/** Sets the next look at these redactions; null: none. */
export async function putOff(db: Db, redactions: readonly RedactionRow[], dueAt: Date | null): Promise<void> {
	if (redactions.length === 0) return;
	await db.query('UPDATE redactions SET due_at = ? WHERE id IN (?)', [dueAt, redactions.map(({id}) => id)]);
}

/** Orders another check of a removed picture's files, since it was being stored at that moment. */
export async function lookAgain(db: Db, accountId: string, mediaId: string, dueAt: Date): Promise<void> {
	await db.query('UPDATE redactions SET due_at = ? WHERE account_id = ? AND media_id = ? AND erased_at IS NOT NULL', [
		dueAt,
		accountId,
		mediaId,
	]);
}

export async function markHistory(db: Db, id: string): Promise<void> {
	await db.query('UPDATE redactions SET history_at = ? WHERE id = ?', [new Date(), id]);
}

export async function markErased(db: Db, accountId: string, mediaId: string): Promise<void> {
	await db.query('UPDATE redactions SET erased_at = ? WHERE account_id = ? AND media_id = ? AND erased_at IS NULL', [
		new Date(),
		accountId,
		mediaId,
	]);
}

/** The place of a picture, and since when it was asked for; null limits the answer to what holds everywhere. */
export type Asked = {tourId?: string | null; stepId?: string | null; since?: Date | null};

/**
 * Maps redacted pictures to their replacements: in this step or tour, or everywhere in the account.
 * A picture that was sent again after it had gone is a new one. `since`: only redactions after that.
 */
export async function redactedStandIns(
	db: Db,
	accountId: string,
	mediaIds: readonly string[],
	asked: Asked = {},
): Promise<Map<string, string>> {
	const standIns = new Map<string, string>();
	// Any other text is no mediaId, and may have characters that cannot be compared with the column.
	const named = mediaIds.filter(mediaId => MEDIA_ID.test(mediaId));
	let open = new Map([...new Set(named)].map(mediaId => [mediaId, mediaId]));
	for (let hop = 0; open.size > 0 && hop < MOST_HOPS; hop++) {
		const next = await oneHop(db, accountId, [...new Set(open.values())], asked);
		open = new Map(
			[...open].flatMap(([first, now]) => {
				const to = next.get(now);
				if (!to || to === first) return [];
				standIns.set(first, to);
				return [[first, to] as const];
			}),
		);
	}
	return standIns;
}

async function oneHop(
	db: Db,
	accountId: string,
	mediaIds: string[],
	{tourId = null, stepId = null, since = null}: Asked,
): Promise<Map<string, string>> {
	if (mediaIds.length === 0) return new Map();
	const rows = await db
		.getRepository(RedactionEntity)
		.createQueryBuilder('redaction')
		.where('redaction.accountId = :accountId AND redaction.mediaId IN (:...mediaIds)', {accountId, mediaIds})
		.orderBy('redaction.redactedAt', 'ASC')
		.getMany();
	if (rows.length === 0) return new Map();
	const stored = await findAmong(db, mediaIds, 'SELECT media_id FROM media WHERE media_id IN (?) AND account_id = ?', accountId);
	const counts = (row: RedactionRow) => {
		const isHere = row.tourId === tourId && (row.stepId === null || row.stepId === stepId);
		if (since) return row.redactedAt > since && (row.erasedAt !== null || isHere);
		return row.erasedAt === null ? isHere : !stored.has(row.mediaId);
	};
	return new Map(rows.filter(counts).map(({mediaId, redactedId}) => [mediaId, redactedId]));
}
