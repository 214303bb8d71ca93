/** Functions that run within the application's pages. Each is sent as its text, so none uses anything outside of itself. */

export type PageTools = {
	/** The root of an element's shadow tree, of a closed one too. */
	shadowOf(element: Element): ShadowRoot | null;
	/** All elements, in shadow trees too. */
	elements(): Element[];
	/** True if a field takes a password, a card or a code. */
	isSecret(field: Element): boolean;
	/** Lays a cover over a field, over words, or over an element with all that is in it. Returns 1. */
	cover(element: Element, look: 'field' | 'words' | 'all' | 'caret'): number;
	isCovered(element: Element): boolean;
	/**
	 * Covers secrets; returns how many were not covered before, plus one if this is the document's first call for the
	 * picture. `patterns`: texts typed into secret fields.
	 */
	hide(patterns: string[], picture: string): number;
	/** Returns the frames that are visible in the viewport, in shadow trees too: only their parents can tell. */
	framesInView(): Promise<Element[]>;
	/** Returns true if the page shows content that no script can enter: a PDF or a sandboxed frame. */
	showsUnknown(): Promise<boolean>;
	/** Tells the tools of a closed shadow tree that was created before they came. */
	reveal(root: ShadowRoot): void;
	/** Calls back once for each shadow tree, as soon as it is known. */
	onTree(listener: (root: ShadowRoot) => void): void;
	/** The picture of this document's last request; null if something has changed since. */
	askedFor: string | null;
	/** Takes the covers away. */
	show(): void;
	/** Ends when nothing has changed for so long, or `mostMs` are over. */
	quiet(quietMs: number, mostMs: number): Promise<void>;
};

/** Holds the tools in a page, at `globalThis[Symbol.for(...)]`. */
export type Holder = typeof globalThis & {[name: symbol]: PageTools};

/** Begins the tools of a page, before any script of its own. Closed shadow trees are remembered as they are made. */
export function installTrees(): void {
	const holder = globalThis as Holder;
	const name = Symbol.for('roteiro');
	if (holder[name]) return;
	const closed = new WeakMap<Element, ShadowRoot>();
	const known = new WeakSet<ShadowRoot>();
	const listeners: Array<(root: ShadowRoot) => void> = [];
	const reveal = (root: ShadowRoot) => {
		closed.set(root.host, root);
		if (known.has(root)) return;
		known.add(root);
		for (const listener of listeners) listener(root);
	};
	const attach = Element.prototype.attachShadow;
	Element.prototype.attachShadow = function (init) {
		const root = attach.call(this, init);
		reveal(root);
		return root;
	};
	/** The closed shadow trees, which an extension may look into. */
	const {chrome} = globalThis as {chrome?: {dom?: {openOrClosedShadowRoot?(element: Element): ShadowRoot | null}}};
	const inside = (element: Element) => (element instanceof HTMLElement ? (chrome?.dom?.openOrClosedShadowRoot?.(element) ?? null) : null);
	const shadowOf = (element: Element) => element.shadowRoot ?? closed.get(element) ?? inside(element);
	const elements = () => {
		const found: Element[] = [];
		const roots: Array<Document | ShadowRoot> = [document];
		for (const root of roots) {
			for (const element of root.querySelectorAll('*')) {
				found.push(element);
				const inner = shadowOf(element);
				if (!inner) continue;
				reveal(inner);
				roots.push(inner);
			}
		}
		return found;
	};
	const onTree = (listener: (root: ShadowRoot) => void) => listeners.push(listener);
	Object.defineProperty(holder, name, {value: {shadowOf, elements, reveal, onTree}});
}

export function installSecrets(): void {
	const tools = (globalThis as Holder)[Symbol.for('roteiro')]!;
	if (Object.hasOwn(tools, 'isSecret')) return;
	const WORDS =
		/pass(?:word|wd|phrase|code)|\bpwd\b|senha|contrase|\bclave\b|\bpin\b|\bcv[vc]2?\b|\bcsc\b|security.?code|c[oó]digo.d[eao]+.(?:seguran|seguri|verifica|acceso|acesso)|card.?(?:no\b|num)|cardnum|\bcc.?(?:num|csc|exp)|n[uú]mero.d[eo].(?:cart|tarj)|\bcart[aã]o\b|\btarjeta\b|one.?time|\botp\b|\b[2m]fa\b|verification|verifica[cç]|authenticat\w+ code|\bsecret|\btoken\b|api.?key|\biban\b/i;
	const COMPLETION = /^(?:cc-.*|one-time-code|current-password|new-password)$/;
	/** A code in as many boxes as it has digits. */
	const BOXES = 4;
	const seen = new WeakSet<Element>();
	const judge = (field: Element): boolean => {
		const isWritten = field instanceof HTMLElement && field.isContentEditable;
		if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement || isWritten))
			return false;
		if (field instanceof HTMLInputElement) {
			if (field.type === 'password') return true;
			if (/^(?:checkbox|radio|button|submit|reset|image|file|range|color|hidden)$/.test(field.type)) return false;
			const boxes = field.maxLength === 1 ? (field.parentElement?.parentElement ?? document).querySelectorAll('input[maxlength="1"]') : [];
			if (boxes.length >= BOXES) return true;
		}
		if (
			(field.getAttribute('autocomplete') ?? '')
				.toLowerCase()
				.split(/\s+/)
				.some(word => COMPLETION.test(word))
		)
			return true;
		if (!/^(?:none|)$/.test(getComputedStyle(field).getPropertyValue('-webkit-text-security'))) return true;
		const root = field.getRootNode() as Document | ShadowRoot;
		const named = (field.getAttribute('aria-labelledby') ?? '').split(/\s+/).map(id => (id && root.getElementById(id)?.textContent) || '');
		const labels = Array.from((field as HTMLInputElement).labels ?? [], label => label.textContent ?? '');
		const own = ['name', 'id', 'placeholder', 'aria-label', 'title'].map(name => field.getAttribute(name) ?? '');
		// "cardNumber" and "card_number" are read as "card Number" and "card number".
		return [...own, ...labels, ...named].some(words => WORDS.test(words) || WORDS.test(words.replace(/([a-z])([A-Z])|_/g, '$1 $2')));
	};
	tools.isSecret = field => {
		if (seen.has(field)) return true;
		const is = judge(field);
		// A password that is shown by a press of a button stays one.
		if (is) seen.add(field);
		return is;
	};
	/** The observer also covers fields that were shown before the first request. */
	const observer = new MutationObserver(records => {
		for (const {oldValue, target} of records) if (oldValue?.trim().toLowerCase() === 'password') seen.add(target as Element);
	});
	const watch = (root: Node) =>
		observer.observe(root, {subtree: true, attributes: true, attributeFilter: ['type'], attributeOldValue: true});
	watch(document);
	tools.onTree(watch);
	/** Judges a field at the moment of typing or filling in, in unknown trees too: it may be another field when the picture is taken. */
	const judgeFocused = ({target}: Event) => {
		let field = target instanceof Element ? target : null;
		for (let root = field && tools.shadowOf(field); root?.activeElement; root = tools.shadowOf(field!)) field = root.activeElement;
		if (field) tools.isSecret(field);
	};
	for (const type of ['focusin', 'input']) addEventListener(type, judgeFocused, {capture: true, passive: true});
}

/** Installs the tool that finds visible embedded documents. Runs within the page. */
export function installFrames(): void {
	const tools = (globalThis as Holder)[Symbol.for('roteiro')]!;
	if (Object.hasOwn(tools, 'framesInView')) return;
	/** Smaller frames show no readable text. CSS pixels. */
	const LEAST = 4;
	const SEEN = {checkOpacity: true, checkVisibilityCSS: true, contentVisibilityAuto: true};
	const inView = (elements: Element[]) =>
		new Promise<Element[]>(resolve => {
			if (elements.length === 0) return resolve([]);
			// The observer takes clipping into account, which positions alone do not.
			const observer = new IntersectionObserver(entries => {
				observer.disconnect();
				const seen = entries.filter(
					({intersectionRect: {width, height}, target}) => width >= LEAST && height >= LEAST && target.checkVisibility(SEEN),
				);
				resolve(seen.map(({target}) => target));
			});
			for (const element of elements) observer.observe(element);
		});
	const found = (selector: string) => tools.elements().filter(element => element.matches(selector));
	tools.framesInView = () => inView(found('iframe,frame,object,embed,fencedframe'));
	tools.showsUnknown = async () => {
		if (document.contentType === 'application/pdf') return true;
		return (await inView(found('fencedframe,:is(object,embed)[type="application/pdf"]'))).length > 0;
	};
}

export function installQuiet(): void {
	const tools = (globalThis as Holder)[Symbol.for('roteiro')]!;
	if (Object.hasOwn(tools, 'quiet')) return;
	/** Pages in the background draw no frames. */
	const FRAME_MS = 100;
	const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
	const frame = () => Promise.race([new Promise<void>(resolve => requestAnimationFrame(() => resolve())), pause(FRAME_MS)]);
	tools.quiet = async (quietMs, mostMs) => {
		const start = performance.now();
		let last = start;
		const observer = new MutationObserver(() => (last = performance.now()));
		observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
		const left = () => start + mostMs - performance.now();
		await frame();
		const ending = document.getAnimations().filter(({playState, effect}) => {
			const {endTime} = effect?.getComputedTiming() ?? {};
			return playState === 'running' && typeof endTime === 'number' && endTime <= mostMs;
		});
		const settled = Promise.allSettled([...ending.map(({finished}) => finished), document.fonts?.ready]);
		await Promise.race([settled, pause(Math.max(0, left()))]);
		await frame();
		while (performance.now() - last < quietMs && left() > 0) await pause(Math.max(1, last + quietMs - performance.now()));
		observer.disconnect();
	};
}
