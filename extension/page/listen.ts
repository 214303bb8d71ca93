import type {Doing} from '../../cli/recorder/plan-actions.ts';
import {HeldPress} from './held-press.ts';

type Without<T> = T extends unknown ? Omit<T, 'element'> : never;
type Tell = (doing: Without<Doing>, element: Element | null, point: {x: number; y: number} | null) => Promise<void>;
type Press = {element: Element; at: number; from: {x: number; y: number}; isDone: boolean; isHeld: boolean; sent: Promise<void>};

/** A click is not held back for longer, picture or not. Milliseconds. */
const HOLD_MS = 2500;
/** Two presses of the same element within it are one double click. */
const DOUBLE_MS = 400;
const FIELDS =
	'input:not([type=button],[type=submit],[type=reset],[type=image]),textarea,select,[contenteditable]:not([contenteditable=false])';
/** Texts of several lines, in which Enter begins one. */
const TEXTS = 'textarea,[contenteditable]:not([contenteditable=false])';
/** Lists that open when they are pressed. */
const LISTS = '[role=combobox]:not(input),input[role=combobox][readonly]';
/** Controls that a key presses. */
const PRESSED =
	'button,summary,[role=button],[role=tab],[role=option],[role=switch],[role=checkbox],[role=radio],[role^=menuitem],input:is([type=button],[type=submit],[type=reset])';
const TOGGLES = 'input[type=checkbox],input[type=radio]';
/** Fields whose value is chosen, in one go. */
const CHOICES = 'select,[type=range],[type=date],[type=color]';
const MODIFIERS = ['Control', 'Meta', 'Alt', 'Shift'];
/** Keys without a modifier that are told: what edits a text is no step. */
const TOLD = /^(?:Enter|Escape|F\d+)$/;
const REMOVING = /^(?:Delete|Backspace)$/;

/** Nearer than this a hand that is not steady has clicked. CSS pixels. */
const DRAGGED_PX = 16;
/** Tells what somebody does in this document, before the page knows. */
export class Listener {
	/** True while actions are sent. */
	isOn = false;
	readonly #tell: Tell;
	readonly #nameOf: (element: Element) => string;
	#press: Press | null = null;
	/** The field that was written into and whose value was not sent yet. */
	#written: Element | null = null;
	/** The value of a text when Enter was pressed in it; null if none was. */
	#entered: string | null = null;
	/** The text that stood in a `contenteditable` before somebody wrote into it. */
	#before = '';

	constructor(tell: Tell, nameOf: (element: Element) => string) {
		this.#tell = tell;
		this.#nameOf = nameOf;
		this.#on('pointerdown', (event, element) => this.#pressed(event as PointerEvent, element));
		this.#on('click', (event, element) => this.#clicked(event as MouseEvent, element));
		this.#on('pointerup', event => this.#letGo(event as PointerEvent));
		this.#on('dragend', event => this.#letGo(event as MouseEvent));
		this.#on('dblclick', (_event, element) => void this.#tell({type: 'doubleClick'}, element, null));
		this.#on('input', (_event, element) => {
			if (element.matches(FIELDS) && !element.matches(TOGGLES)) this.#written = element;
		});
		this.#on('change', (_event, element) => this.#changed(element));
		this.#on('focusout', () => this.#flush(true));
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
		const sent = this.#tell({type: 'click', isSecondary: button === 2, held: heldIn(event)}, element, {x, y});
		const press = {element, at: Date.now(), from: {x, y}, isDone: false, isHeld: false, sent};
		this.#press = press;
		void sent.finally(() => {
			press.isDone = true;
		});
		const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
		if (button !== 0 || pointerType !== 'mouse' || !isPlain || !isPressedWhole(element)) return;
		new HeldPress(event, element, Promise.race([sent, late()]));
		press.isHeld = true;
	}

	/** Tells of a drag, where what was pressed is let go somewhere else and no text was selected by that. */
	#letGo({clientX: x, clientY: y, button}: MouseEvent): void {
		const press = this.#press;
		if (!press || button !== 0 || press.element.closest(FIELDS) || !getSelection()?.isCollapsed) return;
		if (Math.hypot(x - press.from.x, y - press.from.y) < DRAGGED_PX) return;
		const {element} = press;
		const onto = document
			.elementsFromPoint(x, y)
			.find(one => !element.contains(one) && !one.contains(element) && !one.matches('html,body'));
		void this.#tell({type: 'drag', onto: onto ? this.#nameOf(onto) : ''}, element, null);
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
		if (this.#written === element) this.#flush(true);
	}

	#keyed(event: KeyboardEvent, element: Element): void {
		const {key, repeat, isComposing} = event;
		if (repeat || isComposing || MODIFIERS.includes(key)) return;
		const held = heldIn(event);
		const isField = element.matches(FIELDS) && !element.matches(TOGGLES);
		const isPlain = held.every(name => name === 'Shift');
		// Pressed on a button it is a click.
		if (
			isPlain &&
			(key === 'Enter' ? element.matches(`${PRESSED},a[href],[role=link]`) : key === ' ' && element.matches(`${PRESSED},${TOGGLES}`))
		) {
			const sent = this.#tell({type: 'click', held}, element, null);
			this.#press = {element, at: Date.now(), from: {x: 0, y: 0}, isDone: true, isHeld: false, sent};
			return;
		}
		if (isPlain && [...key].length === 1) {
			if (isField && this.#written !== element) this.#begin(element);
			// It was sent away by Enter, and this is another text.
			else if (this.#entered !== null && this.#written && !continues(valueIn(this.#written), this.#entered)) this.#flush();
			return;
		}
		const isEdit = /^[acvxyz]$/i.test(key) && !held.includes('Alt');
		const isTold = TOLD.test(key) || (!isField && REMOVING.test(key));
		if (isPlain ? !isTold : isEdit && (isField || !held.includes('Shift'))) return;
		if (isPlain && key === 'Enter' && element.matches(TEXTS)) {
			if (this.#written === element) this.#entered = valueIn(element);
			return;
		}
		this.#flush();
		void this.#tell({type: 'keys', keys: [[...held, key].join('+')]}, isField ? this.#targetOf(element) : null, null);
	}

	#begin(element: Element): void {
		this.#before = element.matches('[contenteditable]') ? valueIn(element) : '';
		// A field that was not clicked: the picture is of the moment before the first letter.
		if (this.#targetOf(element) !== this.#press?.element) void this.#tell({type: 'change', value: ''}, element, null);
		this.#entered = null;
	}

	/** A paragraph that was pressed within a text is the text. */
	#targetOf(field: Element): Element {
		const pressed = this.#press?.element;
		return pressed && field.contains(pressed) ? pressed : field;
	}

	/** `isLate`: a press in another document may have come before. */
	#flush(isLate = false): void {
		const [field, entered] = [this.#written, this.#entered];
		this.#written = null;
		this.#entered = null;
		if (!field) return;
		const now = valueIn(field);
		const isSent = entered !== null && !continues(now, entered);
		const value = isSent ? entered : now;
		const added = value.startsWith(this.#before) ? value.slice(this.#before.length) : value;
		this.#before = '';
		const target = this.#targetOf(field);
		void this.#tell({type: 'change', value: added.trim(), isLate}, target, null);
		if (isSent) void this.#tell({type: 'keys', keys: ['Enter']}, target, null);
	}
}

/** True if a text is what it was when Enter was pressed, with a line more. */
function continues(now: string, entered: string): boolean {
	return now.length > entered.length && now.startsWith(entered.trimEnd());
}

function heldIn({ctrlKey, metaKey, altKey, shiftKey}: MouseEvent | KeyboardEvent): string[] {
	return [ctrlKey && 'Control', metaKey && 'Meta', altKey && 'Alt', shiftKey && 'Shift'].filter(name => name !== false);
}

function late(): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, HOLD_MS));
}

/** True if the whole press can wait, not its click alone: it only presses, and neither draws nor drags. */
function isPressedWhole(element: Element): boolean {
	const control = element.closest(
		'button,a[href],summary,[aria-haspopup],[role=button],[role^=menuitem],[role=option],[role=tab],[role=link]',
	);
	const isPress = control !== null || listAround(element);
	return isPress && isHeld(element) && !element.closest('[draggable=true],[role=slider],canvas');
}

/** True within a list that opens when it is pressed, in its shadow tree too. */
function listAround(element: Element): boolean {
	const root = element.getRootNode();
	return (
		element.closest(LISTS) !== null ||
		(root instanceof ShadowRoot && root.querySelector(LISTS) !== null && !element.closest('slot,[role=listbox]'))
	);
}

/** True if a click can wait. A repeated click is not the user's own to the browser, which matters to fields, lists and ticks. */
function isHeld(element: Element): boolean {
	return element.matches(LISTS) || !element.closest(`${FIELDS},${TOGGLES},label,option,video,audio,[download]`);
}

function copyOf({bubbles, composed, detail, screenX, screenY, clientX, clientY, button, buttons}: MouseEvent): MouseEventInit {
	return {bubbles, composed, cancelable: true, view: window, detail, screenX, screenY, clientX, clientY, button, buttons};
}

function valueIn(field: Element): string {
	if ('value' in field) return typeof field.value === 'string' ? field.value : '';
	return field instanceof HTMLElement && field.isContentEditable ? field.innerText : '';
}
