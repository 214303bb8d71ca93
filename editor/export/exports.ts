import {signal} from '@preact/signals';
import type {Input, Output} from '../../client/index.ts';
import type {Session} from '../session/session.ts';
import {client} from '../shell/session-data.ts';

export type TourExport = Output<'GET /exports/{id}'>['export'];
type Order = Omit<Input<'POST /tours/{id}/exports'>, 'id'>;

/** Milliseconds between looks at their progress, and the number of exports that are shown. */
const LOOK_MS = 1000;
const SHOWN = 12;

/** The exports of a tour: those that are there, and those on their way. */
export class Exports {
	readonly list = signal<TourExport[] | null>(null);
	readonly fault = signal<string | null>(null);
	readonly ordering = signal(false);
	/** Read out as it comes. */
	readonly ended = signal<TourExport | null>(null);
	readonly #session: Session;
	readonly #id: string;
	#timer = 0;
	#closed = false;

	constructor(session: Session) {
		this.#session = session;
		this.#id = session.tour.value.id;
	}

	async read(): Promise<void> {
		clearTimeout(this.#timer);
		try {
			const {exports} = await client.call('GET /tours/{id}/exports', {id: this.#id, limit: SHOWN});
			const before = new Map(this.list.value?.map(one => [one.id, one.status]));
			const done = exports.find(({id, status}) => isOpen(before.get(id)) && !isOpen(status));
			if (done) this.ended.value = done;
			this.list.value = exports;
			this.fault.value = null;
		} catch (error) {
			this.fault.value = (error as Error).message;
		}
		const waits = this.list.value?.some(({status}) => isOpen(status)) || (this.fault.value !== null && this.list.value !== null);
		if (waits && !this.#closed) this.#timer = window.setTimeout(() => this.read(), LOOK_MS);
	}

	/** Throws what the service says against it. */
	async order(order: Order): Promise<TourExport> {
		this.ordering.value = true;
		try {
			// What was written a moment ago belongs to it.
			await this.#session.outbox.flush();
			const {export: ordered} = await client.call('POST /tours/{id}/exports', {...order, id: this.#id});
			await this.read();
			return ordered;
		} finally {
			this.ordering.value = false;
		}
	}

	again({format, options, language, source}: TourExport): Promise<TourExport> {
		return this.order({format, options, source, ...(language && {language})});
	}

	async remove(id: string): Promise<void> {
		await client.call('DELETE /exports/{id}', {id});
		await this.read();
	}

	close(): void {
		this.#closed = true;
		clearTimeout(this.#timer);
	}
}

function isOpen(status: TourExport['status'] | undefined): boolean {
	return status === 'queued' || status === 'running';
}
