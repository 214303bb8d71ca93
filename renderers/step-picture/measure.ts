import type {Loaded} from '../browser/browser.ts';
import type {Page, PageOptions} from '../player/page.ts';

/** CSS pixels of the window. */
export type Box = {left: number; top: number; width: number; height: number};

/** A step as it is drawn, measured in the page. */
export type Seen = {
	window: Box;
	/** The box of the words: a balloon or a card. */
	words: Box;
	/** The picture as the camera draws it, the visible part of the window, and its own width in pixels (0 if unreadable). */
	picture: (Box & {pixels: number}) | null;
	frame: Box | null;
	/** The share of the words that is seen without scrolling. */
	shown: number;
};

/** Waits until the page shows its step as it stays: fonts, the picture, the balloon in its place. Runs in the page. */
export async function rest(): Promise<void> {
	const until = (isDone: () => boolean) =>
		new Promise<void>(resolve => {
			const look = () => (isDone() ? resolve() : requestAnimationFrame(look));
			look();
		});
	// The player asks for its font once the page has loaded.
	await until(() => document.documentElement.classList.contains('dressed'));
	await document.fonts.ready;
	const image = document.querySelector<HTMLImageElement>('.step.on img');
	await image?.decode().catch(() => {});
	// One for the layout that the font brought, one for what follows from it.
	for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** Measures the step that is shown. Runs in the page: it must not use anything from outside itself. */
export function measure(): Seen {
	const box = (element: Element): Box => {
		const {left, top, width, height} = element.getBoundingClientRect();
		return {left, top, width, height};
	};
	const step = document.querySelector('.step.on')!;
	const words = step.querySelector('.balloon, .card')!;
	const image = step.querySelector('img');
	const frame = step.querySelector('.shot');
	// A balloon scrolls its words; a card may itself.
	const shares = [step.querySelector('.say'), step.querySelector('.card')].flatMap(element => {
		if (!element) return [];
		// Heights are rounded.
		const {scrollHeight, clientHeight, scrollWidth, clientWidth} = element;
		const inStep = Math.min(clientHeight, box(step).height);
		return [(inStep + 1) / scrollHeight, (clientWidth + 1) / scrollWidth];
	});
	return {
		window: {left: 0, top: 0, width: innerWidth, height: innerHeight},
		words: box(words),
		picture: image && {...box(step.querySelector('.pic')!), pixels: image.complete ? image.naturalWidth : 0},
		frame: frame && box(frame),
		shown: Math.min(1, ...shares),
	};
}

/** Takes the words away, so that all of the target is seen. Runs in the page. */
export function hideWords(): void {
	document.querySelector<HTMLElement>('.step.on .balloon')!.style.visibility = 'hidden';
}

/** Returns options of a page that is only drawn, at an address of a host that does not exist. */
export function drawnPage(pageUrl: string): PageOptions {
	const coverUrl = new URL('/cover.jpg', pageUrl).href;
	return {pageUrl, coverUrl, oembedUrl: null, basePath: '', preview: false, lead: null, reportPath: null};
}

/** Returns a loader of such a page, its fonts, and files that `read` returns. */
export function answersOf(
	pageUrl: string,
	{html, csp, fonts}: Page,
	read: (file: string) => Promise<Buffer | null>,
): (path: string) => Promise<Loaded | null> {
	const {pathname} = new URL(pageUrl);
	return async (path): Promise<Loaded | null> => {
		if (path === pathname)
			return {body: Buffer.from(html), headers: {'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': csp}};
		const file = path.replace(/^\/media\//, '');
		const body = fonts.find(({name}) => name === file)?.bytes ?? (await read(file));
		return body && {body, headers: {}};
	};
}
