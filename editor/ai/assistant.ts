import {type Signal, signal} from '@preact/signals';
import {type Output, randomId} from '../../client/index.ts';
import type {TextLanguage, Voice} from '../../shared/contract/ai/text.ts';
import {words} from '../../shared/locales/en/editor/ai.ts';
import {withLock} from '../saving/journal.ts';
import {asOwn} from '../session/others-work.ts';
import type {Session} from '../session/session.ts';
import {editSteps} from '../session/several.ts';
import {account, client} from '../shell/session-data.ts';
import {tell} from '../shell/toast.tsx';
import {type Keeper, openKeeper} from './kept.ts';
import {patiently, type Wait} from './patience.ts';
import {offered, type Proposal, type ProposedField, type Seen, seenIn, taken} from './proposal.ts';
import {defaultTextLanguage, type Task} from './run/plan.ts';
import {isBusy, type Outcome, type Run, Runner} from './run/run.ts';
import {NotSaved, type Why, whyOf} from './why.ts';

type Quotas = Output<'GET /account/usage'>['quotas'];
type Usage = {[Kind in keyof Quotas]?: {limit: number; remaining: number; resetsAt: string}};

/** Holds the AI work of an open tour: words that wait to be accepted, speech in the making, tasks for many steps. */
export class Desk {
	readonly session: Session;
	readonly runner: Runner;
	readonly proposals: Signal<ReadonlyMap<string, Proposal>> = signal(new Map());
	/** Work on a step outside a run: `write`, or `speak` with the target language. */
	readonly doing: Signal<ReadonlySet<string>> = signal(new Set());
	/** Faults of the last request for a step: by step, and `write` or `speak`. */
	readonly faults: Signal<ReadonlyMap<string, Why>> = signal(new Map());
	readonly usage: Signal<Usage> = signal({});
	readonly voices: Signal<Voice[] | null> = signal(null);
	/** The wish for texts: one given for a step holds for the next. */
	readonly wish = signal<{instructions: string; language?: TextLanguage; script: boolean}>({instructions: '', script: false});
	readonly #keeper: Keeper;
	#left = false;

	constructor(session: Session) {
		const {id} = session.tour.value;
		this.session = session;
		this.#keeper = openKeeper(account.id, id);
		this.runner = new Runner({
			perform: (task, step, options) => this.perform(task, step, options),
			see: step => this.#see(step),
			keep: run => this.#keeper.keepRun(run),
			alone: work => withLock(`roteiro-ai-${id}`, {ifAvailable: true}, async isFree => isFree && work().then(() => true)),
		});
	}

	/** Takes up what was kept. Returns the run that the page was left in the middle of. */
	async open(): Promise<Run | null> {
		const {run, proposals} = await this.#keeper.read();
		const there = new Set(this.session.tour.value.steps.map(({id}) => id));
		const fitting = proposals.filter(({step}) => there.has(step)).map(one => [one.step, one] as const);
		this.proposals.value = new Map([...fitting, ...this.proposals.value]);
		return run && this.runner.takeUp(run) ? run : null;
	}

	leave(): void {
		this.#left = true;
		this.runner.leave();
	}

	/** Reads what is left of the quotas, and once the voices. */
	async learn(): Promise<void> {
		const [{quotas}, voices] = await Promise.all([
			client.call('GET /account/usage', {}),
			this.voices.value ?? client.call('GET /voices', {}).then(response => response.voices),
		]);
		const left = ({used, reserved, limit, resetsAt}: Quotas['aiTexts']) => ({
			limit,
			resetsAt,
			remaining: Math.max(0, limit - used - reserved),
		});
		this.usage.value = {aiTexts: left(quotas.aiTexts), narrationMs: left(quotas.narrationMs)};
		this.voices.value = voices;
	}

	/** True while this is done for the step, alone or in a run. */
	isDoing(task: Pick<Task, 'kind'> & {lang?: string}, step: string): boolean {
		const run = this.runner.run.value;
		const inRun = run && isBusy(run) && run.asked?.step === step ? doingOf(run.task, step) : null;
		return inRun === doingOf(task, step) || this.doing.value.has(doingOf(task, step));
	}

	/** Does a task for one step, with patience, and says beside it why it could not be done. */
	async forStep(task: Task, step: string): Promise<void> {
		const name = doingOf(task, step);
		const seen = this.#see(step);
		if (!seen || this.doing.value.has(name)) return;
		const key = randomId();
		this.doing.value = new Set([...this.doing.value, name]);
		const about = `${step} ${task.kind === 'write' ? 'write' : 'speak'}`;
		const pause = ({ms}: Wait) =>
			new Promise<void>((resolve, reject) => setTimeout(() => (this.#left ? reject(new NotSaved()) : resolve()), ms));
		await this.tried(about, async () => {
			const {why} = await patiently(() => this.perform(task, step, {key, asked: seen}), pause);
			if (why) this.#note(about, why);
			else if (task.kind !== 'write') tell(words.spoken);
		});
		this.doing.value = new Set([...this.doing.value].filter(one => one !== name));
	}

	/** Does something, and notes why it could not be done: by step, and `write` or `speak`. */
	async tried(about: string, work: () => Promise<unknown>): Promise<void> {
		this.#note(about, null);
		await work().catch(error => this.#note(about, whyOf(error)));
	}

	async perform(task: Task, stepId: string, {key, asked}: {key: string; asked: Seen}): Promise<Omit<Outcome, 'step'>> {
		await this.stored();
		return task.kind === 'write' ? this.#write(task, stepId, {key, asked}) : asOwn(stepId, () => this.#speak(task, stepId, key));
	}

	/** Resolves once the service has all that was written here: it is what everything is made from. Throws `NotSaved`. */
	async stored(): Promise<void> {
		const {outbox} = this.session;
		await outbox.flush();
		const {kind} = outbox.state.value;
		if (kind === 'offline') throw new TypeError('There is no network.');
		if (kind !== 'saved' && kind !== 'unsaved') throw new NotSaved();
	}

	/** Takes these fields of a proposal into the step, by a change like any other. */
	take(step: string, fields: readonly ProposedField[]): void {
		const proposal = this.proposals.value.get(step);
		if (!proposal) return;
		const {set, rest} = taken(proposal, fields);
		this.session.edit(step, set);
		this.#propose(step, rest);
	}

	/** Takes all that is offered, as one change: it is undone at once as well. */
	takeAll(): void {
		const tour = this.session.tour.value;
		const changes = tour.steps.flatMap(step => {
			const proposal = this.proposals.value.get(step.id);
			return proposal ? editSteps(tour, [step.id], taken(proposal, offered(proposal, step)).set) : [];
		});
		this.session.change(...changes);
		this.dropAll();
	}

	dropAll(): void {
		for (const step of this.proposals.value.keys()) this.drop(step);
	}

	/** Discards a proposal; the tour does not change. */
	drop(step: string): void {
		this.#propose(step, null);
	}

	/** Shows the tour as the service has it by now. */
	refresh(): Promise<void> {
		return this.session.outbox.refresh();
	}

	async #write(
		{language = defaultTextLanguage(this.session.tour.value), instructions, script}: Task & {kind: 'write'},
		stepId: string,
		{key, asked}: {key: string; asked: Seen},
	) {
		const {
			generated,
			usage,
			warnings = [],
		} = await client.call(
			'POST /tours/{id}/steps/{stepId}/generate-text',
			// It is a person who takes it.
			{
				id: this.session.tour.value.id,
				stepId,
				save: false,
				narrationScript: script,
				...(language && {language}),
				...(instructions.trim() && {instructions}),
			},
			{idempotencyKey: key},
		);
		this.usage.value = {...this.usage.value, ...usage};
		this.#propose(stepId, {step: stepId, words: generated, from: asked, warnings: warnings.map(({message}) => message)});
		return {kind: warnings.length > 0 ? 'free' : 'done'} as const;
	}

	async #speak(task: Exclude<Task, {kind: 'write'}>, stepId: string, key: string): Promise<Omit<Outcome, 'step'>> {
		const {narration, saved, usage} = await client.call(
			'POST /tours/{id}/steps/{stepId}/narration',
			{
				id: this.session.tour.value.id,
				stepId,
				...(task.kind === 'translate' && {lang: task.lang}),
				...('text' in task && {text: task.text, language: task.lang}),
				...('voice' in task && {voice: task.voice}),
			},
			{idempotencyKey: key},
		);
		this.usage.value = {...this.usage.value, ...usage};
		if (!saved) return {kind: 'left', why: {code: 'changed'}};
		await this.refresh();
		return {kind: narration.reused ? 'free' : 'done'};
	}

	#see(step: string): Seen | null {
		const shown = this.session.tour.value.steps.find(({id}) => id === step);
		return shown ? seenIn(shown) : null;
	}

	#propose(step: string, proposal: Proposal | null): void {
		const proposals = new Map(this.proposals.value);
		if (proposal) proposals.set(step, proposal);
		else proposals.delete(step);
		this.proposals.value = proposals;
		this.#keeper.keepProposal(step, proposal);
	}

	#note(about: string, why: Why | null): void {
		const faults = new Map(this.faults.value);
		if (why) faults.set(about, why);
		else faults.delete(about);
		this.faults.value = faults;
	}
}

function doingOf(task: {kind: Task['kind']; lang?: string}, step: string): string {
	return `${step} ${task.kind} ${task.kind === 'translate' ? task.lang : ''}`;
}

const desks = new WeakMap<Session, Desk>();

/** Returns the one desk of an open tour. */
export function deskOf(session: Session): Desk {
	const desk = desks.get(session) ?? new Desk(session);
	desks.set(session, desk);
	return desk;
}
