import {signal} from '@preact/signals';
import {m} from '../messages/index.ts';
import {X} from './icons.ts';

type Toast = {id: number; text: string; action?: {label: string; run: () => void}; about?: string};

const toasts = signal<Toast[]>([]);
let last = 0;

/** Milliseconds that a sentence stands, and one that offers a way back; a long one as long as it takes to read each of its letters. */
const STANDS_MS = 5000;
const UNDO_MS = 10_000;
const LETTER_MS = 80;

/** Says in a corner what was done, with a way back where there is one; in place of what was said about the same before. Returns what ends it early. */
export function say(text: string, action?: Toast['action'], about?: string): () => void {
	const id = ++last;
	const others = toasts.value.filter(toast => about === undefined || toast.about !== about);
	toasts.value = [...others.slice(-2), {id, text, action, about}];
	setTimeout(() => dismiss(id), Math.max(action ? UNDO_MS : STANDS_MS, text.length * LETTER_MS));
	return () => dismiss(id);
}

/** The last announcement to people who do not see the screen. */
const told = signal('');

/** Reads out what was done, and shows nothing. */
export function tell(text: string): void {
	// What is the same as before would not be read out.
	told.value = told.peek() === text ? `${text}\u00a0` : text;
}

function dismiss(id: number): void {
	toasts.value = toasts.value.filter(toast => toast.id !== id);
}

export function Toasts() {
	return (
		<>
			<p class="unseen" role="status">
				{told.value}
			</p>
			<div class="toasts" role="status">
				{toasts.value.map(({id, text, action}) => (
					<div class="toast" key={id}>
						<span>{text}</span>
						{action && (
							<button
								type="button"
								class="link"
								onClick={() => {
									dismiss(id);
									action.run();
								}}
							>
								{action.label}
							</button>
						)}
						<button type="button" class="icon" aria-label={m.close} onClick={() => dismiss(id)}>
							<X size={16} />
						</button>
					</div>
				))}
			</div>
		</>
	);
}
