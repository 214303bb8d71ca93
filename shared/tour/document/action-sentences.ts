import type {ActionTarget, NextTarget, StepActions} from '../../contract/paths/actions.ts';
import {isSame} from './canonical-json.ts';

type Target = NextTarget | ActionTarget;
type Action = {id?: string; label: string; target: ActionTarget};

const PLAIN: Record<Exclude<Target['to'], 'step' | 'url'>, string> = {
	next: 'where Next leads',
	end: 'the end',
	previous: 'where the visitor came from',
	restart: 'step 1',
	later: 'a step that is still to be chosen',
};

/** Returns what has changed in the actions of a step, a sentence each; `numberOf` returns the number of the step of a key. */
export function actionSentences(
	from: StepActions | undefined,
	to: StepActions | undefined,
	numberOf: (key: string) => number | null,
): string[] {
	return [
		...nextSentences(from?.next, to?.next, numberOf),
		...listed('button', from?.buttons, to?.buttons, numberOf),
		...listed('hotspot', from?.hotspots, to?.hotspots, numberOf),
	];
}

function nextSentences(from: NextTarget | undefined, to: NextTarget | undefined, numberOf: (key: string) => number | null): string[] {
	if (isSame(from, to)) return [];
	return [to && to.to !== 'next' ? `Next now leads to ${placeOf(to, numberOf)}` : 'Next now leads to the step that follows'];
}

function listed(kind: string, from: Action[] = [], to: Action[] = [], numberOf: (key: string) => number | null): string[] {
	const before = new Map(from.map(action => [action.id, action]));
	const after = new Set(to.map(({id}) => id));
	return [
		...from.filter(({id}) => !after.has(id)).map(({label}) => `${kind} ${label} is gone`),
		...to.flatMap((action): string[] => {
			const was = before.get(action.id);
			const leads = placeOf(action.target, numberOf);
			if (!was) return [`${kind} ${action.label} is new and leads to ${leads}`];
			const sentences = [
				...(was.label === action.label ? [] : [`${kind} ${was.label} is called ${action.label} now`]),
				...(isSame(was.target, action.target) ? [] : [`${kind} ${action.label} now leads to ${leads}`]),
			];
			return sentences.length > 0 || isSame(was, action) ? sentences : [`${kind} ${action.label} looks different or lies elsewhere`];
		}),
	];
}

function placeOf({to, step, url}: ActionTarget, numberOf: (key: string) => number | null): string {
	if (to === 'url') return url!;
	if (to !== 'step') return PLAIN[to];
	const number = numberOf(step!);
	return number === null ? `the step ${step}` : `step ${number}`;
}
