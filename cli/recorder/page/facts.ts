import type {Holder} from './tools.ts';

/** The facts that a page knows of an action's target. */
export type Facts = {
	/** CSS pixels in the frame's own viewport. */
	rect: {x: number; y: number; width: number; height: number};
	isSecret: boolean;
	/** `text` of `<input type="text">`; empty for what is no input. */
	type: string;
	isFile: boolean;
	/** True if letters are typed into it. */
	isText: boolean;
	isScale: boolean;
	isChecked: boolean;
	/** Words of the element where it has no accessible name. */
	words: string;
	/** Values of a list with what is shown for them. */
	options: Record<string, string>;
};

/** A page's title, and the visible heading of its front layer. */
export type PageWords = {title: string; heading: string};

/** Reads an element. Runs within the page. */
export function readFacts(element: Element): Facts {
	const {x, y, width, height} = element.getBoundingClientRect();
	const input = element instanceof HTMLInputElement ? element : null;
	const NOT_TYPED = /^(?:checkbox|radio|button|submit|reset|image|file|range|color|hidden)$/;
	const control = element instanceof HTMLLabelElement ? element.control : element;
	const options = element instanceof HTMLSelectElement ? [...element.options].map(({value, label}) => [value, label]) : [];
	const words = element instanceof HTMLElement && !element.matches('input,textarea,select,html,body') ? element.innerText : '';
	return {
		rect: {x, y, width, height},
		isSecret: (globalThis as Holder)[Symbol.for('roteiro')]!.isSecret(element),
		type: input && !input.readOnly ? input.type : '',
		isText:
			element.matches('textarea') || (input ? !NOT_TYPED.test(input.type) : element instanceof HTMLElement && element.isContentEditable),
		isFile: input?.type === 'file',
		isScale: input?.type === 'range' || element.getAttribute('role') === 'slider',
		isChecked: (control instanceof HTMLInputElement && control.checked) || element.getAttribute('aria-checked') === 'true',
		words: words.length <= 120 ? words : '',
		options: Object.fromEntries(options),
	};
}

/** Returns the element that a person would say is clicked: the button around the target. Runs within the page. */
export function ownerOf(element: Element): Element {
	const CONTROLS =
		'a[href],button,input,select,textarea,summary,label,option,[contenteditable=""],[contenteditable="true"],[role="button"],[role="link"],[role="tab"],[role="checkbox"],[role="radio"],[role="switch"],[role="combobox"],[role="textbox"],[role="slider"],[role="option"],[role="treeitem"],[role^="menuitem"]';
	const FEW = 4;
	let node: Element | null = element;
	while (node) {
		const found: Element | null = node.closest(CONTROLS);
		if (found instanceof HTMLLabelElement) return found.control ?? element;
		if (found) return found;
		const root: Node = node.getRootNode();
		node = root instanceof ShadowRoot ? root.host : null;
	}
	// A component with one control or a few, such as a list with its arrow, is named by the first.
	const tree = (globalThis as Holder)[Symbol.for('roteiro')]?.shadowOf(element);
	const inside = tree && !element.querySelector(CONTROLS) ? tree.querySelectorAll(CONTROLS) : [];
	return (inside.length <= FEW && [...inside].find(one => !(one instanceof HTMLLabelElement))) || element;
}

/** Returns the element with the focus, in shadow trees too; null if that is the page or another frame. Runs within the page. */
export function focusedElement(): Element | null {
	const tools = (globalThis as Holder)[Symbol.for('roteiro')]!;
	let focused = document.activeElement;
	while (focused) {
		const inner: Element | null = tools.shadowOf(focused)?.activeElement ?? null;
		if (!inner) break;
		focused = inner;
	}
	return focused && !focused.matches('body,html,iframe,frame') ? focused : null;
}

/** Returns the place of a frame's viewport in its parent's, and the scale at which it is drawn. Runs within the parent. */
export function frameOrigin(element: Element): {x: number; y: number; scaleX: number; scaleY: number} {
	const frame = element as HTMLElement;
	const {x, y, width, height} = frame.getBoundingClientRect();
	const style = getComputedStyle(frame);
	const scaleX = frame.offsetWidth > 0 ? width / frame.offsetWidth : 1;
	const scaleY = frame.offsetHeight > 0 ? height / frame.offsetHeight : 1;
	return {
		x: x + (frame.clientLeft + Number.parseFloat(style.paddingLeft)) * scaleX,
		y: y + (frame.clientTop + Number.parseFloat(style.paddingTop)) * scaleY,
		scaleX,
		scaleY,
	};
}

/**
 * Returns the place of a page's viewport in its picture, and the scale at which it is drawn: the picture shows the visual viewport, which
 * moves within the other one on phones. Runs within the page's own document.
 */
export function viewOrigin(): ReturnType<typeof frameOrigin> {
	const {offsetLeft, offsetTop, scale} = visualViewport ?? {offsetLeft: 0, offsetTop: 0, scale: 1};
	return {x: -offsetLeft * scale, y: -offsetTop * scale, scaleX: scale, scaleY: scale};
}

/** Scrolls an element into the middle if something lies over it, such as a sticky header. Runs within the page. */
export function scrollFree(element: Element): void {
	const {left, top, right, bottom} = element.getBoundingClientRect();
	const [x, y] = [(left + right) / 2, (top + bottom) / 2];
	const root = element.getRootNode() as Document | ShadowRoot;
	const isCovered = ([x, y]: readonly [number, number]) => {
		const hit = root.elementFromPoint(x, y);
		return hit !== null && !hit.contains(element) && !element.contains(hit) && hit.closest('label')?.control !== element;
	};
	const inside = [
		[x, y],
		[x, top + 1],
		[x, bottom - 1],
		[left + 1, y],
		[right - 1, y],
	] as const;
	if (inside.some(isCovered)) element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
}

/** Returns what a person sees of a field for files: itself, else its label, else what it lies over unseen; or null. Runs within the page. */
export function seenOf(field: Element): Element | null {
	const LEAST = 4;
	const isSeen = (element: Element, checkOpacity: boolean) => {
		const {right, bottom, width, height} = element.getBoundingClientRect();
		const isOnPage = right + scrollX > 0 && bottom + scrollY > 0;
		return isOnPage && width > LEAST && height > LEAST && element.checkVisibility({checkOpacity, visibilityProperty: true});
	};
	const labels = field instanceof HTMLInputElement ? [...(field.labels ?? [])] : [];
	return [field, ...labels].find(element => isSeen(element, true)) ?? (isSeen(field, false) ? field : null);
}

/** Reads what a page says of itself. Runs within the page. */
export function readPage(): PageWords {
	const isSeen = (element: Element) => {
		const {top, bottom, left, right, width, height} = element.getBoundingClientRect();
		return (
			width > 1 &&
			height > 1 &&
			bottom > 0 &&
			right > 0 &&
			top < innerHeight &&
			left < innerWidth &&
			getComputedStyle(element).visibility === 'visible'
		);
	};
	const headings = (root: ParentNode) =>
		['h1,[role=heading][aria-level="1"]', 'h2,[role=heading]', 'h3'].flatMap(selector =>
			[...root.querySelectorAll(selector)].filter(isSeen),
		);
	const dialog = [...document.querySelectorAll('dialog[open],[role=dialog],[role=alertdialog]')].filter(isSeen).at(-1);
	const own = dialog?.getAttribute('aria-label') || (dialog && headings(dialog)[0]?.textContent);
	const heading = own || headings(document)[0]?.textContent || '';
	return {title: document.title, heading: heading.replace(/\s+/g, ' ').trim()};
}
