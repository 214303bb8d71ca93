import {createCipheriv, createDecipheriv, createHmac, randomBytes} from 'node:crypto';
import {canonicalJson} from '../canonical-json.ts';
import type {LeadCapture} from '../contract/cards.ts';
import {LEAD_RETENTION, type LeadAnswers} from '../contract/lead.ts';
import {newId, sha256} from '../ids.ts';
import type {Keys} from '../secret.ts';
import {affected, type Cursor, type Db, isDuplicate, queryOne} from './database.ts';
import type {LeadFormRow, LeadRow} from './entities-public.ts';
import {countLead} from './statistics.ts';

/** What visitors leave in opening forms. Who they are is encrypted here, and decrypted here: elsewhere in the database it never stands. */

/** A lead as its owner reads it, with what the visitor had agreed to. */
export type FoundLead = Pick<LeadRow, 'id' | 'tourId' | 'publicationId' | 'createdAt'> & {
	/** The tour's name as it is now, or null where there is no such tour. */
	tour: string | null;
	answers: LeadAnswers;
	consent: {text: string; sha256: string};
	language: string;
};

/** Which leads of an account: all, or those of a tour, of a person, or of both. */
export type LeadFilter = {tourId?: string | undefined; email?: string | undefined};

/** What the key is for, and with what. */
const CONTENT = 'leads';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Rows deleted by one statement: others write into the same table meanwhile. */
const PURGE_BATCH = 1000;

/**
 * Keeps what a visitor sent, and counts it for the day (UTC), both in the transaction `db`. False where the same form with the same
 * answers is there already: once sent twice is one lead.
 */
export async function insertLead(
	db: Db,
	keys: Keys,
	{form, publicationId, answers, at}: {form: LeadFormRow; publicationId: string; answers: LeadAnswers; at: Date},
): Promise<boolean> {
	const id = newId('lead');
	const {accountId, tourId} = form;
	const same = createHmac('sha256', keys.keyFor('lead contents'))
		.update(canonicalJson({form: form.id, answers}))
		.digest();
	try {
		await db.query(
			`INSERT INTO leads (id, account_id, tour_id, publication_id, form_id, answers, content_hash, email_hash, created_at)
			 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			[
				id,
				accountId,
				tourId,
				publicationId,
				form.id,
				encrypt(keys.keyFor(CONTENT), {id, tourId}, answers),
				same,
				answers.email === null ? null : hashEmail(keys, answers.email),
				at,
			],
		);
	} catch (error) {
		if (isDuplicate(error)) return false;
		throw error;
	}
	await countLead(db, tourId, at.toISOString().slice(0, 10));
	return true;
}

/** An account's leads, newest first, from after `after`. */
export async function listLeads(
	db: Db,
	keys: Keys,
	accountId: string,
	{limit, after, ...filter}: LeadFilter & {limit: number; after: Cursor | null},
): Promise<FoundLead[]> {
	const {condition, parameters} = chosen(keys, accountId, filter);
	const beyond = after ? ' AND (l.created_at < ? OR (l.created_at = ? AND l.id < ?))' : '';
	type Row = Pick<LeadRow, 'id' | 'tourId' | 'publicationId' | 'answers' | 'createdAt'> & {
		tour: string | null;
		language: string;
		form: LeadCapture;
	};
	const rows: Row[] = await db.query(
		`SELECT l.id, l.tour_id AS tourId, l.publication_id AS publicationId, l.answers, l.created_at AS createdAt,
			t.name AS tour, f.language, f.form
		 FROM leads l JOIN lead_forms f ON f.id = l.form_id LEFT JOIN tours t ON t.id = l.tour_id
		 WHERE ${condition}${beyond} ORDER BY l.created_at DESC, l.id DESC LIMIT ?`,
		[...parameters, ...(after ? [after.at, after.at, after.id] : []), limit],
	);
	const key = keys.keyFor(CONTENT);
	return rows.map(({answers, form: {consentText}, ...row}) => ({
		...row,
		answers: decrypt(key, row, answers),
		consent: {text: consentText, sha256: sha256(consentText).toString('hex')},
	}));
}

/** False where this account has no such lead. */
export async function eraseLead(db: Db, accountId: string, id: string): Promise<boolean> {
	return (await affected(db, 'DELETE FROM leads WHERE id = ? AND account_id = ?', [id, accountId])) === 1;
}

/** Erases all of a person, of a tour, or of both, and answers how many. Throws where neither is said. */
export function eraseLeads(db: Db, keys: Keys, accountId: string, filter: LeadFilter): Promise<number> {
	if (filter.tourId === undefined && filter.email === undefined) throw new Error('Erasing leads takes a tour or an address.');
	const {condition, parameters} = chosen(keys, accountId, filter);
	return affected(db, `DELETE l FROM leads l WHERE ${condition}`, parameters);
}

/** How many months an account keeps its leads. */
export async function leadRetention(db: Db, accountId: string): Promise<number> {
	const row = await queryOne<{months: number}>(db, 'SELECT lead_retention_months AS months FROM accounts WHERE id = ?', [accountId]);
	return row?.months ?? LEAD_RETENTION.default;
}

/** Sets it, and answers how many leads are older than that by now: the next sweep erases them. */
export async function setLeadRetention(db: Db, accountId: string, months: number): Promise<number> {
	await db.query('UPDATE accounts SET lead_retention_months = ? WHERE id = ?', [months, accountId]);
	const row = await queryOne<{due: number}>(
		db,
		'SELECT CAST(COUNT(*) AS INT) AS due FROM leads WHERE account_id = ? AND created_at < UTC_TIMESTAMP(3) - INTERVAL ? MONTH',
		[accountId, months],
	);
	return Number(row!.due);
}

/** Erases what is older than its account keeps leads; answers how many. */
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

function chosen(keys: Keys, accountId: string, {tourId, email}: LeadFilter): {condition: string; parameters: unknown[]} {
	const parts: Array<[string, unknown]> = [['l.account_id = ?', accountId]];
	if (tourId !== undefined) parts.push(['l.tour_id = ?', tourId]);
	if (email !== undefined) parts.push(['l.email_hash = ?', hashEmail(keys, email)]);
	return {condition: parts.map(([part]) => part).join(' AND '), parameters: parts.map(([, value]) => value)};
}

/** Addresses are compared as people do: without blanks around them, in whatever case. */
function hashEmail(keys: Keys, email: string): Buffer {
	return createHmac('sha256', keys.keyFor('lead addresses')).update(email.trim().toLowerCase()).digest();
}

/** Nonce, tag, cipher text. Bound to its row: moved into another one, it cannot be read. */
function encrypt(key: Buffer, row: {id: string; tourId: string}, answers: LeadAnswers): Buffer {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, key, nonce).setAAD(bound(row));
	const text = Buffer.concat([cipher.update(JSON.stringify(answers), 'utf8'), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function decrypt(key: Buffer, row: {id: string; tourId: string}, bytes: Buffer): LeadAnswers {
	const nonce = bytes.subarray(0, NONCE_BYTES);
	const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
	const decipher = createDecipheriv(CIPHER, key, nonce, {authTagLength: TAG_BYTES}).setAAD(bound(row)).setAuthTag(tag);
	try {
		const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
		return JSON.parse(text.toString('utf8'));
	} catch (error) {
		throw new Error(`The lead ${row.id} cannot be decrypted: it was altered, or SECRET is not what it was.`, {cause: error});
	}
}

function bound({id, tourId}: {id: string; tourId: string}): Buffer {
	return Buffer.from(`${id} ${tourId}`);
}
