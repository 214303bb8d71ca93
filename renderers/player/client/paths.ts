import {at, find, go, gone, inField, inForm, steps, turnBy} from './steps.ts';

/**
 * Leads through a tour with paths: Back returns along the way that was taken, keys and swipes follow the
 * step's links, and the keys 1 to 4 press its buttons.
 */

export function start(): void {
	// After a reload.
	gone.push(...(history.state ?? []));
	turnBy(follow);
	const menu = document.querySelector<HTMLElement>('[popover]');
	addEventListener('step', () => menu?.hidePopover());
	addEventListener('keydown', onKey);
	// Before the player's own, which follows the link.
	addEventListener('click', onClick, true);
}

function onKey(event: KeyboardEvent): void {
	const {key, ctrlKey, metaKey, altKey, shiftKey} = event;
	if (inForm() || inField(event) || ctrlKey || metaKey || altKey || shiftKey) return;
	steps[at]!.querySelectorAll<HTMLElement>('.calls a')[+key - 1]?.click();
}

function onClick(event: MouseEvent): void {
	if (!(event.target as Element).closest('a[rel=prev]') || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	follow(-1);
}

function follow(by: number): boolean {
	if (inForm() || Math.abs(by) > 1) return false;
	const link = steps[at]!.querySelector<HTMLAnchorElement>(`a[rel=${by > 0 ? 'next' : 'prev'}]`);
	if (by > 0) link?.click();
	else go(gone.pop() ?? find(link?.hash ?? '#'), true);
	return true;
}
