import {computeAccessibleName, getRole} from 'dom-accessibility-api';
import {type Box, describeTarget, type Named, placeIn} from '../../cli/recorder/describe-target.ts';
import {type Facts, frameOrigin, ownerOf, readFacts, readPage, viewOrigin} from '../../cli/recorder/page/facts.ts';
import {PARTS} from '../../cli/recorder/page/install.ts';
import type {Holder, PageTools} from '../../cli/recorder/page/tools.ts';
import type {Doing} from '../../cli/recorder/plan-actions.ts';
import type {Answer, Message, Order} from '../messages.ts';
import {Listener} from './listen.ts';

// Runs in every frame of the tab that is recorded, apart from the page's own scripts.

const BEGUN = Symbol.for('roteiro-recorder');
const holder = globalThis as unknown as Record<symbol, unknown>;

/** A frame's viewport in that of the page: its place, the scale at which it is drawn, and the page's size. */
type Origin = {x: number; y: number; scaleX: number; scaleY: number; width: number; height: number};

/** A frame of another site that is not recorded never responds. Milliseconds. */
const PATIENCE_MS = 250;
const ASKED = 'roteiro-origin';

type Asked = Extract<Order, {type: 'cover'}>;
/** A frame's message to its parent: all its secrets, and those of its frames, are covered. `found`: null while they are not. */
type Told = {type: typeof COVERED; ask: string; found: number | null};

const COVERED = 'roteiro-covered';
/** A slower frame counts as silent. All times here are milliseconds. */
const ANSWER_MS = 1500;
const LOOK_MS = 15;
/** The longest time that the tab may still show the previous document instead of one that has drawn nothing. */
const HELD_MS = 700;
/** Covers disappear after this time if the browser has ended the worker. */
const LEFT_MS = 5000;
/** A frame is on the screen once the second frame after it begins. */
const FRAMES = 3;

/** Starts the recorder; returns the function that says hello. */
function record(): () => void {
	const numbers = new WeakMap<Element, string>();
	let count = 0;
	const own = `${performance.timeOrigin}.${Math.random()}`;
	const numberOf = (element: Element) => {
		const known = numbers.get(element) ?? `${own}.${++count}`;
		numbers.set(element, known);
		return known;
	};
	const listener = new Listener(async (doing, element, point) => {
		const named = element && nameElement(element);
		const on = named && (await placeOnPage(named.facts));
		const offset = on && point && {x: (point.x - named.facts.rect.x) * on.scale, y: (point.y - named.facts.rect.y) * on.scale};
		const place = on ? placeIn(on.view, on.box, offset) : {};
		const isTaken = await tell({type: 'act', doing: {...doing, element: element && numberOf(element)} as Doing, named, place});
		// The recording has ended.
		if (isTaken === false) listener.isOn = false;
	}, nameOf);
	answerFrames();
	const coverer = new Coverer((globalThis as unknown as Holder)[Symbol.for('roteiro')]!);
	chrome.runtime.onMessage.addListener((order: Order, _sender, respond) => {
		if (order.type === 'record') listener.isOn = order.isOn;
		if (order.type === 'show') coverer.show();
		if (order.type === 'here') respond(true);
		if (order.type !== 'cover') return undefined;
		// Only the tab's top document responds, for its frames too.
		void coverer.cover(order).then(answer => answer && respond(answer));
		return window === top && !isAhead() ? true : undefined;
	});
	const hello = () => tell({type: 'hello', language: document.documentElement?.lang ?? '', title: document.title, isTop: window === top});
	const begin = async () => {
		// A recording is running, so actions before the worker's response count.
		listener.isOn = true;
		listener.isOn = (await hello()) !== false;
	};
	const returned = () => {
		coverer.shown();
		void begin();
	};
	document.addEventListener('prerenderingchange', returned);
	addEventListener('pageshow', ({persisted}) => persisted && returned());
	// The title and the language are known when the document is read.
	if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => void hello(), {once: true});
	void begin();
	return () => void begin();
}

/** Sends a message to the worker; undefined if it is gone, as the extension was removed or replaced. */
function tell(message: Message): Promise<unknown> {
	return chrome.runtime.sendMessage(message).catch(() => undefined);
}

/** Returns frames within this one. */
function answerFrames(): void {
	addEventListener('message', async ({data, source}) => {
		if (typeof data !== 'object' || data === null || data.type !== ASKED || typeof data.id !== 'string') return;
		const frame = [...document.querySelectorAll('iframe,frame')].find(one => (one as HTMLIFrameElement).contentWindow === source);
		const outer = frame && (await ownOrigin());
		if (!frame || !outer) return;
		const {x, y, scaleX, scaleY} = frameOrigin(frame);
		const origin = {
			...outer,
			x: outer.x + x * outer.scaleX,
			y: outer.y + y * outer.scaleY,
			scaleX: outer.scaleX * scaleX,
			scaleY: outer.scaleY * scaleY,
		};
		(source as Window).postMessage({type: `${ASKED}-answer`, id: data.id, origin}, '*');
	});
}

/** Returns a rectangle of this frame in the page's viewport, with that one's size; null if it cannot be known. */
async function placeOnPage({rect}: Pick<Facts, 'rect'>): Promise<{box: Box; scale: number; view: {width: number; height: number}} | null> {
	const origin = await ownOrigin();
	if (!origin) return null;
	const {x, y, scaleX, scaleY, width, height} = origin;
	const box = {x: x + rect.x * scaleX, y: y + rect.y * scaleY, width: rect.width * scaleX, height: rect.height * scaleY};
	return {box, scale: scaleX, view: {width, height}};
}

async function ownOrigin(): Promise<Origin | null> {
	if (window === top) return {...viewOrigin(), width: innerWidth, height: innerHeight};
	const id = `${performance.timeOrigin}-${performance.now()}`;
	return new Promise(resolve => {
		const listen = ({data, source}: MessageEvent) => {
			if (source !== parent || data?.type !== `${ASKED}-answer` || data.id !== id) return;
			end(data.origin as Origin);
		};
		const end = (origin: Origin | null) => {
			removeEventListener('message', listen);
			clearTimeout(timer);
			resolve(origin);
		};
		const timer = setTimeout(() => end(null), PATIENCE_MS);
		addEventListener('message', listen);
		parent.postMessage({type: ASKED, id}, '*');
	});
}

/** Names an element and its kind, as the recorder does, but from roles and names that need no debugger. */
function nameElement(element: Element): Named {
	const owner = ownerOf(element);
	const role = getRole(owner) ?? '';
	// A field for a password has no role, and a name all the same.
	const isNamed = role !== '' || owner.matches('input,textarea,select,[contenteditable],[aria-label],[aria-labelledby]');
	return describeTarget({role, name: isNamed ? spaced(computeAccessibleName(owner), owner) : ''}, readFacts(element), readFacts(owner));
}

function nameOf(element: Element): string {
	return nameElement(element).name ?? '';
}

/** Returns a name with the spaces of its lines as they are seen: the library joins words on both sides of a break. */
function spaced(name: string, element: Element): string {
	const seen = element instanceof HTMLElement ? element.innerText.replace(/\s+/g, ' ').trim() : '';
	return seen.replaceAll(' ', '') === name.replace(/\s+/g, '') ? seen || name : name;
}

/** Covers the secrets of this document on request, and answers for it and its frames. */
class Coverer {
	readonly #tools: PageTools;
	readonly #told = new WeakMap<object, Told>();
	#shownSince = performance.now();
	#hasDrawn = false;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(tools: PageTools) {
		this.#tools = tools;
		this.#listen();
		new PerformanceObserver(() => (this.#hasDrawn = true)).observe({type: 'paint', buffered: true});
	}

	/** Notes that the document became visible, after prerendering or from the cache. */
	shown(): void {
		this.show();
		this.#hasDrawn = false;
		this.#shownSince = performance.now();
	}

	show(): void {
		clearTimeout(this.#timer);
		this.#tools.show();
	}

	/** Returns null if another document answers: the parent, or the visible one. */
	async cover({picture, patterns, ask, errors}: Asked): Promise<Answer | null> {
		if (isAhead()) return null;
		const end = performance.now() + ANSWER_MS;
		this.#listen();
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.show(), LEFT_MS);
		if (document.visibilityState !== 'visible') return window === top ? {found: 0, isSilent: false, isHidden: true} : null;
		this.#tell(ask, null);
		let found = this.#tools.hide(patterns, picture);
		while (!this.#hasDrawn && performance.now() < Math.min(end, this.#shownSince + HELD_MS)) await pause();
		if (found > 0) for (let frame = 0; frame < FRAMES; frame++) await new Promise(requestAnimationFrame);
		const isUnknown = await this.#tools.showsUnknown();
		const frames = windowsOf(await this.#tools.framesInView());
		const isMissing = () => {
			const told = frames.map(frame => this.#told.get(frame)).map(one => (one?.ask === ask ? one.found : undefined));
			return told.includes(null) || told.filter(found => found === undefined).length > errors;
		};
		while (isMissing() && performance.now() < end) await pause();
		const isSilent = isUnknown || isMissing() || performance.now() > end;
		for (const frame of frames) if (this.#told.get(frame)?.ask === ask) found += this.#told.get(frame)!.found ?? 0;
		if (window === top) return {found, isSilent, isHidden: document.visibilityState !== 'visible', page: readPage()};
		if (!isSilent) this.#tell(ask, found);
		return null;
	}

	#tell(ask: string, found: number | null): void {
		if (window !== top) parent.postMessage({type: COVERED, ask, found} satisfies Told, '*');
	}

	/** Listens again before each request: `document.write` removes a document's listeners. */
	#listen(): void {
		addEventListener('message', this.#hear, {capture: true});
	}

	readonly #hear = ({data, source}: MessageEvent) => {
		if (source && typeof data === 'object' && data?.type === COVERED) this.#told.set(source, data as Told);
	};
}

function isAhead(): boolean {
	return 'prerendering' in document && document.prerendering === true;
}

/** Returns the elements' windows. An `embed` has no property for its window, so all windows without an owner count as its own. */
function windowsOf(elements: Element[]): object[] {
	const own = (element: Element) => ('contentWindow' in element ? (element.contentWindow as object | null) : null);
	const rest = () => {
		const taken = new Set([...document.querySelectorAll('iframe,frame,object')].map(own));
		return Array.from({length: window.length}, (_, index) => window[index] as object).filter(one => !taken.has(one));
	};
	return elements.flatMap(element => (element.matches('embed') ? rest() : (own(element) ?? [])));
}

function pause(): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, LOOK_MS));
}

// A repeated injection says hello again, because a new recording may have begun.
if (holder[BEGUN]) (holder[BEGUN] as () => void)();
else {
	for (const part of PARTS) part();
	holder[BEGUN] = record();
}
