import {useRef} from 'preact/hooks';
import type {Step} from '../../shared/contract/step.ts';
import {edgesOf, hasPaths, reachableSteps} from '../../shared/tour/paths/graph.ts';

type Known = {steps: readonly Step[]; ids: ReadonlySet<string>};

/** Returns the ids of steps to which no way leads. Letters that are typed change no way: then nothing is looked for again. */
export function useUnreached(steps: readonly Step[]): ReadonlySet<string> {
	const known = useRef<Known>({steps: [], ids: new Set()});
	const before = known.current.steps;
	const isSame =
		steps.length === before.length && steps.every(({id, actions}, at) => id === before[at]!.id && actions === before[at]!.actions);
	known.current = {steps, ids: isSame ? known.current.ids : unreached(steps)};
	return known.current.ids;
}

function unreached(steps: readonly Step[]): Set<string> {
	if (!hasPaths(steps)) return new Set();
	const reached = reachableSteps(steps, edgesOf(steps));
	return new Set(steps.map(({id}) => id).filter(id => !reached.has(id)));
}
