import {type Signal, signal} from '@preact/signals';
import {m} from '../messages/index.ts';
import {late} from './lazy.ts';
import {say} from './toast.tsx';

/** A part of the editor that is fetched once it is wanted, and is there from then on; that it cannot be had is said, and null. */
export function lazyPart<T>(fetch: () => Promise<T>): {part: Signal<T | null>; load: () => Promise<T | null>} {
	const part = signal<T | null>(null);
	const load = async () => {
		part.value ??= await late(fetch).catch(() => null);
		if (!part.value) say(m.failed);
		return part.value;
	};
	return {part, load};
}
