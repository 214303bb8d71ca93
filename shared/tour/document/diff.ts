import type {EndCtaInput} from '../../contract/cards.ts';
import type {Change} from '../../contract/document.ts';
import type {ActionTarget, NextTarget, StepActions} from '../../contract/paths/actions.ts';
import {storeEndCta} from '../cards.ts';
import {isSame} from './canonical-json.ts';
import type {KeyedStep, WholeDocument} from './from-document.ts';

/** Properties of a tour in a document that are compared as a whole. */
const TOUR_FIELDS = ['name', 'language', 'voices', 'theme', 'leadCapture', 'endCta', 'pictures', 'chapters'] as const;

type Pair = {before: KeyedStep; after: KeyedStep; from: number; to: number};
type Fields = Record<string, unknown>;

type Target = NextTarget | ActionTarget;
type Action = {id?: string; label: string; target: ActionTarget};

const PLAIN: Record<Exclude<Target['to'], 'step' | 'url'>, string> = {
	next: 'where Next leads',
	end: 'the end',
	previous: 'where the visitor came from',
	restart: 'step 1',
	later: 'a step that is still to be chosen',
};

/**
 * Lists the changes that turn `a` into `b`, as few lines as possible: a step that moved is one line.
 * Steps are named by their key in `a`, new ones by their key in `b`.
 */
export function diff(a: WholeDocument, b: WholeDocument): Change[] {
	const pairs = pairSteps(a.steps, b.steps);
	const kept = new Set(pairs.map(({from}) => from));
	const known = new Set(pairs.map(({to}) => to));
	const stay = longestRising(pairs.map(({from}) => from));
	const numbers = new Map(b.steps.map(({key}, index) => [key, index + 1]));
	const numberOf = (key: string) => numbers.get(key) ?? null;
	return [
		...TOUR_FIELDS.flatMap(field => changed(null, field, a[field], b[field])),
		...(sameButOrder(a.endCta, b.endCta) ? [{op: 'change', step: null, field: 'endCta', from: a.endCta!, to: b.endCta!} as const] : []),
		...pairs.flatMap(({before, after}) => changedFields(before, after, numberOf)),
		...a.steps.flatMap((step, from): Change[] =>
			kept.has(from) ? [] : [{op: 'remove', step: step.key, field: `steps[${from}]`, from: step, to: null}],
		),
		...pairs.flatMap(({before, from, to}): Change[] =>
			stay.has(from) ? [] : [{op: 'move', step: before.key, field: 'position', from, to}],
		),
		...b.steps.flatMap((step, to): Change[] =>
			known.has(to) ? [] : [{op: 'add', step: step.key, field: `steps[${to}]`, from: null, to: step}],
		),
	];
}

/** The document after these changes: `apply(diff(a, b), a)` is `b`. */
export function apply(changes: readonly Change[], a: WholeDocument): WholeDocument {
	const document: Fields = {...a};
	const steps = new Map<string, KeyedStep>(a.steps.map(step => [step.key, step]));
	const placed: Array<{to: number; step: KeyedStep}> = [];
	for (const {op, step, field, to} of changes) {
		if (op === 'change' && step === null) set(document, field, to);
		if (op === 'change' && step !== null) {
			const after: Fields = {...steps.get(step)!};
			set(after, field, to);
			steps.set(step, after as KeyedStep);
		}
		if (op === 'move') placed.push({to: to as number, step: steps.get(step!)!});
		if (op === 'remove' || op === 'move') steps.delete(step!);
		if (op === 'add') placed.push({to: Number(field.slice('steps['.length, -1)), step: to as KeyedStep});
	}
	const result = [...steps.values()];
	for (const {to, step} of placed.sort((one, other) => one.to - other.to)) result.splice(to, 0, step);
	return {...document, steps: result} as WholeDocument;
}

/** Pairs the steps that are in both, by id or else by key, in the order of `b`. */
function pairSteps(a: KeyedStep[], b: KeyedStep[]): Pair[] {
	const free = new Map(a.map((step, from) => [from, step]));
	const found = new Map<number, number>();
	for (const name of ['id', 'key'] as const) {
		const places = new Map([...free].flatMap(([from, step]) => (step[name] === undefined ? [] : [[step[name], from] as const])));
		for (const [to, step] of b.entries()) {
			const from = found.has(to) || step[name] === undefined ? undefined : places.get(step[name]);
			if (from === undefined || !free.delete(from)) continue;
			found.set(to, from);
		}
	}
	return [...found].sort(([one], [other]) => one - other).map(([to, from]) => ({before: a[from]!, after: b[to]!, from, to}));
}

/** True if two closing cards differ only in the order of their buttons, which the order of two keys tells. */
function sameButOrder(a: EndCtaInput | undefined, b: EndCtaInput | undefined): boolean {
	return !!a && !!b && isSame(a, b) && !isSame(storeEndCta(a), storeEndCta(b));
}

function changedFields(before: KeyedStep, after: KeyedStep, numberOf: (key: string) => number | null): Change[] {
	const [was, is] = [before as Fields, after as Fields];
	const fields = new Set([...Object.keys(was), ...Object.keys(is)]);
	return [...fields].flatMap(field => {
		const changes = changed(before.key, field, was[field], is[field]);
		if (field !== 'actions') return changes;
		return changes.map(change => ({...change, sentences: actionSentences(before.actions, after.actions, numberOf)}));
	});
}

function changed(step: string | null, field: string, from: unknown, to: unknown): Change[] {
	return isSame(from, to) ? [] : [{op: 'change', step, field, from: from ?? null, to: to ?? null}];
}

function set(object: Fields, field: string, value: unknown): void {
	if (value === null) delete object[field];
	else object[field] = value;
}

/** Returns the values of a longest increasing subsequence: the steps that need not move. */
function longestRising(values: number[]): Set<number> {
	const ends: number[] = [];
	const before = new Map<number, number | undefined>();
	for (const value of values) {
		let [low, high] = [0, ends.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (ends[middle]! < value) low = middle + 1;
			else high = middle;
		}
		before.set(value, ends[low - 1]);
		ends[low] = value;
	}
	const rising = new Set<number>();
	for (let value = ends.at(-1); value !== undefined; value = before.get(value)) rising.add(value);
	return rising;
}

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
