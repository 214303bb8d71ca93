import {placeIn} from '../../cli/recorder/compose-step.ts';
import type {Doing} from '../../cli/recorder/live-plan.ts';
import {PARTS} from '../../cli/recorder/page/install.ts';
import type {Holder} from '../../cli/recorder/page/tools.ts';
import type {Message, Order} from '../messages.ts';
import {answerFrames, placeOnPage} from './frame-place.ts';
import {Listener} from './listen.ts';
import {nameElement} from './name-element.ts';

// Runs in every frame of the tab that is recorded, apart from the page's own scripts.

const BEGUN = Symbol.for('roteiro-recorder');
const holder = globalThis as unknown as Record<symbol, unknown>;

if (!holder[BEGUN]) {
	holder[BEGUN] = true;
	for (const part of PARTS) part();
	void begin();
}

async function begin(): Promise<void> {
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
		await tell({type: 'act', doing: {...doing, element: element && numberOf(element)} as Doing, named, place});
	});
	answerFrames();
	const tools = (globalThis as unknown as Holder)[Symbol.for('roteiro')]!;
	chrome.runtime.onMessage.addListener((order: Order, _sender, respond) => {
		if (order.type === 'record') listener.isOn = order.isOn;
		if (order.type === 'show') tools.show();
		if (order.type === 'cover') {
			const found = tools.hide(order.patterns);
			// The picture is of what is drawn.
			requestAnimationFrame(() => requestAnimationFrame(() => respond(found)));
			setTimeout(() => respond(found), 150);
			return true;
		}
		respond(0);
		return undefined;
	});
	const hello = (isNew: boolean) =>
		tell({type: 'hello', language: document.documentElement?.lang ?? '', title: document.title, isTop: window === top, isNew});
	// It is brought in while something is recorded: what is done before the worker has responded counts.
	listener.isOn = true;
	listener.isOn = (await hello(true)) === true;
	// The title and the language are known when the document is read.
	if (document.readyState !== 'loading') return;
	addEventListener('DOMContentLoaded', () => void hello(false), {once: true});
}

/** Says something to the worker; undefined where that is gone: the extension was taken away or replaced. */
function tell(message: Message): Promise<unknown> {
	return chrome.runtime.sendMessage(message).catch(() => undefined);
}
