import type {Step} from '@puppeteer/replay';
import {type Action, type AimedStep, isLetter, planActions} from './plan-actions.ts';

/** An action in a page at this moment. `element`: a name of its own for each element that is used; null: the focused one. */
export type Doing = {element: number | string | null} & (
	| {type: 'click'; isSecondary?: boolean}
	| {type: 'doubleClick' | 'hover'}
	| {type: 'change'; value: string}
	/** Keys in their order, each with what is held down: "Control+K". */
	| {type: 'keys'; keys: string[]}
);

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
	if (doing.type === 'keys') return doing.keys.flatMap(pressed);
	const aim = {selectors: [[`#${doing.element}`]]};
	const at = {offsetX: 0, offsetY: 0, ...aim};
	if (doing.type === 'change') return [{type: doing.type, value: doing.value, ...aim} as Step];
	if (doing.type === 'hover') return [{type: doing.type, ...aim} as Step];
	const button = 'isSecondary' in doing && doing.isSecondary ? {button: 'secondary'} : {};
	return [{type: doing.type, ...at, ...button} as Step];
}

function pressed(chord: string): Step[] {
	// "+" itself is a key.
	const parts = chord.split('+').map(part => (part === '' ? '+' : part));
	const names = isLetter(chord) ? [chord] : parts.map(part => (part === 'ControlOrMeta' ? 'Control' : part));
	const down = names.map(key => ({type: 'keyDown', key}) as Step);
	const up = names.toReversed().map(key => ({type: 'keyUp', key}) as Step);
	return [...down, ...up];
}
