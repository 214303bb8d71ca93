import {computed, effect, type ReadonlySignal, type Signal, signal} from '@preact/signals';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';
import {m} from '../messages/index.ts';
import {type Change, fieldsOf, isWords, placeBehind, type StepFields} from '../saving/change.ts';
import type {Work} from '../saving/history.ts';
import {newStepId, stepWith} from '../saving/new-step.ts';
import type {Outbox} from '../saving/outbox.ts';
import {isWriting} from '../shell/hands.ts';
import {tell} from '../shell/toast.tsx';
import {afterPaint} from './after-paint.ts';
import {doAgain, sayLast, takeBack} from './again.tsx';
import {OthersWork, withoutOwn} from './others-work.ts';
import {Pictures} from './pictures.ts';
import {Redaction} from './redaction.ts';
import {Selection} from './selection.ts';
import {copySteps, deleteSteps, editSteps, moveSteps} from './several.ts';
import {type Device, kindOf, type StepKind, type Tool, type View} from './view.ts';

/** A tour that is open: what is shown, what was chosen, and everything that can be done to it. */
export class Session {
	readonly work: Work;
	readonly outbox: Outbox;
	readonly others = new OthersWork();
	readonly tour: ReadonlySignal<Tour>;
	readonly selection: Selection;
	/** The step that is shown. */
	readonly chosen: Signal<string | null>;
	readonly step: ReadonlySignal<Step | null>;
	/** The step, tour and tool as they are now. */
	readonly view: ReadonlySignal<View | null>;
	/** What the stage shows of `view`. The stage gets words one frame after a field shows them; words that are typed on the stage itself, at a pause. */
	readonly viewSeen: ReadonlySignal<View | null>;
	/** The step for the fields beside it: once it is painted, and during typing once the person pauses. */
	readonly stepSeen: ReadonlySignal<Step | null>;
	/** The tour for the strip: while fields of a step are changed, once the person pauses. */
	readonly tourSeen: ReadonlySignal<Tour>;
	/** Parts of the tour that its screen shows, each a signal of its own: a letter typed in a step redraws no other part. */
	readonly name: ReadonlySignal<string>;
	readonly stepKind: ReadonlySignal<StepKind>;
	readonly tool = signal<Tool>('select');
	/** Areas of the picture that are about to be redacted, and what was. */
	readonly redaction = new Redaction();
	/** Hotspot of the shown step that gets the focus once it is drawn. */
	readonly heldHotspot = signal<number | null>(null);
	/** The choice of a target among the steps that is under way: from which step, for what, and who takes it. */
	readonly picking = signal<{from: string; label: string; take: (step: string) => void} | null>(null);
	readonly device = signal<Device>(innerWidth < 720 ? 'phone' : 'desk');
	/** Null fits the stage to its room; `scale` is what comes of it. */
	readonly zoom = signal<number | null>(null);
	scale = 1;
	readonly pictures = new Pictures(this);
	readonly #ending: Array<() => void>;
	/** True while the person here changes fields of steps, and words alone. */
	#isEditing = false;
	#isWriting = false;

	constructor(work: Work) {
		this.work = work;
		this.outbox = work.outbox;
		const tour = work.outbox.tour.peek();
		work.seen = others => this.others.seen(withoutOwn(this.redaction.notOwn(others)), this.tour.peek());
		const before = work.mend;
		work.mend = change => this.redaction.mend(before(change));
		this.tour = this.outbox.tour;
		const wanted = location.hash.slice(1) || work.shown;
		const asked = tour.steps.find(({id}) => id === wanted);
		this.selection = new Selection(this.tour, (asked ?? tour.steps[0])?.id ?? null);
		this.chosen = this.selection.chosen;
		this.step = computed(() => this.tour.value.steps.find(({id}) => id === this.chosen.value) ?? null);
		this.name = computed(() => this.tour.value.name);
		this.stepKind = computed(() => kindOf(this.step.value));
		this.view = computed(() => this.step.value && {tour: this.tour.value, step: this.step.value, tool: this.tool.value});
		// The stage shows what is written on it, and needs no frame more for it.
		const viewSeen = afterPaint(this.view, () => (this.#isWriting ? (isOnStage() ? 'pause' : 'paint') : 'nothing'));
		this.viewSeen = viewSeen.signal;
		const seen = afterPaint(this.step, (before, now) => {
			if (!before || before.id !== now?.id) return 'paint';
			// What somebody else wrote is to be read before anybody writes over it.
			return this.#isEditing || isSame(fieldsOf(before), fieldsOf(now)) ? 'pause' : 'nothing';
		});
		this.stepSeen = seen.signal;
		const tourSeen = afterPaint(this.tour, () => (this.#isEditing ? 'pause' : 'nothing'));
		this.tourSeen = tourSeen.signal;
		let position = 0;
		this.#ending = [
			viewSeen.end,
			seen.end,
			tourSeen.end,
			effect(() => {
				const {steps} = this.tour.value;
				// The step that was chosen may be gone: the one that took its place is chosen.
				if (this.step.value) position = this.step.value.position;
				else if (steps.length > 0) this.chosen.value = steps[Math.min(position, steps.length - 1)]!.id;
			}),
			effect(() => {
				work.shown = this.chosen.value;
				this.others.lookedAt(this.chosen.value);
			}),
		];
	}

	/** Does all of this at once: it is undone at once as well. */
	change(...changes: Change[]): void {
		this.#do(changes);
	}

	/** Sets fields of a step; what they were is found here, and what is the same already is left out. */
	edit(id: string, set: StepFields): void {
		const field = (Object.keys(set) as Array<keyof StepFields>).find(isWords);
		if (field && isHere()) this.outbox.held.hold(id, field, set[field]);
		this.change(...editSteps(this.tour.value, [id], set));
	}

	/** Changes fields of all chosen steps. */
	editChosen(set: StepFields): void {
		this.change(...editSteps(this.tour.value, this.selection.all.value, set));
	}

	rename(name: string): void {
		const {name: was} = this.tour.value;
		if (name && name !== was) this.change({kind: 'rename', set: {name}, was: {name: was}});
	}

	undo(): void {
		takeBack(this.work, changes => this.#choose(changes));
	}

	redo(): void {
		this.#choose(doAgain(this.work));
	}

	/** Adds a step behind another one, by default behind the chosen one, which then is chosen itself. */
	add(fields: StepFields, place?: {after: string | null; id: string; arrival: string}): string {
		const {after, id} = place ?? {after: this.selection.all.value.at(-1) ?? null, id: newStepId()};
		const scene = this.tour.value.steps.find(step => step.id === after)?.scene ?? null;
		this.#do([{kind: 'add', step: id, set: stepWith(id, {scene}, fields), ...placeBehind(this.tour.value, after)}], place?.arrival);
		if (!place) this.selection.only(id);
		if (fields.type === 'slide') this.#tellPlace(id, `${m.inspector.slide}: `);
		return id;
	}

	duplicate(): void {
		const {changes, copies} = copySteps(this.tour.value, this.selection.all.value);
		if (copies.length === 0) return;
		this.change(...changes);
		this.selection.choose(copies);
		this.#tellPlace(copies[0]!, `${m.duplicate}: `);
	}

	/** Deletes what is chosen, and says how to have it back. */
	remove(): void {
		const ids = this.selection.all.value;
		if (ids.length === 0) return;
		const {steps} = this.tour.value;
		const last = steps.findIndex(({id}) => id === ids.at(-1));
		const next = steps[last + 1] ?? steps.findLast(({id}) => !ids.includes(id)) ?? null;
		this.change(...deleteSteps(this.tour.value, ids));
		this.selection.only(next?.id ?? null);
		sayLast(this.work, ids.length === 1 ? m.edit.deleted : m.together.deleted(ids.length), () => this.undo());
	}

	/** Puts a step, and with it all that are chosen where it is one of them, behind another one, null for the first place. */
	move(id: string, after: string | null): void {
		const ids = this.selection.all.value.includes(id) ? this.selection.all.value : [id];
		// Behind one that moves itself: behind the last before it that does not.
		const {steps} = this.tour.value;
		const at = steps.findIndex(step => step.id === after);
		const behind = steps.slice(0, at + 1).findLast(step => !ids.includes(step.id))?.id ?? null;
		this.change(...moveSteps(this.tour.value, ids, behind));
		this.#tellPlace(id);
	}

	/** Moves what is chosen by one place. */
	shift(by: 1 | -1): void {
		const ids = this.selection.all.value;
		const {steps} = this.tour.value;
		const at = (id?: string) => steps.findIndex(step => step.id === id);
		const [first, last] = [at(ids[0]), at(ids.at(-1))];
		if (ids.length === 0 || !steps[by === 1 ? last + 1 : first - 1]) return;
		this.move(this.chosen.value!, by === 1 ? steps[last + 1]!.id : (steps[first - 2]?.id ?? null));
	}

	/** Chooses the step that stands so many places further; with `extend` also all up to it. */
	go(by: number, extend = false): void {
		const to = this.tour.value.steps[(this.step.value?.position ?? 0) + by];
		if (!to) return;
		this.selection[extend ? 'to' : 'only'](to.id);
		this.outbox.flush();
	}

	/** Adds a step for each picture, in their order, behind the chosen one; one alone fills a chosen step that has none. */
	async addPictures(files: File[]): Promise<void> {
		const target = this.step.value;
		const fills = target?.type === 'screen' && !target.image && files.length === 1;
		await (fills ? this.pictures.replace(target.id, files[0]!) : this.pictures.add(files));
	}

	/** Gives a step another picture; its marks stay where they are. */
	replacePicture(id: string, file: File): Promise<void> {
		return this.pictures.replace(id, file);
	}

	/** Lays down the tool, or ends picking. */
	leave(): void {
		if (this.picking.peek()) this.picked(null);
		else this.tool.value = 'select';
	}

	/** Ends picking by this step, or without any, at the step from which something leads. */
	picked(id: string | null): void {
		const picking = this.picking.peek();
		this.picking.value = null;
		if (picking) this.selection.only(picking.from);
		if (id) picking?.take(id);
	}

	/** Adds a highlight in the middle, for people without a pointer to draw one. */
	addMark(): void {
		if (this.stepKind.value === 'plain') this.edit(this.chosen.value!, FIRST_MARKS);
	}

	close(): void {
		for (const end of this.#ending) end();
		this.pictures.close();
	}

	#do(changes: Change[], arrival?: string): void {
		this.#isEditing = changes.every(({kind}) => kind === 'edit');
		this.#isWriting = changes.every(change => change.kind === 'edit' && Object.keys(change.set).every(isWords));
		this.work.change(changes, arrival);
		this.#isEditing = this.#isWriting = false;
	}

	#tellPlace(id: string, what = ''): void {
		const ids = this.tour.value.steps.map(step => step.id);
		tell(what + m.edit.position(ids.indexOf(id) + 1, ids.length));
	}

	#choose(changes: Change[]): void {
		const ids = changes.flatMap(change => (!('step' in change) || change.kind === 'delete' ? [] : [change.step]));
		if (ids.length > 0) this.selection.choose(ids);
	}
}

const FIRST_MARKS = {highlight: {x: 0.4, y: 0.44, width: 0.2, height: 0.12}, click: {x: 0.5, y: 0.5}};
/** True while the person writes, in a field or on the stage. */
const isHere = () => isOnStage() || isWriting({target: document.activeElement} as unknown as Event);
const isOnStage = () => document.activeElement instanceof HTMLIFrameElement;
