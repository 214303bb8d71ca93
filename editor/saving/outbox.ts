import {batch, computed, type ReadonlySignal, type Signal, signal} from '@preact/signals';
import {ApiError} from '../../client/api-error.ts';
import type {SessionClient} from '../../client/session.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {apply, type Change, withId} from './change.ts';
import {type Entry, join} from './join.ts';
import type {Journal} from './journal.ts';
import {type Conflict, rebase} from './rebase.ts';
import {type Sent, send} from './send.ts';

/** What is true of the person's work at this moment. `offline`: kept in this browser, not sent. `gone`: the tour is in the bin. */
export type SaveState = {kind: 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed' | 'signedOut' | 'gone'; why?: string};

/** Milliseconds after the last change, and after the first that waits, by which it is sent. */
const QUIET_MS = 800;
const LONGEST_MS = 3000;
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [1000, 30_000];

type Options = {client: SessionClient; tour: Tour; journal: Journal; renamed: (from: string, to: string) => void};

/** Changes on their way to the service: shown at once, kept by the browser until they are stored, sent one after the other. */
export class Outbox {
	/** The tour as the person sees it: what the service has, with all that waits. */
	readonly tour: ReadonlySignal<Tour>;
	readonly state = signal<SaveState>({kind: 'saved'});
	readonly conflicts = signal<Conflict[]>([]);
	readonly #server: Signal<Tour>;
	readonly #waiting = signal<Entry[]>([]);
	readonly #options: Options;
	#running: Promise<void> | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** When the first change that waits is sent, however much is typed. */
	#due = 0;
	#retryMs = FIRST_RETRY_MS;
	#closed = false;

	constructor(options: Options) {
		this.#options = options;
		this.#server = signal(options.tour);
		this.tour = computed(() => this.#waiting.value.reduce((shown, {change}) => apply(shown, change), this.#server.value));
	}

	push(change: Change): void {
		const waiting = this.#waiting.value;
		const now = Date.now();
		if (waiting.length === 0) this.#due = now + LONGEST_MS;
		this.#keep(join(waiting, change, {fixed: this.#running ? 1 : 0, key: crypto.randomUUID()}));
		// What cannot be sent now waits for its own time.
		if (!['saved', 'unsaved'].includes(this.state.value.kind)) return;
		this.state.value = {kind: 'unsaved'};
		this.#later(Math.min(QUIET_MS, Math.max(0, this.#due - now)));
	}

	/** Sends what waits without delay; resolves when nothing waits any more, or it cannot be sent now. */
	flush({keepalive = false} = {}): Promise<void> {
		clearTimeout(this.#timer);
		this.#running ??= this.#run(keepalive).finally(() => {
			this.#running = null;
			if (this.state.value.kind === 'saved' && this.#waiting.value.length > 0) this.#later(QUIET_MS);
		});
		return this.#running;
	}

	/** Reads the tour anew, and takes up what was left behind by tabs that are closed. */
	async refresh(): Promise<void> {
		const {journal} = this.#options;
		const {entries, forget} = await journal.leftBehind();
		if (entries.length > 0) this.#keep([...entries, ...this.#waiting.value]);
		if (!this.#running) await this.#readAnew().catch(() => {});
		await journal.kept();
		await forget();
		if (this.#waiting.value.length > 0) await this.flush();
	}

	/** Shows what the service says of the tour beside its steps: a link that was published or taken down. */
	learn(told: Partial<Tour>): void {
		this.#server.value = {...this.#server.value, ...told};
	}

	close(): void {
		this.#closed = true;
		clearTimeout(this.#timer);
	}

	#keep(entries: Entry[]): void {
		this.#waiting.value = entries;
		this.#options.journal.write(entries);
	}

	#later(ms: number): void {
		clearTimeout(this.#timer);
		if (!this.#closed) this.#timer = setTimeout(() => this.flush(), ms);
	}

	async #run(keepalive: boolean): Promise<void> {
		try {
			for (let entry = this.#waiting.value[0]; entry; entry = this.#waiting.value[0]) {
				this.state.value = {kind: 'saving'};
				const sending = entry;
				const sent = await send(this.#options.client, this.#server.value, entry, keepalive).catch(error => this.#recover(error, sending));
				if (sent) this.#settle(sent);
			}
			this.state.value = {kind: 'saved'};
			this.#retryMs = FIRST_RETRY_MS;
		} catch (error) {
			this.state.value = stateAfter(error);
			if (['signedOut', 'gone'].includes(this.state.value.kind)) return;
			this.#later(error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : this.#retryMs);
			this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
		}
	}

	#settle({tour, renamed}: Sent): void {
		batch(() => {
			this.#server.value = tour;
			const rest = this.#waiting.value.slice(1);
			this.#keep(renamed ? rest.map(entry => ({...entry, change: withId(entry.change, renamed.from, renamed.to)})) : rest);
			if (renamed) this.#options.renamed(renamed.from, renamed.to);
		});
	}

	/** Makes the next attempt possible where that can be done here; throws the error where it cannot. */
	async #recover(error: unknown, {change}: Entry): Promise<null> {
		if (!(error instanceof ApiError)) throw error;
		if (error.status === 412 || error.status === 404) {
			await this.#readAnew();
			return null;
		}
		if (error.status !== 400) throw error;
		// Sent again it would be refused again: it is shown to its author, and holds up nothing.
		const mine = 'set' in change ? change.set : null;
		const step = change.kind === 'rename' ? '' : change.step;
		batch(() => {
			this.#keep(this.#waiting.value.slice(1));
			this.conflicts.value = [...this.conflicts.value, {step, field: null, mine, theirs: null, gone: false, refused: error.message}];
		});
		return null;
	}

	async #readAnew(): Promise<void> {
		const {tour: theirs} = await this.#options.client.call('GET /tours/{id}', {id: this.#server.value.id});
		const {entries, conflicts} = rebase(this.#server.value, theirs, this.#waiting.value);
		batch(() => {
			this.#server.value = theirs;
			this.#keep(entries);
			this.conflicts.value = [...this.conflicts.value, ...conflicts];
		});
	}
}

function stateAfter(error: unknown): SaveState {
	if (!(error instanceof ApiError)) return {kind: 'offline'};
	if (error.status === 401) return {kind: 'signedOut'};
	if (error.status === 404) return {kind: 'gone'};
	return {kind: 'failed', why: error.message};
}
