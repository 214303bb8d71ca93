import type {Keys} from '../../config/secret.ts';
import type {LeadCapture} from '../../contract/cards.ts';
import {utcDay} from '../../contract/limits.ts';
import {LEAD_RETENTION, type LeadAnswers} from '../../contract/visitors/lead.ts';
import {newId, sha256} from '../../ids.ts';
import {affected, type Cursor, type Db, earlier, exists, isDuplicate, queryOne, tx} from '../database.ts';
import type {LeadFormRow, LeadRow} from '../entities/visitors.ts';
import {addDays} from './account-days.ts';
import {decryptLead, encryptLead, HEADER_BYTES, hashContent, hashEmail, headerOf, type LeadKeys, leadKeys} from './lead-cipher.ts';

/** Answers from opening forms. Personal data is encrypted and decrypted here, and nowhere plain in the database. */

/** A lead as its owner reads it, with what the visitor had agreed to. */
export type FoundLead = Pick<LeadRow, 'id' | 'tourId' | 'publicationId' | 'createdAt'> & {
	/** Current name of the tour; null if it is gone. */
	tour: string | null;
	/** False if its secret is not known any more; then it has no answers. */
	readable: boolean;
	answers: LeadAnswers;
	consent: {text: string; sha256: string};
	language: string;
};

/** Selects an account's leads: all, or those of a tour, of a person, or of both. */
export type LeadFilter = {tourId?: string | undefined; email?: string | undefined};

const UNREAD: LeadAnswers = {name: null, email: null, phone: null};
/** Rows deleted by one statement: others write into the same table meanwhile. */
const PURGE_BATCH = 1000;

/**
 * Stores a visitor's answers and counts them for the day (UTC), both in the transaction `db`. False if the same form with the same
 * answers is stored already: sent twice, they are one lead.
 */
export async function insertLead(
	db: Db,
	keys: Keys,
	{form, publicationId, answers, at}: {form: LeadFormRow; publicationId: string; answers: LeadAnswers; at: Date},
): Promise<boolean> {
	const id = newId('lead');
	const {accountId, tourId} = form;
	const all = leadKeys(keys);
	const encrypted = encryptLead(all, {id, tourId, formId: form.id}, answers);
	if (await isKept(db, all, {tourId, formId: form.id, answers})) return false;
	try {
		await db.query(
			`INSERT INTO leads (id, account_id, tour_id, publication_id, form_id, answers, content_hash, email_hash, created_at)
			 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			[id, accountId, tourId, publicationId, form.id, encrypted.answers, encrypted.contentHash, encrypted.emailHash, at],
		);
	} catch (error) {
		if (isDuplicate(error)) return false;
		throw error;
	}
	await addDays(db, [{tourId, day: utcDay(at), views: 0, completions: 0, ctaClicks: 0, leads: 1}]);
	return true;
}

/** True if these answers were stored under an earlier secret; the unique key finds those under the current one. */
async function isKept(
	db: Db,
	[, ...before]: LeadKeys,
	{tourId, formId, answers}: {tourId: string; formId: string; answers: LeadAnswers},
): Promise<boolean> {
	if (before.length === 0) return false;
	const hashes = before.map(keys => hashContent(keys, formId, answers));
	return exists(db, 'SELECT 1 FROM leads WHERE tour_id = ? AND content_hash IN (?) LIMIT 1', [tourId, hashes]);
}

/** Lists an account's leads after `after`, newest first. */
export async function listLeads(
	db: Db,
	keys: Keys,
	accountId: string,
	{limit, after, ...filter}: LeadFilter & {limit: number; after: Cursor | null},
): Promise<FoundLead[]> {
	const {sql, values} = newestLeads(keys, accountId, filter, {limit, after});
	type Row = Pick<LeadRow, 'id' | 'tourId' | 'publicationId' | 'answers' | 'createdAt'> & {
		tour: string | null;
		language: string;
		form: LeadCapture;
	};
	const rows: Row[] = await db.query(
		`SELECT l.id, l.tour_id AS tourId, l.publication_id AS publicationId, l.answers, l.created_at AS createdAt,
			t.name AS tour, f.language, f.form
		 FROM (${sql}) page STRAIGHT_JOIN leads l ON l.id = page.id JOIN lead_forms f ON f.id = l.form_id LEFT JOIN tours t ON t.id = l.tour_id
		 ORDER BY l.created_at DESC, l.id DESC LIMIT ?`,
		[...values, limit],
	);
	// Read after the rows, so that it has the key of each.
	const all = leadKeys(keys);
	return rows.map(({answers: encrypted, form: {consentText}, ...row}) => {
		const answers = decryptLead(all, row, encrypted);
		return {
			...row,
			readable: answers !== null,
			answers: answers ?? UNREAD,
			consent: {text: consentText, sha256: sha256(consentText).toString('hex')},
		};
	});
}

/** Returns the newest ids, from one index for each kind of filter; an address may be hashed under several secrets. */
function newestLeads(
	keys: Keys,
	accountId: string,
	{tourId, email}: LeadFilter,
	{limit, after}: {limit: number; after: Cursor | null},
): {sql: string; values: unknown[]} {
	const before = earlier('created_at', 'id', after);
	const list = (index: string, conditions: string, values: unknown[]) => ({
		sql: `(SELECT id FROM leads FORCE INDEX (${index}) WHERE ${conditions} AND ${before.sql} ORDER BY created_at DESC, id DESC LIMIT ?)`,
		values: [...values, ...before.values, limit],
	});
	const ofTour = tourId === undefined ? [] : [tourId];
	const lists =
		email === undefined
			? [
					tourId === undefined
						? list('leads_newest', 'account_id = ?', [accountId])
						: list('leads_of_tour', 'account_id = ? AND tour_id = ?', [accountId, tourId]),
				]
			: leadKeys(keys)
					.map(one => hashEmail(one, email))
					.map(hash =>
						tourId === undefined
							? list('leads_of_person', 'account_id = ? AND email_hash = ?', [accountId, hash])
							: list('leads_of_visitor', 'account_id = ? AND tour_id = ? AND email_hash = ?', [accountId, ...ofTour, hash]),
					);
	return {sql: lists.map(({sql}) => sql).join(' UNION ALL '), values: lists.flatMap(({values}) => values)};
}

/** Erases a lead. False if this account has no such lead. */
export async function eraseLead(db: Db, accountId: string, id: string): Promise<boolean> {
	return (await affected(db, 'DELETE FROM leads WHERE id = ? AND account_id = ?', [id, accountId])) === 1;
}

/** Erases all leads of a person, of a tour, or of both; returns how many. Throws if neither is given. */
export function eraseLeads(db: Db, keys: Keys, accountId: string, filter: LeadFilter): Promise<number> {
	if (filter.tourId === undefined && filter.email === undefined) throw new Error('Erasing leads takes a tour or an address.');
	const {condition, parameters} = whereClause(keys, accountId, filter);
	return affected(db, `DELETE l FROM leads l WHERE ${condition}`, parameters);
}

/** How many months an account keeps its leads. */
export async function leadRetention(db: Db, accountId: string): Promise<number> {
	const row = await queryOne<{months: number}>(db, 'SELECT lead_retention_months AS months FROM accounts WHERE id = ?', [accountId]);
	return row?.months ?? LEAD_RETENTION.default;
}

/** Sets it, and returns how many leads are older than that by now: the next sweep erases them. */
export async function setLeadRetention(db: Db, accountId: string, months: number): Promise<number> {
	await db.query('UPDATE accounts SET lead_retention_months = ? WHERE id = ?', [months, accountId]);
	const row = await queryOne<{due: number}>(
		db,
		'SELECT CAST(COUNT(*) AS INT) AS due FROM leads WHERE account_id = ? AND created_at < UTC_TIMESTAMP(3) - INTERVAL ? MONTH',
		[accountId, months],
	);
	return Number(row!.due);
}

/** Erases what is older than its account keeps leads; returns how many. */
export async function purgeLeads(db: Db): Promise<number> {
	for (let purged = 0; ; ) {
		const due: Array<{id: string}> = await db.query(
			`SELECT l.id FROM accounts a JOIN leads l ON l.account_id = a.id
			 WHERE l.created_at < UTC_TIMESTAMP(3) - INTERVAL a.lead_retention_months MONTH LIMIT ?`,
			[PURGE_BATCH],
		);
		if (due.length > 0) purged += await affected(db, 'DELETE FROM leads WHERE id IN (?)', [due.map(({id}) => id)]);
		if (due.length < PURGE_BATCH) return purged;
	}
}

/** Returns some leads of any accounts, newest first, still encrypted. */
export function newestEncrypted(db: Db, limit: number): Promise<Array<Pick<LeadRow, 'id' | 'tourId' | 'answers'>>> {
	return db.query('SELECT id, tour_id AS tourId, answers FROM leads ORDER BY id DESC LIMIT ?', [limit]);
}

/** Rows read at once, and changed in one transaction: others use the table meanwhile. */
const ROTATE_BATCH = 200;

/**
 * Encrypts and hashes leads under older keys with the current ones; returns how many they were, and how many no key opens. May be ended at
 * any moment and begun again; others read and write meanwhile.
 */
export async function rotateLeads(db: Db, keys: Keys): Promise<{rotated: number; unreadable: number}> {
	const all = leadKeys(keys);
	const done = {rotated: 0, unreadable: 0};
	type Row = Pick<LeadRow, 'id' | 'tourId' | 'formId' | 'answers'>;
	for (let last = ''; ; ) {
		const rows: Row[] = await db.query(
			`SELECT id, tour_id AS tourId, form_id AS formId, answers FROM leads WHERE id > ? AND LEFT(answers, ?) <> ? ORDER BY id LIMIT ?`,
			[last, HEADER_BYTES, headerOf(all[0]!), ROTATE_BATCH],
		);
		const readable = rows.flatMap(row => {
			const answers = decryptLead(all, row, row.answers);
			return answers ? [{row, answers}] : [];
		});
		await tx(db, async inside => {
			for (const {row, answers} of readable) await rotateLead(inside, row, encryptLead(all, row, answers));
		});
		done.rotated += readable.length;
		done.unreadable += rows.length - readable.length;
		if (rows.length < ROTATE_BATCH) return done;
		last = rows.at(-1)!.id;
	}
}

async function rotateLead(db: Db, row: Pick<LeadRow, 'id'>, encrypted: ReturnType<typeof encryptLead>): Promise<void> {
	try {
		await db.query('UPDATE leads SET answers = ?, content_hash = ?, email_hash = ? WHERE id = ?', [
			encrypted.answers,
			encrypted.contentHash,
			encrypted.emailHash,
			row.id,
		]);
	} catch (error) {
		if (!isDuplicate(error)) throw error;
		// The same answers were stored twice while one process knew the new secret and another did not: they are one lead.
		await db.query('DELETE FROM leads WHERE id = ?', [row.id]);
	}
}

function whereClause(keys: Keys, accountId: string, {tourId, email}: LeadFilter): {condition: string; parameters: unknown[]} {
	const parts: Array<[string, unknown]> = [['l.account_id = ?', accountId]];
	if (tourId !== undefined) parts.push(['l.tour_id = ?', tourId]);
	if (email !== undefined) parts.push(['l.email_hash IN (?)', leadKeys(keys).map(one => hashEmail(one, email))]);
	return {condition: parts.map(([part]) => part).join(' AND '), parameters: parts.map(([, value]) => value)};
}
