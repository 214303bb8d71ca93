import {at, find, go, inField, inForm, steps, turnBy} from './steps.ts';

/**
 * Leads through a tour with paths: Back returns along the way that was taken, keys and swipes follow the
 * step's links, and the keys 1 to 4 press its buttons.
 */

/** Indexes of the steps that were left, the last one last. */
const gone: number[] = [];
let shown: HTMLElement;
let isBack = false;

export function start(): void {
	shown = steps[at]!;
	turnBy(follow);
	const menu = document.querySelector<HTMLElement>('[popover]');
	addEventListener('step', () => {
		menu?.hidePopover();
		if (!isBack && steps.includes(shown)) gone.push(steps.indexOf(shown));
		isBack = false;
		shown = steps[at]!;
	});
	addEventListener('keydown', onKey);
	// Before the player's own, which follows the link.
	addEventListener('click', onClick, true);
}

function onKey(event: KeyboardEvent): void {
	const {key, ctrlKey, metaKey, altKey, shiftKey} = event;
	if (!/^[1-4]$/.test(key) || inForm() || inField(event) || ctrlKey || metaKey || altKey || shiftKey) return;
	steps[at]!.querySelectorAll<HTMLElement>('.balloon .calls a,.card .calls a')[+key - 1]?.click();
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
	else {
		const index = gone.pop() ?? find(link?.hash ?? '#');
		isBack = index >= 0 && index !== at;
		go(index);
	}
	return true;
}
