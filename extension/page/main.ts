import {placeIn} from '../../cli/recorder/describe-target.ts';
import type {Doing} from '../../cli/recorder/live-plan.ts';
import {PARTS} from '../../cli/recorder/page/install.ts';
import type {Holder} from '../../cli/recorder/page/tools.ts';
import type {Message, Order} from '../messages.ts';
import {Coverer, isAhead} from './answer-covering.ts';
import {answerFrames, nameElement, placeOnPage} from './frame-place.ts';
import {Listener} from './listen.ts';

// Runs in every frame of the tab that is recorded, apart from the page's own scripts.

const BEGUN = Symbol.for('roteiro-recorder');
const holder = globalThis as unknown as Record<symbol, unknown>;

// A repeated injection says hello again, because a new recording may have begun.
if (holder[BEGUN]) (holder[BEGUN] as () => void)();
else {
	for (const part of PARTS) part();
	holder[BEGUN] = record();
}

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
	});
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

/** Says something to the worker; undefined where that is gone: the extension was taken away or replaced. */
function tell(message: Message): Promise<unknown> {
	return chrome.runtime.sendMessage(message).catch(() => undefined);
}
