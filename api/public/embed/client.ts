/**
 * Runs in pages of others: makes a cover of each link `<a class="roteiro">` to a tour of this service, and the player of the cover once
 * somebody presses it. The link itself stays where it is, hidden: frameworks that own it find it unchanged, and where this script does
 * not run it is a link. Nothing is written as HTML and no style as an attribute, so that a host's strict policy holds.
 */

import {COVER, frameHeight} from '../../../shared/tour/embed.ts';
import {currentCoverUrl, readTourUrl, type TourLink} from '../../../shared/tour/urls.ts';

/** Both are put in when this is compiled. */
declare const BASE_URL: string;
declare const STYLE: string;

type Cover = {href: string; tour: TourLink; box: HTMLElement; title: HTMLElement; frame?: HTMLIFrameElement; width?: number};

const ORIGIN = new URL(BASE_URL).origin;
/** Shape of a screenshot, until the player says it. */
const USUAL = 1.6;
/** Pixels, of the widest scroll bar: one that comes with a higher frame must not make it lower, and go. */
const BAR = 20;
/** Pixels; in cover.css too. */
const HIGHEST = 800;

const covers = new Map<HTMLAnchorElement, Cover>();
// Keeps itself up to date, and costs nothing to look at.
const links = document.getElementsByClassName('roteiro');
const observer = new MutationObserver(scan);
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

function scan(): void {
	for (const [link, {box, href}] of covers) {
		if (link.isConnected && link.href === href && link.classList.contains('roteiro')) continue;
		box.remove();
		link.style.removeProperty('display');
		covers.delete(link);
	}
	for (const link of links) if (link instanceof HTMLAnchorElement) stand(link);
}

function stand(link: HTMLAnchorElement): void {
	const tour = readTourUrl(BASE_URL, link.href);
	if (!tour) return;
	const cover = covers.get(link) ?? draw(link, tour);
	// While the page is still coming in, a link may be there before its text.
	cover.title.textContent = link.textContent.trim() || 'Tour';
	if (link.nextSibling !== cover.box) link.after(cover.box);
	// Asked first: browsers may report a value that is set again.
	if (link.style.display !== 'none') link.style.setProperty('display', 'none', 'important');
}

function draw(link: HTMLAnchorElement, tour: TourLink): Cover {
	const [box, title, button, image] = [make('span'), make('span'), make('button'), new Image(COVER.width, COVER.height)];
	const cover: Cover = {href: link.href, tour, box, title};
	const root = box.attachShadow({mode: 'open'});
	root.adoptedStyleSheets = [sheet];
	image.loading = 'lazy';
	image.alt = '';
	image.src = currentCoverUrl(tour.url);
	// Without it the title below is seen.
	image.onerror = () => image.remove();
	button.type = 'button';
	button.append(title, image, make('i'));
	button.onclick = () => {
		cover.frame = frameOf(cover, link.dataset);
		button.replaceWith(cover.frame);
		cover.frame.focus();
	};
	root.append(button);
	covers.set(link, cover);
	// Frameworks that write the whole style, or hide and show by it, would show the link again.
	observer.observe(link, {attributeFilter: ['style']});
	return cover;
}

function frameOf({tour, title, box}: Cover, {width, height}: DOMStringMap): HTMLIFrameElement {
	const frame = make('iframe');
	frame.title = title.textContent;
	frame.allow = 'autoplay';
	frame.allowFullscreen = true;
	// The cover stays until the player is painted over it.
	frame.style.setProperty('--cover', `url(${currentCoverUrl(tour.url)})`);
	const ratio = Number(width) / Number(height) || USUAL;
	frame.style.aspectRatio = String(ratio);
	// The player will ask for this height: set at once, nothing jumps.
	frame.style.height = heightFor({width: box.clientWidth, height: frameHeight(box.clientWidth, ratio)});
	frame.src = tour.url + tour.asks;
	return frame;
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
	return document.createElement(name);
}

/** Passes the player's messages on to its link; the fields are those of renderers/player/client/report.ts. */
function hear({source, origin, data}: MessageEvent): void {
	if (origin !== ORIGIN || data?.source !== 'roteiro') return;
	for (const [link, cover] of covers) {
		const {frame} = cover;
		if (!frame || frame.contentWindow !== source) continue;
		if (data.type === 'resize') resize(cover, frame, data);
		link.dispatchEvent(new CustomEvent(`roteiro:${data.type}`, {detail: data, bubbles: true}));
	}
}

function resize(cover: Cover, {style}: HTMLIFrameElement, asked: Room): void {
	const height = heightFor(asked);
	const lower = Number.parseFloat(style.height) - Number.parseFloat(height);
	const narrower = cover.width! - asked.width;
	if (Math.abs(lower) <= 1 || (lower > 0 && narrower >= 0 && narrower <= BAR)) return;
	cover.width = asked.width;
	style.height = height;
}

type Room = {width: number; height: number};

/**
 * Returns the height that the player asks for if it fits in view or the player is upright; else none: the words go over the picture, and the
 * stylesheet's shape is best.
 */
function heightFor({width, height}: Room): string {
	const most = Math.min(HIGHEST, innerHeight);
	return height <= most || width <= most ? `${Math.min(height, most)}px` : '';
}

// The same script may be on a page several times.
const MARK = `roteiro ${BASE_URL}`;
const known = window as unknown as Record<string, boolean>;
if (!known[MARK]) {
	known[MARK] = true;
	scan();
	observer.observe(document, {subtree: true, childList: true, attributeFilter: ['href', 'class']});
	addEventListener('message', hear);
}
