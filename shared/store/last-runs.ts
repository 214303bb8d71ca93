import {type Db, queryOne} from './database.ts';
import type {MarkRow} from './entities/leases.ts';

/** Writes down that it has ended well now. */
export async function setMark(db: Db, name: MarkRow['name']): Promise<void> {
	await db.query('INSERT INTO marks (name, at) VALUES (?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE at = VALUES(at)', [name]);
}

/** Returns the time at which it last ended well; null if it never did. */
export async function readMark(db: Db, name: MarkRow['name']): Promise<Date | null> {
	return (await queryOne<{at: Date}>(db, 'SELECT at FROM marks WHERE name = ?', [name]))?.at ?? null;
}
