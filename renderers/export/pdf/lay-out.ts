import type {Page} from 'puppeteer';
import {ANY_LINES, setTexts, type TextWay} from '../../cover/fit.ts';
import {type Block, packPages} from './pack.ts';
import {PER_MM, type Sheet} from './sheet.ts';

/** Points of a step's heading: smaller ones where a word has no room beside an upright picture. */
const HEADINGS = [
	...[14, 12, 10, 8.5, 7].map(size => ({style: `font-size:${size}pt;overflow-wrap:normal`, lines: ANY_LINES})),
	{style: 'font-size:14pt;overflow-wrap:anywhere', lines: ANY_LINES},
];

/** Measures the words of the cover and of every step, then sets sizes of titles, pictures and page breaks. */
export async function layOut(page: Page, sheet: Sheet, coverTitles: TextWay[]): Promise<void> {
	await page.evaluate(async () => void (await document.fonts.ready));
	await setTexts(page, 'h1', coverTitles);
	await setTexts(page, 'h2 .title', HEADINGS);
	const measured = await page.evaluate(() =>
		Array.from(document.querySelectorAll<HTMLElement>('article'), article => ({
			height: article.querySelector('.words')!.getBoundingClientRect().height,
			ratio: article.dataset.ratio!,
		})),
	);
	const blocks = measured.map(({height, ratio}): Block => ({words: height / PER_MM, picture: ratio ? Number(ratio) : null}));
	await page.evaluate(
		places => {
			for (const [index, article] of [...document.querySelectorAll<HTMLElement>('article')].entries()) {
				const {begins, picture} = places[index]!;
				if (begins && index > 0) article.classList.add('begins');
				const shot = article.querySelector<HTMLElement>('.shot');
				if (shot && picture !== null) shot.style.width = `${picture}mm`;
			}
		},
		packPages(blocks, sheet),
	);
}
