import type {Adjustment} from '../../contract/geometry.ts';
import type {ActionTarget, NextTarget, StepActions} from '../../contract/paths/actions.ts';
import type {RemovedStep} from '../document/document.ts';

/** Targets of actions: steps, by id or key. */

type Target = NextTarget | ActionTarget;
/** A step as far as it leads on, stored or shown. */
type Led = {id: string; actions?: StepActions};
/** Called with a missing target, its place among the actions, and the id of the button or hotspot. */
type Lost = (target: Target, place: string, action: string | null) => void;
export type LedHere = NonNullable<RemovedStep['ledHere']>;

/** Returns the targets of actions, with the place of each and the label of its button or hotspot. */
export function targetsOf({next, buttons = [], hotspots = []}: StepActions): Array<{place: string; target: Target; label: string | null}> {
	const listed = (kind: string, list: Array<{label: string; target: ActionTarget}>) =>
		list.map(({label, target}, index) => ({place: `${kind}[${index}].target`, target, label}));
	return [...(next ? [{place: 'next', target: next, label: null}] : []), ...listed('buttons', buttons), ...listed('hotspots', hotspots)];
}

/** Returns the actions with each step target replaced by the result of `rename`. */
export function mapTargets(
	actions: StepActions,
	rename: <T extends Target>(target: T, place: string, action: string | null) => T,
): StepActions {
	const mapped = <A extends {id?: string; target: ActionTarget}>(kind: string, list: A[]) =>
		list.map((action, index) => ({...action, target: renamed(action.target, `${kind}[${index}].target`, action.id ?? null)}));
	return {
		...(actions.next && {next: renamed(actions.next, 'next', null)}),
		...(actions.buttons && {buttons: mapped('buttons', actions.buttons)}),
		...(actions.hotspots && {hotspots: mapped('hotspots', actions.hotspots)}),
	};

	function renamed<T extends Target>(target: T, place: string, action: string | null): T {
		return target.to === 'step' ? rename(target, place, action) : target;
	}
}

/** Returns the actions with the steps that they lead to under other names: those that `names` has. */
export function renameTargets(actions: StepActions, names: ReadonlyMap<string, string>): StepActions {
	return mapTargets(actions, target => ({...target, step: names.get(target.step!) ?? target.step}));
}

/** Returns the steps with actions that led to this one leading to Next, and what these were. */
export function withoutTarget<S extends Led>(steps: S[], id: string): {steps: S[]; ledHere: LedHere; adjustments: Adjustment[]} {
	const ledHere: LedHere = [];
	const adjustments: Adjustment[] = [];
	const changed = steps.map((step, index) => {
		if (!step.actions) return step;
		const before = ledHere.length;
		const actions = ledWithin(
			step.actions,
			other => other !== id,
			(target, place, action) => {
				ledHere.push({step: step.id, action});
				adjustments.push(leadsOn(`steps[${index}].actions.${place}`, target));
			},
		);
		return ledHere.length > before ? withActions(step, actions) : step;
	});
	return {steps: changed, ledHere, adjustments};
}

/** Returns the adjustment for an action that leads to Next because its target was deleted. */
export function leadsOn(field: string, from: Target): Adjustment {
	return {field, from, to: {to: 'next'}, reason: 'The step to which it led was deleted.'};
}

/** Returns the steps with the actions that led to this one before its deletion, if they still lead to Next. */
export function withTargetBack<S extends Led>(steps: S[], id: string, ledHere: LedHere = []): S[] {
	const back = Map.groupBy(ledHere, ({step}) => step);
	const target = {to: 'step' as const, step: id};
	return steps.map(step => {
		const led = new Set(back.get(step.id)?.map(({action}) => action));
		if (led.size === 0) return step;
		const {next, buttons, hotspots} = step.actions ?? {};
		const again = <A extends {id?: string; target: ActionTarget}>(action: A): A =>
			led.has(action.id!) && action.target.to === 'next' ? {...action, target} : action;
		return withActions(step, {
			...(led.has(null) && (next ?? {to: 'next'}).to === 'next' ? {next: target} : next && {next}),
			...(buttons && {buttons: buttons.map(again)}),
			...(hotspots && {hotspots: hotspots.map(again)}),
		});
	});
}

/** Returns the step with these actions, without those that equal the defaults. */
export function withActions<S extends Led>({actions: _before, ...step}: S, given: StepActions): S {
	const actions = tidyActions(given);
	return (Object.keys(actions).length > 0 ? {...step, actions} : step) as S;
}

/** Returns the actions without members that equal the defaults. */
export function tidyActions({next, buttons = [], hotspots = []}: StepActions): StepActions {
	const isSaid = next && (next.to !== 'next' || buttons.length > 0);
	return {...(isSaid && {next}), ...(buttons.length > 0 && {buttons}), ...(hotspots.length > 0 && {hotspots})};
}

/** Returns the actions of the step `own`, leading to Next instead of steps that are not among these. */
export function ledAmong(steps: ReadonlyArray<{id: string}>, own: string, actions: StepActions, lost?: Lost): StepActions {
	const there = new Set([own, ...steps.map(({id}) => id)]);
	return ledWithin(actions, id => there.has(id), lost);
}

/** Returns the actions, leading to Next instead of missing steps. */
function ledWithin(actions: StepActions, isThere: (id: string) => boolean, lost: Lost = () => {}): StepActions {
	return mapTargets(actions, (target, place, action) => {
		if (isThere(target.step!)) return target;
		lost(target, place, action);
		return {to: 'next'} as typeof target;
	});
}
