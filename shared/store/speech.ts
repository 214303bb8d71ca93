import {sha256} from '../ids.ts';
import {affected, type Db} from './database.ts';
import {SpeechEntity, type SpeechRow} from './entities-narration.ts';

/** What makes two narrations the same. */
export type SpokenThing = {
	/** UUID of the voice. */
	voice: string;
	/** Language of the words, and the one that is spoken: where they differ, the words are translated. */
	from: string;
	spoken: string;
	words: string;
};

export function speechHash({voice, from, spoken, words}: SpokenThing): Buffer {
	return sha256(JSON.stringify([voice, from, spoken, words]));
}

/** What the account has had spoken already, or null. Marks it as used, so that a sweep at the same time leaves it. */
export async function touchSpeech(db: Db, accountId: string, hash: Buffer): Promise<SpeechRow | null> {
	const found = await affected(db, 'UPDATE speech SET referenced_at = UTC_TIMESTAMP(3) WHERE account_id = ? AND hash = ?', [
		accountId,
		hash,
	]);
	return found ? db.getRepository(SpeechEntity).findOneBy({accountId, hash}) : null;
}

/** Remembers what was spoken. */
export async function saveSpeech(db: Db, speech: Omit<SpeechRow, 'createdAt' | 'referencedAt'>): Promise<void> {
	const now = new Date();
	await db.getRepository(SpeechEntity).upsert({...speech, createdAt: now, referencedAt: now}, ['accountId', 'hash']);
}

/** Marks what tours and links use today, then answers what nobody has used since `before`, `limit` rows at most. */
export async function findUnreferencedSpeech(db: Db, before: Date, limit: number): Promise<SpeechRow[]> {
	await db.query(
		`UPDATE speech JOIN (
			SELECT t.account_id, used.file FROM tours t,
				JSON_TABLE(t.document, '$.steps[*].narrations[*]' COLUMNS (file VARCHAR(80) PATH '$.file')) used
			UNION
			SELECT p.account_id, used.file FROM publications p, JSON_TABLE(p.audio, '$[*]' COLUMNS (file VARCHAR(80) PATH '$')) used
			WHERE p.taken_down_at IS NULL
		) in_use ON in_use.account_id = speech.account_id AND in_use.file = speech.file
		SET speech.referenced_at = UTC_TIMESTAMP(3)`,
	);
	return db
		.getRepository(SpeechEntity)
		.createQueryBuilder('speech')
		.where('speech.referencedAt < :before', {before})
		.orderBy('speech.referencedAt')
		.limit(limit)
		.getMany();
}

/** Deletes the row where it is still unreferenced; answers whether it did. */
export async function deleteUnreferencedSpeech(db: Db, {accountId, hash}: SpeechRow, before: Date): Promise<boolean> {
	const deleted = await affected(db, 'DELETE FROM speech WHERE account_id = ? AND hash = ? AND referenced_at < ?', [
		accountId,
		hash,
		before,
	]);
	return deleted === 1;
}

/** Those of the files that something spoken still stands in. */
export async function speechFilesInUse(db: Db, files: string[]): Promise<Set<string>> {
	if (files.length === 0) return new Set();
	const rows: Array<{file: string}> = await db.query('SELECT DISTINCT file FROM speech WHERE file IN (?)', [files]);
	return new Set(rows.map(row => row.file));
}
