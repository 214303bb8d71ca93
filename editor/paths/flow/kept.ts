import type {VNode} from 'preact';
import {useRef} from 'preact/hooks';

type Kept = Map<string, {of: readonly unknown[]; row: VNode}>;

/** Draws what `of` is made of; the very same where nothing of it is other, which Preact then passes over. */
export function useKept(): (key: string, of: readonly unknown[], draw: () => VNode) => VNode {
	const before = useRef<Kept>(new Map());
	const now: Kept = new Map();
	const known = before.current;
	before.current = now;
	return (key, of, draw) => {
		const old = known.get(key);
		const kept = old?.of.every((value, at) => value === of[at]) ? old : {of, row: draw()};
		now.set(key, kept);
		return kept.row;
	};
}
