import {batch, type ReadonlySignal, type Signal, signal} from '@preact/signals';
import {randomId, type SessionClient} from '../../client/index.ts';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {afterError, said, settled} from './after-error.ts';
import {bytesOfParcel, KEEPALIVE_BYTES, type Numbering, type Parcel, put, type Receipt, seal, sendParcel} from './batch.ts';
import {apply, type Change, made} from './change.ts';
import {type Conflict, conflictsOf, stillOpen, withMore} from './conflicts.ts';
import {Held} from './held.ts';
import type {Journal, Kept} from './journal.ts';
import {type Others, Told} from './others.ts';
import {isHeldUp, Patience, type SaveState, stateAfter} from './save-state.ts';

/** Milliseconds after the last change, and after the first that waits, by which it is sent. */
const [QUIET_MS, LONGEST_MS] = [800, 10_000];

/** `seen` hears what somebody else did. */
export type OutboxOptions = {client: SessionClient; tour: Tour; journal: Journal; seen: (others: Others) => void};

/** Changes on their way to the service: shown at once, kept by the browser until they are stored, sent one parcel after the other. */
export class Outbox {
	/** The tour as the person sees it: what the service has, with all that waits. */
	readonly tour: ReadonlySignal<Tour>;
	readonly state = signal<SaveState>({kind: 'saved'});
	readonly held = new Held();
	readonly #shown: Signal<Tour>;
	readonly #conflicts = signal<Conflict[]>([]);
	readonly conflicts: ReadonlySignal<Conflict[]> = this.#conflicts;
	#server: Tour;
	readonly #told: Told;
	#parcels: Parcel[] = [];
	readonly #options: OutboxOptions;
	readonly #numbering: Numbering = {writer: randomId(), next: 1};
	/** Steps that are gone, as they were: what was written into them is not lost. */
	readonly #gone = new Map<string, Step>();
	#running: Promise<void> | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#heardVersion = 0;
	/** Time at which the first unsent change is sent, even during typing. */
	#due = 0;
	readonly #patience = new Patience();
	#closed = false;

	constructor(options: OutboxOptions) {
		this.#options = options;
		this.#server = options.tour;
		this.#told = new Told(options.tour, options.seen);
		this.#shown = signal(options.tour);
		this.tour = this.#shown;
	}

	/** Makes these changes; returns them as they were made. */
	push(...changes: Change[]): Change[] {
		const now = Date.now();
		if (this.#parcels.every(({sealed}) => sealed)) this.#due = now + LONGEST_MS;
		// On top of what is shown: to make all of it again would cost more with each change that waits.
		const done = made(this.#shown.value, changes);
		this.#shown.value = done.tour;
		this.held.follow(done.changes);
		this.#keep({parcels: done.changes.reduce((parcels, change) => put(parcels, change, this.#numbering), this.#parcels)});
		// What cannot be sent now waits for its own time.
		if (['saved', 'unsaved'].includes(this.state.value.kind)) {
			this.#say('unsaved');
			this.#later(Math.min(QUIET_MS, Math.max(0, this.#due - now)));
		}
		return done.changes;
	}

	/** Sends what waits without delay; resolves when nothing waits any more, or it cannot be sent now. */
	async flush({keepalive = false} = {}): Promise<void> {
		if (keepalive) this.#keep({}, true);
		do await this.#send(keepalive);
		while (this.state.value.kind === 'unsaved');
	}

	/** Resolves when the browser keeps all that waits, or it is clear that it does not. */
	kept(): Promise<void> {
		return this.#options.journal.kept();
	}

	/** Takes up what was left behind by tabs that are closed, and sends what waits. */
	async takeUp(): Promise<void> {
		await this.#options.journal.takeUp(({parcels, conflicts}) => {
			// What comes from before stands before, but for what is on its way.
			const place = this.#running ? 1 : 0;
			this.#keep({parcels: this.#parcels.toSpliced(place, 0, ...parcels), conflicts: withMore(conflicts, this.#conflicts.value)});
			this.#show();
			if (['saved', 'unsaved'].includes(this.state.value.kind)) this.#later(0);
		});
		if (this.#parcels.length > 0) await this.flush();
	}

	/** Makes sure of everything: what others left behind, how the tour is by now, what waits. */
	async refresh(): Promise<void> {
		await this.check();
		await this.takeUp();
	}

	async check(): Promise<void> {
		if (this.#running || this.#isUnsure) return;
		const error = await this.#catchUp().catch((error: unknown) => error);
		const state = stateAfter(error);
		if (!error && this.#parcels.length === 0) this.state.value = {kind: 'saved'};
		// Nothing is to be saved yet: but it would not be.
		else if (error && isHeldUp(state)) this.state.value = state;
	}

	/** The tour has this version, or is in the bin: so it can be read, also where it could not be before. */
	async hear({version, deleted}: {version: number; deleted: boolean}): Promise<void> {
		this.#heardVersion = Math.max(this.#heardVersion, version);
		// It may be one's own.
		while (this.#running && version > this.#server.version) await this.#running;
		if (deleted) this.state.value = {kind: 'gone'};
		else if (isHeldUp(this.state.value)) await this.refresh();
		// What was sent is asked about first.
		else if (version > this.#server.version && !this.#isUnsure) await this.#catchUp().catch(() => {});
	}

	/** Releases the held words as their field is left: it shows the tour's then. */
	letGo(): void {
		if (this.held.letGo()) this.#show();
	}

	/** Asks no more about words, the last of this field, that were written while somebody else wrote others, which are shown then. */
	drop(step: string, field: string): void {
		const last = this.#conflicts.value.findLast(one => one.step === step && one.field === field);
		this.#keep({conflicts: this.#conflicts.value.filter(one => one !== last)});
		this.letGo();
	}

	/** The first of the conflicts is decided. */
	decided(): void {
		this.#keep({conflicts: this.#conflicts.value.slice(1)});
	}

	close(): void {
		this.#closed = true;
		this.#options.journal.close();
		clearTimeout(this.#timer);
	}

	#keep({parcels = this.#parcels, conflicts = this.#conflicts.value}: Partial<Kept>, last = false): void {
		this.#parcels = parcels;
		if (conflicts !== this.#conflicts.value) this.#conflicts.value = conflicts;
		this.#options.journal.write({parcels, conflicts}, last);
	}

	#say(kind: SaveState['kind']): void {
		if (this.state.value.kind !== kind) this.state.value = {kind};
	}

	#show(): void {
		const tour = this.#parcels.flatMap(({changes}) => changes).reduce(apply, this.#server);
		this.#shown.value = this.held.over(tour);
		const open = stillOpen(this.#conflicts.value, tour, id => this.#gone.get(id));
		if (open !== this.#conflicts.value) this.#keep({conflicts: open});
	}

	#later(ms: number): void {
		clearTimeout(this.#timer);
		if (!this.#closed) this.#timer = setTimeout(() => this.#send(), ms);
	}

	/** Sends what waits; what is written meanwhile waits for a pause of its own. */
	#send(keepalive = false): Promise<void> {
		clearTimeout(this.#timer);
		this.#running ??= this.#run(keepalive).finally(() => {
			this.#running = null;
			if (this.state.value.kind === 'unsaved') this.#later(QUIET_MS);
		});
		return this.#running;
	}

	async #run(keepalive: boolean): Promise<void> {
		try {
			for (let first = true; this.#parcels.length > 0 && (first || this.#parcels[0]!.sealed); first = false) {
				// A way out that is shown stays until it is no longer needed: it may be pressed just now, by which the window gets the focus.
				if (!first || !isHeldUp(this.state.value)) this.#say('saving');
				this.#keep({parcels: seal(this.#parcels, keepalive ? KEEPALIVE_BYTES : undefined)}, keepalive);
				// The key stands in the journal before it is used; a page that is closed has no time to wait for it.
				if (!keepalive) await this.#options.journal.kept();
				await this.#sendFirst(keepalive);
			}
			// Others may have been heard of meanwhile.
			if (this.#heardVersion > this.#server.version) await this.#catchUp();
			this.#say(this.#parcels.length > 0 ? 'unsaved' : 'saved');
			this.#patience.renew();
		} catch (error) {
			const waitMs = this.#patience.after(error);
			this.state.value = {...stateAfter(error), again: Date.now() + waitMs};
			if (isHeldUp(this.state.value)) return;
			this.#later(waitMs);
		}
	}

	async #sendFirst(keepalive: boolean): Promise<void> {
		const sending = this.#parcels[0]!;
		let receipt: Receipt;
		try {
			receipt = await sendParcel(this.#options.client, this.#server.id, sending, keepalive && bytesOfParcel(sending) <= KEEPALIVE_BYTES);
		} catch (error) {
			const {parcels, conflicts} = afterError(error, this.#parcels);
			this.#keep({parcels, conflicts: withMore(this.#conflicts.value, conflicts)});
			return this.#show();
		}
		this.#patience.renew();
		const isAllOwn = this.#told.isAll(this.#server);
		const {tour, whole} = settled(this.#server, sending, receipt);
		this.#server = tour;
		// What waits for a response of the service stays until it has one.
		if (!whole) await this.#readAnew();
		batch(() => {
			const conflicts = conflictsOf(sending.changes, receipt.conflicts, {tour: this.#server, seen: id => this.#gone.get(id)});
			this.#keep({parcels: this.#parcels.filter(({key}) => key !== sending.key), conflicts: withMore(this.#conflicts.value, conflicts)});
			this.#show();
		});
		// A page that is gone may have sent more than it left behind.
		const isOwn = (isAllOwn && whole) || sending.writer !== this.#numbering.writer;
		this.#told.own(tour => (isOwn ? this.#server : {...sending.changes.reduce(apply, tour), ...said(receipt)}));
		this.#tell();
	}

	async #catchUp(): Promise<void> {
		await this.#readAnew();
		this.#show();
	}

	async #readAnew(): Promise<void> {
		const {tour: theirs} = await this.#options.client.call('GET /tours/{id}', {id: this.#server.id});
		const before = this.#server;
		// A response that was overtaken by another.
		if (theirs.version < before.version) return;
		const there = new Set(theirs.steps.map(({id}) => id));
		for (const step of before.steps) if (!there.has(step.id)) this.#gone.set(step.id, step);
		this.#server = theirs;
		this.#tell();
	}

	/** True while the service may have a sent parcel without our knowing: its tour cannot be told from unsent work. */
	get #isUnsure(): boolean {
		return this.#parcels.some(({sealed}) => sealed);
	}

	/** Says what others did, once it is clear what is one's own: what was sent may be in the tour before its response is here. */
	#tell(): void {
		if (!this.#isUnsure) this.#told.tell(this.#shown.value, this.#server);
	}
}
