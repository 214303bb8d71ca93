/**
 * What JavaScript adds to a page that already reads without it: it shows one step at a time, fetches the next screenshot ahead, and lets the
 * balloon's tip point at the highlight. Runs in the visitor's browser; keeps nothing, asks nobody.
 */

const root = document.documentElement;
const calm = matchMedia('(prefers-reduced-motion:reduce)');
const KEYS: Record<string, number> = {ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1, Home: -Infinity, End: Infinity};

let stage: HTMLElement;
export let steps: HTMLElement[];
let marks: HTMLElement[];
export let status: HTMLElement;
export let at = 0;
let transition: ViewTransition | undefined;

function start(): void {
	stage = document.querySelector('main')!;
	steps = [...document.querySelectorAll<HTMLElement>('.step')];
	marks = [...document.querySelectorAll<HTMLElement>('.progress a')];
	status = document.querySelector('[role=status]')!;
	root.classList.add('js');
	const first = find(location.hash);
	if (first > 0) {
		at = first;
		draw();
	}
	mark();
	point();
	new ResizeObserver(point).observe(stage);
	void document.fonts.ready.then(point);
	// The first screenshot must not share the line with the second.
	addEventListener('load', fetchAhead);

	addEventListener('hashchange', () => go(find(location.hash)));
	addEventListener('keydown', onKey);
	document.addEventListener('click', onClick);
	listenForSwipes();
	offerFullscreen();
}

/** Inside another page, or in a low window, the picture gets all of the room. */
function shape(): void {
	root.classList.toggle('bare', self !== top || innerHeight < 480);
}

function find(hash: string): number {
	return hash ? steps.findIndex(step => `#${step.id}` === hash) : -1;
}

/** Shows the step of this index; the window hears of it (`step`) once it stands. */
export function go(index: number): void {
	if (index < 0 || index >= steps.length || index === at) return;
	const left = steps[at]!.contains(document.activeElement) && (document.activeElement as HTMLAnchorElement);
	at = index;
	try {
		// Replaced, not pushed: "back" leaves the tour, and a page that embeds it keeps its own history.
		history.replaceState(null, '', `#${steps[at]!.id}`);
	} catch {
		// A document without an address of its own (srcdoc) cannot have a fragment.
	}
	const change = () => {
		draw();
		if (left) keepFocus(left);
	};
	if (!document.startViewTransition || calm.matches) {
		change();
		return;
	}
	transition = document.startViewTransition(change);
	// One that the browser leaves out (another follows, the tab is hidden) has still made its change.
	transition.ready.catch(() => {});
}

function draw(): void {
	for (const [index, step] of steps.entries()) step.classList.toggle('on', index === at);
	const step = steps[at]!;
	const [title, text] = step.querySelectorAll('.say>*');
	status.textContent = [step.ariaLabel, title?.textContent, text?.textContent].filter(Boolean).join('. ');
	mark();
	point();
	fetchAhead();
	dispatchEvent(new Event('step'));
}

function mark(): void {
	for (const [index, entry] of marks.entries()) {
		entry.classList.toggle('past', index <= at);
		if (index === at) entry.setAttribute('aria-current', 'step');
		else entry.removeAttribute('aria-current');
	}
	root.style.setProperty('--at', String((at + 1) / steps.length));
}

/** Whoever goes on with the keyboard finds the same button under their finger; the closing card is announced instead, so that one key too many opens nothing. */
function keepFocus({rel}: HTMLAnchorElement): void {
	const step = steps[at]!;
	const twin = rel ? step.querySelector<HTMLElement>(`a[rel=${rel}]`) : null;
	step.tabIndex = -1;
	(twin ?? step).focus({preventScroll: true});
}

function fetchAhead(): void {
	for (const step of steps.slice(at, at + 2)) {
		const image = step.querySelector('img');
		if (!image) continue;
		image.loading = 'eager';
		// A screenshot that cannot be read leaves its colour and its text.
		image.decode().catch(() => {});
	}
}

/** Tells the style on which side of the balloon the highlight lies, and where along that side. */
function point(): void {
	shape();
	const step = steps[at]!;
	const texts = step.querySelector<HTMLElement>('.say');
	// What scrolls must be reachable by keyboard.
	if (texts) texts.tabIndex = texts.scrollHeight > texts.clientHeight + 1 ? 0 : -1;
	const balloon = step.querySelector<HTMLElement>('.balloon');
	const ring = step.querySelector('.ring')?.getBoundingClientRect();
	if (!balloon || !ring) return;
	const box = balloon.getBoundingClientRect();
	const across = middle(ring.left, ring.right, box.left, box.right);
	const down = middle(ring.top, ring.bottom, box.top, box.bottom);
	const side =
		box.top >= ring.bottom ? 'n' : box.bottom <= ring.top ? 's' : box.left >= ring.right ? 'w' : box.right <= ring.left ? 'e' : '';
	const upright = side === 'n' || side === 's';
	const tip = upright ? across : down;
	const size = upright ? box.width : box.height;
	if (side && tip > 18 && tip < size - 18) balloon.dataset.tip = side;
	else delete balloon.dataset.tip;
	balloon.style.setProperty('--tip', `${tip}px`);
}

/** The middle of what two stretches share, measured from the second one's start. */
function middle(a: number, b: number, from: number, to: number): number {
	return (Math.max(a, from) + Math.min(b, to)) / 2 - from;
}

function onKey(event: KeyboardEvent): void {
	const move = KEYS[event.key];
	if (!move || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
	event.preventDefault();
	go(Math.min(Math.max(at + move, 0), steps.length - 1));
}

function onClick(event: MouseEvent): void {
	if (event.target === root) {
		// While two steps cross-fade, the page cannot be hit: whoever is faster than that means what lies there now.
		transition?.skipTransition();
		document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('a,button')?.click();
		return;
	}
	const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	go(find(link.hash));
}

function listenForSwipes(): void {
	let from: Touch | undefined;
	stage.addEventListener('touchstart', ({touches}) => (from = touches.length === 1 ? touches[0] : undefined), {passive: true});
	stage.addEventListener('touchend', ({changedTouches: [to]}) => {
		// Someone who has zoomed in moves the page, not the tour.
		if (!from || !to || visualViewport!.scale > 1.05) return;
		const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
		if (Math.abs(x) > 48 && Math.abs(x) > 2 * Math.abs(y)) go(at - Math.sign(x));
	});
}

function offerFullscreen(): void {
	const full = document.querySelector<HTMLButtonElement>('.full')!;
	full.hidden = !document.fullscreenEnabled;
	full.addEventListener('click', () => {
		const change = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen();
		// The browser may refuse, and then nothing changes.
		change.catch(() => {});
	});
}

// Stands in the head: the shape of the page is known before anything is painted.
shape();
addEventListener('DOMContentLoaded', start);
