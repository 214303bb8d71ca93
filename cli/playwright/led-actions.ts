import type {ActionTarget, NextTarget, StepActions} from '../../shared/contract/paths/actions.ts';
import type {Answer} from './package.d.ts';

/** The target of a step, as its test has said it. */
export type Leading = {next?: string; answers?: Answer[]};

const WAYS = ['next', 'previous', 'restart', 'end'] as const;

/** Returns the actions of each step as tour.yaml has them. Throws where one leads to a key that no step has. */
export function ledActions(steps: readonly Leading[], keys: readonly string[]): Array<StepActions | null> {
	return steps.map(({next, answers}, index) => {
		if (next === undefined && !answers) return null;
		const target = (to: string) => targetOf(to, keys, keys[index]!);
		return {
			...(next !== undefined && {next: target(next) as NextTarget}),
			...(answers && {buttons: answers.map(({label, to, goal}) => ({label, target: target(to), ...(goal && {goal})}))}),
		};
	});
}

function targetOf(to: string, keys: readonly string[], from: string): ActionTarget {
	if (keys.includes(to)) return {to: 'step', step: to};
	const way = WAYS.find(way => way === to);
	if (way) return {to: way};
	if (to.startsWith('https://')) return {to: 'url', url: to};
	throw new Error(
		`The step ${from} leads to "${to}", which is the key of no step. Give that step the key in its words. Keys of this tour: ${keys.join(', ')}; else ${WAYS.join(', ')} or an https URL.`,
	);
}
