import {hasLines, SHOWN_TEXTS, type ShownText, STEP_TEXTS, TEXT_TAGS} from '../../shared/contract/step-fields.ts';
import {m} from '../messages/index.ts';

/** The words of a step as fields in the balloon or on the card itself. */

export type Words = {[Name in ShownText]: string | null};
type Hands = {write: (words: Partial<Words>) => void; leave: () => void};

/** Makes the texts of this step fields, also where it has none yet. */
export function makeWritable(section: HTMLElement, words: Words, hands: Hands): void {
	const box = section.querySelector('.balloon,.card')!;
	const {ownerDocument} = section;
	let say = box.querySelector<HTMLElement>('.say');
	if (!say) {
		say = ownerDocument.createElement('div');
		say.className = 'say';
		box.prepend(say);
	}
	let above: HTMLElement | null = null;
	for (const field of SHOWN_TEXTS) {
		let element = say.querySelector<HTMLElement>(TEXT_TAGS[field]);
		if (!element) {
			element = ownerDocument.createElement(TEXT_TAGS[field]);
			element.dir = 'auto';
			if (above) above.after(element);
			else say.prepend(element);
		}
		above = element;
		// Where it is written, bold and key caps are the marks that make them.
		if (element.firstElementChild) element.textContent = words[field];
		element.contentEditable = 'plaintext-only';
		element.dataset.field = field;
		element.role = 'textbox';
		element.ariaLabel = m.fields[field];
		element.ariaMultiLine = String(hasLines(field));
		element.dataset.hint = m.edit.hints[field];
		known.set(element, element.textContent);
		listen(element, field, hands);
	}
}

/** A field's text as last written or read: reading it again makes the browser lay everything out. */
const known = new WeakMap<Element, string>();

/** Shows words that were changed elsewhere, and returns whether there were any; what somebody is writing just now stays under their hands. */
export function showWords(section: HTMLElement, words: Words): boolean {
	let isNew = false;
	for (const field of SHOWN_TEXTS) {
		const element = section.querySelector<HTMLElement>(`[data-field=${field}]`);
		const text = words[field] ?? '';
		if (!element || element === element.ownerDocument.activeElement || known.get(element) === text) continue;
		const {firstChild} = element;
		// In the node that is there: another one would have the browser lay out much more.
		if (text && firstChild?.nodeValue && !firstChild.nextSibling) firstChild.nodeValue = text;
		else element.textContent = text;
		known.set(element, text);
		isNew = true;
	}
	return isNew;
}

function listen(element: HTMLElement, field: ShownText, {write, leave}: Hands): void {
	const {ownerDocument} = element;
	element.addEventListener('beforeinput', event => {
		const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
		const room = STEP_TEXTS[field] - length(known.get(element)!) + length(String(ownerDocument.getSelection() ?? ''));
		// A spreadsheet ends a cell that is copied with a line break.
		const line = hasLines(field)
			? text
			: text
					.split(/\s*[\r\n]\s*/)
					.filter(Boolean)
					.join(' ');
		const fits = startOf(line, Math.max(0, room));
		// No browser lets a composition be refused.
		if (event.isComposing || fits === text) return;
		event.preventDefault();
		if (fits) ownerDocument.execCommand('insertText', false, fits);
	});
	element.addEventListener('focus', () => (element.dataset.fresh = ''));
	element.addEventListener('input', event => {
		delete element.dataset.fresh;
		// A browser leaves a line break at the end, and in what was emptied.
		const written = (hasLines(field) ? linesOf(element) : element.innerText).replace(/\n$/, '');
		const text = startOf(written, STEP_TEXTS[field]);
		if (!text) element.textContent = '';
		else if (text !== written && !(event as InputEvent).isComposing) {
			element.textContent = text;
			ownerDocument.getSelection()!.collapse(element, 1);
		}
		known.set(element, text);
		write({[field]: text || null});
	});
	element.addEventListener('keydown', event => {
		if (event.key === 'Escape') {
			element.blur();
			leave();
		}
		if (event.key !== 'Enter' || hasLines(field)) return;
		event.preventDefault();
		// Enter begins to write: after drawing one writes already.
		if (element.dataset.fresh === 'drawn') element.dataset.fresh = '';
		else (element.nextElementSibling as HTMLElement).focus();
	});
}

/** Puts the cursor at the end of the title, if there is one; `by` as for the stage's `write`. */
export function writeTitle(page: Document, by: string): void {
	const title = page.querySelector<HTMLElement>('[data-field=title]');
	title?.focus();
	if (!title) return;
	title.dataset.fresh = by;
	page.getSelection()?.collapse(title, title.childNodes.length);
}

/** Reads the nodes: Safari's `innerText` has a space in place of each line break. */
function linesOf({childNodes}: HTMLElement): string {
	// A translation by the browser leaves elements around the words.
	return Array.from(childNodes, ({nodeName, textContent}) => (nodeName === 'BR' ? '\n' : textContent)).join('');
}

function startOf(text: string, most: number): string {
	return [...text].slice(0, most).join('');
}

function length(text: string): number {
	return [...text].length;
}
