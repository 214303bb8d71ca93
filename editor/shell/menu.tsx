import type {ComponentChildren} from 'preact';
import {useId, useRef} from 'preact/hooks';

export type MenuItem = {
	label: string;
	icon?: ComponentChildren;
	hint?: string;
	run?: () => void;
	href?: string /** The link leads on in this tab. */;
	here?: boolean;
	bad?: boolean;
};

type ButtonProps = {
	label: string;
	/** Shown under the pointer; the label where there is none. */
	title?: string;
	pressed?: boolean;
	/** A press does nothing. It is not disabled, for that would lose the focus by the last press. */
	off?: boolean;
	class?: string;
	press: () => void;
	children: ComponentChildren;
};

/** A button that shows a picture and has its name for the ear and the pointer. */
export function IconButton({label, title = label, pressed, off, class: look = 'icon', press, children}: ButtonProps) {
	return (
		<button
			type="button"
			class={look}
			aria-label={label}
			title={title}
			aria-pressed={pressed}
			aria-disabled={off}
			onClick={() => off || press()}
		>
			{children}
		</button>
	);
}

type Props = {label: string; icon: ComponentChildren; items: MenuItem[]; class?: string; text?: string};

/** A button with a menu under it: the browser's own popover, with the arrow keys that people expect of a menu. */
export function Menu({label, icon, items, class: look = 'icon', text}: Props) {
	const id = useId();
	const list = useRef<HTMLDivElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	const entries = () => [...list.current!.querySelectorAll<HTMLElement>('[role=menuitem]')];
	// The browser focuses the first entry while it opens the list. "toggle" comes later, and a key in between would close the list again.
	const onBeforeToggle = () => entries()[0]?.toggleAttribute('autofocus', true);
	const onToggle = (event: {newState: string}) => {
		if (event.newState === 'open') placeBelow(button.current!, list.current!);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'Tab') list.current!.hidePopover();
		moveFocus(event, entries());
	};
	return (
		<>
			<button
				type="button"
				ref={button}
				class={look}
				aria-label={text ? undefined : label}
				aria-haspopup="menu"
				popovertarget={id}
				title={text ? undefined : label}
			>
				{icon}
				{text}
			</button>
			<div
				id={id}
				ref={list}
				popover="auto"
				role="menu"
				class="menu"
				tabIndex={-1}
				aria-label={label}
				onBeforeToggle={onBeforeToggle}
				onToggle={onToggle}
				onKeyDown={onKeyDown}
			>
				{items.map(item => (
					<Entry key={item.label} item={item} close={() => list.current!.hidePopover()} />
				))}
			</div>
		</>
	);
}

function Entry({item, close}: {item: MenuItem; close: () => void}) {
	const {label, icon, hint, run, href, here, bad} = item;
	const inside = (
		<>
			{icon}
			{label}
			{hint && <small>{hint}</small>}
		</>
	);
	if (href)
		return (
			<a role="menuitem" tabIndex={-1} href={href} target={here ? undefined : '_blank'} rel="noopener" onClick={close}>
				{inside}
			</a>
		);
	return (
		<button
			type="button"
			role="menuitem"
			tabIndex={-1}
			class={bad ? 'bad' : undefined}
			onClick={() => {
				close();
				run?.();
			}}
		>
			{inside}
		</button>
	);
}

/** Moves the focus among the entries of a list by the arrow keys, Home and End; from either end on to the other. */
export function moveFocus(event: KeyboardEvent, entries: readonly HTMLElement[]): void {
	const at = entries.indexOf(document.activeElement as HTMLElement);
	const to = {ArrowDown: at + 1, ArrowUp: at - 1 + entries.length, Home: 0, End: entries.length - 1}[event.key];
	if (to === undefined) return;
	event.preventDefault();
	event.stopPropagation();
	entries[to % entries.length]?.focus();
}

/** Places a list under its button, or above without room, within the window. CSS pixels. */
export function placeBelow(button: HTMLElement, list: HTMLElement): void {
	const gap = 6;
	const at = button.getBoundingClientRect();
	const {width, height} = list.getBoundingClientRect();
	const below = at.bottom + gap + height <= innerHeight;
	list.style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`;
	list.style.top = `${below ? at.bottom + gap : Math.max(8, at.top - gap - height)}px`;
}
