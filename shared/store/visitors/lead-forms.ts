import type {Snapshot} from '../../contract/snapshot.ts';
import {sha256} from '../../ids.ts';
import {canonicalJson} from '../../tour/document/canonical-json.ts';
import type {Db} from '../database.ts';
import {LeadFormEntity, type LeadFormRow} from '../entities/visitors.ts';

/** Returns the id of the opening form that this tour shows with these words; null if it shows none. */
export function leadFormId(tourId: string, {leadCapture, language}: Pick<Snapshot, 'leadCapture' | 'language'>): string | null {
	if (!leadCapture.enabled) return null;
	return sha256(canonicalJson({tourId, language, leadCapture})).subarray(0, 16).toString('hex');
}

/** Stores a form that is about to be shown. A repetition changes nothing. */
export async function saveLeadForm(db: Db, {id, accountId, tourId, language, form}: Omit<LeadFormRow, 'createdAt'>): Promise<void> {
	await db.query('INSERT IGNORE INTO lead_forms (id, account_id, tour_id, language, form, created_at) VALUES (?, ?, ?, ?, ?, ?)', [
		id,
		accountId,
		tourId,
		language,
		JSON.stringify(form),
		new Date(),
	]);
}

/** A form as it was shown, or null. */
export function findLeadForm(db: Db, id: string): Promise<LeadFormRow | null> {
	return db.getRepository(LeadFormEntity).findOneBy({id});
}
