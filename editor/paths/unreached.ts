import type {Step} from '../../shared/contract/step.ts';
import {words} from '../../shared/locales/en/editor/flow.ts';
import {edgesOf, reachableSteps} from '../../shared/tour/paths/graph.ts';

/** Returns what is said of each step that no way leads to, by its id. */
export function unreachedIn(steps: Step[]): Map<string, string> {
	const reached = reachableSteps(steps, edgesOf(steps));
	return new Map(steps.flatMap(({id}) => (reached.has(id) ? [] : [[id, words.unreached]])));
}
