import {type Signal, signal} from '@preact/signals';
import type {RedactionArea} from '../../shared/contract/pictures/redaction.ts';
import type {Step} from '../../shared/contract/step.ts';
import type {Change} from '../saving/change.ts';
import type {Others} from '../saving/others.ts';

export type Area = RedactionArea;
export type Box = Omit<Area, 'style'>;
type Image = NonNullable<Step['image']>;
type Picture = Pick<Step, 'id' | 'image'>;

/** Place of an area that is made by a key: in the middle. */
const FIRST: Box = {x: 0.4, y: 0.44, width: 0.2, height: 0.08};

const NONE: Area[] = [];

/** Areas of a picture that a person is about to redact, and which pictures were redacted since the tour was opened. */
export class Redaction {
	readonly areas: Signal<Area[]> = signal(NONE);
	/** Style of the next area. */
	readonly style: Signal<Area['style']> = signal('box');
	/** The area that gets the focus once it is drawn. */
	held: number | null = null;
	/** Steps whose picture is being exchanged at this moment. */
	own: ReadonlySet<string> = new Set();
	#drawnOn = '';
	/** Areas that were left on other pictures, by their picture. */
	readonly #waiting = new Map<string, Area[]>();
	/** The area that a key has made, as it was made. */
	#placed: Area | null = null;
	readonly #redacted: Array<{step: string; from: string; to: Image}> = [];

	/** Areas belong to the picture that they were drawn on: they are there again when somebody comes back to it. */
	lookAt(step: Picture): void {
		const picture = nameOf(step);
		if (picture === this.#drawnOn) return;
		this.#waiting.set(this.#drawnOn, this.areas.peek());
		this.#drawnOn = picture;
		this.held = null;
		this.areas.value = this.#waiting.get(picture) ?? NONE;
	}

	/** Returns the ids of those steps on whose picture areas were drawn and not redacted yet. */
	drawnOn(steps: readonly Picture[]): string[] {
		const areasOf = (picture: string) => (picture === this.#drawnOn ? this.areas.peek() : (this.#waiting.get(picture) ?? NONE));
		return steps.filter(step => areasOf(nameOf(step)).length > 0).map(({id}) => id);
	}

	/** Adds an area, without `box` in the middle. One that lies there untouched was only a beginning: what is drawn takes its place. */
	add(box?: Box): void {
		const area = {...(box ?? FIRST), style: this.style.value};
		const kept = box ? this.areas.value.filter(other => other !== this.#placed) : this.areas.value;
		if (!box) this.#placed = area;
		this.held = kept.length;
		this.areas.value = [...kept, area];
	}

	change(index: number, changed: Partial<Area>): void {
		if (changed.style) this.style.value = changed.style;
		this.areas.value = this.areas.value.map((area, at) => (at === index ? {...area, ...changed} : area));
	}

	remove(index: number): void {
		this.areas.value = this.areas.value.toSpliced(index, 1);
		this.held = this.areas.value.length > 0 ? Math.min(index, this.areas.value.length - 1) : null;
	}

	/** Returns others' changes without one's own redactions, which the service reports in the same way. */
	notOwn(others: Others): Others {
		return {...others, steps: others.steps.filter(id => !this.own.has(id))};
	}

	/** Remembers that these steps show another picture from now on. */
	done(from: string, steps: readonly Step[]): void {
		for (const {id, image} of steps) if (image) this.#redacted.push({step: id, from, to: image});
		this.areas.value = [];
	}

	/** The change with the redacted picture in the place of the one that it was made with: undoing brings nothing back. */
	mend(change: Change): Change {
		if (!('step' in change) || change.kind === 'move' || this.#redacted.length === 0) return change;
		const mended = <Values extends {image?: Step['image']}>(values: Values): Values => {
			const image = values.image && this.#now(change.step, values.image);
			return image ? {...values, image} : values;
		};
		const {set, was} = change as {set?: Step; was?: Step};
		return {...change, ...(set && {set: mended(set)}), ...(was && {was: mended(was)})} as Change;
	}

	#now(id: string, image: Image): Image {
		return this.#redacted.reduce((now, {step, from, to}) => (step === id && now.mediaId === from ? to : now), image);
	}
}

/** Names a picture by its step as well: areas belong to one of the steps that show it. */
function nameOf({id, image}: Picture): string {
	return `${id}/${image?.mediaId}`;
}
