import {computed, type ReadonlySignal, type Signal, signal} from '@preact/signals';
import {randomId} from '../../client/index.ts';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {thumbnailUrl} from '../../shared/tour/urls.ts';
import {m} from '../messages/index.ts';
import type {StepFields} from '../saving/change.ts';
import {forget, keepWaiting, takeUpWaiting, type Waiting} from '../saving/waiting.ts';
import {say} from '../shell/toast.tsx';
import {faultOf, inARow} from '../tours/create-tour.ts';
import {type Media, UploadError, uploadPicture} from '../tours/upload.ts';

/** Two pictures have the same shape where their proportions differ by no more than this. */
const SAME_SHAPE = 0.02;

/** The parts of an open tour that pictures need. */
type Opened = {
	tour: ReadonlySignal<Tour>;
	chosen: Signal<string | null>;
	selection: {only(id: string): void};
	outbox: {kept(): Promise<void>};
	add(fields: StepFields, where: {after: string | null; id: string; arrival: string}): unknown;
	edit(id: string, fields: StepFields): void;
};

/** Pictures of a tour that are on their way: each becomes a step, or the picture of one, in the order in which they were dropped. */
export class Pictures {
	/** The sent share of each upload, kept until all of its group are sent; empty once they are. */
	readonly shares = signal<ReadonlyMap<string, number>>(new Map());
	/** Numbers of pictures, sent and all; null while none is on its way. */
	readonly progress: ReadonlySignal<{sent: number; all: number} | null> = computed(() => {
		const shares = [...this.shares.value.values()];
		const all = shares.length + this.#coming.value;
		return all > 0 ? {sent: shares.filter(share => share === 1).length, all} : null;
	});
	/** How many were chosen and are being put in order. */
	readonly #coming = signal(0);
	readonly #session: Opened;
	readonly #closing = new AbortController();
	/** Pictures that failed since the last time that none was on its way. */
	#faults: string[] = [];
	#running = 0;

	constructor(session: Opened) {
		this.#session = session;
	}

	/** Adds a step for each, behind the chosen one; the first of them is chosen. */
	async add(files: File[]): Promise<void> {
		const {chosen} = this.#session;
		const before = chosen.value;
		this.#coming.value += files.length;
		const waiting = keepWaiting(this.#session.tour.value.id, await inARow(files, before));
		// A person who has gone elsewhere meanwhile stays there.
		const stored = this.#store(waiting, id => chosen.value === before && this.#session.selection.only(id));
		this.#coming.value -= files.length;
		await stored;
	}

	async replace(step: string, file: File): Promise<void> {
		await this.#store(keepWaiting(this.#session.tour.value.id, [{file, step, behind: null}]));
	}

	/** Goes on with what was on its way when the tour was left. */
	takeUp(): Promise<void> {
		return takeUpWaiting(this.#session.tour.value.id, this.#closing.signal, waiting => this.#store(waiting));
	}

	/** Stops uploads; those on their way stay kept for the next opening. */
	close(): void {
		this.#closing.abort();
	}

	async #store(all: Waiting[], first: (id: string) => void = () => {}): Promise<void> {
		const {signal} = this.#closing;
		const waiting = all.filter(({key}) => !this.shares.value.has(key));
		this.#running++;
		for (const {key} of waiting) this.#sent(key, 0);
		const uploads = waiting.map(({file, key}) =>
			uploadPicture(file, {signal, onProgress: share => this.#sent(key, share)}).catch((error: unknown) => error),
		);
		const arrival = randomId();
		let chosen = false;
		for (const [index, one] of waiting.entries()) {
			const media = await uploads[index];
			if (signal.aborted) return;
			this.#sent(one.key, 1);
			if (isMedia(media)) {
				this.#place(one, media, arrival);
				if (!chosen) first(one.step);
				chosen = true;
			} else this.#say(faultOf(media, one.file));
			// The step stands in the journal before its picture goes from there.
			await this.#session.outbox.kept();
			const refused = media instanceof UploadError && media.fault !== 'notStored';
			if (refused || isMedia(media)) await forget(this.#session.tour.value.id, one);
		}
		if (--this.#running > 0) return;
		this.shares.value = new Map();
		this.#faults = [];
	}

	#place({step: id, behind}: Waiting, media: Media, arrival: string): void {
		const session = this.#session;
		const {steps} = session.tour.value;
		const step = steps.find(other => other.id === id);
		if (behind) {
			// It may have been added just before the page was closed; and one that the page does not know yet the service may know by now.
			const after = behind.find(other => steps.some(({id}) => id === other)) ?? behind[0] ?? null;
			if (!step) session.add({image: asImage(media)}, {after, id, arrival});
			return;
		}
		if (!step) return;
		const shape = ({width, height}: {width: number; height: number}) => width / height;
		const differs = step.image && step.highlight && Math.abs(shape(step.image) / shape(media) - 1) > SAME_SHAPE;
		session.edit(id, {image: asImage(media), type: 'screen'});
		if (differs) say(m.inspector.otherShape);
	}

	#sent(key: string, share: number): void {
		this.shares.value = new Map(this.shares.value).set(key, share);
	}

	// All of them in one place: of forty pictures several may be refused.
	#say(fault: string): void {
		this.#faults.push(fault);
		say(this.#faults.join('\n'), undefined, 'pictures');
	}
}

function isMedia(result: unknown): result is Media {
	return !(result instanceof Error);
}

function asImage({mediaId, url, width, height}: Media): Step['image'] {
	// The service has the thumbnail, wherever the picture is: its host may be another (`MEDIA_URL`).
	const file = url.slice(url.lastIndexOf('/') + 1);
	return {mediaId, url, thumbnailUrl: thumbnailUrl(location.origin, file), width, height};
}
