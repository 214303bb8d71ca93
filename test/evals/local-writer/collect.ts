export type Kind = 'button' | 'link' | 'field' | 'select' | 'checkbox' | 'tab' | 'menu' | 'heading' | 'icon';

/** CSS pixels of the window. */
export type Box = {x: number; y: number; width: number; height: number};

/** Something that a person may click. `spots` are points (CSS pixels) where a click reaches it. */
export type Candidate = {kind: Kind; label: string; visible: boolean; box: Box; spots: {x: number; y: number}[]};

/** What an application marks by its own classes only, as selectors; `not` holds no targets, `unread` is no part of a label (a shortcut). */
export type Marks = {menu?: string; tab?: string; button?: string; link?: string; checkbox?: string; not?: string; unread?: string};

/**
 * Runs in the page: everything that can be clicked, is wholly on the screen and covered by nothing, with its true label.
 * Needs Chromium's computed accessible names. It must stay one function, because it is sent to the browser as text.
 */
export function collect(marks: Marks): Candidate[] {
	const ANY =
		'a[href], button, input, select, textarea, summary, h1, h2, h3, h4, [role=button], [role=link], [role=tab], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=checkbox], [role=switch], [role=radio], [role=combobox], [role=textbox], [role=searchbox]';
	const UNREAD = ['script, style, select, textarea, svg', marks.unread].filter(Boolean).join(', ');
	const LONGEST = 60;

	const kindOf = (element: HTMLElement): Kind | null => {
		for (const kind of ['tab', 'menu', 'button', 'link', 'checkbox'] as const) if (marks[kind] && element.matches(marks[kind])) return kind;
		const role = (element as unknown as {computedRole: string}).computedRole;
		if (element.matches('h1, h2, h3, h4')) return 'heading';
		if (element.matches('select')) return 'select';
		if (role === 'button' || role === 'link' || role === 'tab' || role === 'checkbox') return role;
		if (role === 'radio' || role === 'switch') return 'checkbox';
		if (role.startsWith('menuitem')) return 'menu';
		if (element.matches('input, textarea') && /^(textbox|searchbox|spinbutton|combobox)$/.test(role)) return 'field';
		if (role === 'combobox') return 'select';
		return element.matches('summary') ? 'button' : null;
	};

	/** The text that is painted, with the rectangles of its lines: what only a screen reader reads is left out. */
	const painted = (root: Element): {text: string; lines: DOMRect[]} => {
		const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
		const lines: DOMRect[] = [];
		let text = '';
		while (walker.nextNode()) {
			const node = walker.currentNode as Text;
			const parent = node.parentElement!;
			if (!node.data.trim() || parent.closest(UNREAD) || isHidden(parent)) continue;
			const range = document.createRange();
			range.selectNodeContents(node);
			const rects = [...range.getClientRects()].filter(({width, height}) => width > 1 && height > 4);
			if (rects.length === 0) continue;
			const last = lines.at(-1);
			if (last && (rects[0]!.left > last.right + 1 || rects[0]!.top > last.bottom - 2)) text += ' ';
			text += getComputedStyle(parent).textTransform === 'uppercase' ? node.data.toLocaleUpperCase() : node.data;
			lines.push(...rects);
		}
		return {text: tidy(text), lines};
	};

	const isHidden = (element: Element): boolean => {
		const style = getComputedStyle(element);
		if (element.matches('[type=file], [type=range], [type=color]')) return true;
		if (style.visibility !== 'visible' || Number.parseFloat(style.fontSize) < 5 || /^rgba.*, 0\)$/.test(style.color)) return true;
		if (Math.abs(Number.parseFloat(style.textIndent)) > 40) return element.localName !== 'input';
		for (let at: Element | null = element; at; at = at.parentElement) {
			const {opacity, overflow, clip, position} = getComputedStyle(at);
			const {width, height} = at.getBoundingClientRect();
			const isTiny = overflow !== 'visible' && position !== 'static' && (width < 3 || height < 3);
			if (Number(opacity) < 0.4 || clip !== 'auto' || isTiny) return true;
		}
		return false;
	};

	/** Without the pictograms of icon fonts, arrows and the colon or star after a field's name. */
	const tidy = (text: string): string =>
		text
			.replace(/[\p{Co}\p{So}\u200b-\u200f\u25a0-\u25ff]/gu, ' ')
			.replace(/\s+/g, ' ')
			.replace(/^[^\p{L}\p{N}(+#@"'“‘«]+|[^\p{L}\p{N})!?%.…"'”’»]+$/gu, '');

	const hits = (element: Element, x: number, y: number): boolean => {
		const hit = document.elementFromPoint(x, y);
		return hit !== null && (element === hit || element.contains(hit));
	};

	const onScreen = ({left, top, right, bottom}: DOMRect): boolean => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;

	const isCut = (element: Element): boolean =>
		[element, ...element.querySelectorAll('*')].some(
			part => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 2 && getComputedStyle(part).overflowX !== 'visible',
		);

	const readable = (element: Element | null | undefined): string => {
		if (!element) return '';
		const {text, lines} = painted(element);
		if (lines.length === 0 || !lines.every(onScreen) || isCut(element)) return '';
		const seen = lines.every(({left, right, top, height}) => [left + 3, right - 3].every(x => hits(element, x, top + height / 2)));
		return seen ? text : '';
	};

	/** Beside the field: its own label, else the head of its table row, else its placeholder while it is empty. */
	const fieldLabel = (element: HTMLInputElement): string => {
		const named = (element.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id));
		const beside = named.filter(other => other && !element.contains(other)).map(readable);
		const own = readable(element.labels?.[0]) || beside.join(' ').trim();
		if (own) return own;
		const [head] = element.closest('tr')?.cells ?? [];
		const isHead = head?.matches('th') && !head.contains(element) && !element.matches('[type=checkbox], [type=radio]');
		return (isHead && readable(head)) || (element.value === '' && tidy(element.placeholder ?? '')) || '';
	};

	const isWord = (text: string): boolean => /\p{L}.*\p{L}/u.test(text) && text.length <= LONGEST;

	const candidate = (element: HTMLElement): Candidate | null => {
		let kind = kindOf(element);
		if (!kind || element.matches(':disabled, [aria-disabled=true], .disabled, .disabled *') || isHidden(element)) return null;
		const {text: inside, lines} = painted(element);
		// Moved out of the element's box, it is there for a screen reader only.
		const text = lines.every(line => hits(element, line.left + line.width / 2, line.top + line.height / 2)) ? inside : '';
		const isField = kind === 'field' || kind === 'select' || kind === 'checkbox';
		const isInput = element instanceof HTMLInputElement;
		let label = text;
		if (isField) label = fieldLabel(element as HTMLInputElement);
		else if (isInput) label = /^-|%$/.test(getComputedStyle(element).textIndent) ? '' : tidy(element.value);
		else if (text && (isCut(element) || !lines.every(onScreen))) return null;
		const visible = isWord(label);
		if (!visible) {
			// A field's name may still stand somewhere near it: nobody knows whether it can be read.
			if (isField || /\p{L}/u.test(label)) return null;
			label = tidy((element as unknown as {computedName: string}).computedName || element.title);
			if (!isWord(label)) return null;
			kind = 'icon';
		}
		let box = element.getBoundingClientRect();
		if (kind === 'heading' || (getComputedStyle(element).display === 'inline' && lines.length > 0)) {
			const [left, top] = [Math.min(...lines.map(line => line.left)), Math.min(...lines.map(line => line.top))];
			const [right, bottom] = [Math.max(...lines.map(line => line.right)), Math.max(...lines.map(line => line.bottom))];
			box = new DOMRect(left, top, right - left, bottom - top);
		}
		const rows = new Set(lines.map(({top}) => Math.round(top / 8))).size;
		if (!isField && rows > 2) return null;
		if (box.width < 8 || box.height < 8 || box.height > 140 || !onScreen(box)) return null;
		const at = (x: number, y: number) => ({x: box.x + box.width * x, y: box.y + box.height * y});
		const grid = [0.15, 0.3, 0.5, 0.7, 0.85].flatMap(x => [0.25, 0.5, 0.75].map(y => at(x, y)));
		const edges = [at(0.03, 0.5), at(0.97, 0.5)];
		const spots = grid.filter(({x, y}) => hits(element, x, y));
		if (spots.length < grid.length || !edges.every(({x, y}) => hits(element, x, y))) return null;
		return {kind, label, visible, box: {x: box.x, y: box.y, width: box.width, height: box.height}, spots};
	};

	const own = [marks.tab, marks.menu, marks.button, marks.link, marks.checkbox];
	return [...document.querySelectorAll<HTMLElement>([ANY, ...own].filter(Boolean).join(', '))]
		.filter(element => !marks.not || !element.closest(marks.not))
		.map(candidate)
		.filter(found => found !== null);
}
