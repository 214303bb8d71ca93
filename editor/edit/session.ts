import {computed, effect, type ReadonlySignal, type Signal, signal} from '@preact/signals';
import type {Highlight} from '../../shared/contract/geometry.ts';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {thumbnailUrl} from '../../shared/tour/urls.ts';
import {m} from '../messages/index.ts';
import {BLANK, localId} from '../saving/blank-step.ts';
import {type Change, type StepFields, standsAfter} from '../saving/change.ts';
import {type History, openHistory} from '../saving/history.ts';
import {openJournal} from '../saving/journal.ts';
import {Outbox} from '../saving/outbox.ts';
import {same} from '../saving/rebase.ts';
import {account, client} from '../shell/boot.ts';
import {say} from '../shell/toast.tsx';
import type {Tool} from '../stage/view.ts';
import {faultOf} from '../tours/create-tour.ts';
import {type Media, uploadPicture} from '../tours/upload.ts';

export type Device = 'desk' | 'phone';
/** Two pictures have the same shape where their proportions differ by no more than this. */
const SAME_SHAPE = 0.02;

/** A tour that is open: what is shown, what was chosen, and everything that can be done to it. */
export class Session {
	readonly outbox: Outbox;
	readonly history: History = openHistory();
	readonly tour: ReadonlySignal<Tour>;
	readonly chosen: Signal<string | null>;
	readonly step: ReadonlySignal<Step | null>;
	readonly tool = signal<Tool>('select');
	readonly device = signal<Device>(innerWidth < 720 ? 'phone' : 'desk');
	/** What was done, for those who do not see it. */
	readonly said = signal('');
	/** Pictures on their way: how many. */
	readonly uploading = signal(0);
	readonly #stop: () => void;

	constructor(tour: Tour) {
		const renamed = (from: string, to: string) => {
			this.history.rename(from, to);
			if (this.chosen.value === from) this.chosen.value = to;
		};
		this.outbox = new Outbox({client, tour, journal: openJournal(account.id, tour.id), renamed});
		this.tour = this.outbox.tour;
		const asked = tour.steps.find(({id}) => id === location.hash.slice(1));
		this.chosen = signal((asked ?? tour.steps[0])?.id ?? null);
		this.step = computed(() => this.tour.value.steps.find(({id}) => id === this.chosen.value) ?? null);
		this.#stop = effect(() => {
			// The step that was chosen may be gone: the one that took its place is chosen.
			const {steps} = this.tour.value;
			if (steps.length > 0 && !this.step.value) this.chosen.value = steps[0]!.id;
		});
	}

	change(change: Change): void {
		this.history.record(change, Date.now());
		this.outbox.push(change);
	}

	/** Sets fields of a step; what they were is found here, and what is the same already is left out. */
	edit(id: string, set: StepFields): void {
		const step = this.tour.value.steps.find(other => other.id === id);
		if (!step) return;
		const fields = (Object.keys(set) as Array<keyof StepFields>).filter(field => !same(field, step[field], set[field]));
		if (fields.length === 0) return;
		const pick = (from: StepFields) => Object.fromEntries(fields.map(field => [field, from[field]]));
		this.change({kind: 'edit', step: id, set: pick(set), was: pick(step)});
	}

	rename(name: string): void {
		const {name: was} = this.tour.value;
		if (name && name !== was) this.change({kind: 'rename', set: {name}, was: {name: was}});
	}

	undo(): void {
		this.#again(this.history.undo());
	}

	redo(): void {
		this.#again(this.history.redo());
	}

	/** Adds a step behind another one, by default the chosen one, and chooses it. */
	add(fields: StepFields, after = this.chosen.value): string {
		const id = localId();
		const scene = this.tour.value.steps.find(step => step.id === after)?.scene ?? null;
		this.change({kind: 'add', step: id, set: {...BLANK, scene, ...fields, id}, after});
		this.chosen.value = id;
		return id;
	}

	duplicate(): void {
		const step = this.step.value;
		if (step) this.add({...step});
	}

	/** Deletes the chosen step, and says how to have it back. */
	remove(): void {
		const step = this.step.value;
		if (!step) return;
		const {steps} = this.tour.value;
		const next = steps[step.position + 1] ?? steps[step.position - 1] ?? null;
		this.change({kind: 'delete', step: step.id, was: step, after: standsAfter(this.tour.value, step.id)});
		this.chosen.value = next?.id ?? null;
		say(m.edit.deleted, {label: m.undo, run: () => this.undo()});
	}

	/** Puts a step behind another one, null for the first place. */
	move(id: string, after: string | null): void {
		const was = standsAfter(this.tour.value, id);
		if (after === was || after === id) return;
		this.change({kind: 'move', step: id, after, was: {after: was}});
		const {steps} = this.tour.value;
		this.said.value = m.edit.position(steps.findIndex(step => step.id === id) + 1, steps.length);
	}

	/** Moves the chosen step by one place. */
	shift(by: 1 | -1): void {
		const step = this.step.value;
		const {steps} = this.tour.value;
		if (!step || !steps[step.position + by]) return;
		this.move(step.id, by === 1 ? steps[step.position + 1]!.id : (steps[step.position - 2]?.id ?? null));
	}

	/** Chooses the step that stands so many places further. */
	go(by: number): void {
		const {steps} = this.tour.value;
		const to = steps[(this.step.value?.position ?? 0) + by];
		if (!to) return;
		this.chosen.value = to.id;
		this.outbox.flush();
	}

	/** Adds a step for each picture, in their order, behind the chosen one; the first fills a step that has none. */
	async addPictures(files: File[]): Promise<void> {
		const target = this.step.value;
		if (target && target.type === 'screen' && !target.image && files.length === 1) return this.replacePicture(target.id, files[0]!);
		const uploads = files.map(file => this.#upload(file));
		let after = this.chosen.value;
		for (const upload of uploads) {
			const media = await upload;
			if (media) after = this.add({image: asImage(media)}, after);
		}
	}

	/** Gives a step another picture; its marks stay where they are. */
	async replacePicture(id: string, file: File): Promise<void> {
		const media = await this.#upload(file);
		const step = this.tour.value.steps.find(other => other.id === id);
		if (!media || !step) return;
		const shape = ({width, height}: {width: number; height: number}) => width / height;
		const differs = step.image && step.highlight && Math.abs(shape(step.image) / shape(media) - 1) > SAME_SHAPE;
		this.edit(id, {image: asImage(media), type: 'screen'});
		if (differs) say(m.inspector.otherShape);
	}

	/** A highlight in the middle, for whoever has no pointer to draw one. */
	addMark(): void {
		const step = this.step.value;
		const highlight: Highlight = {x: 0.4, y: 0.44, width: 0.2, height: 0.12};
		if (step?.image && !step.highlight) this.edit(step.id, {highlight, click: {x: 0.5, y: 0.5}});
	}

	close(): void {
		this.#stop();
		this.outbox.flush({keepalive: true});
		this.outbox.close();
	}

	#again(change: Change | null): void {
		if (!change) return;
		this.outbox.push(change);
		if (change.kind !== 'rename' && change.kind !== 'delete') this.chosen.value = change.step;
	}

	async #upload(file: File): Promise<Media | null> {
		this.uploading.value++;
		try {
			return await uploadPicture(file);
		} catch (error) {
			say(faultOf(error, file));
			return null;
		} finally {
			this.uploading.value--;
		}
	}
}

function asImage({mediaId, url, width, height}: Media): Step['image'] {
	const [baseUrl, file] = url.split(/\/media\/(?=[^/]*$)/) as [string, string];
	return {mediaId, url, thumbnailUrl: thumbnailUrl(baseUrl, file), width, height};
}
