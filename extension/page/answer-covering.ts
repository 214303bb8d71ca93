import type {PageTools} from '../../cli/recorder/page/tools.ts';
import type {Answer, Order} from '../messages.ts';

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

/** Covers the secrets of this document on request, and answers for it and its frames. */
export class Coverer {
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
		while (!this.#hasDrawn && performance.now() < Math.min(end, this.#shownSince + HELD_MS)) await pause(LOOK_MS);
		if (found > 0) for (let frame = 0; frame < FRAMES; frame++) await new Promise(requestAnimationFrame);
		const isUnknown = await this.#tools.showsUnknown();
		const frames = windowsOf(await this.#tools.framesInView());
		const isMissing = () => {
			const told = frames.map(frame => this.#told.get(frame)).map(one => (one?.ask === ask ? one.found : undefined));
			return told.includes(null) || told.filter(found => found === undefined).length > errors;
		};
		while (isMissing() && performance.now() < end) await pause(LOOK_MS);
		const isSilent = isUnknown || isMissing() || performance.now() > end;
		for (const frame of frames) if (this.#told.get(frame)?.ask === ask) found += this.#told.get(frame)!.found ?? 0;
		if (window === top) return {found, isSilent, isHidden: document.visibilityState !== 'visible'};
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

export function isAhead(): boolean {
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

function pause(ms: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, ms));
}
