import type {StepActions} from '../../shared/contract/paths/actions.ts';
import {words} from '../../shared/locales/en/editor/path-section.ts';
import type {Session} from '../session/session.ts';
import {type Box, BoxLayer, type Mode} from '../stage/box-layer.ts';
import {tellPlace} from '../stage/handles.ts';
import {addHotspot, changeAction, removeAction} from './actions-value.ts';
import styles from './hotspots.css' with {type: 'text'};

/** The part that is loaded at the first use of buttons, hotspots or the map. */
export {AreaLayer} from '../redact/area-layer.ts';
export {RedactBar} from '../redact/redact-bar.tsx';
export {ActionsFields, unreachedIn} from './actions-fields.tsx';
export {FlowDialog} from './flow/flow-dialog.tsx';

type Hotspot = NonNullable<StepActions['hotspots']>[number];
type Shown = Box & {label: string};

/** Replaces the name of a hotspot by this letter: people who have drawn one type its name next. */
function writeName(index: number, letter: string): void {
	const input = document.querySelector<HTMLInputElement>(`.action[data-hotspot="${index}"] input`);
	if (!input?.offsetParent) return;
	input.focus();
	input.value = letter;
	input.dispatchEvent(new Event('input'));
}

/** The hotspots of a step on the picture of the stage. */
export class HotspotLayer {
	readonly #session: Session;
	readonly #root: HTMLElement;
	readonly #layer: BoxLayer<Shown>;

	constructor(frame: HTMLIFrameElement, session: Session) {
		this.#session = session;
		this.#root = frame.contentDocument!.documentElement;
		const step = () => session.step.peek()!.id;
		this.#layer = new BoxLayer(frame, {
			name: 'pressed',
			styles,
			list: () => this.#hotspots.map(({area, label}) => ({...area, label})),
			label: ({label}) => words.held(label),
			dress: (button, _box, index) => {
				const number = button.querySelector<HTMLElement>('.number') ?? button.appendChild(button.ownerDocument.createElement('span'));
				number.className = 'number';
				number.textContent = String(index + 1);
			},
			sketch: box => ({...box, label: ''}),
			add: area => addHotspot(session, step(), area),
			change: (index, {x, y, width, height}) => {
				const area = {x, y, width, height};
				changeAction(session, step(), 'hotspots', index, {area});
				tellPlace(area);
			},
			remove: index => removeAction(session, step(), 'hotspots', index),
			write: writeName,
		});
	}

	show(): void {
		const {tool, heldHotspot} = this.#session;
		const mode = this.#mode();
		this.#root.classList.toggle('seen-only', mode === 'seen');
		this.#root.classList.toggle('drawing-spot', tool.peek() === 'hotspot');
		this.#layer.show(mode, heldHotspot.peek());
		if (heldHotspot.peek() !== null && mode !== 'off') heldHotspot.value = null;
	}

	get #hotspots(): Hotspot[] {
		return this.#session.step.peek()?.actions?.hotspots ?? [];
	}

	#mode(): Mode {
		const step = this.#session.step.peek();
		if (step?.type !== 'screen' || !step.image) return 'off';
		return ({select: 'held', hotspot: 'drawn', redact: 'off', highlight: 'seen', click: 'seen'} as const)[this.#session.tool.peek()];
	}
}
