import type {Period} from '../../contract/visitors/analytics.ts';
import type {Db} from '../database.ts';
import type {PathDayRow} from '../entities/visitors.ts';
import type {Move, VisitEvent} from './visits.ts';

/** Counts of events on a tour's paths: sums by day, never the way of one visitor. */

export type PathCounts = {
	/** Views in which a step's button or hotspot was pressed; without `action`, its Next. */
	action: (step: string, action?: string | null) => number;
	end: (step: string) => number;
	left: (step: string) => number;
	goal: number;
};

/** Adds events, and moves the visits that went on to other steps. Must run in the counter's transaction. */
export async function addToPaths(db: Db, events: VisitEvent[], moved: Move[]): Promise<void> {
	const rows = new Map<string, PathDayRow>();
	const add = (tourId: string, day: string, kind: PathDayRow['kind'], stepId: string, actionId = '', visits = 1) => {
		const key = [tourId, day, kind, stepId, actionId].join(' ');
		rows.set(key, {tourId, day, kind, stepId, actionId, visits: (rows.get(key)?.visits ?? 0) + visits});
	};
	for (const {tourId, day, event} of events) {
		if (event.type === 'action') add(tourId, day, 'action', event.step, event.action);
		if (event.type === 'complete') add(tourId, day, 'end', event.step ?? '');
		if (event.type === 'goal') add(tourId, day, 'goal', '');
	}
	for (const {tourId, day, from, to} of moved) {
		if (from !== null) add(tourId, day, 'left', from, '', -1);
		if (to !== null) add(tourId, day, 'left', to);
	}
	// All processes lock rows in this order, so that no two deadlock.
	const changed = [...rows].filter(([, {visits}]) => visits !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
	if (changed.length === 0) return;
	await db.query(
		`INSERT INTO path_days (tour_id, day, kind, step_id, action_id, visits) VALUES ?
		 ON DUPLICATE KEY UPDATE visits = visits + VALUES(visits)`,
		[changed.map(([, {tourId, day, kind, stepId, actionId, visits}]) => [tourId, day, kind, stepId, actionId, visits])],
	);
}

/** Returns the rows of the period: in how many views each event happened. Events that never did have no row. */
export async function readPathRows(db: Db, tourId: string, {from, to}: Period): Promise<Array<Omit<PathDayRow, 'tourId' | 'day'>>> {
	const rows: Array<Omit<PathDayRow, 'tourId' | 'day' | 'visits'> & {visits: string}> = await db.query(
		`SELECT kind, step_id AS stepId, action_id AS actionId, SUM(visits) AS visits FROM path_days
		 WHERE tour_id = ? AND day BETWEEN ? AND ? GROUP BY kind, step_id, action_id
		 HAVING SUM(visits) <> 0 ORDER BY kind, step_id, action_id`,
		[tourId, from, to],
	);
	return rows.map(row => ({...row, visits: Number(row.visits)}));
}

/** Returns the counts by event and place. */
export async function readPathCounts(db: Db, tourId: string, period: Period): Promise<PathCounts> {
	const rows = await readPathRows(db, tourId, period);
	const counts = new Map(rows.map(({kind, stepId, actionId, visits}) => [[kind, stepId, actionId].join(' '), visits]));
	const of = (...parts: [PathDayRow['kind'], string, string?]) => counts.get([parts[0], parts[1], parts[2] ?? ''].join(' ')) ?? 0;
	return {
		action: (step, action) => of('action', step, action ?? ''),
		end: step => of('end', step),
		left: step => of('left', step),
		goal: of('goal', ''),
	};
}
