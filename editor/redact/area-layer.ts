import type {Step} from '../../shared/contract/step.ts';
import {blurCells, pixelsOf} from '../../shared/tour/redaction.ts';
import {m} from '../messages/index.ts';
import type {Area, Redaction} from '../session/redaction.ts';
import {BoxLayer} from '../stage/box-layer.ts';
import styles from './areas.css' with {type: 'text'};

/** The areas on the picture of the stage, as they will look: drawn, moved and pulled by a pointer or by keys. */
export class AreaLayer {
	readonly #document: Document;
	readonly #redaction: Redaction;
	readonly #layer: BoxLayer<Area>;
	#step: Step | null = null;

	constructor(frame: HTMLIFrameElement, redaction: Redaction) {
		this.#document = frame.contentDocument!;
		this.#redaction = redaction;
		this.#layer = new BoxLayer(frame, {
			name: 'area',
			styles,
			list: () => redaction.areas.peek(),
			label: ({style}, index) => m.redact.area(index + 1, m.redact[style]),
			dress: (button, area) => this.#dress(button, area),
			sketch: box => ({...box, style: redaction.style.peek()}),
			add: box => redaction.add(box),
			change: (index, box) => redaction.change(index, box),
			remove: index => redaction.remove(index),
		});
	}

	/** `isOn`: something is being redacted. */
	show(step: Step, isOn: boolean): void {
		this.#step = step;
		const shows = isOn && step.type === 'screen' && step.image !== null;
		this.#document.documentElement.classList.toggle('redacting', shows);
		this.#layer.show(shows ? 'drawn' : 'off', this.#redaction.held);
		this.#redaction.held = null;
	}

	#dress(button: HTMLElement, area: Area): void {
		button.dataset.style = area.style;
		if (!button.querySelector('canvas')) button.prepend(this.#document.createElement('canvas'));
		if (area.style === 'blur') this.#blur(button.querySelector('canvas')!, area);
	}

	/** Draws as many cells as the stored picture will have. */
	#blur(canvas: HTMLCanvasElement, area: Area): void {
		const shown = this.#layer.picture!.querySelector('img');
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
}
