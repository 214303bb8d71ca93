import {Type} from 'typebox';
import {Closed, Nullable, Timestamp} from '../../shared/contract/schema.ts';
import {readTourVersion} from '../../shared/store/tours.ts';
import {actorName, readWatched, type WatchedTour} from '../../shared/store/watched-tours.ts';
import {type Call, defineOperation} from '../pipeline/operation.ts';
import {tourId} from './responses.ts';
import {type Watching, watchTour} from './tour-watch.ts';

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
