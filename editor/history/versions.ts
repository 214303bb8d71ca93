import {batch, computed, signal} from '@preact/signals';
import type {Output} from '../../client/index.ts';
import {shownTexts} from '../../shared/contract/step-fields.ts';
import {words} from '../../shared/locales/en/editor/history.ts';
import type {Work} from '../saving/history.ts';
import {faultOf} from '../saving/opened.ts';
import {madeByOthers} from '../saving/others.ts';
import {asOwn, EVERYTHING} from '../session/others-work.ts';
import type {Session} from '../session/session.ts';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';

export type Version = Output<'GET /tours/{id}/versions'>['versions'][number];
export type Change = Output<'GET /tours/{id}/versions/{number}/diff'>['changes'][number];
/** The names of steps that a version has, with their numbers now, or then where they are gone; and the changes since. */
export type Details = {names: Map<string, string>; changes: Change[]};

const PAGE = 30;

/** The versions of a tour, as far as they were read. */
export class Versions {
	readonly list = signal<Version[] | null>(null);
	readonly chosen = signal<number | null>(null);
	readonly details = signal<Details | null>(null);
	readonly fault = signal<string | null>(null);
	readonly #cursor = signal<string | null>(null);
	readonly hasMore = computed(() => this.#cursor.value !== null);
	readonly #session: Session;
	readonly #id: string;

	constructor(session: Session) {
		this.#session = session;
		this.#id = session.tour.value.id;
	}

	read(cursor?: string): Promise<void> {
		return this.#orFault(async () => {
			const page = await client.call('GET /tours/{id}/versions', {id: this.#id, limit: PAGE, cursor});
			batch(() => {
				this.list.value = cursor ? [...(this.list.value ?? []), ...page.versions] : page.versions;
				this.#cursor.value = page.nextCursor;
			});
		});
	}

	readMore(): Promise<void> {
		return this.read(this.#cursor.value ?? undefined);
	}

	choose(number: number): Promise<void> {
		batch(() => {
			this.chosen.value = number;
			this.details.value = null;
		});
		return this.#orFault(async () => {
			const [{document}, {changes}] = await Promise.all([
				client.call('GET /tours/{id}/versions/{number}', {id: this.#id, number}),
				client.call('GET /tours/{id}/versions/{number}/diff', {id: this.#id, number}),
			]);
			// Somebody has chosen another one meanwhile.
			if (this.chosen.value !== number) return;
			const now = this.#session.tour.peek().steps;
			const names = (document.steps ?? []).map((step, index): [string, string] => {
				const place = now.findIndex(({id}) => id === step.id);
				return [step.key ?? step.id ?? '', `${(place < 0 ? index : place) + 1}. ${shownTexts(step)[0] ?? words.untitled}`];
			});
			this.details.value = {names: new Map(names), changes};
		});
	}

	/** Makes the tour what it was then, as a thing to undo; false if something is not stored yet. Throws `ApiError`. */
	async restore(number: number): Promise<boolean> {
		const {work} = this.#session;
		let replaced = await bringBack(work, number);
		if (replaced === null) return false;
		let after = work.outbox.tour.peek();
		let isBusy = false;
		let isBack = true;
		const exchange = async (then: () => void, isSure = false) => {
			if (isBusy) return;
			const since = madeByOthers(after, after, work.outbox.tour.peek());
			// A version is a whole tour: it would take along what others have done.
			if (!isSure && (since.steps.length + since.removed > 0 || since.whole))
				return void say(words.changedSince, {label: words.allTheSame, run: () => exchange(then, true)}, 'undo');
			isBusy = true;
			try {
				const other = await bringBack(work, replaced!);
				if (other === null) return void say(words.unsaved);
				[replaced, after, isBack] = [other, work.outbox.tour.peek(), !isBack];
				then();
				say(isBack ? words.restored : words.asBefore, undefined, 'undo');
			} catch (error) {
				say(faultOf(error));
			} finally {
				isBusy = false;
			}
		};
		work.history.recordWhole(exchange);
		return true;
	}

	/** Keeps the tour as it is under a name. Throws `ApiError`. */
	async keep(name: string): Promise<void> {
		await this.#session.outbox.flush();
		await client.call('POST /tours/{id}/versions', {id: this.#id, name});
		await this.read();
	}

	async #orFault(work: () => Promise<void>): Promise<void> {
		this.fault.value = null;
		try {
			await work();
		} catch (error) {
			this.fault.value = (error as Error).message;
		}
	}
}

/** Restores a version; returns the number of the one that has the state before, null if something is not stored yet. Throws `ApiError`. */
async function bringBack({outbox}: Work, number: number): Promise<number | null> {
	await outbox.flush();
	const {id, version} = outbox.tour.peek();
	if (outbox.state.value.kind !== 'saved' || outbox.conflicts.value.length > 0) return null;
	return asOwn(EVERYTHING, async () => {
		const {replaced = number} = await client.call('POST /tours/{id}/versions/{number}/restore', {id, number}, {ifMatch: version});
		await outbox.refresh();
		return replaced;
	});
}
