import type {Doing} from '../../cli/recorder/plan-actions.ts';

type Without<T> = T extends unknown ? Omit<T, 'element'> : never;
type Tell = (doing: Without<Doing>, element: Element | null, point: {x: number; y: number} | null) => Promise<void>;
type Press = {element: Element; at: number; isDone: boolean; isHeld: boolean; sent: Promise<void>};

/** A click is not held back for longer, picture or not. Milliseconds. */
const HOLD_MS = 2500;
/** Two presses of the same element within it are one double click. */
const DOUBLE_MS = 400;
const FIELDS =
	'input:not([type=button],[type=submit],[type=reset],[type=image]),textarea,select,[contenteditable=""],[contenteditable=true]';
const TOGGLES = 'input[type=checkbox],input[type=radio]';
/** Fields whose value is chosen, in one go. */
const CHOICES = 'select,[type=range],[type=date],[type=color]';
const MODIFIERS = ['Control', 'Meta', 'Alt', 'Shift'];

/** Farther than this a press is the beginning of a drag, which waits for nothing. CSS pixels. */
const DRAG_PX = 6;
const TYPES = ['mousedown', 'pointerup', 'mouseup', 'click'] as const;

type Kept = {event: MouseEvent; target: Element};

/** Tells what somebody does in this document, before the page knows. */
export class Listener {
	/** True while actions are sent. */
	isOn = false;
	readonly #tell: Tell;
	#press: Press | null = null;
	/** The field that was written into and whose value was not sent yet. */
	#written: Element | null = null;

	constructor(tell: Tell) {
		this.#tell = tell;
		this.#on('pointerdown', (event, element) => this.#pressed(event as PointerEvent, element));
		this.#on('click', (event, element) => this.#clicked(event as MouseEvent, element));
		this.#on('dblclick', (_event, element) => void this.#tell({type: 'doubleClick'}, element, null));
		this.#on('input', (_event, element) => {
			if (element.matches(FIELDS) && !element.matches(TOGGLES)) this.#written = element;
		});
		this.#on('change', (_event, element) => this.#changed(element));
		this.#on('focusout', () => this.#flush());
		this.#on('keydown', (event, element) => this.#keyed(event as KeyboardEvent, element));
	}

	#on(type: string, handle: (event: Event, element: Element) => void): void {
		const listener = (event: Event) => {
			const inner = event.composedPath()[0];
			if (this.isOn && event.isTrusted && inner instanceof Element) handle(event, inner);
		};
		addEventListener(type, listener, {capture: true});
	}

	#pressed(event: PointerEvent, element: Element): void {
		const {button, clientX: x, clientY: y, pointerType} = event;
		if (button > 2 || button === 1 || element.matches('html,body')) return;
		if (this.#press?.element === element && Date.now() - this.#press.at < DOUBLE_MS) return;
		this.#flush();
		const sent = this.#tell({type: 'click', isSecondary: button === 2}, element, {x, y});
		const press = {element, at: Date.now(), isDone: false, isHeld: false, sent};
		this.#press = press;
		void sent.finally(() => {
			press.isDone = true;
		});
		const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
		if (button !== 0 || pointerType !== 'mouse' || !isPlain || !isPressedWhole(element)) return;
		new HeldPress(event, element, Promise.race([sent, late()]));
		press.isHeld = true;
	}

	/** Holds a click back until the picture is taken: the page would show what the click does. */
	#clicked(event: MouseEvent, element: Element): void {
		const press = this.#press;
		const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
		if (!press || press.isDone || press.isHeld || !isPlain || !isHeld(element)) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		const again = new MouseEvent('click', copyOf(event));
		void Promise.race([press.sent, late()]).finally(() => element.dispatchEvent(again));
	}

	#changed(element: Element): void {
		if (element.matches(TOGGLES)) {
			// Ticked by the keyboard; a click was sent when it was pressed.
			if (!this.#press || Date.now() - this.#press.at > HOLD_MS) void this.#tell({type: 'click'}, element, null);
			return;
		}
		if (element.matches(CHOICES)) this.#written = element;
		if (this.#written === element) this.#flush();
	}

	#keyed({key, ctrlKey, metaKey, altKey, repeat, isComposing}: KeyboardEvent, element: Element): void {
		if (repeat || isComposing || MODIFIERS.includes(key)) return;
		const held = [ctrlKey && 'Control', metaKey && 'Meta', altKey && 'Alt'].filter(name => name !== false);
		const isField = element.matches(FIELDS);
		if (held.length === 0 && [...key].length === 1) {
			// A field that was not clicked: the picture is of the moment before the first letter.
			if (isField && this.#written !== element && this.#press?.element !== element)
				void this.#tell({type: 'change', value: ''}, element, null);
			return;
		}
		// What edits a text is no step.
		if (held.length > 0 ? /^[acvxyz]$/i.test(key) : !/^(?:Enter|Escape)$/.test(key)) return;
		if (element.matches('textarea') && held.length === 0 && key === 'Enter') return;
		// Pressed on a button it is a click.
		if (key === 'Enter' && element.matches('button,a[href],summary')) return void this.#tell({type: 'click'}, element, null);
		this.#flush();
		void this.#tell({type: 'keys', keys: [[...held, key].join('+')]}, isField ? element : null, null);
	}

	#flush(): void {
		const field = this.#written;
		this.#written = null;
		if (field) void this.#tell({type: 'change', value: valueIn(field)}, field, null);
	}
}

function late(): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, HOLD_MS));
}

/** True if the whole press can wait, not its click alone: it only presses, and neither draws nor drags. */
function isPressedWhole(element: Element): boolean {
	const control = element.closest(
		'button,a[href],summary,[aria-haspopup],[role=button],[role^=menuitem],[role=option],[role=tab],[role=link]',
	);
	return control !== null && isHeld(element) && !element.closest('[draggable=true],[role=slider],canvas');
}

/** True if a click can wait. A repeated click is not the user's own to the browser, which matters to fields, lists and ticks. */
function isHeld(element: Element): boolean {
	return !element.closest(`${FIELDS},${TOGGLES},label,option,video,audio,[download]`);
}

function copyOf({bubbles, composed, detail, screenX, screenY, clientX, clientY, button, buttons}: MouseEvent): MouseEventInit {
	return {bubbles, composed, cancelable: true, view: window, detail, screenX, screenY, clientX, clientY, button, buttons};
}

function valueIn(field: Element): string {
	return 'value' in field && typeof field.value === 'string' ? field.value : '';
}

/**
 * A press that the page is not told of until a picture is taken: menus open when they are pressed, and entries count when they are let go. Then its events
 * are sent again in their order, and what comes later passes.
 */
class HeldPress {
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
