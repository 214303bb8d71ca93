import type {ChangeStep, ClickStep, DoubleClickStep, HoverStep, KeyDownStep, KeyUpStep, Step} from '@puppeteer/replay';

export type AimedStep = ClickStep | DoubleClickStep | HoverStep | ChangeStep;
export type ActionKind = 'click' | 'doubleClick' | 'rightClick' | 'hover' | 'fill' | 'press';

/** An action that a person would call one step: one or several steps of a recording. */
export type Action = {
	kind: ActionKind;
	/** Index of the recorded step before which the picture is taken. */
	at: number;
	/** The target of the action; null for the focused element. */
	aim: AimedStep | null;
	/** The new value of a field; null if it is not recorded. */
	value: string | null;
	/** Letters that were pressed one by one instead. */
	typed: string;
	/** Keys that are pressed, in chords such as "Control + K"; of a field: after it is filled in. */
	keys: string[];
};

const MODIFIERS = new Set(['Control', 'Meta', 'Alt', 'Shift']);
/** Keys that do nothing to be shown: they move the focus, or edit a text. */
const MOVING = new Set(['Tab', 'CapsLock', 'NumLock']);
const EDITING = new Set(['Backspace', 'Delete', 'Home', 'End', 'ArrowLeft', 'ArrowRight']);

/** An action in a page at this moment. `element`: a name of its own for each element that is used; null: the focused one. */
export type Doing = {element: number | string | null} & (
	| {type: 'click'; isSecondary?: boolean}
	| {type: 'doubleClick' | 'hover'}
	| {type: 'change'; value: string}
	/** Keys in their order, each with what is held down: "Control+K". */
	| {type: 'keys'; keys: string[]}
);

/** Returns the recorded steps that a tour shows, in their order: not those that only wait, scroll or open a page. */
export function planActions(steps: readonly Step[]): Action[] {
	const actions: Action[] = [];
	const held = new Set<string>();
	/** The action that what comes next may belong to. */
	let open: Action | null = null;
	for (const [at, step] of steps.entries()) {
		if (step.type === 'keyUp') held.delete(step.key);
		else if (step.type === 'keyDown') open = pressed(step, at, {open, held, actions});
		else if (step.type === 'click' || step.type === 'doubleClick' || step.type === 'hover' || step.type === 'change') {
			open = continued(step, open) ?? begun(step, at, actions);
		} else if (step.type !== 'scroll' && step.type !== 'waitForElement') open = null;
	}
	return actions;
}

/** Returns the action that a step is a part of: what is typed into a field that was clicked, the second half of a double click. */
function continued(step: AimedStep, open: Action | null): Action | null {
	if (!open?.aim || !isSameAim(open.aim, step)) return null;
	if (step.type === 'change' && (open.kind === 'click' || open.kind === 'fill') && open.keys.length === 0) {
		open.kind = 'fill';
		open.aim = step;
		open.value = step.value;
		return open;
	}
	if (step.type === 'doubleClick' && open.kind === 'click') {
		open.kind = 'doubleClick';
		return open;
	}
	return null;
}

function begun(step: AimedStep, at: number, actions: Action[]): Action {
	const action: Action = {kind: kindOf(step), at, aim: step, value: step.type === 'change' ? step.value : null, typed: '', keys: []};
	actions.push(action);
	return action;
}

function kindOf(step: AimedStep): ActionKind {
	if (step.type === 'change') return 'fill';
	if (step.type === 'click') return step.button === 'secondary' ? 'rightClick' : 'click';
	return step.type;
}

type Keyboard = {open: Action | null; held: Set<string>; actions: Action[]};

function pressed({key}: KeyDownStep | KeyUpStep, at: number, {open, held, actions}: Keyboard): Action | null {
	if (MODIFIERS.has(key)) {
		held.add(key);
		return open;
	}
	if (MOVING.has(key)) return null;
	const chord = [...held].filter(modifier => modifier !== 'Shift');
	const writes = chord.length === 0 && (isLetter(key) || EDITING.has(key));
	if (open?.aim && writes && open.keys.length === 0 && (open.kind === 'click' || open.kind === 'fill')) {
		// Letters that are typed without a change of a field: into a text that is edited where it stands.
		open.kind = 'fill';
		if (isLetter(key)) open.typed += key;
		return open;
	}
	const name = [...chord, key.length === 1 ? key.toUpperCase() : key].join(' + ');
	if (open && (open.kind === 'fill' || open.kind === 'press')) {
		open.keys.push(name);
		if (isLetter(key)) open.typed += key;
		return open.kind === 'fill' ? null : open;
	}
	const action: Action = {kind: 'press', at, aim: null, value: null, typed: isLetter(key) ? key : '', keys: [name]};
	actions.push(action);
	return action;
}

export function isLetter(key: string): boolean {
	return [...key].length === 1;
}

/** True if two steps have one element: they share a selector. */
function isSameAim(one: AimedStep, other: AimedStep): boolean {
	const place = ({target = 'main', frame = []}: AimedStep) => JSON.stringify([target, frame]);
	if (place(one) !== place(other)) return false;
	const known = new Set(one.selectors.map(selector => JSON.stringify([selector].flat())));
	return other.selectors.some(selector => known.has(JSON.stringify([selector].flat())));
}

/** Plans the steps of a tour while it is recorded, as for a recording that is read afterwards. */
export class LivePlan {
	readonly #steps: Step[];
	#actions: Action[] = [];
	#focus: string | null;

	constructor(steps: Step[] = []) {
		this.#steps = steps;
		this.#actions = planActions(steps);
		const last = steps.findLast(step => 'selectors' in step) as AimedStep | undefined;
		this.#focus = last ? nameIn(last) : null;
	}

	get actions(): readonly Action[] {
		return this.#actions;
	}

	/** The steps so far, for a plan that goes on later. */
	get steps(): readonly Step[] {
		return this.#steps;
	}

	/** Takes in what is about to be done. Returns the index of the action that it belongs to. */
	add(doing: Doing): number {
		// Keys that go to another element do not belong to what was done before.
		const element = doing.element === null ? null : String(doing.element);
		if (doing.type === 'keys' && element !== null && element !== this.#focus) this.close();
		this.#focus = element ?? this.#focus;
		this.#steps.push(...recorded(doing));
		this.#actions = planActions(this.#steps);
		return this.#actions.length - 1;
	}

	/** Ends the current step: the next action begins one of its own. */
	close(): void {
		this.#steps.push({type: 'navigate', url: 'about:blank'} as Step);
	}
}

function nameIn({selectors}: AimedStep): string {
	return String([selectors[0]].flat()[0]).slice(1);
}

/** Returns the steps that the DevTools Recorder would have written. */
function recorded(doing: Doing): Step[] {
	if (doing.type === 'keys') return doing.keys.flatMap(keysPressed);
	const aim = {selectors: [[`#${doing.element}`]]};
	const at = {offsetX: 0, offsetY: 0, ...aim};
	if (doing.type === 'change') return [{type: doing.type, value: doing.value, ...aim} as Step];
	if (doing.type === 'hover') return [{type: doing.type, ...aim} as Step];
	const button = 'isSecondary' in doing && doing.isSecondary ? {button: 'secondary'} : {};
	return [{type: doing.type, ...at, ...button} as Step];
}

function keysPressed(chord: string): Step[] {
	// "+" itself is a key.
	const parts = chord.split('+').map(part => (part === '' ? '+' : part));
	const names = isLetter(chord) ? [chord] : parts.map(part => (part === 'ControlOrMeta' ? 'Control' : part));
	const down = names.map(key => ({type: 'keyDown', key}) as Step);
	const up = names.toReversed().map(key => ({type: 'keyUp', key}) as Step);
	return [...down, ...up];
}
