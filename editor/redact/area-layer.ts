import type {Step} from '../../shared/contract/step.ts';
import {blurCells, pixelsOf} from '../../shared/tour/redaction.ts';
import {m} from '../messages/index.ts';
import {arrow, drawBox, HANDLES, type Handle, moveBox, type Point, pullBox} from '../stage/shape.ts';
import styles from './areas.css' with {type: 'text'};
import type {Area, Box, Redaction} from './redaction.ts';

/** Pixels of the screen that a pointer goes before it means to draw. */
const SLIP = 4;

/** The areas on the picture of the stage, as they will look: drawn, moved and pulled by a pointer or by keys. */
export class AreaLayer {
	readonly #document: Document;
	readonly #redaction: Redaction;
	#step: Step | null = null;
	#on = false;

	constructor(frame: HTMLIFrameElement, redaction: Redaction) {
		const inside = frame.contentWindow as Window & typeof globalThis;
		this.#document = frame.contentDocument!;
		this.#redaction = redaction;
		const sheet = new inside.CSSStyleSheet();
		sheet.replaceSync(styles);
		this.#document.adoptedStyleSheets = [...this.#document.adoptedStyleSheets, sheet];
		// Before the stage takes it for a highlight.
		this.#document.addEventListener('pointerdown', event => this.#onPointer(event), {capture: true});
		this.#document.addEventListener('keydown', event => this.#onKey(event), {capture: true});
	}

	/** Null where nothing is being redacted. */
	show(step: Step, areas: readonly Area[] | null): void {
		this.#step = step;
		this.#on = areas !== null && step.type === 'screen' && step.image !== null;
		this.#document.documentElement.classList.toggle('redacting', this.#on);
		this.#draw(this.#on ? areas! : []);
		if (this.#on && this.#redaction.held !== null) this.#button(this.#redaction.held)?.focus();
		this.#redaction.held = null;
	}

	get #picture(): HTMLElement | null {
		return this.#document.querySelector('.step .pic');
	}

	#button(index: number): HTMLElement | undefined {
		return this.#picture?.querySelectorAll<HTMLElement>('.area')[index];
	}

	/** Buttons are kept, so that one that is held stays held. */
	#draw(areas: readonly Area[]): void {
		const picture = this.#picture;
		if (!picture) return;
		const there = [...picture.querySelectorAll<HTMLElement>('.area')];
		for (const left of there.slice(areas.length)) left.remove();
		for (const [index, area] of areas.entries()) {
			const button = there[index] ?? this.#make(picture, index);
			button.ariaLabel = m.redact.area(index + 1, m.redact[area.style]);
			this.#place(button, area);
		}
	}

	#make(picture: HTMLElement, index: number): HTMLElement {
		const button = this.#document.createElement('button');
		button.type = 'button';
		button.className = 'area';
		button.dataset.index = String(index);
		button.append(this.#document.createElement('canvas'));
		for (const handle of HANDLES) {
			const grip = this.#document.createElement('span');
			grip.className = 'grip';
			grip.dataset.grip = handle;
			button.append(grip);
		}
		picture.append(button);
		return button;
	}

	#place(button: HTMLElement, area: Area): void {
		const share = (value: number) => `${value * 100}%`;
		Object.assign(button.style, {left: share(area.x), top: share(area.y), width: share(area.width), height: share(area.height)});
		button.dataset.style = area.style;
		if (area.style === 'blur') this.#blur(button.querySelector('canvas')!, area);
	}

	/** Draws as many cells as the stored picture will have. */
	#blur(canvas: HTMLCanvasElement, area: Area): void {
		const shown = this.#picture!.querySelector('img');
		const size = this.#step?.image;
		const pixels = size && pixelsOf(area, size);
		if (!shown?.complete || !pixels || shown.naturalWidth === 0) return;
		const {columns, rows} = blurCells(pixels);
		Object.assign(canvas, {width: columns, height: rows});
		const context = canvas.getContext('2d')!;
		context.imageSmoothingQuality = 'high';
		const [x, y] = [shown.naturalWidth, shown.naturalHeight];
		context.drawImage(shown, area.x * x, area.y * y, area.width * x, area.height * y, 0, 0, columns, rows);
	}

	/** Handles keys before the stage does: a key that removes an area must not remove the step. */
	#onKey(event: KeyboardEvent): void {
		const held = (event.target as HTMLElement).closest<HTMLElement>('.area');
		const removes = event.key === 'Delete' || event.key === 'Backspace';
		const by = held && arrow(event);
		if (!this.#on || (!removes && !by)) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		const index = Number(held?.dataset.index);
		const area = this.#redaction.areas.value[index];
		if (!held || !area) return;
		if (removes) this.#redaction.remove(index);
		else if (by) this.#redaction.change(index, event.altKey ? pullBox(area, 'se', by) : moveBox(area, by));
	}

	#onPointer(event: PointerEvent): void {
		const target = event.target as HTMLElement;
		const picture = target.closest<HTMLElement>('.pic');
		if (!this.#on || !picture || event.button !== 0) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		const held = target.closest<HTMLElement>('.area');
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
			this.#draft(index, drawn);
		};
		picture.onpointerup = picture.onpointercancel = ended => {
			picture.onpointermove = picture.onpointerup = picture.onpointercancel = null;
			if (!drawn || ended.type !== 'pointerup') this.#draw(this.#redaction.areas.value);
			else if (index === null) this.#redaction.add(drawn);
			else this.#redaction.change(index, drawn);
		};
	}

	#gesture(index: number | null, target: HTMLElement, from: Point): (to: Point) => Box {
		const area = index === null ? undefined : this.#redaction.areas.value[index];
		if (!area) return to => drawBox(from, to);
		const grip = target.dataset.grip as Handle | undefined;
		const by = (to: Point) => ({x: to.x - from.x, y: to.y - from.y});
		return to => (grip ? pullBox(area, grip, by(to)) : moveBox(area, by(to)));
	}

	/** Draws an area while it is being dragged. */
	#draft(index: number | null, box: Box): void {
		const areas = this.#redaction.areas.value;
		if (index === null) this.#draw([...areas, {...box, style: this.#redaction.style.value}]);
		else this.#draw(areas.map((area, at) => (at === index ? {...area, ...box} : area)));
	}
}
