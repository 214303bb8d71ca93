import type {ComponentChildren, RefObject} from 'preact';
import {useEffect, useId, useLayoutEffect, useRef} from 'preact/hooks';
import {m} from '../messages/index.ts';
import {X} from './icons.ts';

type Props = {
	title: string;
	close: () => void;
	children: ComponentChildren;
	class?: string;
	/** Its buttons alone close it, for what it shows comes never again. */
	firm?: boolean;
};

type ActionsProps = {button: string; danger?: boolean; disabled: boolean; close: () => void};

/** The end of a form in a dialog: to leave it, and to send it. */
export function FormActions({button, danger = false, disabled, close}: ActionsProps) {
	return (
		<div class="actions">
			<button type="button" class="button" onClick={close}>
				{m.cancel}
			</button>
			<button type="submit" class={`button ${danger ? 'danger' : 'primary'}`} disabled={disabled}>
				{button}
			</button>
		</div>
	);
}

/**
 * Opens the browser's own dialog, `dialog`, as long as it is drawn, in the frame in which it is drawn; then the browser gives the focus back to what
 * had it. `closed` is for its `onClose`: the browser reports it as closed also after it is gone, which is no wish to close.
 */
export function useModal(close: () => void): {dialog: RefObject<HTMLDialogElement>; closed: () => void} {
	const dialog = useRef<HTMLDialogElement>(null);
	const gone = useRef(false);
	useLayoutEffect(() => {
		const element = dialog.current!;
		element.showModal();
		return () => {
			gone.current = true;
			element.close();
		};
	}, []);
	return {dialog, closed: () => gone.current || close()};
}

/** Shows the browser's own dialog, open as long as it is drawn. */
export function Dialog({title, close, children, class: look = '', firm = false}: Props) {
	const {dialog, closed} = useModal(close);
	const heading = useRef<HTMLHeadingElement>(null);
	const id = useId();
	// It shows something else now, without the button that led there: who reads it by ear or keys is taken to its beginning.
	useEffect(() => {
		if (document.activeElement === document.body) heading.current!.focus();
	}, [title]);
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well, by the browser.
		<dialog
			ref={dialog}
			class={`dialog ${look}`}
			aria-labelledby={id}
			onClose={closed}
			onCancel={event => firm && event.preventDefault()}
			onClick={event => {
				// What lies around the dialog is the dialog itself to the pointer.
				if (event.target === dialog.current && !firm) close();
			}}
		>
			<div class="sheet">
				<div class="heading">
					<h2 id={id} ref={heading} tabIndex={-1}>
						{title}
					</h2>
					<button type="button" class="icon" aria-label={m.close} onClick={close}>
						<X size={18} />
					</button>
				</div>
				{children}
			</div>
		</dialog>
	);
}
