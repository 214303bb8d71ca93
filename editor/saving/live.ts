import type {Followed} from '../../client/index.ts';

/** Hears of each new version of a tour, as long as somebody looks at the page. */

export type TourNews = Followed<'GET /tours/{id}/events'>;

/** Milliseconds after which a page that was opened is followed: what it shows comes first. */
const CALM_MS = 1500;
/** Milliseconds until a connection that was lost is tried again: twice as long each time, and not for all at the same moment. */
const [FIRST_MS, LAST_MS] = [1000, 30_000];

/**
 * Follows the tour while the tab is visible, for a browser has six connections a host; `hear` is called for each event, `lost` where the stream
 * ends. Returns what ends it.
 */
export function followTour(id: string, {hear, lost}: {hear: (news: TourNews) => void; lost: () => void}): () => void {
	let source: EventSource | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let delay = FIRST_MS;

	const stop = () => {
		clearTimeout(timer);
		source?.close();
		source = null;
	};
	const start = () => {
		stop();
		if (document.hidden) return;
		source = new EventSource(`/app/v1/tours/${id}/events`);
		source.addEventListener('tour', event => {
			delay = FIRST_MS;
			hear(JSON.parse(event.data));
		});
		// The browser's own attempts end with the first response that is no stream.
		source.onerror = () => {
			stop();
			lost();
			timer = setTimeout(start, delay * (0.5 + Math.random() / 2));
			delay = Math.min(2 * delay, LAST_MS);
		};
	};
	document.addEventListener('visibilitychange', start);
	addEventListener('online', start);
	timer = setTimeout(start, CALM_MS);
	return () => {
		document.removeEventListener('visibilitychange', start);
		removeEventListener('online', start);
		stop();
	};
}
