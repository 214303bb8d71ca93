import {setTimeout as sleep} from 'node:timers/promises';
import type {Config} from '../../shared/config/config.ts';
import {openKeys, openSecrets, readRotation, readSecret, replaceSecret, writeRotation} from '../../shared/config/secret.ts';
import type {Db} from '../../shared/store/database.ts';
import {withLease} from '../../shared/store/leases.ts';
import {isSecretKnown, keepSecret, requireKnownSecret} from '../../shared/store/visitors/kept-secret.ts';
import {rotateLeads} from '../../shared/store/visitors/leads.ts';

/** Longer than the lease of a command that was killed. */
const KILLED_MS = 15_000;
/** Milliseconds that a process needs to end a call begun with the secret before. */
const SETTLE_MS = 1000;
/** Rounds at most: a process that was not restarted and uses the secret before must not keep the command for ever. */
const ROUNDS = 10;

export type Rotated = {
	/** Leads that were encrypted with the new secret. */
	rotated: number;
	/** Leads that no known secret decrypts: they stay as they were. */
	unreadable: number;
	/** True if it went on with an interrupted call. */
	continued: boolean;
	hint: string;
};

/**
 * Changes what leads are encrypted with, while the service runs, and may be killed at any moment: whatever is read meanwhile is under a secret
 * that both files or both settings name. Called again, it goes on where it was.
 */
export async function rotateSecret(db: Db, config: Config): Promise<Rotated> {
	const keys = openKeys(openSecrets(config));
	const work = async () => {
		await requireKnownSecret(db, config, keys);
		const done = await (config.secret ? rotateToSetting : rotateFile)(db, config);
		await keepSecret(db, keys);
		return done;
	};
	const rotated = await withLease(db.dataSource, 'rotate-secret', work, {waitMs: KILLED_MS});
	if (!rotated) throw new Error('Another rotation is at work: wait for its end.');
	return rotated;
}

/** Goes on with the present secret, or a new one, when the secret of the leads is lost. */
export async function acceptLoss(db: Db, config: Config): Promise<{accepted: boolean; unreadable: number; hint: string}> {
	const keys = openKeys(openSecrets(config));
	if (await isSecretKnown(db, config, keys)) {
		return {accepted: false, unreadable: 0, hint: 'Nothing is lost: the secret is the one that leads were written with.'};
	}
	const {unreadable} = await rotateLeads(db, keys);
	await keepSecret(db, keys);
	const hint =
		'Start the service. Leads that cannot be read stand in the lists of their accounts, where they can be erased; retention ends them like all others. Back up DATA_DIR/secret.txt, or your SECRET, apart from the database.';
	return {accepted: true, unreadable, hint};
}

/** Rotates an operator's own SECRET: they have set a new one, and named the old one. */
async function rotateToSetting(db: Db, config: Config): Promise<Rotated> {
	if (config.previousSecrets.length === 0) {
		throw new Error(
			'SECRET is set, so that it is yours to change: set SECRET to a new one and SECRET_PREVIOUS to the one before, restart every process, then run this again.',
		);
	}
	const done = await encryptAnew(db, config);
	const hint =
		done.unreadable === 0
			? 'Once every process runs with the new SECRET, SECRET_PREVIOUS may be taken out and the old one forgotten.'
			: 'Some leads are under a secret that neither SECRET nor SECRET_PREVIOUS names.';
	return {...done, continued: false, hint};
}

/** Rotates the data folder's secret: first stores the old one, then puts the new one in its place. */
async function rotateFile(db: Db, config: Config): Promise<Rotated> {
	const {dataDir} = config;
	const current = readSecret(config);
	const {underWay: continued, previous} = readRotation(dataDir);
	if (!continued) {
		// What the last rotation had to leave is brought up to this secret, so that those before it can be forgotten.
		await rotateLeads(db, openKeys(openSecrets(config)));
		writeRotation(dataDir, {underWay: true, previous: [current]});
	}
	if (!continued || previous[0] === current) replaceSecret(dataDir);
	const done = await encryptAnew(db, config);
	const rotation = readRotation(dataDir);
	writeRotation(dataDir, {...rotation, underWay: false});
	const hint =
		'Back up DATA_DIR/secret.txt. Restart the service when it suits you: until then it hashes IPs with the secret before, which stays in secret-rotation.json.';
	return {...done, continued, hint};
}

/** Encrypts leads with the new secret in rounds, with pauses in which processes finish what they write with the old one. */
async function encryptAnew(db: Db, config: Config): Promise<{rotated: number; unreadable: number}> {
	const keys = openKeys(openSecrets(config));
	const done = {rotated: 0, unreadable: 0};
	for (let round = 1; round <= ROUNDS; round++) {
		await sleep(SETTLE_MS);
		const {rotated, unreadable} = await rotateLeads(db, keys);
		Object.assign(done, {rotated: done.rotated + rotated, unreadable});
		if (round > 1 && rotated === 0) break;
	}
	return done;
}
