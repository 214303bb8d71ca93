import {type Keys, keepsSecret, type SecretPlace} from '../../config/secret.ts';
import {affected, type Db, queryOne} from '../database.ts';
import {decryptLead, leadKeys} from './lead-cipher.ts';
import {newestEncrypted} from './leads.ts';

/** A stored fingerprint tells if the secret is the one of the rows, before anything is written with another. */

const PURPOSE = 'secret fingerprint';
/** Leads tried with the known secrets if no fingerprint of the secret is stored. */
const LEADS_TRIED = 20;

/** The secret is another than that of the leads that are there. */
export class UnknownSecret extends Error {
	constructor() {
		super(
			'The leads in this database were written with another secret than the one that is set, and would not be read. Either put that one back: DATA_DIR/secret.txt with secret-rotation.json, or SECRET. Or, where it is lost for good, run the operator command "secret accept-loss": leads from before then stay unreadable and can be erased, and everything else goes on. Nothing has been written.',
		);
	}
}

/**
 * Throws `UnknownSecret` if leads were written with a secret that is not known here, and makes no secret then. Otherwise stores the fingerprint,
 * if there was none or no lead depends on it.
 */
export async function requireKnownSecret(db: Db, place: SecretPlace, keys: Keys): Promise<void> {
	if (!(await isSecretKnown(db, place, keys))) throw new UnknownSecret();
	const kept = await readFingerprint(db);
	if (kept && fingerprints(keys).some(one => one.equals(kept))) return;
	await keepSecret(db, keys);
}

/** False if there are leads that were written with another secret. Writes nothing, and makes no secret if there are leads. */
export async function isSecretKnown(db: Db, place: SecretPlace, keys: Keys): Promise<boolean> {
	const leads = await newestEncrypted(db, LEADS_TRIED);
	if (leads.length === 0) return true;
	if (!keepsSecret(place)) return false;
	const kept = await readFingerprint(db);
	if (kept) return fingerprints(keys).some(one => one.equals(kept));
	const all = leadKeys(keys);
	return leads.some(lead => decryptLead(all, lead, lead.answers) !== null);
}

/** Records that from now on rows are written with the current secret. */
export async function keepSecret(db: Db, keys: Keys): Promise<void> {
	await affected(db, 'INSERT INTO kept_secret (id, fingerprint) VALUES (1, ?) ON DUPLICATE KEY UPDATE fingerprint = VALUES(fingerprint)', [
		fingerprints(keys)[0],
	]);
}

async function readFingerprint(db: Db): Promise<Buffer | null> {
	return (await queryOne<{fingerprint: Buffer}>(db, 'SELECT fingerprint FROM kept_secret WHERE id = ?', [1]))?.fingerprint ?? null;
}

/** Returns the secrets' fingerprints, the current one first. They have a purpose of their own, and reveal no other key. */
function fingerprints({keysFor}: Keys): Buffer[] {
	return keysFor(PURPOSE).map(keys => keys[PURPOSE]!);
}
