import {type Signal, signal} from '@preact/signals';
import {randomId} from '../../../client/index.ts';
import {patiently, type Wait} from '../patience.ts';
import type {Seen} from '../proposal.ts';
import {haltsAll, type Why, whyOf} from '../why.ts';
import type {Task} from './plan.ts';

/** The outcome of a step: `free` is done and cost nothing. */
export type Outcome = {step: string; kind: 'done' | 'free' | 'left'; why?: Why};
/**
 * A task for many steps, as the browser keeps it. `stopping`: the person has stopped it, but requests under way still come. `halted`: it
 * cannot go on, for the reason in `why`; `paused`: the page was left.
 */
export type Run = {
	/** Each step has an Idempotency-Key made of it: what was asked for before a reload is neither done nor paid for twice. */
	id: string;
	task: Task;
	steps: string[];
	outcomes: Outcome[];
	state: 'running' | 'stopping' | 'stopped' | 'halted' | 'paused' | 'elsewhere' | 'done';
	why?: Why;
	/** The step as it was when it was asked for, while there is no response. */
	asked?: {step: string; seen: Seen};
};

export type Hands = {
	/** Does the work for one step. `asked` is the step as it was at the first request. */
	perform(task: Task, step: string, options: {key: string; asked: Seen}): Promise<Omit<Outcome, 'step'>>;
	/** Returns null if the step is gone. */
	see(step: string): Seen | null;
	keep(run: Run | null): void;
	/** Works unless another tab works for the same tour; then returns false. */
	alone(work: () => Promise<void>): Promise<boolean>;
};

/** Thrown if the person stops while no request is under way. */
class Stopped extends Error {}

/** Does a task for one step after the other, and can be stopped at any moment. */
export class Runner {
	readonly run: Signal<Run | null> = signal(null);
	/** The reason for the current wait, and its end (milliseconds since 1970). */
	readonly waits = signal<(Wait & {until: number}) | null>(null);
	readonly #hands: Hands;
	#wake: ((stopped: boolean) => void) | null = null;
	#left = false;

	constructor(hands: Hands) {
		this.#hands = hands;
	}

	/** Takes up a kept run. Returns true if the page was left in the middle of it, once. */
	takeUp(kept: Run): boolean {
		if (this.run.value) return false;
		const unfinished = isBusy(kept);
		this.run.value = kept;
		if (unfinished) this.#set({state: 'paused'});
		return unfinished;
	}

	async start(task: Task, steps: string[]): Promise<void> {
		this.run.value = {id: randomId(), task, steps, outcomes: [], state: 'paused'};
		await this.goOn();
	}

	async goOn(): Promise<void> {
		const {run} = this;
		if (!run.value || isBusy(run.value)) return;
		this.#set({state: 'running', why: undefined});
		const alone = await this.#hands.alone(() => this.#go());
		if (!alone) this.#set({state: 'elsewhere'}, false);
	}

	/** Stops further requests; those under way still come. */
	stop(): void {
		if (this.run.value?.state !== 'running') return;
		this.#set({state: 'stopping'});
		this.#wake?.(true);
	}

	/** The page is left. */
	leave(): void {
		this.#left = true;
		this.#wake?.(true);
	}

	forget(): void {
		if (this.run.value && isBusy(this.run.value)) return;
		this.run.value = null;
		this.#hands.keep(null);
	}

	async #go(): Promise<void> {
		for (let run = this.run.value!; run.outcomes.length < run.steps.length; run = this.run.value!) {
			if (run.state === 'stopping') return this.#set({state: 'stopped'});
			if (this.#left) return;
			const outcome = await this.#next(run).catch((error: unknown) => this.#recover(error));
			if (!outcome) return;
			this.#set({outcomes: [...run.outcomes, outcome], asked: undefined});
		}
		this.#set({state: 'done'});
	}

	async #next({id, task, steps, outcomes, asked}: Run): Promise<Outcome> {
		const index = outcomes.length;
		const step = steps[index]!;
		const seen = asked?.step === step ? asked.seen : this.#hands.see(step);
		if (!seen) return {step, kind: 'left', why: {code: 'gone'}};
		this.#set({asked: {step, seen}});
		const attempt = () => this.#hands.perform(task, step, {key: `${id}-${index}`, asked: seen});
		return {step, ...(await patiently(attempt, wait => this.#pause(wait)))};
	}

	/** Returns the outcome of a step after an error; null if the run goes no further. */
	#recover(error: unknown): Outcome | null {
		const run = this.run.value!;
		if (error instanceof Stopped) {
			// Kept as running, so that the next one who opens the tour is told.
			this.#set({state: this.#left ? 'paused' : 'stopped'}, !this.#left);
			return null;
		}
		const why = whyOf(error);
		if (run.state === 'stopping') {
			this.#set({state: 'stopped', why});
			return null;
		}
		// The same for two in a row is not the steps' fault.
		if (haltsAll(why) || (why.code === 'provider_failed' && run.outcomes.at(-1)?.why?.code === why.code)) {
			this.#set({state: 'halted', why});
			return null;
		}
		return {step: run.steps[run.outcomes.length]!, kind: 'left', why};
	}

	async #pause(wait: Wait): Promise<void> {
		if (this.#left || (this.run.value!.state === 'stopping' && wait.why !== 'working')) throw new Stopped();
		this.waits.value = wait.why === 'working' ? null : {...wait, until: Date.now() + wait.ms};
		let timer: ReturnType<typeof setTimeout> | undefined;
		const stopped = await new Promise<boolean>(resolve => {
			this.#wake = resolve;
			timer = setTimeout(resolve, wait.ms, false);
			if (wait.why === 'network') addEventListener('online', () => resolve(false), {once: true});
		});
		clearTimeout(timer);
		this.#wake = null;
		this.waits.value = null;
		if (this.#left || (stopped && wait.why !== 'working')) throw new Stopped();
	}

	#set(change: Partial<Run>, keep = true): void {
		this.run.value = {...this.run.value!, ...change};
		if (keep) this.#hands.keep(this.run.value);
	}
}

export function isBusy({state}: Pick<Run, 'state'>): boolean {
	return state === 'running' || state === 'stopping';
}
