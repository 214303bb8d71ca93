import {type Signal, signal} from '@preact/signals';
import type {ComponentType} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {m} from '../messages/index.ts';
import {say} from './toast.tsx';

const KEY = 'roteiro-reloaded';
/** Milliseconds after which a reload for a missing part is tried once more: a page loaded within them is the newest. */
const ONCE_IN_MS = 60_000;

/** A dialog that is fetched when it is asked for; `close` where that cannot be. */
export function Later<Props extends {close: () => void}>({load, ...rest}: Props & {load: () => Promise<ComponentType<Props>>}) {
	const props = rest as unknown as Props;
	const [found, setFound] = useState<{Dialog: ComponentType<Props>} | null>(null);
	useEffect(() => {
		late(load).then(
			Dialog => setFound({Dialog}),
			() => {
				say(navigator.onLine ? m.failed : m.offline);
				props.close();
			},
		);
	}, []);
	return found && <found.Dialog {...props} />;
}

/**
 * Loads a lazy part of the editor. If the service runs but lacks the part, it belongs to a release that was replaced: the page is reloaded,
 * and its journal has the unsent work. Throws the import's error if that does not help.
 */
export async function late<T>(load: () => Promise<T>): Promise<T> {
	try {
		return await load();
	} catch (error) {
		// The page is about to be reloaded.
		if (wasLongAgo() && (await loadAnew())) return new Promise(() => {});
		throw error;
	}
}

/** Reloads the page, unless the service is away: the browser would replace it by an error page. Returns if it does. */
export async function loadAnew(): Promise<boolean> {
	if (!(await isThere())) return false;
	sessionStorage.setItem(KEY, String(Date.now()));
	location.reload();
	return true;
}

function wasLongAgo(): boolean {
	return Date.now() - Number(sessionStorage.getItem(KEY)) > ONCE_IN_MS;
}

async function isThere(): Promise<boolean> {
	try {
		return (await fetch('/healthz', {cache: 'no-store'})).ok;
	} catch {
		return false;
	}
}

/** Returns a part of the editor that `load` loads once; a failure is reported and leaves it null. */
export function lazyPart<T>(fetch: () => Promise<T>): {part: Signal<T | null>; load: () => Promise<T | null>} {
	const part = signal<T | null>(null);
	const load = async () => {
		part.value ??= await late(fetch).catch(() => null);
		if (!part.value) say(m.failed);
		return part.value;
	};
	return {part, load};
}
