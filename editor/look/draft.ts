import {batch, computed, type ReadonlySignal, type Signal, signal} from '@preact/signals';
import {ApiError} from '../../client/api-error.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';
import {isHeldUp, type SaveState, stateAfter} from '../saving/save-state.ts';
import type {Kept} from './kept.ts';

/** What is true of the person's work. `faulty`: a field is not right yet; `conflict`: somebody else has changed the same. */
export type DraftState = SaveState | {kind: 'faulty' | 'conflict'; why?: string};

type Found<T> = {value: T; version: number};
export type DraftOptions<T> = {
	first: T;
	/** The tour's version, which the drafts of one screen share. */
	version: {current: number};
	/** Stores the value; throws `ApiError`, `version_mismatch` where somebody else was faster. */
	save(value: T, stored: T, options: {ifMatch: number; keepalive: boolean}): Promise<Found<T>>;
	read(): Promise<Found<T>>;
	keep(draft: Kept<T> | null): void;
	/** The value without what is not stored. */
	settle?(value: T): T;
	isSound?(value: T): boolean;
};

/** Milliseconds after the last change by which it is sent, those within which changes of one kind are one, and between attempts. */
const [QUIET_MS, JOINS_MS, FIRST_RETRY_MS, LAST_RETRY_MS] = [800, 1000, 1000, 30_000];
const DEPTH = 200;

/** A part of a tour that is stored whole: seen at once, kept by the browser until it is stored, taken back and done again. */
export class Draft<T> {
	readonly value: Signal<T>;
	readonly state = signal<DraftState>({kind: 'saved'});
	/** What somebody else has made of it meanwhile, until one of both is chosen. */
	readonly theirs = signal<T | null>(null);
	readonly canUndo: ReadonlySignal<boolean>;
	readonly canRedo: ReadonlySignal<boolean>;
	readonly #done = signal<T[]>([]);
	readonly #undone = signal<T[]>([]);
	readonly #options: DraftOptions<T>;
	/** As the service has it. */
	#stored: T;
	#running: Promise<void> | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#retryMs = FIRST_RETRY_MS;
	#last = {kind: '', at: 0};
	#closed = false;

	constructor(options: DraftOptions<T>) {
		this.#options = options;
		this.value = signal(options.first);
		this.#stored = options.first;
		this.canUndo = computed(() => this.#done.value.length > 0);
		this.canRedo = computed(() => this.#undone.value.length > 0);
	}

	/** Shows another value, and sends it soon. Changes of the same `kind` that follow one another quickly are taken back as one. */
	change(value: T, kind = ''): void {
		if (isSame(value, this.value.value)) return;
		const now = Date.now();
		const joins = kind !== '' && kind === this.#last.kind && now - this.#last.at < JOINS_MS && this.#done.value.length > 0;
		this.#last = {kind, at: now};
		batch(() => {
			if (!joins) this.#done.value = [...this.#done.value, this.value.value].slice(-DEPTH);
			this.#undone.value = [];
			this.#show(value);
		});
	}

	undo(): void {
		this.#step(this.#done, this.#undone);
	}

	redo(): void {
		this.#step(this.#undone, this.#done);
	}

	/** Takes up what an earlier page could not send. */
	takeUp(kept: Kept<T> | undefined): void {
		if (!kept || !isSame(shapeOf(kept.value), shapeOf(this.#stored)) || this.#same(kept.value, this.#stored)) return;
		this.change(kept.value);
		if (this.#same(kept.was, this.#stored)) return void this.flush();
		clearTimeout(this.#timer);
		this.#meet(this.#stored);
	}

	/** Sends what is not stored without delay; resolves once all is, or cannot be now. */
	flush({keepalive = false} = {}): Promise<void> {
		clearTimeout(this.#timer);
		this.#running ??= this.#run(keepalive).finally(() => {
			this.#running = null;
		});
		return this.#running;
	}

	/** Ends the question which of two values stays. */
	resolve(which: 'mine' | 'theirs'): void {
		const theirs = this.theirs.value;
		if (theirs === null) return;
		this.theirs.value = null;
		if (which === 'theirs') this.change(theirs);
		this.flush();
	}

	/** Sends what waits; nothing is tried again afterwards. */
	close(): void {
		this.#closed = true;
		this.flush({keepalive: true});
	}

	#step(from: Signal<T[]>, to: Signal<T[]>): void {
		const value = from.value.at(-1);
		if (value === undefined) return;
		this.#last = {kind: '', at: 0};
		batch(() => {
			from.value = from.value.slice(0, -1);
			to.value = [...to.value, this.value.value];
			this.#show(value);
		});
	}

	#show(value: T): void {
		this.value.value = value;
		this.#options.keep({value, was: this.#stored});
		if (this.theirs.value !== null) return;
		if (['saved', 'unsaved', 'faulty'].includes(this.state.value.kind)) this.state.value = {kind: 'unsaved'};
		this.#later(QUIET_MS);
	}

	#later(ms: number): void {
		clearTimeout(this.#timer);
		if (!this.#closed) this.#timer = setTimeout(() => this.flush(), ms);
	}

	async #run(keepalive: boolean): Promise<void> {
		const {isSound, keep} = this.#options;
		try {
			while (!this.#same(this.value.value, this.#stored)) {
				if (this.theirs.value !== null) return;
				if (isSound?.(this.value.value) === false) {
					this.state.value = {kind: 'faulty'};
					return;
				}
				this.state.value = {kind: 'saving'};
				await this.#send(keepalive);
			}
			this.state.value = {kind: 'saved'};
			// Whoever has gone back to what is stored has chosen.
			this.theirs.value = null;
			this.#retryMs = FIRST_RETRY_MS;
			keep(null);
		} catch (error) {
			this.state.value = stateAfter(error);
			if (isHeldUp(this.state.value) || (error instanceof ApiError && error.status === 400)) return;
			this.#later(error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : this.#retryMs);
			this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
		}
	}

	async #send(keepalive: boolean): Promise<void> {
		const {version, save, read} = this.#options;
		const sent = this.value.value;
		try {
			const {version: next} = await save(sent, this.#stored, {ifMatch: version.current, keepalive});
			version.current = next;
			this.#stored = sent;
		} catch (error) {
			if (!(error instanceof ApiError) || error.status !== 412) throw error;
			const found = await read();
			version.current = found.version;
			// Something else of the tour was changed, or both agree.
			if (this.#same(found.value, this.#stored)) return;
			if (this.#same(found.value, this.value.value)) this.#stored = found.value;
			else this.#meet(found.value);
		}
	}

	#meet(theirs: T): void {
		this.#stored = theirs;
		batch(() => {
			this.theirs.value = theirs;
			this.state.value = {kind: 'conflict'};
		});
	}

	#same(one: T, other: T): boolean {
		const settle = this.#options.settle ?? (value => value);
		return isSame(settle(one), settle(other));
	}
}

/** What was kept by another edition of the editor may have other fields. */
function shapeOf(value: unknown): unknown {
	return typeof value === 'object' && value !== null ? Object.keys(value).sort() : typeof value;
}
