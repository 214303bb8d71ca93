/** Farther than this a press is the beginning of a drag, which waits for nothing. CSS pixels. */
const DRAG_PX = 6;
const TYPES = ['mousedown', 'pointerup', 'mouseup', 'click'] as const;

type Kept = {event: MouseEvent; target: Element};

/**
 * A press that the page is not told of until a picture is taken: menus open when they are pressed, and entries count when they are let go. Then its events
 * are sent again in their order, and what comes later passes.
 */
export class HeldPress {
	readonly #kept: Kept[] = [];
	readonly #from: {x: number; y: number};
	readonly #listeners = new AbortController();
	#isOver = false;

	constructor(event: PointerEvent, target: Element, until: Promise<unknown>) {
		this.#from = {x: event.clientX, y: event.clientY};
		this.#keep(event, target);
		const options = {capture: true, signal: this.#listeners.signal};
		for (const type of TYPES) addEventListener(type, event => this.#hear(event), options);
		addEventListener('pointermove', event => this.#moved(event), options);
		void until.finally(() => this.#release());
	}

	#hear(event: MouseEvent): void {
		const target = event.composedPath()[0];
		if (event.isTrusted && event.button === 0 && target instanceof Element) this.#keep(event, target);
	}

	#keep(event: MouseEvent, target: Element): void {
		// The mouse's own events follow a pointer's only where that was not prevented.
		if (!event.type.startsWith('pointer')) event.preventDefault();
		event.stopImmediatePropagation();
		this.#kept.push({event, target});
		if (event.type === 'click') this.#listeners.abort();
	}

	#moved({isTrusted, clientX, clientY}: PointerEvent): void {
		if (isTrusted && Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > DRAG_PX) this.#release();
	}

	#release(): void {
		if (this.#isOver) return;
		this.#isOver = true;
		this.#listeners.abort();
		let isBare = false;
		for (const {event, target} of this.#kept) {
			// What the browser does by itself.
			if (isBare && event.type.startsWith('mouse')) continue;
			const isTaken = !target.dispatchEvent(againOf(event));
			if (event.type === 'pointerdown') isBare = isTaken;
			if (event.type === 'mousedown' && !isTaken) focusOn(target);
		}
	}
}

function againOf(event: MouseEvent): MouseEvent {
	const {bubbles, composed, detail, screenX, screenY, clientX, clientY, button, buttons} = event;
	const shown = {bubbles, composed, cancelable: true, view: window, detail, screenX, screenY, clientX, clientY, button, buttons};
	if (!event.type.startsWith('pointer')) return new MouseEvent(event.type, shown);
	const {pointerId, pointerType, isPrimary, pressure, width, height} = event as PointerEvent;
	return new PointerEvent(event.type, {...shown, pointerId, pointerType, isPrimary, pressure, width, height});
}

function focusOn(target: Element): void {
	const focusable = target.closest<HTMLElement>('button,a[href],input,select,textarea,summary,[tabindex],[contenteditable]');
	if (focusable) focusable.focus({preventScroll: true});
	else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
