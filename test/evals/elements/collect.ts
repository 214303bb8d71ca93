import type {Box, Truth, Written} from './truth.ts';

/**
 * Runs in the page. What is partly off the window or covered is left out. An icon's boxes are its own and that of the control
 * which it alone fills; a field's are its own and that of the frame around it. `likes` are what looks like a field, and is made of other elements or is one frame around
 * several fields. `values` stand in fields or are cut off; `others` are boxes to tick, however they are drawn, pictures and what else an element without words may rightly be. It must stay one function, because it is sent to the browser as text.
 */
export function collectTruth(): Truth {
	const ICON = {least: 8, most: 64};
	const FIELD = {narrowest: 20, lowest: 12, highest: 72};
	const CONTROLS = 'a, button, summary, label, [role=button], [role=tab], [role=menuitem], [role=link]';
	const FIELDS =
		'input:not([type=hidden], [type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=image], [type=range], [type=color], [type=file]), textarea, select, [contenteditable=true], [contenteditable=""]';
	const TICKED =
		'input[type=checkbox], input[type=radio], input[type=range], input[type=color], input[type=file], [role=checkbox], [role=switch], [role=radio]';
	const LIKES =
		'[role=combobox], [role=textbox], [role=searchbox], [role=spinbutton], [aria-haspopup=listbox], input[type=file], input[type=color]';
	const PRIVATE = /^[\s\u{E000}-\u{F8FF}\u{F0000}-\u{10FFFF}]*$/u;
	const ICON_FONT = /^[^,]*(icon|awesome|glyph|fontello|symbols)/i;

	const boxOf = ({x, y, width, height}: DOMRect): Box => ({x, y, width, height});
	const onScreen = ({x, y, width, height}: Box) => x >= 0 && y >= 0 && x + width <= innerWidth + 0.5 && y + height <= innerHeight + 0.5;
	const isPartly = ({x, y, width, height}: Box) => x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
	/** A slot has no box of its own, and is seen where the element around it is. */
	const isShown = (element: Element): boolean => {
		const outer = element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
		if (outer && getComputedStyle(element).display === 'contents') return isShown(outer);
		return (element as HTMLElement).checkVisibility({opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true});
	};
	// What clicks go through is drawn over the others all the same, and is to be found under a point.
	const clickable = document.createElement('style');
	clickable.textContent = '* {pointer-events: auto !important}';
	document.head.append(clickable);
	const covers = (over: Element) => {
		const {backgroundColor, opacity, backgroundImage} = getComputedStyle(over);
		const alpha = /rgba\(.*, ([\d.]+)\)/.exec(backgroundColor)?.[1];
		return (
			Number(opacity) > 0.7 &&
			(backgroundImage !== 'none' || (alpha === undefined ? backgroundColor !== 'transparent' : Number(alpha) > 0.7))
		);
	};
	/** No more than a little of it is cut off by what is around it: for what is absolute, static boxes do not count, for what is fixed, no boxes do. */
	const isWhole = (element: Element, {x, y, width, height}: Box) => {
		for (let up: Element | null = element, isOut = false; up; up = up.parentElement) {
			const {overflowX, overflowY, display, position} = getComputedStyle(up);
			isOut = position === 'absolute' || (isOut && position === 'static');
			if ((isOut && position === 'static') || /^(inline|contents)$/.test(display) || /^(BODY|HTML)$/.test(up.tagName)) continue;
			const outer = up.getBoundingClientRect();
			if (overflowX !== 'visible' && (x < outer.left - 2 || x + width > outer.right + 2)) return false;
			if (overflowY !== 'visible' && (y < outer.top - 4 || y + height > outer.bottom + 4)) return false;
			if (position === 'fixed') return true;
		}
		return true;
	};
	/** Also where the inner one is in a shadow tree of the outer one. */
	const isAround = (outer: Element, inner: Element) => {
		for (let up: Element | null = inner; up; up = up.parentElement ?? (up.getRootNode() as ShadowRoot).host ?? null)
			if (up === outer) return true;
		return false;
	};
	const isSeen = (element: Element, box: Box) => {
		if (!onScreen(box) || !isWhole(element, box)) return false;
		return [0.2, 0.5, 0.8].every(at => {
			const [x, y] = [box.x + box.width * at, box.y + box.height / 2];
			for (const hit of document.elementsFromPoint(x, y)) {
				if (hit === element || element.contains(hit) || isAround(hit, element)) return true;
				if (covers(hit) || /^(IMG|VIDEO|CANVAS)$/.test(hit.tagName)) return false;
			}
			return false;
		});
	};
	const paintedBy = (element: Element, pseudo: string) => {
		const style = getComputedStyle(element, pseudo);
		const content = style.content;
		if (content === 'none' || content === 'normal') return false;
		const text = content.replace(/^"|"$/g, '');
		if (text !== '' && (PRIVATE.test(text) || ICON_FONT.test(style.fontFamily))) return true;
		return /url\(/.test(`${style.backgroundImage} ${style.maskImage} ${content}`);
	};
	/** Also an arrow made of borders, a dot, and a sign without a letter. */
	const signedBy = (element: Element, pseudo: string) => {
		const {content, width, height, borderTopWidth, borderBottomWidth, backgroundColor} = getComputedStyle(element, pseudo);
		if (content === 'none' || content === 'normal') return false;
		if (content !== '""') return !/[\p{L}\p{N}]/u.test(content);
		const isFilled = !/, 0\)$|transparent/.test(backgroundColor);
		const isSmall = Math.max(Number.parseFloat(width), Number.parseFloat(height)) <= ICON.most / 2;
		return isSmall && (isFilled || Number.parseFloat(borderTopWidth) + Number.parseFloat(borderBottomWidth) > 0);
	};
	/** The ends of a low element, where a style sheet draws what has no box in the page. */
	const endsOf = ({x, y, width, height}: Box): Box[] => {
		const end = Math.min(width, ICON.most);
		return height > ICON.most ? [] : [x, x + width - end].map(left => ({x: left, y, width: end, height}));
	};
	const isIconText = (text: string, element: Element) => PRIVATE.test(text) || ICON_FONT.test(getComputedStyle(element).fontFamily);

	const texts: Written[] = [];
	const others: Box[] = [];
	const values: Written[] = [];
	const glyphs = new Map<Element, Box>();
	const painted = new Set<Element>();
	const walk = (root: Node): void => {
		const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			if (node instanceof Element) {
				if (node.shadowRoot) walk(node.shadowRoot);
				continue;
			}
			const parent = node.parentElement;
			const value = node.nodeValue ?? '';
			if (!parent || value.trim() === '' || /^(SCRIPT|STYLE|TEXTAREA|OPTION|NOSCRIPT|TITLE)$/.test(parent.tagName) || !isShown(parent))
				continue;
			const {color, fontSize} = getComputedStyle(parent);
			if (/^rgba.*, 0\)$/.test(color) || Number.parseFloat(fontSize) < 5) continue;
			const range = document.createRange();
			let line: (Written & {isCut?: boolean}) | null = null;
			const lines: (Written & {isCut?: boolean})[] = [];
			for (const {0: word, index} of value.matchAll(/\S+/g)) {
				range.setStart(node, index);
				range.setEnd(node, index + word.length);
				const rects = [...range.getClientRects()].filter(({width, height}) => width > 1 && height > 1);
				// A line that ends in an ellipsis tells each of its words twice.
				if (rects.length === 0 || rects.some(({top}) => Math.abs(top - rects[0]!.top) > 1)) {
					line = null;
					continue;
				}
				const box = boxOf(rects[0]!);
				const isCut = rects.some(({width}) => Math.abs(width - box.width) > 1);
				if (line && Math.abs(line.box.y - box.y) < box.height / 2 && box.x >= line.box.x) {
					line.text += ` ${word}`;
					line.isCut ||= isCut;
					line.box.width = box.x + box.width - line.box.x;
				} else {
					line = {text: word, box, isCut};
					lines.push(line);
				}
			}
			for (const one of lines) {
				if (one.isCut || !isSeen(parent, one.box)) {
					if (/[\p{L}\p{N}]/u.test(one.text)) values.push(one);
					continue;
				}
				for (let up: Element | null = parent; up; up = up.parentElement) painted.add(up);
				if (isIconText(one.text, parent)) glyphs.set(parent, boxOf(parent.getBoundingClientRect()));
				else if (/[\p{L}\p{N}]/u.test(one.text)) {
					const upper = getComputedStyle(parent).textTransform === 'uppercase';
					texts.push({text: upper ? one.text.toUpperCase() : one.text, box: one.box});
				} else others.push(one.box);
			}
		}
	};
	walk(document.body);
	// Words that were made of several pieces.
	for (let index = texts.length - 1; index > 0; index--) {
		const [before, {text, box}] = [texts[index - 1]!, texts[index]!];
		const end = before.box.x + before.box.width;
		if (Math.abs(before.box.y - box.y) > 3 || Math.abs(box.x - end) > 1) continue;
		before.text += text;
		before.box.width = box.x + box.width - before.box.x;
		texts.splice(index, 1);
	}

	const all = (selector: string, root: ParentNode = document): Element[] => {
		const found = [...root.querySelectorAll(selector)];
		for (const host of root.querySelectorAll('*')) if (host.shadowRoot) found.push(...all(selector, host.shadowRoot));
		return found;
	};
	const isMidIn = ({x, y, width, height}: Box, {left, right, top, bottom}: DOMRect) =>
		x + width / 2 > left && x + width / 2 < right && y + height / 2 > top && y + height / 2 < bottom;
	const wordsIn = (element: Element) => texts.some(({box}) => isMidIn(box, element.getBoundingClientRect()));
	const isSmall = ({width, height}: Box) =>
		Math.max(width, height) <= ICON.most && Math.min(width, height) >= ICON.least - 2 && Math.max(width, height) >= ICON.least;
	const ticks = all('input[type=checkbox], input[type=radio]').map(one => one.getBoundingClientRect());
	const icons: Element[] = [];
	for (const element of all('*')) {
		const tag = element.tagName.toLowerCase();
		if (tag !== 'svg' && element.closest('svg, foreignObject')?.tagName === 'svg') continue;
		const box = glyphs.get(element) ?? boxOf(element.getBoundingClientRect());
		const style = getComputedStyle(element);
		const isPicture = /^(svg|img|canvas|video|iframe)$/.test(tag);
		const isDrawn =
			isPicture ||
			glyphs.has(element) ||
			paintedBy(element, '::before') ||
			paintedBy(element, '::after') ||
			((/url\(/.test(style.backgroundImage) || /url\(/.test(style.maskImage)) && !element.matches(FIELDS) && !wordsIn(element));
		const [before, after] = isDrawn || !isShown(element) ? [] : [signedBy(element, '::before'), signedBy(element, '::after')];
		if (before || after) others.push(...endsOf(box).filter((_, end) => (end ? after : before)));
		if (!isDrawn || !isShown(element)) continue;
		if (!isSeen(element, box)) {
			// Of a picture that the window cuts off pieces may be found.
			if (isPicture && isPartly(box) && !isSmall(box)) others.push(box);
			continue;
		}
		if (!isSmall(box) || (!isPicture && wordsIn(element))) {
			// Of an icon that a style sheet puts before words nobody knows the box.
			if (isPicture || isSmall({...box, width: box.height}) || wordsIn(element)) others.push(box);
			continue;
		}
		if (element.matches(TICKED) || element.closest('select')) continue;
		if (ticks.some(tick => isSmall(tick) && isMidIn(box, tick))) others.push(box);
		else icons.push(element);
	}
	// Of those in each other the innermost; the boxes of both stand for it.
	const inner = icons.filter(icon => !icons.some(other => other !== icon && icon.contains(other)));
	const boxes = inner.map(icon => {
		const own = [glyphs.get(icon) ?? boxOf(icon.getBoundingClientRect())];
		for (let up = icon.parentElement; up; up = up.parentElement) {
			const box = boxOf(up.getBoundingClientRect());
			if (!isSmall(box) || wordsIn(up) || inner.some(other => other !== icon && up.contains(other))) break;
			if (up.matches(CONTROLS) || icons.includes(up) || getComputedStyle(up).cursor === 'pointer') own.push(box);
		}
		return own;
	});
	const wordsOf = (field: Element) => {
		const {value = '', placeholder = ''} = field as HTMLInputElement;
		const chosen = field instanceof HTMLSelectElement ? [...field.selectedOptions].map(({text}) => text).join(' ') : '';
		return chosen || value || placeholder;
	};
	/** The boxes around a field, from the inside out, as long as they hold no more than so many fields and are hardly larger. */
	const framesOf = (field: Element, most: number): Box[] => {
		const frames: Box[] = [];
		for (let up: Element | null = field; up && up.querySelectorAll(FIELDS).length <= most; up = up.parentElement) {
			const box = boxOf(up.getBoundingClientRect());
			const [first = box] = frames;
			if (box.width * box.height > 4 * first.width * first.height || box.height > first.height + 40) break;
			if (box.width >= FIELD.narrowest && box.height >= FIELD.lowest) frames.push(box);
		}
		return frames;
	};
	const fields = all(FIELDS)
		.filter(field => isShown(field))
		.map(field => {
			const box = boxOf(field.getBoundingClientRect());
			if (box.width < FIELD.narrowest || box.height < FIELD.lowest || !isSeen(field, box)) return null;
			return {boxes: framesOf(field, 1), words: wordsOf(field)};
		})
		.filter(found => found !== null);
	const likes = all(`${FIELDS}, ${LIKES}`)
		.filter(one => one.checkVisibility({visibilityProperty: true}))
		.flatMap(one => framesOf(one, 2))
		.filter(({height}) => height <= FIELD.highest);
	for (const field of all(FIELDS)) values.push({text: wordsOf(field), box: boxOf(field.getBoundingClientRect())});
	// A hidden box to tick is drawn at an end of what holds it.
	for (const ticked of all(TICKED)) {
		if (isShown(ticked)) others.push(boxOf(ticked.getBoundingClientRect()));
		else if (ticked.parentElement && isShown(ticked.parentElement))
			others.push(...endsOf(boxOf(ticked.parentElement.getBoundingClientRect())));
	}
	return {texts, icons: boxes, fields, likes, values, others};
}
