import type {ChangeStep, ClickStep, DoubleClickStep, HoverStep, KeyDownStep, KeyUpStep, Step} from '@puppeteer/replay';

export type AimedStep = ClickStep | DoubleClickStep | HoverStep | ChangeStep;
/** With the one that no recording of DevTools has. `onto`: the name of the element on which it is let go; empty if that is unknown. */
type AnyStep = AimedStep | (Omit<HoverStep, 'type'> & {type: 'drag'; onto: string});
export type ActionKind = 'click' | 'doubleClick' | 'rightClick' | 'hover' | 'fill' | 'press' | 'drag';

/** An action that a person would call one step: one or several steps of a recording. */
export type Action = {
	kind: ActionKind;
	/** Index of the recorded step before which the picture is taken. */
	at: number;
	/** The target of the action; null for the focused element. */
	aim: AnyStep | null;
	/** The new value of a field; null if it is not recorded. */
	value: string | null;
	/** Letters that were pressed one by one instead. */
	typed: string;
	/** True if keys such as arrows make the text another than `typed`. */
	isEdited: boolean;
	/** Keys that are pressed, in chords such as "Control + K"; of a field: after it is filled in. */
	keys: string[];
	/** Keys that are held down during a click. */
	held: string[];
	/** The name of the element onto which it is dragged. */
	onto: string;
};

const MODIFIERS = new Set(['Control', 'Meta', 'Alt', 'Shift']);
/** Keys that do nothing to be shown: they move the focus, or edit a text. */
const MOVING = new Set(['Tab', 'CapsLock', 'NumLock']);
export const EDITING = new Set(['Backspace', 'Delete', 'Home', 'End', 'ArrowLeft', 'ArrowRight']);

/** An action in a page at this moment. `element`: a name of its own for each element that is used; null: the focused one. */
export type Doing = {element: number | string | null} & (
	| {type: 'click'; isSecondary?: boolean; held?: string[]}
	| {type: 'doubleClick' | 'hover'}
	| {type: 'drag'; onto: string}
	/** `isLate`: it may come after a press in another document. */
	| {type: 'change'; value: string; isLate?: boolean}
	/** Keys in their order, each with what is held down: "Control+K". */
	| {type: 'keys'; keys: string[]}
	/** Keys that are held down, or let go, until further notice. */
	| {type: 'keyDown' | 'keyUp'; key: string}
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
		else if (isAimed(step)) open = continued(step, open) ?? begun(step, at, {held, actions});
		else if (step.type !== 'scroll' && step.type !== 'waitForElement') open = null;
	}
	return actions;
}

function isAimed(step: Step | AnyStep): step is AnyStep {
	return /^(?:click|doubleClick|hover|change|drag)$/.test(step.type);
}

/** Returns the action that a step is a part of: what is typed into a field that was clicked, the second half of a double click. */
function continued(step: AnyStep, open: Action | null): Action | null {
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
	if (step.type === 'drag' && open.kind === 'click') return Object.assign(open, {kind: step.type, onto: step.onto});
	return null;
}

const EMPTY = {value: null, typed: '', isEdited: false, keys: [], held: [], onto: ''};

function begun(step: AnyStep, at: number, {held, actions}: Pick<Keyboard, 'held' | 'actions'>): Action {
	const action: Action = {...EMPTY, kind: kindOf(step), at, aim: step, keys: [], held: [...held]};
	if (step.type === 'change') action.value = step.value;
	if (step.type === 'drag') action.onto = step.onto;
	actions.push(action);
	return action;
}

function kindOf(step: AnyStep): ActionKind {
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
	const isPlain = [...held].every(modifier => modifier === 'Shift');
	const types = isPlain && isLetter(key);
	const edits = isPlain && EDITING.has(key);
	if (open?.aim && open.keys.length === 0 && ((types && open.kind === 'click') || ((types || edits) && open.kind === 'fill'))) {
		// Letters that are typed without a change of a field: into a text that is edited where it stands.
		open.kind = 'fill';
		type(open, key);
		return open;
	}
	// With a letter alone, Shift only makes a capital of it.
	const name = [...(types ? [] : held), key.length === 1 ? key.toUpperCase() : key].join(' + ');
	const isText = open?.kind === 'press' && types && open.typed === '';
	if (open && !isText && (open.kind === 'fill' || open.kind === 'press')) {
		open.keys.push(name);
		if (types || edits) type(open, key);
		return open.kind === 'fill' ? null : open;
	}
	const action: Action = {...EMPTY, kind: 'press', at, aim: null, typed: types ? key : '', keys: [name], held: []};
	actions.push(action);
	return action;
}

function type(action: Action, key: string): void {
	if (isLetter(key)) action.typed += key;
	else if (key === 'Backspace' && !action.isEdited && action.typed !== '') action.typed = [...action.typed].slice(0, -1).join('');
	else action.isEdited = true;
}

export function isLetter(key: string): boolean {
	return [...key].length === 1;
}

/** True if two steps have one element: they share a selector. */
function isSameAim(one: AnyStep, other: AnyStep): boolean {
	const place = ({target = 'main', frame = []}: AnyStep) => JSON.stringify([target, frame]);
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
		const last = steps.findLast(step => 'selectors' in step) as AnyStep | undefined;
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
		const late = doing.type === 'change' && doing.isLate && element !== null ? this.#late(element) : -1;
		if (late >= 0) this.#steps.splice(late + 1, 0, ...recorded(doing));
		else this.#steps.push(...recorded(doing));
		this.#actions = planActions(this.#steps);
		if (late < 0) return this.#actions.length - 1;
		return this.#actions.findLastIndex(({at}) => at <= late);
	}

	/** Returns the step after which a change belongs that another document's press overtook; -1 if none did. */
	#late(element: string): number {
		const aims = this.#steps.flatMap((step, at) => ('selectors' in step && step.selectors ? {at, step: step as AnyStep} : []));
		const [own, next] = aims.slice(-2);
		const isLate = own && next && nameIn(own.step) === element && nameIn(next.step) !== element;
		const isOpen = isLate && (own.step.type === 'click' || own.step.type === 'change') && next.step.type === 'click';
		return isOpen && this.#steps.slice(own.at + 1, next.at).every(step => step.type === 'keyDown' && MODIFIERS.has(step.key)) ? own.at : -1;
	}

	/** Ends the current step: the next action begins one of its own. */
	close(): void {
		this.#steps.push({type: 'navigate', url: 'about:blank'} as Step);
	}
}

function nameIn({selectors}: AnyStep): string {
	return String([selectors[0]].flat()[0]).slice(1);
}

/** Returns the steps that the DevTools Recorder would have written. */
function recorded(doing: Doing): Step[] {
	if (doing.type === 'keys') return doing.keys.flatMap(keysPressed);
	if (doing.type === 'keyDown' || doing.type === 'keyUp') return [{type: doing.type, key: plainName(doing.key)} as Step];
	const aim = {selectors: [[`#${doing.element}`]]};
	const at = {offsetX: 0, offsetY: 0, ...aim};
	if (doing.type === 'change') return [{type: doing.type, value: doing.value, ...aim} as Step];
	if (doing.type === 'hover') return [{type: doing.type, ...aim} as Step];
	if (doing.type === 'drag') return [{type: doing.type, onto: doing.onto, ...aim} as object as Step];
	const {isSecondary = false, held = []} = doing.type === 'click' ? doing : {};
	const step = {type: doing.type, ...at, ...(isSecondary && {button: 'secondary'})} as Step;
	return [
		...held.flatMap(key => recorded({...doing, type: 'keyDown', key})),
		step,
		...held.flatMap(key => recorded({...doing, type: 'keyUp', key})),
	];
}

/** Returns the key that Playwright's ControlOrMeta is. */
function plainName(key: string): string {
	return key === 'ControlOrMeta' ? 'Control' : key;
}

function keysPressed(chord: string): Step[] {
	// "+" itself is a key.
	const parts = chord.split('+').map(part => (part === '' ? '+' : part));
	const names = isLetter(chord) ? [chord] : parts.map(plainName);
	const down = names.map(key => ({type: 'keyDown', key}) as Step);
	const up = names.toReversed().map(key => ({type: 'keyUp', key}) as Step);
	return [...down, ...up];
}
