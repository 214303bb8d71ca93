import type {VNode} from 'preact';
import {useRef} from 'preact/hooks';

type Kept = Map<string, {of: readonly unknown[]; row: VNode}>;

/** Returns a function that draws a keyed element from `of`; the former element if each of `of` is the same, which Preact then skips. */
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
