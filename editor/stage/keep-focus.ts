/** The element that has the focus. `caret`: letters of its text before the cursor; null outside a field. */
export type Held = {element: HTMLElement | null; caret: number | null};

/** Returns what has the focus. The stage calls it before it draws a step, which removes that element. */
export function heldIn(document: Document): Held {
	const element = document.activeElement as HTMLElement | null;
	const selection = document.getSelection();
	if (!element?.dataset.field || !selection?.focusNode || !element.contains(selection.focusNode)) return {element, caret: null};
	const before = document.createRange();
	before.setStart(element, 0);
	before.setEnd(selection.focusNode, selection.focusOffset);
	return {element, caret: before.toString().length + before.cloneContents().querySelectorAll('br').length};
}

/** Restores the focus after drawing, so that keys go on moving a mark, and fast typing lands in its field. */
export function keepFocus(section: HTMLElement, {element, caret}: Held): void {
	const field = element?.dataset.field;
	const name = field ? `[data-field=${field}]` : element?.matches('.frame,.point') && `.${element.className}`;
	const next = name ? section.querySelector<HTMLElement>(name) : null;
	next?.focus();
	const text = next?.firstChild;
	if (caret !== null && text) section.ownerDocument.getSelection()?.collapse(text, Math.min(caret, text.textContent!.length));
	if (next && element?.dataset.fresh) next.dataset.fresh = element.dataset.fresh;
}
