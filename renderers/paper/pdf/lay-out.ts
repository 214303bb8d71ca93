import type {Page} from 'puppeteer';
import {type Block, packPages} from './pack.ts';
import {PER_MM, type Sheet} from './sheet.ts';

/** Measures the words of every step as they stand in the page, and gives pictures and page breaks their place. */
export async function layOut(page: Page, sheet: Sheet): Promise<void> {
	await page.evaluate(async () => void (await document.fonts.ready));
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
