import {useEffect, useState} from 'preact/hooks';
import {useRoute} from 'preact-iso';
import {ApiError} from '../../client/api-error.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {m} from '../messages/index.ts';
import {client} from '../shell/boot.ts';
import {hear, isWriting, shortcutKey} from '../shell/hands.ts';
import type {Draft} from './draft.ts';

/** What is read before a screen can be drawn, or why it cannot. */
export function useLoaded<T>(read: (tour: Tour) => Promise<T>): {loaded: T | null; fault: string | null; retry: () => void} {
	const {id} = useRoute().params as {id: string};
	const [loaded, setLoaded] = useState<T | null>(null);
	const [fault, setFault] = useState<string | null>(null);
	const [round, setRound] = useState(0);
	useEffect(() => {
		setLoaded(null);
		setFault(null);
		client
			.call('GET /tours/{id}', {id})
			.then(({tour}) => read(tour))
			.then(setLoaded, error => {
				if (error instanceof ApiError && error.status === 401)
					location.assign(`/account/sign-in?${new URLSearchParams({next: location.pathname})}`);
				setFault(error instanceof ApiError ? (error.status === 404 ? m.notFound : m.failed) : m.offline);
			});
	}, [id, round]);
	return {loaded, fault, retry: () => setRound(round + 1)};
}

/** Keys, and the moments at which what waits is sent. `draft` is the one that keys undo. */
export function useDrafts(drafts: Draft<unknown>[], draft: () => Draft<unknown>): void {
	useEffect(() => {
		const ending = new AbortController();
		const {signal} = ending;
		const flush = (options = {}) => drafts.forEach(one => void (one.state.value.kind !== 'saved' && one.flush(options)));
		addEventListener('online', () => flush(), {signal});
		// Whoever signed in in another window comes back to a page that was visible all the while.
		addEventListener('focus', () => flush(), {signal});
		// Leaving a field is the end of a thought.
		addEventListener('focusout', () => flush(), {signal});
		addEventListener('pagehide', () => flush({keepalive: true}), {signal});
		document.addEventListener('visibilitychange', () => flush({keepalive: document.hidden}), {signal});
		const keydown = (event: KeyboardEvent) => {
			if (!(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]')) return;
			const key = shortcutKey(event);
			if (key === 's') flush();
			// What is typed has an undo of its own.
			else if (isWriting(event)) return;
			else if (key === 'z' && !event.shiftKey) draft().undo();
			else if (key === 'y' || (key === 'z' && event.shiftKey)) draft().redo();
			else return;
			event.preventDefault();
		};
		const deaf = hear({keydown});
		return () => {
			ending.abort();
			deaf();
			for (const one of drafts) one.close();
		};
	}, []);
}
