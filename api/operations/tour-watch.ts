import {setTimeout as sleep} from 'node:timers/promises';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {readWatched, stillValid, type WatchedTour} from '../../shared/store/watched-tours.ts';
import type {Call} from '../pipeline/operation.ts';
import {openStreams} from '../pipeline/streams.ts';

/** Milliseconds within which a change is seen. */
const LOOK_MS = 1000;

type Watch = {accountId: string; tourId: string; credential: Pick<Credential, 'id' | 'type' | 'expiresAt'>};

/** One who watches a tour. */
export type Watching = {
	/** Returns the tour at the last look; null before the first, and once it is gone. */
	now(): WatchedTour | null;
	/** Waits for the next look; false if no more will come: the tour is gone, the credential too, or the process is about to end. */
	next(): Promise<boolean>;
	end(): void;
};

const opened = new WeakMap<object, (watch: Watch) => Watching>();

/** Begins to watch a tour. Throws `too_many_at_once` where the account watches enough. */
export function watchTour({services, accountId, credential}: Call, tourId: string): Watching {
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
