import type {Session} from '../session/session.ts';
import {nextLevel} from '../session/view.ts';
import {isHeldByKeys} from '../shell/focus.ts';
import {isWriting, shortcutKey} from '../shell/hands.ts';

type Doing = {
	publish: () => void;
	preview: () => void;
	write: () => void;
	hold: () => void;
	redact: () => void;
	help: () => void;
	flow: () => void;
};

const UNDOING = new Set(['mod+z', 'mod+shift+z', 'mod+y']);
/** Keys without Ctrl that do something at once: on a button that somebody has come to by keys they are none. */
const LONE = /^(?:shift\+)?(?:.|delete)$/;

/** Handles the keys of an open tour, on the page and on the stage. A field keeps its keys, except those that save and publish. */
export function editKeys(session: Session, doing: Doing): (event: KeyboardEvent) => void {
	const {outbox, tool} = session;
	const anywhere: Record<string, () => unknown> = {'mod+s': () => outbox.flush(), 'mod+enter': doing.publish};
	const outside: Record<string, () => unknown> = {
		'mod+z': () => session.undo(),
		'mod+shift+z': () => session.redo(),
		'mod+y': () => session.redo(),
		'mod+d': () => session.duplicate(),
		'alt+arrowup': () => session.shift(-1),
		'alt+arrowdown': () => session.shift(1),
		arrowup: () => session.go(-1),
		arrowdown: () => session.go(1),
		'shift+arrowup': () => session.go(-1, true),
		'shift+arrowdown': () => session.go(1, true),
		'mod+a': () => session.selection.everything(),
		n: () => session.add({type: 'slide'}),
		delete: () => session.remove(),
		h: () => highlight(session, doing),
		c: () => (tool.value = tool.value === 'click' ? 'select' : 'click'),
		p: doing.preview,
		'0': () => (session.zoom.value = null),
		'+': () => (session.zoom.value = nextLevel(session.scale, 1)),
		'=': () => (session.zoom.value = nextLevel(session.scale, 1)),
		'shift++': () => (session.zoom.value = nextLevel(session.scale, 1)),
		'-': () => (session.zoom.value = nextLevel(session.scale, -1)),
		f: doing.flow,
		enter: () => (session.picking.peek() ? session.picked(session.chosen.peek()) : doing.write()),
		'?': doing.help,
		'shift+?': doing.help,
		...redactKeys(session, doing),
	};
	const listed = listKeys(session);
	return event => {
		const name = nameOf(event);
		const target = event.target as HTMLElement;
		// The cursor moves to the empty title after a highlight was drawn, and undo still means the highlight.
		const writes = (isWriting(event) || target.matches('input')) && !(UNDOING.has(name) && target.matches('[data-fresh]'));
		// A button is pressed by Enter, and goes on being one; the marks on the picture are only held, and Enter leads on to the words.
		const presses = name === 'enter' && target.matches('a,button,summary') && !target.matches('.frame,.point');
		const elsewhere = LONE.test(name) && isOnControl(target);
		const run = anywhere[name] ?? (writes || presses || elsewhere ? undefined : (outside[name] ?? (isListed(target) && listed[name])));
		// Dialogs and menus, which have keys of their own, are looked for last: each letter comes by here.
		if (!run || event.defaultPrevented || document.querySelector('dialog[open],.menu:popover-open')) return;
		event.preventDefault();
		run();
	};
}

/** Keys of the list of steps alone. */
function listKeys(session: Session): Record<string, () => void> {
	const toEdge = (last: boolean, extend: boolean) => () => {
		const at = session.step.peek()?.position ?? 0;
		session.go(last ? session.tour.peek().steps.length - 1 - at : -at, extend);
	};
	return {
		home: toEdge(false, false),
		end: toEdge(true, false),
		'shift+home': toEdge(false, true),
		'shift+end': toEdge(true, true),
		// A Mac has no other key to delete by.
		backspace: () => session.remove(),
	};
}

const isListed = (target: HTMLElement) => target.closest?.('.strip .list');

/** Keys that take up redacting, and lay down every tool: then the focus is again where redacting began. */
function redactKeys(session: Session, {redact}: Doing): Record<string, () => void> {
	let begun: HTMLElement | null = null;
	return {
		r: () => {
			if (session.tool.value !== 'redact') begun = document.activeElement as HTMLElement;
			redact();
		},
		escape: () => {
			const redacted = session.tool.value === 'redact';
			session.leave();
			if (!redacted || !document.activeElement?.matches('body,iframe')) return;
			const row = document.querySelector<HTMLElement>('.strip .row.shown');
			(begun?.matches('body,iframe,.row') ? row : begun)?.focus();
		},
	};
}

/** Tells if somebody has come to a control beside the steps by keys. On the stage keys mean the step. */
function isOnControl(target: HTMLElement): boolean {
	return target.ownerDocument === document && target.matches('a,button,select,summary,input') && isHeldByKeys(target);
}

/** Takes up the tool or lays it down, and focuses the mark, for people without a pointer. */
function highlight(session: Session, {hold}: Doing): void {
	session.tool.value = session.tool.value === 'highlight' ? 'select' : 'highlight';
	session.addMark();
	hold();
}

function nameOf(event: KeyboardEvent): string {
	const {ctrlKey, metaKey, altKey, shiftKey} = event;
	const parts = [(ctrlKey || metaKey) && 'mod', altKey && 'alt', shiftKey && 'shift', shortcutKey(event)];
	return parts.filter(Boolean).join('+');
}
