import {options, type VNode} from 'preact';

/** A browser that translates puts elements of its own in the place of texts. What the editor says next takes their place again. */

/** The element that stands in the place of a text. */
const translations = new WeakMap<Node, Element>();

/** Keeps what the page says true while the browser translates it. */
export function followTranslation(body: HTMLElement): void {
	const observer = new MutationObserver(records => {
		for (const {type, target, removedNodes, addedNodes} of records) {
			if (type === 'characterData') bringBack(target);
			const font = [...addedNodes].find(isFont);
			const text = [...removedNodes].find(node => node.nodeType === Node.TEXT_NODE);
			if (!font || !text) continue;
			translations.set(text, font);
			observer.observe(text, {characterData: true});
		}
	});
	observer.observe(body, {childList: true, subtree: true});
	const {unmount} = options;
	options.unmount = vnode => {
		const dom = (vnode as VNode & {__e?: Node}).__e;
		if (dom?.nodeType === Node.TEXT_NODE) translations.get(dom)?.remove();
		unmount?.(vnode);
	};
	const {insertBefore} = Node.prototype;
	// The renderer names its own text as the place, which is no longer there.
	Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
		const there = before && before.parentNode !== this ? (translations.get(before) ?? null) : before;
		return insertBefore.call(this, node, there?.parentNode === this ? there : null) as T;
	};
}

function bringBack(text: Node): void {
	const font = translations.get(text);
	if (!font?.isConnected) return;
	translations.delete(text);
	font.replaceWith(text);
}

function isFont(node: Node): node is Element {
	return node instanceof Element && node.localName === 'font';
}
