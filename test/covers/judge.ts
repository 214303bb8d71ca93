import type {Page} from 'puppeteer';
import {coverContent} from '../../renderers/cover/cover.ts';
import {coverPage} from '../../renderers/cover/document.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {COVER} from '../../shared/tour/embed.ts';

/** What a cover shows of its words. */
export type Judged = {division: string; size: number; broken: string[]; cut: string[]};

/** Draws the cover of a tour in `page` as the service does, and reads where its words came to lie. */
export async function judgeCover(page: Page, snapshot: Snapshot, image: Buffer, height: number = COVER.height): Promise<Judged> {
	const cover = coverPage(coverContent(snapshot), image, height);
	const show = (html: string) => page.setContent(`<!doctype html>${html}`);
	await show(cover.html);
	await cover.settle(page, show);
	return page.evaluate(readWords);
}

/** Runs in the page. */
function readWords(): Judged {
	const broken: string[] = [];
	const cut: string[] = [];
	for (const element of document.querySelectorAll<HTMLElement>('h1, .card h2, .card p')) {
		const text = element.firstChild;
		if (!text) continue;
		// A slide's text is an excerpt, in which a word may be cut by the end.
		if (element.tagName === 'P') element.style.cssText += ';-webkit-line-clamp:none;display:block';
		const range = document.createRange();
		// A line may end behind a hyphen.
		for (const {0: word, index} of text.textContent!.matchAll(/[^\s-]+-?/g)) {
			range.setStart(text, index);
			range.setEnd(text, index + word.length);
			if (range.getClientRects().length > 1) broken.push(word);
		}
		const {fontSize} = getComputedStyle(element);
		const isCut = element.scrollHeight - element.clientHeight > 0.5 * Number.parseFloat(fontSize);
		if (isCut && element.tagName !== 'P') cut.push(text.textContent!);
	}
	const title = document.querySelector('h1')!;
	return {division: document.body.className, size: Number.parseFloat(getComputedStyle(title).fontSize), broken, cut};
}
