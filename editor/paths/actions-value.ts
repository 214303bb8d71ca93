import {LIMITS} from '../../shared/contract/limits.ts';
import type {ActionTarget, NextTarget, StepActions} from '../../shared/contract/paths/actions.ts';
import {words} from '../../shared/locales/en/editor/path-section.ts';
import {words as pathWords} from '../../shared/locales/en/editor/paths.ts';
import {tidyActions} from '../../shared/tour/paths/targets.ts';
import type {Session} from '../session/session.ts';
import {tell} from '../shell/toast.tsx';
import type {Box} from '../stage/box-layer.ts';

/** Changes of a step's buttons and hotspots. */

export type Kind = 'buttons' | 'hotspots';
export const MOST: Record<Kind, number> = {buttons: LIMITS.buttonsPerStep, hotspots: LIMITS.hotspotsPerStep};
type Button = NonNullable<StepActions['buttons']>[number];
type Hotspot = NonNullable<StepActions['hotspots']>[number];
export type Action = Button | Hotspot;

/** Place of a hotspot that is made by a key: in the middle. */
const FIRST: Box = {x: 0.4, y: 0.42, width: 0.2, height: 0.16};

/** Sets the actions of a step as `change` makes them of those that it has. */
function setActions(session: Session, step: string, change: (actions: StepActions) => StepActions): void {
	if (!session.tour.peek().steps.some(({id}) => id === step)) return;
	const actions = tidyActions(change(actionsOf(session, step)));
	session.edit(step, {actions: Object.keys(actions).length > 0 ? actions : null});
}

/** Adds a button and returns its id. A step's first button leads on as Next did, or with a target of its own leaves Next beside it. */
export function addButton(session: Session, step: string, target?: ActionTarget): string | null {
	const {buttons = []} = actionsOf(session, step);
	if (buttons.length >= MOST.buttons) return null;
	const id = newId('button', buttons);
	const isFirst = buttons.length === 0;
	const leads = target ?? {to: isFirst ? ('next' as const) : ('later' as const)};
	setActions(session, step, ({next, ...actions}) => ({
		...actions,
		...(next || (isFirst && target) ? {next: next ?? {to: 'next'}} : {}),
		buttons: [...buttons, {id, label: words.freshButton(buttons.length + 1), target: leads}],
	}));
	return id;
}

/** Adds a hotspot, by default in the middle of the picture, and holds it on the stage. */
export function addHotspot(session: Session, step: string, area: Box = FIRST): void {
	const {hotspots = []} = actionsOf(session, step);
	if (hotspots.length >= MOST.hotspots) return;
	const hotspot: Hotspot = {
		id: newId('hotspot', hotspots),
		area,
		label: words.freshHotspot(hotspots.length + 1),
		target: {to: 'later'},
	};
	session.heldHotspot.value = hotspots.length;
	setActions(session, step, actions => ({...actions, hotspots: [...hotspots, hotspot]}));
	session.tool.value = 'select';
}

export function changeAction(session: Session, step: string, kind: Kind, index: number, set: Partial<Button> & Partial<Hotspot>): void {
	changeList(session, step, kind, list => list.map((action, at) => (at === index ? ({...action, ...set} as Action) : action)));
}

export function removeAction(session: Session, step: string, kind: Kind, index: number): void {
	const {label = ''} = actionsOf(session, step)[kind]?.[index] ?? {};
	changeList(session, step, kind, list => list.toSpliced(index, 1));
	tell(pathWords.removed(pathWords[kind === 'buttons' ? 'button' : 'hotspot'](label)));
}

/** Moves a button or hotspot by one place. */
export function shiftAction(session: Session, step: string, kind: Kind, index: number, by: 1 | -1): void {
	changeList(session, step, kind, list => shifted(list, index, by));
}

/** Returns the list with this item moved by a place. */
export function shifted<T>(list: readonly T[], index: number, by: 1 | -1): T[] {
	return list.toSpliced(index, 1).toSpliced(index + by, 0, list[index]!);
}

/** Sets where Next leads; null removes the setting, so that a step with buttons has no Next. */
export function setNext(session: Session, step: string, next: NextTarget | null): void {
	setActions(session, step, ({next: _before, ...actions}) => ({...actions, ...(next && {next})}));
}

function actionsOf(session: Session, step: string): StepActions {
	return session.tour.peek().steps.find(({id}) => id === step)?.actions ?? {};
}

function changeList(session: Session, step: string, kind: Kind, change: (list: Action[]) => Action[]): void {
	setActions(session, step, actions => ({...actions, [kind]: change((actions[kind] ?? []) as Action[])}));
}

/** Returns an id that nobody else makes meanwhile: if two people add a button each, the step has two. */
function newId(kind: string, list: ReadonlyArray<{id?: string}>): string {
	const taken = new Set(list.map(({id}) => id));
	for (;;) {
		const id = `${kind}-${Math.random().toString(36).slice(2, 8)}`;
		if (!taken.has(id)) return id;
	}
}
