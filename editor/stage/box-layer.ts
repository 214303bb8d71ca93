import styles from './boxes.css' with {type: 'text'};
import {type Frame, sheetIn} from './player-style.ts';
import {arrow, drawBox, HANDLES, type Handle, moveBox, type Point, pullBox} from './shape.ts';

/** A rectangle in shares of the picture. */
export type Box = {x: number; y: number; width: number; height: number};
/** `seen`: a pointer goes through them; `held`: they are moved and pulled; `drawn`: new ones are drawn as well. */
export type Mode = 'off' | 'seen' | 'held' | 'drawn';

/** Rectangles on the picture, and what is done to them. */
export type Boxes<B extends Box> = {
	/** The class of their buttons. */
	name: string;
	/** Rules of their own look. */
	styles: string;
	list: () => readonly B[];
	label: (box: B, index: number) => string;
	/** Shows in a button what its rectangle is; a button that was just made is empty but for its handles. */
	dress: (button: HTMLElement, box: B, index: number) => void;
	/** A rectangle that is only being drawn. */
	sketch: (box: Box) => B;
	add: (box: Box) => void;
	change: (index: number, box: Box) => void;
	remove: (index: number) => void;
	/** Takes a letter that was typed on a held rectangle; without it letters are shortcuts. */
	write?: (index: number, letter: string) => void;
};

/** Pixels of the screen that a pointer goes before it means to draw. */
const SLIP = 4;
const framesWithStyles = new WeakSet<Document>();

/** Rectangles on the picture of the stage, drawn, moved and pulled by a pointer or by keys. */
export class BoxLayer<B extends Box> {
	readonly #document: Document;
	readonly #boxes: Boxes<B>;
	#mode: Mode = 'off';

	constructor(frame: HTMLIFrameElement, boxes: Boxes<B>) {
		const inside = frame.contentWindow as Frame;
		this.#document = frame.contentDocument!;
		this.#boxes = boxes;
		const texts = framesWithStyles.has(this.#document) ? [boxes.styles] : [styles, boxes.styles];
		framesWithStyles.add(this.#document);
		this.#document.adoptedStyleSheets = [...this.#document.adoptedStyleSheets, ...texts.map(text => sheetIn(inside, text))];
		// Before the stage takes it for a highlight.
		this.#document.addEventListener('pointerdown', event => this.#onPointer(event), {capture: true});
		this.#document.addEventListener('keydown', event => this.#onKey(event), {capture: true});
	}

	/** Shows them as they are now; `held` gets the focus. */
	show(mode: Mode, held: number | null = null): void {
		this.#mode = mode;
		this.#draw(mode === 'off' ? [] : this.#boxes.list());
		if (mode !== 'off' && held !== null) this.#buttons()[held]?.focus();
	}

	get picture(): HTMLElement | null {
		return this.#document.querySelector('.step .pic');
	}

	#buttons(): HTMLElement[] {
		return [...(this.picture?.querySelectorAll<HTMLElement>(`.${this.#boxes.name}`) ?? [])];
	}

	/** Buttons are kept, so that one that is held stays held. */
	#draw(boxes: readonly B[]): void {
		const {picture} = this;
		if (!picture) return;
		const there = this.#buttons();
		for (const left of there.slice(boxes.length)) left.remove();
		for (const [index, box] of boxes.entries()) {
			const button = there[index] ?? this.#make(picture, index);
			const share = (value: number) => `${value * 100}%`;
			button.ariaLabel = this.#boxes.label(box, index);
			Object.assign(button.style, {left: share(box.x), top: share(box.y), width: share(box.width), height: share(box.height)});
			this.#boxes.dress(button, box, index);
		}
	}

	#make(picture: HTMLElement, index: number): HTMLElement {
		const button = this.#document.createElement('button');
		button.type = 'button';
		button.className = this.#boxes.name;
		button.dataset.index = String(index);
		for (const handle of HANDLES) {
			const grip = this.#document.createElement('span');
			grip.className = 'grip';
			grip.dataset.grip = handle;
			button.append(grip);
		}
		picture.append(button);
		return button;
	}

	/** Handles keys before the stage does: a key that removes a box must not remove the step. */
	#onKey(event: KeyboardEvent): void {
		const held = (event.target as HTMLElement).closest<HTMLElement>(`.${this.#boxes.name}`);
		const removes = event.key === 'Delete' || event.key === 'Backspace';
		const by = held && arrow(event);
		const isOn = held ? this.#mode !== 'off' : this.#mode === 'drawn';
		const {write} = this.#boxes;
		const writes = held && write && !(event.ctrlKey || event.metaKey) && /^\p{L}$/u.test(event.key);
		if (!isOn || (!removes && !by && !writes)) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		const index = Number(held?.dataset.index);
		const box = this.#boxes.list()[index];
		if (!held || !box) return;
		if (removes) this.#boxes.remove(index);
		else if (writes) write(index, event.key);
		else if (by) this.#boxes.change(index, event.altKey ? pullBox(box, 'se', by) : moveBox(box, by));
	}

	#onPointer(event: PointerEvent): void {
		const target = event.target as HTMLElement;
		const picture = target.closest<HTMLElement>('.pic');
		const held = target.closest<HTMLElement>(`.${this.#boxes.name}`);
		const isOn = this.#mode === 'drawn' || (this.#mode === 'held' && held);
		if (!isOn || !picture || event.button !== 0) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		held?.focus();
		const index = held ? Number(held.dataset.index) : null;
		const frame = picture.getBoundingClientRect();
		const at = ({clientX, clientY}: PointerEvent): Point => ({
			x: (clientX - frame.left) / frame.width,
			y: (clientY - frame.top) / frame.height,
		});
		const make = this.#gesture(index, target, at(event));
		let drawn: Box | null = null;
		picture.setPointerCapture(event.pointerId);
		picture.onpointermove = next => {
			if (!drawn && Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) <= SLIP) return;
			drawn = make(at(next));
			this.#sketch(index, drawn);
		};
		picture.onpointerup = picture.onpointercancel = ended => {
			picture.onpointermove = picture.onpointerup = picture.onpointercancel = null;
			if (!drawn || ended.type !== 'pointerup') this.#draw(this.#boxes.list());
			else if (index === null) this.#boxes.add(drawn);
			else this.#boxes.change(index, drawn);
		};
	}

	#gesture(index: number | null, target: HTMLElement, from: Point): (to: Point) => Box {
		const box = index === null ? undefined : this.#boxes.list()[index];
		if (!box) return to => drawBox(from, to);
		const {x, y, width, height} = box;
		const grip = target.dataset.grip as Handle | undefined;
		const by = (to: Point) => ({x: to.x - from.x, y: to.y - from.y});
		return to => (grip ? pullBox({x, y, width, height}, grip, by(to)) : moveBox({x, y, width, height}, by(to)));
	}

	/** The box that is shown while it is drawn. */
	#sketch(index: number | null, box: Box): void {
		const boxes = this.#boxes.list();
		if (index === null) this.#draw([...boxes, this.#boxes.sketch(box)]);
		else this.#draw(boxes.map((one, at) => (at === index ? {...one, ...box} : one)));
	}
}
