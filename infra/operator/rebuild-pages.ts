import {setTimeout as sleep} from 'node:timers/promises';
import type {Db} from '../../shared/store/database.ts';
import {askRebuilds, rebuildProgress} from '../../shared/store/rebuilds.ts';

const LOOK_MS = 500;
const TELL_MS = 5000;
/** Workers take the next pages every 2 s: where nothing moves for this long, none of them is running. */
const PATIENCE_MS = 60_000;

/**
 * Has the workers render the pages of one tour or of all, and waits for them: `tell` hears the progress. Workers do the work also if this is
 * interrupted, or if they are started later.
 */
export async function rebuildPages(db: Db, tourId: string | null, tell: (line: string) => void, patienceMs = PATIENCE_MS) {
	const begun = new Date();
	const pages = await askRebuilds(db, tourId);
	if (tourId !== null && pages === 0) throw new Error(`No page of a tour ${tourId} is shown: it is not published, or it does not exist.`);
	let movedAt = performance.now();
	let printedAt = movedAt;
	let before = '';
	for (;;) {
		const {waiting, open, done, failed} = await rebuildProgress(db, begun);
		const now = `${waiting} to look at, ${open} being rendered, ${done} rendered, ${failed} failed`;
		if (waiting === 0 && open === 0) return {pages, rebuilt: done, failed, left: 0};
		if (now !== before) movedAt = performance.now();
		if (before === '' || performance.now() - printedAt >= TELL_MS) {
			tell(`${pages} pages: ${now}.`);
			printedAt = performance.now();
		}
		before = now;
		if (performance.now() - movedAt > patienceMs) {
			tell('No worker is at work on them. Whichever starts next does the rest.');
			return {pages, rebuilt: done, failed, left: waiting + open};
		}
		await sleep(LOOK_MS);
	}
}
