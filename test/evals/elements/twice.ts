import type {Page} from 'puppeteer';
import {AppError} from '../../../shared/errors.ts';
import {placeTarget} from '../../../shared/tour/place/target.ts';
import {seededRandom} from '../../helpers/random.ts';
import {draw, read} from './drawn.ts';

const WORDS =
	'Orders Customers Invoices Settings Reports Members Billing Export Archive Webhooks Sessions Team Labels Payments Products'.split(' ');
const MORE = 'New Open All Recent Shared Monthly Weekly Pending'.split(' ');
const SIZE = {width: 640, height: 400};

/** What became of a text that stands twice on a screen. */
export type Outcome = 'refused' | 'named' | 'unread' | 'silent';

const CODES = new Set(['target_ambiguous', 'target_not_found']);

/** Draws a screen on which one text stands twice, as whatever it may be, and points at it by its words. */
export async function pointAtTwice(page: Page, seed: number): Promise<{outcome: Outcome; text: string; read: string[]}> {
	const random = seededRandom(seed);
	const text = `${random.pick(MORE)} ${random.pick(WORDS)}`;
	const forms = [
		`<h2 style="margin: 4px 0">${text}</h2>`,
		`<a href="#">${text}</a>`,
		`<button class="go">${text}</button>`,
		`<nav><p>Home</p><p>${text}</p><p>About</p></nav>`,
		`<p>${text}</p>`,
		`<table><tr><td>${text}</td><td>${1 + Math.floor(random.next() * 90)}</td></tr></table>`,
		`<p>See ${text} for more.</p>`,
	];
	const others = WORDS.slice(0, 4).map(word => `<p>${word} of the year</p>`);
	const html = `<main style="display: block; columns: 2">${[random.pick(forms), others[0], random.pick(forms), ...others.slice(1)].join('')}</main>`;
	const elements = await read(await draw(page, html, {...SIZE, dpr: random.next() < 0.5 ? 1 : 2, dark: random.next() < 0.3}));
	const said = elements.map(element => `${element.kind} "${element.text}"`);
	try {
		const {adjustments} = placeTarget({text}, SIZE, elements);
		return {outcome: adjustments.length > 0 ? 'named' : 'silent', text, read: said};
	} catch (error) {
		if (!(error instanceof AppError) || !CODES.has(error.code)) throw error;
		return {outcome: error.code === 'target_ambiguous' ? 'refused' : 'unread', text, read: said};
	}
}
