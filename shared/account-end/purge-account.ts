import {removeExportParts, removeTourExports} from '../exports/remove-exports.ts';
import type {FileStore} from '../files/file-store.ts';
import {closedForMs, endJobs} from '../store/account-end/closing.ts';
import {
	deleteAccount,
	deleteBelongings,
	deleteByAccount,
	deleteDerived,
	deleteImages,
	deleteNaming,
	deleteSounds,
	deleteTour,
	derivedByAccount,
	filesOfLinks,
	hasRowsOf,
	imagesOf,
	jobsOf,
	type NamingRow,
	repetitionsOf,
	soundsOf,
	tablesByAccount,
	toursOf,
} from '../store/account-end/purge.ts';
import {type Db, tx} from '../store/database.ts';
import {type Purge, removeFiles} from './purge-files.ts';
import {removeExports} from './stored-export.ts';

/** Age below which a file may belong to uncommitted work of another account: longer than any such work takes. */
export const FILE_AGE_MS = 10 * 60_000;
/** Milliseconds after which no one writes into a closed account: calls end within 30 s, leases sooner. */
export const SETTLED_MS = 60_000;
const BATCH = 500;
/** Tables whose rows are removed by what they name, in this order; all others by the account. */
const BY_PARTS = [
	'accounts',
	'account_exports',
	'tour_exports',
	'tour_export_parts',
	'jobs',
	'idempotency',
	'tours',
	'publications',
	'media',
	'speech',
	'derived_files',
	'redactions',
];

export type Purged = {
	/** True if nothing of the account is left. */
	done: boolean;
	rows: number;
	files: number;
	/** Files that are too young to be removed. */
	waiting: number;
};

type Options = {
	files: FileStore;
	accountId: string;
	/** Takes jobs of the account out of the queues. */
	dequeue?: (jobIds: string[]) => Promise<void>;
	fileAgeMs?: number;
	settledMs?: number;
	/** Called between steps; if it throws, the purge ends, and the next one goes on there. */
	pause?: () => Promise<void>;
};
type Work = Purge & Required<Pick<Options, 'dequeue' | 'pause'>> & {total: Purged};

/**
 * Removes all rows and files of an account whose time is over. It can be repeated after a failure: a file is
 * removed before the rows that name it, and the account's own row last. Transactions are small and wait for no
 * rows of other accounts.
 */
export async function purgeAccount(db: Db, options: Options): Promise<Purged> {
	const {files, accountId, dequeue = async () => {}, pause = async () => {}, fileAgeMs = FILE_AGE_MS, settledMs = SETTLED_MS} = options;
	const total: Purged = {done: false, rows: 0, files: 0, waiting: 0};
	const closedFor = await closedForMs(db, accountId);
	// The deletion was taken back, or another process has purged the account.
	if (closedFor === null) return total;
	const work: Work = {db, files, accountId, dequeue, pause, before: new Date(Date.now() - fileAgeMs), total};
	await tx(db, inside => endJobs(inside, accountId, []));
	for (const step of [purgeExports, purgeJobs, purgeRepetitions, purgeTours, purgeDerived, purgeImages, purgeSounds, purgeTables]) {
		await pause();
		await step(work);
	}
	await pause();
	if (total.waiting === 0 && closedFor >= settledMs) total.done = await finish(work);
	return total;
}

async function purgeExports({db, files, accountId, total}: Work): Promise<void> {
	total.rows += await removeExports({accountId}, {db, files});
	total.rows += await removeTourExports({accountId, all: true}, {db, files});
	total.rows += await removeExportParts({accountId, all: true}, {db, files});
}

/** Patterns of file names in jobs: pictures and snapshots of calls, and originals that were refused. Only the job names them. */
const NAMES = {links: /\b[0-9a-f]{32}\.jpg\b|\b[0-9a-f]{64}\.json\b/g, originals: /\b[0-9a-f]{64}\b(?!\.)/g} as const;

function purgeJobs(work: Work): Promise<void> {
	return purgeNaming(work, 'jobs', () => jobsOf(work.db, work.accountId, BATCH));
}

function purgeRepetitions(work: Work): Promise<void> {
	return purgeNaming(work, 'idempotency', () => repetitionsOf(work.db, work.accountId, BATCH));
}

async function purgeNaming(work: Work, table: 'jobs' | 'idempotency', read: () => Promise<NamingRow[]>): Promise<void> {
	for (;;) {
		const rows = await read();
		const waiting = new Set<string>();
		for (const kind of ['links', 'originals'] as const) {
			const removal = await removeFiles(
				work,
				rows.flatMap(({text}) => text.match(NAMES[kind]) ?? []),
				kind,
			);
			work.total.files += removal.removed;
			for (const name of removal.waiting) waiting.add(name);
		}
		const due = rows.filter(({text}) => ![...waiting].some(name => text.includes(name))).map(({key}) => key);
		if (table === 'jobs') await work.dequeue(due.map(String));
		work.total.rows += await deleteNaming(work.db, table, due);
		await work.pause();
		// The rest waits for the next purge, as does the rest of a full batch.
		if (due.length < rows.length) work.total.waiting += rows.length - due.length;
		if (rows.length < BATCH || due.length < rows.length) return;
	}
}

async function purgeTours(work: Work): Promise<void> {
	const {db, accountId, total} = work;
	for (let after = ''; ; ) {
		const ids = await toursOf(db, accountId, {after, limit: BATCH});
		const {removed, waiting} = await removeFiles(work, await filesOfLinks(db, ids), 'links');
		total.files += removed;
		total.waiting += waiting.size;
		for (const id of ids) {
			if (waiting.size > 0 && (await filesOfLinks(db, [id])).some(name => waiting.has(name))) continue;
			total.rows += await deleteBelongings(db, id);
			total.rows += await tx(db, inside => deleteTour(inside, id));
			await work.pause();
		}
		if (ids.length < BATCH) return;
		after = ids.at(-1)!;
	}
}

async function purgeDerived(work: Work): Promise<void> {
	const {db, accountId, total} = work;
	for (;;) {
		const found = await derivedByAccount(db, accountId, BATCH);
		const isOriginal = (name: string) => !name.includes('.');
		const made = await removeFiles(
			work,
			found.files.filter(name => !isOriginal(name)),
			'any',
		);
		const sent = await removeFiles(work, [...found.originals, ...found.files.filter(isOriginal)], 'originals');
		total.files += made.removed + sent.removed;
		const waiting = made.waiting.size + sent.waiting.size;
		total.waiting += waiting;
		total.rows += await deleteDerived(
			db,
			accountId,
			found.files.filter(name => !made.waiting.has(name) && !sent.waiting.has(name)),
			found.originals.filter(id => !sent.waiting.has(id)),
		);
		await work.pause();
		if (waiting > 0 || (found.files.length < BATCH && found.originals.length < BATCH)) return;
	}
}

async function purgeImages(work: Work): Promise<void> {
	const {db, accountId, total} = work;
	for (let after = ''; ; ) {
		const images = await imagesOf(db, accountId, {after, limit: BATCH});
		const variants = await removeFiles(
			work,
			images.flatMap(({files}) => files),
			'any',
		);
		const originals = await removeFiles(
			work,
			images.flatMap(({mediaId, original}) => [mediaId, original]),
			'originals',
		);
		total.files += variants.removed + originals.removed;
		total.waiting += variants.waiting.size + originals.waiting.size;
		const due = images.filter(
			({mediaId, original, files}) =>
				![mediaId, original].some(name => originals.waiting.has(name)) && !files.some(name => variants.waiting.has(name)),
		);
		await work.pause();
		total.rows += await tx(db, inside =>
			deleteImages(
				inside,
				accountId,
				due.map(({mediaId}) => mediaId),
			),
		);
		if (images.length < BATCH) return;
		after = images.at(-1)!.mediaId;
	}
}

async function purgeSounds(work: Work): Promise<void> {
	const {db, accountId, total} = work;
	for (let after = ''; ; ) {
		const sounds = await soundsOf(db, accountId, {after, limit: BATCH});
		const {removed, waiting} = await removeFiles(work, sounds, 'any');
		total.files += removed;
		total.waiting += waiting.size;
		total.rows += await deleteSounds(
			db,
			accountId,
			sounds.filter(file => !waiting.has(file)),
		);
		if (sounds.length < BATCH) return;
		after = sounds.at(-1)!;
	}
}

/** Deletes the account's rows in every other table, also in tables that are added later. */
async function purgeTables({db, accountId, total, pause}: Work): Promise<void> {
	// While files wait, the rows that name them stay.
	const tables = (await tablesByAccount(db)).filter(name => !BY_PARTS.includes(name));
	// Leads refer to their forms.
	for (const table of tables.sort((one, other) => Number(other === 'leads') - Number(one === 'leads'))) {
		total.rows += await deleteByAccount(db, table, accountId);
		await pause();
	}
}

/** Deletes the account itself. False if rows were added meanwhile, which the next purge removes. */
async function finish({db, accountId, total}: Work): Promise<boolean> {
	for (const table of await tablesByAccount(db)) if (await hasRowsOf(db, table, accountId)) return false;
	const deleted = await deleteAccount(db, accountId);
	total.rows += Number(deleted);
	return deleted;
}
