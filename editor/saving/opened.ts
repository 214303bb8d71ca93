import {useEffect, useState} from 'preact/hooks';
import {ApiError} from '../../client/api-error.ts';
import type {Followed} from '../../client/index.ts';
import {m} from '../messages/index.ts';
import {account, client} from '../shell/session-data.ts';
import {Work} from './history.ts';
import {openJournal} from './journal.ts';
import {isHeldUp, isInBin} from './save-state.ts';

/** Tours opened in this page, the last one last: on return, the work and its undo are as they were left. */
const opened = new Map<string, Work>();
/** Tours that are kept at most. */
const MOST = 3;

export type TourNews = Followed<'GET /tours/{id}/events'>;

/** Milliseconds after which a page that was opened is followed: what it shows comes first. */
const CALM_MS = 1500;
/** Milliseconds until a connection that was lost is tried again: twice as long each time, and not for all at the same moment. */
const [FIRST_MS, LAST_MS] = [1000, 30_000];

/** Returns the work on a tour, as left in this page or as the service has it, or why it cannot be had. */
export function useWork(id: string): {work: Work | null; fault: string | null; retry: () => void} {
	const [found, setFound] = useState<{id: string; work: Work} | null>(null);
	const [fault, setFault] = useState<string | null>(null);
	const [round, setRound] = useState(0);
	useEffect(() => {
		setFault(null);
		openWork(id).then(
			work => setFound({id, work}),
			error => setFault(faultOf(error)),
		);
	}, [id, round]);
	const work = found?.id === id ? found.work : (known(id) ?? null);
	return {work, fault, retry: () => setRound(round + 1)};
}

/** Returns why a tour cannot be shown; sends a signed-out person to sign in. */
export function faultOf(error: unknown): string {
	if (error instanceof ApiError && error.status === 401)
		location.assign(`/account/sign-in?${new URLSearchParams({next: location.pathname})}`);
	if (!(error instanceof ApiError)) return m.offline;
	if (error.status !== 404) return m.failed;
	return isInBin(error) ? m.save.gone : m.notFound;
}

/**
 * Sends waiting changes when it matters, and follows others' changes while the page is visible; `hear` gets each new version.
 * Returns the function that ends this and sends what waits.
 */
export function watchWork({outbox}: Work, hear: (news: TourNews) => void = () => {}): () => void {
	const ending = new AbortController();
	const {signal} = ending;
	addEventListener('online', () => outbox.flush(), {signal});
	// Leaving a field is the end of a thought.
	const onLeave = () => {
		outbox.letGo();
		if (/^(?:unsaved|saving)$/.test(outbox.state.value.kind)) outbox.flush();
	};
	addEventListener('focusout', onLeave, {signal});
	addEventListener('focusin', ({target}) => target instanceof HTMLIFrameElement || outbox.letGo(), {signal});
	// A person who signed in in another window comes back to a page that was visible all the while.
	addEventListener('focus', () => isHeldUp(outbox.state.value) && outbox.refresh(), {signal});
	const onVisible = () => {
		if (document.hidden) outbox.flush({keepalive: true});
		else outbox.refresh();
	};
	document.addEventListener('visibilitychange', onVisible, {signal});
	const unfollow = followTour(outbox.tour.peek().id, {
		hear: news => {
			hear(news);
			outbox.hear(news);
		},
		lost: () => outbox.check(),
	});
	return () => {
		ending.abort();
		unfollow();
		outbox.flush({keepalive: true});
	};
}

function known(id: string): Work | undefined {
	const work = opened.get(id);
	return work?.outbox.state.peek().kind === 'gone' ? undefined : work;
}

async function openWork(id: string): Promise<Work> {
	const before = known(id);
	if (before) {
		before.outbox.check();
		return before;
	}
	const {tour} = await client.call('GET /tours/{id}', {id});
	const work = new Work({client, tour, journal: openJournal(account.id, id)});
	for (const old of [id, ...[...opened.keys()].slice(0, -MOST + 1)]) {
		opened.get(old)?.outbox.close();
		opened.delete(old);
	}
	opened.set(id, work);
	return work;
}

// Hears of each new version of a tour, as long as somebody looks at the page.

/**
 * Follows the tour while the tab is visible, since a browser has six connections a host; calls `hear` for each event, `lost` when the
 * stream ends. Returns the function that ends it.
 */
function followTour(id: string, {hear, lost}: {hear: (news: TourNews) => void; lost: () => void}): () => void {
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
