import {computeAccessibleName, getRole} from 'dom-accessibility-api';
import {type Box, describeTarget, type Named} from '../../cli/recorder/describe-target.ts';
import {type Facts, frameOrigin, ownerOf, readFacts} from '../../cli/recorder/page/facts.ts';

/** A frame's viewport in that of the page: its place, the scale at which it is drawn, and the page's size. */
type Origin = {x: number; y: number; scaleX: number; scaleY: number; width: number; height: number};

/** A frame of another site that is not recorded never responds. Milliseconds. */
const PATIENCE_MS = 250;
const ASKED = 'roteiro-origin';

/** Returns frames within this one. */
export function answerFrames(): void {
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

/** A rectangle of this frame in the viewport of the page, with the size of that; null where it cannot be known. */
export async function placeOnPage({
	rect,
}: Pick<Facts, 'rect'>): Promise<{box: Box; scale: number; view: {width: number; height: number}} | null> {
	const origin = await ownOrigin();
	if (!origin) return null;
	const {x, y, scaleX, scaleY, width, height} = origin;
	const box = {x: x + rect.x * scaleX, y: y + rect.y * scaleY, width: rect.width * scaleX, height: rect.height * scaleY};
	return {box, scale: scaleX, view: {width, height}};
}

async function ownOrigin(): Promise<Origin | null> {
	if (window === top) return {x: 0, y: 0, scaleX: 1, scaleY: 1, width: innerWidth, height: innerHeight};
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
export function nameElement(element: Element): Named {
	const owner = ownerOf(element);
	const role = getRole(owner) ?? '';
	// A field for a password has no role, and a name all the same.
	const isNamed = role !== '' || owner.matches('input,textarea,select,[contenteditable],[aria-label],[aria-labelledby]');
	return describeTarget({role, name: isNamed ? computeAccessibleName(owner) : ''}, readFacts(element), readFacts(owner));
}
