import {openMenu} from './hands.ts';

/** The one place that sees where the focus is, and that gives it a place again once what had it is gone. Ends menus, too. */

type Gone = {parent: Element; row: Element; at: number};

const CONTROLS = 'a[href],button,select,summary,input,[tabindex]';
/** Beyond these the focus does not go on to what happens to lie beside. */
const BOUNDS = '#app,body,main,dialog,nav,aside,.toasts';
/** Milliseconds after which a lost focus gets another place: what drew the change may know a better one. */
const SETTLED_MS = 60;

let held: HTMLElement | null = null;
let byKeys = false;
/** True from the last press of a pointer on to the next Tab. */
let byPointer = false;

/** Tells if the element got the focus by the keyboard: one that was pressed by a pointer has it as well, also behind a dialog that it opened. */
export function isHeldByKeys(element: HTMLElement): boolean {
	return byKeys && element === held;
}

/** Leads the focus to the beginning of the screen, which is read out, unless it has a place there already. */
export function arrive(): void {
	if (document.activeElement !== document.body) return;
	const all = [...document.querySelectorAll<HTMLElement>('dialog[open] h2, h1, main')];
	const place = all.find(one => one.localName === 'h2') ?? all.find(one => one.localName === 'h1') ?? all[0];
	if (!place) return;
	if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
	place.focus();
}

/** Lets a finger's press beside an open menu close it, and do nothing else. */
function endMenus(): void {
	let beside = false;
	addEventListener(
		'pointerdown',
		({pointerType, target}) => {
			const menu = pointerType === 'touch' ? openMenu() : null;
			beside = !!menu && !menu.contains(target as Node) && !(target as Element).closest('[popovertarget]');
		},
		true,
	);
	addEventListener(
		'click',
		event => {
			if (beside) {
				event.preventDefault();
				event.stopPropagation();
			}
			beside = false;
		},
		true,
	);
}

/** Keeps the focus on the page: what is deleted hands it on to what lies beside it, a screen to the next screen's heading. */
export function followFocus(body: HTMLElement): void {
	endMenus();
	held = isNowhere() ? null : (document.activeElement as HTMLElement);
	byKeys = held?.matches(':focus-visible') ?? false;
	body.addEventListener('focusin', ({target}) => {
		held = target as HTMLElement;
		byKeys = !byPointer && held.matches(':focus-visible');
	});
	for (const kind of ['pointerdown', 'keydown'] as const)
		body.addEventListener(
			kind,
			event => {
				if (!('key' in event) || event.key === 'Tab') byPointer = !('key' in event);
			},
			true,
		);
	// Given up by hand, it is not lost.
	body.addEventListener('focusout', () =>
		setTimeout(() => {
			if (isNowhere() && held?.isConnected) held = null;
		}),
	);
	new MutationObserver(records => {
		if (!held || held.isConnected) return;
		const lost = held;
		const gone = placeOf(lost, records);
		held = null;
		setTimeout(() => {
			if (!isNowhere()) return;
			const next = gone && beside(gone, lost);
			if (next) next.focus();
			else arrive();
		}, SETTLED_MS);
	}).observe(body, {childList: true, subtree: true});
}

const isNowhere = () => document.activeElement === document.body;

/** Returns what was removed with an element, and the index at which it was; null if its screen or dialog went as well. */
function placeOf(lost: Node, records: MutationRecord[]): Gone | null {
	for (let node: Node = lost; ; ) {
		const record = records.find(({removedNodes}) => [...removedNodes].some(one => one.contains(node)));
		if (!record) return null;
		const parent = record.target as Element;
		const row = [...record.removedNodes].find(one => one.contains(node)) as Element;
		if (row.matches('main,dialog') || row.querySelector('main')) return null;
		const [next, before] = [record.nextSibling, record.previousSibling].map(one => [...parent.children].indexOf(one as Element));
		if (parent.isConnected) return {parent, row, at: next! < 0 ? before! + 1 : next!};
		node = parent;
	}
}

/** Returns what gets the focus: in a row beside it the same control, else the nearest one; null within these bounds. */
function beside({parent, row, at}: Gone, lost: HTMLElement): HTMLElement | null {
	const index = controlsOf(row).indexOf(lost);
	for (let [place, from] = [parent, at]; ; from = [...place.children].indexOf(parent) + 1) {
		const all = [...place.children];
		for (const one of [...all.slice(from), ...all.slice(0, from).reverse()]) {
			const controls = controlsOf(one);
			const same = one.localName === row.localName ? controls[index] : undefined;
			const found = same && isReady(same) ? same : controls.find(isReady);
			if (found) return found;
		}
		if (place.matches(BOUNDS)) return null;
		parent = place;
		place = place.parentElement!;
	}
}

function controlsOf(element: Element): HTMLElement[] {
	const inside = [...element.querySelectorAll<HTMLElement>(CONTROLS)];
	return element.matches(CONTROLS) ? [element as HTMLElement, ...inside] : inside;
}

/** A field is left out: a phone would bring up its keyboard. */
function isReady(control: HTMLElement): boolean {
	const isField = control.matches('input:not([type=radio],[type=checkbox],[type=color],[type=range])');
	return !isField && control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility({visibilityProperty: true});
}
