/** The one place that hears keys, drops and pastes: in the window, and in each frame that joins it. */

type Kind = 'keydown' | 'dragenter' | 'dragleave' | 'dragover' | 'drop' | 'paste';
type Heard = {[K in Kind]?: (event: HTMLElementEventMap[K]) => void};
const KINDS: Kind[] = ['keydown', 'dragenter', 'dragleave', 'dragover', 'drop', 'paste'];
const FIELD = `textarea,select,input:not([type=radio],[type=checkbox],[type=color],[type=range],[type=file],[type=button],[type=submit])`;
const listeners = new Set<Heard>();
/** The field that the last key went into. Where somebody else has deleted its step, what is still typed for it is no shortcut. */
let written: HTMLElement | null = null;

/** Hears what people do in the window and in its frames alike; returns what ends it. */
export function hear(handlers: Heard): () => void {
	listeners.add(handlers);
	return () => void listeners.delete(handlers);
}

/** Has a frame's window heard like the page's own, until the frame is gone. */
export function joinHands(place: Window): void {
	// Before every other listener.
	place.addEventListener('keydown', event => isNoShortcut(event) && event.stopImmediatePropagation(), {capture: true});
	const pressed = () => {
		written = null;
		// The browser closes a menu by a press in its own document alone.
		if (place !== window) openMenu()?.hidePopover();
	};
	place.addEventListener('pointerdown', pressed, {capture: true});
	// Chromium ends a composition without one: fields cut what is too long once nothing is composed any more.
	place.addEventListener('compositionend', ({target}) => target!.dispatchEvent(new Event('input', {bubbles: true})));
	for (const kind of KINDS)
		place.addEventListener(kind, event => {
			for (const handlers of listeners) (handlers[kind] as ((event: Event) => void) | undefined)?.(event);
			if (kind === 'dragover' || kind === 'drop') refuse(event as DragEvent);
		});
}

export const openMenu = () => document.querySelector<HTMLElement>('[popover=auto]:popover-open');

/**
 * Tells whether a key means nothing to the editor: an input method takes it (Safari tells it by the code 229 alone, behind the end of the
 * composition), or it was meant for a field that is gone.
 */
function isNoShortcut(event: KeyboardEvent): boolean {
	if (event.isComposing || event.keyCode === 229) return true;
	const {key, ctrlKey, metaKey} = event;
	const target = event.target as HTMLElement;
	const ends = ctrlKey || metaKey || key === 'Tab' || key === 'Escape' || (key === 'Enter' && !target.matches('textarea'));
	if (ends) written = null;
	else if (isWriting(event) && !target.matches('select')) written = target;
	else if (written?.isConnected) written = null;
	return written !== null && written !== target;
}

/** Tells whether what is typed or pasted at this event goes into a field. */
export function isWriting({target}: Event): boolean {
	const element = target as HTMLElement;
	return element.isContentEditable || (element.matches?.(FIELD) ?? false);
}

/** Returns the key as shortcuts name it: by its place on a keyboard of another alphabet, by its letter on a Latin one. */
export function shortcutKey({key, code}: KeyboardEvent): string {
	const placed = code.match(/^(?:Key|Digit)(.)$/)?.[1];
	const foreign = key === 'Unidentified' || /^(?![\p{Script=Latin}\p{ASCII}])[\p{L}\p{M}\p{Nd}]+$/u.test(key);
	return (foreign && placed ? placed : key).toLowerCase();
}

/** Returns the keys as this keyboard has them. */
export function keysHere(keys: string): string {
	return /^Mac/.test(navigator.platform) ? keys.replaceAll('Ctrl', '⌘').replaceAll('Alt', '⌥') : keys;
}

/** Refuses a file or a link that no part took: it would be opened in place of the editor. */
function refuse(event: DragEvent): void {
	const types = event.dataTransfer?.types ?? [];
	const opens = types.includes('Files') || (types.includes('text/uri-list') && !isWriting(event));
	if (event.defaultPrevented || !opens) return;
	event.preventDefault();
	event.dataTransfer!.dropEffect = 'none';
}

joinHands(window);
