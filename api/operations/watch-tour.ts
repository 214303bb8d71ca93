import {setTimeout as sleep} from 'node:timers/promises';
import {Type} from 'typebox';
import {Closed, Nullable, Timestamp} from '../../shared/contract/schema.ts';
import type {Services} from '../../shared/services/services.ts';
import {type Credential, stillValid} from '../../shared/store/access/credentials.ts';
import {readTourVersion} from '../../shared/store/tours.ts';
import {actorName, readWatched, type WatchedTour} from '../../shared/store/watched-tours.ts';
import {openStreams} from '../pipeline/account-turns.ts';
import {type Call, defineOperation} from '../pipeline/operation.ts';
import {tourId} from './responses.ts';

/** Milliseconds within which a change is seen. */
const LOOK_MS = 1000;

type Watch = {accountId: string; tourId: string; credential: Pick<Credential, 'id' | 'type' | 'expiresAt'>};

/** One who watches a tour. */
type Watching = {
	/** Returns the tour at the last look; null before the first, and once it is gone. */
	now(): WatchedTour | null;
	/** Waits for the next look; false if no more will come: the tour is gone, the credential too, or the process is about to end. */
	next(): Promise<boolean>;
	end(): void;
};

const opened = new WeakMap<object, (watch: Watch) => Watching>();

/** A client that wants to know more after this connects again. */
const STREAM_MS = 10 * 60_000;

const TourEvent = Closed(
	{
		version: Type.Integer({description: "The tour's version."}),
		by: Nullable(Closed({type: Type.String({description: 'user, key, app or service.'}), name: Nullable(Type.String())})),
		at: Timestamp,
		deleted: Type.Boolean({description: 'true where it is in the bin; then the stream ends.'}),
	},
	{description: 'A tour has another version; by: who changed its content, null where it was published or taken down.'},
);

export const watchTourOperation = defineOperation({
	name: 'watch_tour',
	tag: 'Tours',
	summary: 'Follow the versions of a tour as server-sent events',
	description:
		'Each event is named tour. The first says how it is, each other that it has changed, a second later at most. The stream ends after ten minutes, when the credential ends, and when the tour is deleted: connect again.',
	route: 'GET /tours/{id}/events',
	stream: true,
	scopes: ['tours:read'],
	input: Closed({id: tourId}),
	success: {200: {description: 'A stream of server-sent events (text/event-stream).', body: Closed({tour: TourEvent})}},
	errors: ['too_many_at_once'],
	async handler({id}, call) {
		await readTourVersion(call.db, call.accountId, id);
		const watching = watchTour(call, id);
		return {events: follow(id, watching, call)};
	},
});

async function* follow(id: string, watching: Watching, call: Call) {
	const until = performance.now() + STREAM_MS;
	try {
		let [now = null] = await readWatched(call.db, [id]);
		for (let sent = 0; now; now = watching.now() ?? now) {
			if (now.version > sent) {
				yield {event: 'tour', data: await present(now, call)};
				sent = now.version;
			} else yield null;
			if (now.deletedAt || performance.now() > until || !(await watching.next())) return;
		}
	} finally {
		watching.end();
	}
}

async function present({version, contentVersion, changedBy, updatedAt, deletedAt}: WatchedTour, {db}: Call) {
	const by = version === contentVersion && changedBy !== null ? await actorName(db, changedBy) : null;
	return {version, by, at: (deletedAt ?? updatedAt).toISOString(), deleted: deletedAt !== null};
}

/** Begins to watch a tour. Throws `too_many_at_once` where the account watches enough. */
function watchTour({services, accountId, credential}: Call, tourId: string): Watching {
	const begin = opened.get(services) ?? open(services);
	opened.set(services, begin);
	return begin({accountId, tourId, credential});
}

/** One SELECT a second for all the tours that are watched in this process, and one for each kind of credential with which they are. */
function open({database, log, stopping}: Services): (watch: Watch) => Watching {
	const watches = new Set<Watch>();
	const follow = openStreams('tours');
	let tours = new Map<string, WatchedTour>();
	let valid = new Set<string>();
	let looked = 0;
	let round: Promise<void> | null = null;

	const look = async () => {
		await sleep(LOOK_MS, undefined, {signal: stopping.signal}).catch(() => {});
		if (stopping.signal.aborted || watches.size === 0) return;
		try {
			const all = [...watches];
			const found = await readWatched(database.manager, [...new Set(all.map(({tourId}) => tourId))]);
			valid = await stillValid(
				database.manager,
				all.map(({credential}) => credential),
			);
			tours = new Map(found.map(tour => [tour.id, tour]));
			looked++;
		} catch (error) {
			// The watchers wait with us until the database is back.
			log.debug({error}, 'watched tours not read');
		}
	};
	const nextRound = () => {
		round ??= look().finally(() => {
			round = null;
		});
		return round;
	};

	return watch => {
		const unfollow = follow(watch.accountId);
		watches.add(watch);
		// The round under way may have been asked before.
		let seen = looked + (round ? 1 : 0);
		return {
			now: () => tours.get(watch.tourId) ?? null,
			async next() {
				await nextRound();
				if (stopping.signal.aborted || watch.credential.expiresAt.getTime() < Date.now()) return false;
				if (looked <= seen) return true;
				seen = looked;
				return valid.has(watch.credential.id) && tours.has(watch.tourId);
			},
			end() {
				watches.delete(watch);
				unfollow();
			},
		};
	};
}
