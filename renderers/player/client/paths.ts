import {at, go, inForm, steps} from './steps.ts';

/**
 * What a tour with paths does besides: Back is the way that was gone, and keys, swipes and the pressed picture lead where the links
 * of the step lead, not to the step that stands beside it.
 */

/** Indexes of the steps that were left, the last one last. */
const gone: number[] = [];
let shown: HTMLElement;
let isBack = false;
let from: Touch | undefined;

export function start(): void {
	shown = steps[at]!;
	addEventListener('step', () => {
		if (!isBack && steps.includes(shown)) gone.push(steps.indexOf(shown));
		isBack = false;
		shown = steps[at]!;
	});
	// Before the player's own, which know the order alone.
	addEventListener('keydown', onKey, true);
	addEventListener('click', onClick, true);
	addEventListener('touchstart', ({touches}) => (from = touches[1] ? undefined : touches[0]), {capture: true, passive: true});
	addEventListener('touchend', onTouchEnd, {capture: true, passive: true});
}

function onKey(event: KeyboardEvent): void {
	const {key, target, ctrlKey, metaKey, altKey, shiftKey} = event;
	if (inForm() || ctrlKey || metaKey || altKey || shiftKey || (target as Element).matches?.('input,select,textarea')) return;
	const button = /^[1-4]$/.test(key) && steps[at]!.querySelectorAll<HTMLElement>('.balloon .calls a,.card .calls a')[+key - 1];
	const by = {ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1}[key];
	if (!button && !by) return;
	event.preventDefault();
	event.stopImmediatePropagation();
	if (button) button.click();
	else move(by!);
}

function onClick(event: MouseEvent): void {
	if (!(event.target as Element).closest('a[rel=prev]') || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	event.stopImmediatePropagation();
	move(-1);
}

function onTouchEnd(event: TouchEvent): void {
	const to = event.changedTouches[0]!;
	if (!from || inForm()) return;
	const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
	if (Math.abs(x) <= Math.max(48, 2 * Math.abs(y)) || visualViewport!.scale > 1.05) return;
	event.stopPropagation();
	move(-Math.sign(x));
}

function move(by: number): void {
	const link = steps[at]!.querySelector<HTMLAnchorElement>(`a[rel=${by > 0 ? 'next' : 'prev'}]`);
	if (by > 0) {
		link?.click();
		return;
	}
	const index = gone.pop() ?? steps.findIndex(({id}) => link?.hash === `#${id}`);
	isBack = index >= 0 && index !== at;
	go(index);
}
