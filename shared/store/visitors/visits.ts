import {DAY_MS, LIMITS, utcDay} from '../../contract/limits.ts';
import type {ReceivedReport, ReportEvent} from '../../contract/visitors/report.ts';
import {sha256} from '../../ids.ts';
import {type Db, deleteInBatches} from '../database.ts';
import type {VisitRow} from '../entities/visitors.ts';

/** Something that happened in a visit of a tour, on the day (YYYY-MM-DD, UTC) on which it was reported. */
export type VisitEvent = {tourId: string; day: string; event: ReportEvent | {type: 'goal'}};

/** Step of an unfinished visit of this day before and after a report; null before the first step, and at an end. */
export type Move = {tourId: string; day: string; from: string | null; to: string | null};

/** Bytes of an event's hash in its visit's row: of visits with 500 events, one in nine million has two equal hashes. */
const HASH_BYTES = 5;
/** Most events of a visit, which bounds its row: twice the longest tour, since a tour may change during the visit. */
const MAX_EVENTS = 2 * LIMITS.stepsPerTour;

/** A visit in a batch of reports. `events`: by the hex of their ids; `end`: id of its end; `newest`: step with the highest number. */
type Visit = {
	id: Buffer;
	tourId: string;
	day: string;
	days: Set<string>;
	events: Map<string, VisitEvent>;
	end: string;
	newest: Pick<VisitRow, 'shown' | 'stepId'>;
};

/**
 * Returns and records the events of these reports that are new. An event is identified by its tour, visit, kind and detail
 * (a step, a button), in whichever report and however often it comes; any event implies its visit's view. An end counts on the day of the
 * view, as does the step at which a visit has stopped: a day's views are its ends plus its visits that stopped at a step. Must run in the counter's
 * transaction, under its lease: two runs at once would both count the same events.
 */
export async function rememberEvents(db: Db, reports: ReceivedReport[]): Promise<{added: VisitEvent[]; moved: Move[]}> {
	const visits = visitsOf(reports);
	const added: VisitEvent[] = [];
	const moved: Move[] = [];
	if (visits.size === 0) return {added, moved};
	const rows = await readVisits(db, visits);
	const changed: VisitRow[] = [];
	for (const [key, {id, tourId, day, events, end, newest}] of visits) {
		const row: VisitRow = rows.get(key) ?? {day, id, events: Buffer.alloc(0), shown: 0, stepId: null};
		const known = hashesIn(row.events);
		const unknown = [...events].filter(([event]) => !known.has(hashOf(event))).slice(0, MAX_EVENTS - known.size);
		const isNewer = newest.shown > row.shown;
		if (unknown.length === 0 && !isNewer) continue;
		const hashes = unknown.map(([event]) => hashOf(event));
		const place = isNewer ? newest : {shown: row.shown, stepId: row.stepId};
		changed.push({...row, ...place, events: Buffer.concat([row.events, Buffer.from(hashes.join(''), 'hex')])});
		added.push(...unknown.map(([, {event, ...where}]) => ({...where, event, ...(event.type === 'complete' && {day: row.day})})));
		const ended = hashOf(end);
		const from = known.has(ended) ? null : row.stepId;
		const to = known.has(ended) || hashes.includes(ended) ? null : place.stepId;
		if (from !== to) moved.push({tourId, day: row.day, from, to});
	}
	await writeVisits(db, changed);
	return {added, moved};
}

/** Forgets visits that began on days before `before`; returns how many. Their counts stay. */
export function purgeVisits(db: Db, before: Date): Promise<number> {
	return deleteInBatches(db, 'DELETE FROM visits WHERE day < ? ORDER BY day, id LIMIT ?', [utcDay(before)]);
}

/** Groups reports by the hex of their visits' ids: each event once, on the day of its first report. */
function visitsOf(reports: ReceivedReport[]): Map<string, Visit> {
	const visits = new Map<string, Visit>();
	for (const {tourId, visit: name, at, events} of reports) {
		const day = utcDay(at);
		const id = sha256(`${tourId}\n${name}`).subarray(0, 16);
		const key = id.toString('hex');
		const visit: Visit = visits.get(key) ?? {
			id,
			tourId,
			day,
			days: new Set(),
			events: new Map(),
			end: eventId(tourId, name, {type: 'complete'}),
			newest: {shown: 0, stepId: null},
		};
		visits.set(key, visit);
		visit.days.add(day);
		for (const event of [{type: 'view'} as const, ...events.flatMap(withGoal)]) {
			const eventKey = eventId(tourId, name, event);
			if (!visit.events.has(eventKey)) visit.events.set(eventKey, {tourId, day, event});
			if (event.type === 'step' && (event.n ?? 0) > visit.newest.shown) visit.newest = {shown: event.n!, stepId: event.step};
		}
	}
	return visits;
}

/** Adds a goal to the event of a button that is one: several buttons may be goals, but a visit reaches one goal. */
function withGoal(event: ReportEvent): VisitEvent['event'][] {
	return event.type === 'action' && event.goal ? [event, {type: 'goal'}] : [event];
}

function eventId(tourId: string, visit: string, event: VisitEvent['event']): string {
	return sha256([tourId, visit, event.type, ...detailOf(event)].join('\n')).toString('hex', 0, 16);
}

function detailOf(event: VisitEvent['event']): string[] {
	if (event.type === 'step') return [event.step];
	// A button counts once in a visit: otherwise a visit could add any number of clicks.
	if (event.type === 'cta') return [event.target];
	return event.type === 'action' ? [event.step, event.action ?? ''] : [''];
}

const hashOf = (event: string) => event.slice(0, 2 * HASH_BYTES);

function hashesIn(events: Buffer): Set<string> {
	const hashes = new Set<string>();
	for (let at = 0; at < events.length; at += HASH_BYTES) hashes.add(events.toString('hex', at, at + HASH_BYTES));
	return hashes;
}

/**
 * Returns the rows of these visits, by the hex of their ids. A page reports for a day after loading, and two processes' reports may come in
 * either order: a visit's row is of the report's day, the day before or the day after. Older days are not searched, since their rows are no longer in
 * the database's memory.
 */
async function readVisits(db: Db, visits: Map<string, Visit>): Promise<Map<string, VisitRow>> {
	const days = new Map<string, Set<Buffer>>();
	for (const {id, days: reported} of visits.values()) {
		for (const day of reported) {
			for (const near of [-1, 0, 1].map(offset => utcDay(Date.parse(day) + offset * DAY_MS))) {
				days.set(near, (days.get(near) ?? new Set()).add(id));
			}
		}
	}
	const where = Array(days.size).fill('(day = ? AND id IN (?))').join(' OR ');
	const found: VisitRow[] = await db.query(
		`SELECT day, id, events, shown, step_id AS stepId FROM visits WHERE ${where}`,
		[...days].flatMap(([day, ids]) => [day, [...ids]]),
	);
	return new Map(found.map(row => [row.id.toString('hex'), row]));
}

async function writeVisits(db: Db, rows: VisitRow[]): Promise<void> {
	if (rows.length === 0) return;
	// All processes lock rows in this order, so that no two deadlock.
	const inOrder = rows.toSorted((a, b) => a.id.compare(b.id)).map(({day, id, events, shown, stepId}) => [day, id, events, shown, stepId]);
	await db.query(
		`INSERT INTO visits (day, id, events, shown, step_id) VALUES ? ON DUPLICATE KEY UPDATE
			events = VALUES(events), shown = VALUES(shown), step_id = VALUES(step_id)`,
		[inOrder],
	);
}
