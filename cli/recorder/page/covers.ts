import type {Holder} from './tools.ts';

/** Adds covers for what no picture may show to the page's tools. Runs within the page. */
export function installCovers(): void {
	const tools = (globalThis as Holder)[Symbol.for('roteiro')]!;
	if (Object.hasOwn(tools, 'cover')) return;
	const CLEAR = 'rgba(0, 0, 0, 0)';
	/** Dots as wide as the field, for any value: its length is private too. */
	const FIELD = {
		'background-image': 'radial-gradient(circle at center, #6b7280 2.5px, transparent 3px)',
		'background-size': '11px 11px',
		'background-position': 'left center',
		'background-repeat': 'repeat-x',
		'background-clip': 'content-box',
		'background-origin': 'content-box',
	};
	const TEXT = {
		'-webkit-text-fill-color': 'transparent',
		'-webkit-text-stroke-color': 'transparent',
		color: 'transparent',
		'text-shadow': 'none',
		'caret-color': 'transparent',
		transition: 'none',
	};
	const LOOKS = {
		field: {...TEXT, ...FIELD},
		words: {...TEXT, 'background-color': '#b6bcc6'},
		all: {visibility: 'hidden'},
		caret: {'caret-color': 'transparent'},
	};
	/** Applications rewrite an element's style, but keep an unknown attribute. The ids make it stronger than their rules. */
	const NAME = 'data-roteiro-cover';
	const rules = Object.entries(LOOKS).map(([look, properties]) => {
		const lines = Object.entries(properties).map(([name, value]) => `${name}:${value}!important`);
		const chosen = `:is([${NAME}=${look}],#a#b#c#d)`;
		// Selected text has its own colours.
		const selected = look === 'caret' ? '' : `${chosen}::selection{background-color:transparent!important;${lines.join(';')}}`;
		return `${chosen}{${lines.join(';')}}${selected}`;
	});
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(rules.join(''));
	const covered = new Set<Element>();
	tools.isCovered = element => {
		if (!element.hasAttribute(NAME)) return false;
		const style = getComputedStyle(element);
		return style.visibility === 'hidden' || style.getPropertyValue('-webkit-text-fill-color') === CLEAR;
	};
	tools.cover = (element, look) => {
		const root = element.getRootNode() as Document | ShadowRoot;
		if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
		covered.add(element);
		element.setAttribute(NAME, look);
		return 1;
	};
	tools.show = () => {
		for (const element of covered) element.removeAttribute(NAME);
		covered.clear();
		tools.askedFor = null;
	};
}

/** Adds the search for secrets to the page's tools. Runs within the page. */
export function installHiding(): void {
	const tools = (globalThis as Holder)[Symbol.for('roteiro')]!;
	if (Object.hasOwn(tools, 'hide')) return;
	/** The innermost elements in whose text a secret stands. */
	const echoes = (all: Element[], matches: (text: string | null) => boolean) => {
		const roots = [document.documentElement, ...all.flatMap(element => tools.shadowOf(element) ?? [])];
		if (!roots.some(root => matches(root.textContent))) return [];
		return all.filter(
			element =>
				matches(element.textContent) &&
				![...element.children].some(child => matches(child.textContent)) &&
				!/^(?:SCRIPT|STYLE|TEMPLATE|OPTION|HEAD|TITLE|NOSCRIPT)$/.test(element.tagName),
		);
	};
	// The picture may have shown another page.
	document.addEventListener('visibilitychange', () => {
		tools.askedFor = null;
	});
	/** Secrets that were in fields of this document, whether typed or filled in by the browser. */
	const values = new Set<string>();
	const SHORTEST = 3;
	tools.hide = (patterns, picture) => {
		const secret = patterns.length > 0 ? new RegExp(patterns.join('|'), 'i') : null;
		const current: string[] = [];
		const matches = (text: string | null) =>
			text !== null && (secret?.test(text) === true || [...values, ...current].some(value => text.includes(value)));
		const all = tools.elements();
		let found = tools.askedFor === picture ? 0 : 1;
		tools.askedFor = picture;
		for (const field of all)
			if (field instanceof HTMLInputElement && field.value.length >= SHORTEST && tools.isSecret(field)) {
				current.push(field.value);
				// A half of what is being typed may stand in other words.
				if (field.type === 'password' && !field.matches(':focus')) values.add(field.value);
			}
		// A caret that blinks makes two pictures of one.
		const focused = all.find(element => element.matches(':focus') && element.matches('input,textarea,[contenteditable]'));
		if (focused && !tools.isCovered(focused)) tools.cover(focused, 'caret');
		for (const element of all) {
			if (!(element instanceof HTMLElement) || tools.isCovered(element)) continue;
			const value =
				'value' in element && typeof element.value === 'string' ? element.value : element.isContentEditable ? element.textContent : '';
			const isField = element.matches('input,textarea,select') || element.isContentEditable;
			if (!isField || !value) continue;
			if (tools.isSecret(element) || matches(value)) found += tools.cover(element, 'field');
		}
		for (const element of echoes(all, matches)) {
			if (tools.isCovered(element)) continue;
			const isWhole = element instanceof HTMLElement && element.childElementCount === 0;
			found += tools.cover(element as HTMLElement | SVGElement, isWhole ? 'words' : 'all');
		}
		return found;
	};
}
