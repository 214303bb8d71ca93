import {LIMITS} from '../../shared/contract/limits.ts';
import type {Step} from '../../shared/contract/step.ts';
import {m} from '../messages/index.ts';

/** The words of a step as fields in the balloon or on the card itself. */

export type Words = Pick<Step, 'title' | 'text'>;
type Hands = {write: (words: Partial<Words>) => void; leave: () => void};
const FIELDS = [
	['title', 'h2', LIMITS.stepTitle],
	['text', 'p', LIMITS.stepText],
] as const;

/** Makes title and text of this step fields, also where it has none yet. */
export function makeWritable(section: HTMLElement, words: Words, hands: Hands): void {
	const box = section.querySelector('.balloon,.card')!;
	const {ownerDocument} = section;
	let say = box.querySelector<HTMLElement>('.say');
	if (!say) {
		say = ownerDocument.createElement('div');
		say.className = 'say';
		box.prepend(say);
	}
	for (const [field, tag, most] of FIELDS) {
		let element = say.querySelector<HTMLElement>(tag);
		if (!element) {
			element = ownerDocument.createElement(tag);
			element.dir = 'auto';
			if (field === 'title') say.prepend(element);
			else say.append(element);
		}
		// Where it is written, bold and key caps are the marks that make them.
		if (element.firstElementChild) element.textContent = words[field];
		element.contentEditable = 'plaintext-only';
		element.dataset.field = field;
		element.role = 'textbox';
		element.ariaLabel = field === 'title' ? m.inspector.stepTitle : m.inspector.stepText;
		element.ariaMultiLine = String(field === 'text');
		element.dataset.hint = field === 'title' ? m.edit.balloonTitle : m.edit.balloonText;
		known.set(element, element.textContent);
		listen(element, field, most, hands);
	}
}

/** A field's text as last written or read: reading it again makes the browser lay everything out. */
const known = new WeakMap<Element, string>();

/** Shows words that were changed elsewhere; what somebody is writing just now stays under their hands. */
export function showWords(section: HTMLElement, words: Words): void {
	for (const [field] of FIELDS) {
		const element = section.querySelector<HTMLElement>(`[data-field=${field}]`);
		const text = words[field] ?? '';
		if (!element || element === element.ownerDocument.activeElement || known.get(element) === text) continue;
		if (written(element) !== text) element.textContent = text;
		known.set(element, text);
	}
}

function listen(element: HTMLElement, field: keyof Words, most: number, {write, leave}: Hands): void {
	element.addEventListener('beforeinput', event => {
		const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
		const chosen = String(element.ownerDocument.getSelection() ?? '');
		if (text && length(written(element)) - length(chosen) + length(text) > most) event.preventDefault();
	});
	element.addEventListener('focus', () => (element.dataset.fresh = ''));
	element.addEventListener('input', () => {
		delete element.dataset.fresh;
		const text = written(element);
		// A browser leaves a line break in what was emptied.
		if (!text) element.textContent = '';
		known.set(element, text);
		write({[field]: text || null});
	});
	element.addEventListener('keydown', event => {
		if (event.key === 'Escape') {
			element.blur();
			leave();
		}
		if (event.key !== 'Enter' || field !== 'title') return;
		event.preventDefault();
		// Enter begins to write: after drawing one writes already.
		if (element.dataset.fresh === 'drawn') element.dataset.fresh = '';
		else element.parentElement!.querySelector<HTMLElement>('[data-field=text]')!.focus();
	});
}

function written(element: HTMLElement): string {
	return element.innerText.replace(/\n$/, '');
}

function length(text: string): number {
	return [...text].length;
}
