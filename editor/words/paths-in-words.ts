import type {ActionTarget, Chapter, NextTarget, StepActions} from '../../shared/contract/paths/actions.ts';
import type {Step} from '../../shared/contract/step.ts';
import {shownTexts} from '../../shared/contract/step-fields.ts';
import {words} from '../../shared/locales/en/editor/paths.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';

type Target = ActionTarget | NextTarget;
type Action = {id?: string; label: string; target: ActionTarget};
/** Says a step by whatever targets name it. */
export type NameStep = (step: string) => string;

/** Returns how steps of a tour are said: by their number and title. */
export function stepNames(steps: readonly Step[]): NameStep {
	const named = new Map(steps.map(step => [step.id, words.step(step.position + 1, shownTexts(step)[0] ?? words.untitled)]));
	return id => named.get(id) ?? words.where.next;
}

/** Returns a change with the name of its author. */
export function doneBy(name: string, change: string): string {
	return words.by(name, change);
}

/** Returns where a target leads. */
export function targetInWords({to, step, ...rest}: Target, name: NameStep): string {
	if (to === 'step') return name(step!);
	return to === 'url' ? (rest as ActionTarget).url! : words.where[to];
}

/** Returns all ways on that actions offer, a line each. */
export function actionsInWords({next, buttons = [], hotspots = []}: StepActions, name: NameStep): string {
	const line = (said: string, target: Target) => words.leads(said, targetInWords(target, name));
	return [
		...buttons.map(({label, target}) => line(words.button(label), target)),
		...hotspots.map(({label, target}) => line(words.hotspot(label), target)),
		...(next ? [line(words.next, next)] : []),
	].join('\n');
}

/** Returns what has become of actions, a sentence for each that is other. */
export function actionChanges(before: StepActions, after: StepActions, name: NameStep): string[] {
	return [
		...listChanges(before.buttons, after.buttons, {say: words.button, name}),
		...listChanges(before.hotspots, after.hotspots, {say: words.hotspot, name}),
		...(isSame(before.next, after.next) ? [] : [words.nowLeads(words.next, targetInWords(after.next ?? {to: 'next'}, name))]),
	];
}

export function chaptersInWords(chapters: readonly Chapter[]): string {
	return chapters.map(({scene, title}) => words.chapter(scene, title)).join('\n');
}

function listChanges(
	before: readonly Action[] = [],
	after: readonly Action[] = [],
	{say, name}: {say: (label: string) => string; name: NameStep},
): string[] {
	const was = new Map(before.map(action => [action.id, action]));
	const is = new Set(after.map(({id}) => id));
	const kept = (list: readonly Action[], other: {has: (id: string | undefined) => boolean}) =>
		list.filter(({id}) => other.has(id)).map(({id}) => id);
	const sentences = after.flatMap(action => {
		const {id, label, target} = action;
		const old = was.get(id);
		if (!old) return [words.added(say(label), targetInWords(target, name))];
		const said = [
			...(old.label === label ? [] : [words.renamed(say(old.label), label)]),
			...(isSame(old.target, target) ? [] : [words.nowLeads(say(label), targetInWords(target, name))]),
		];
		return said.length > 0 || isSame(old, action) ? said : [words.changed(say(label))];
	});
	const gone = before.flatMap(({id, label}) => (is.has(id) ? [] : [words.removed(say(label))]));
	return [...sentences, ...gone, ...(isSame(kept(before, is), kept(after, was)) ? [] : [words.reordered])];
}
