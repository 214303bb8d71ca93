import type {ExecutionContext} from 'ava';
import type {Page} from 'puppeteer';

/** The identifiers of the steps that are seen. */
export function shownSteps(page: Page): Promise<string[]> {
	return page.$$eval('.step', steps => steps.filter(step => step.getClientRects().length > 0).map(step => step.id));
}

/** Walks by keyboard through a tour of `sampleSteps` with its closing card, in any of the pages that show it. */
export async function walkByKeyboard(t: ExecutionContext, page: Page): Promise<void> {
	const press = async (key: Parameters<Page['keyboard']['press']>[0]) => {
		await page.keyboard.press(key);
		return (await shownSteps(page)).join();
	};
	t.deepEqual(await shownSteps(page), ['s1']);
	const visited = await page.evaluate(() => history.length);
	t.is(await press('ArrowRight'), 's2');
	t.regex(await page.$eval('[role=status]', status => status.textContent), /^Passo 2 de 3\. Segundo\. Clique/);
	t.is(await page.evaluate(() => location.hash), '#s2');
	t.is(await press('PageDown'), 's3');
	t.is(await press('End'), 'end');
	t.is(await press('ArrowRight'), 'end');
	t.is(await press('Home'), 's1');
	t.is(await press('ArrowLeft'), 's1');
	t.is(await page.evaluate(() => history.length), visited);

	await page.focus('#s1 [rel=next]');
	t.is(await press('Enter'), 's2');
	t.is(await page.evaluate(() => document.activeElement!.closest('.step')!.id + document.activeElement!.getAttribute('rel')), 's2next');
	t.is(await press('Enter'), 's3');
	t.is(await press('Enter'), 'end');
	// One Enter too many must not open the first link of the card.
	t.is(await page.evaluate(() => document.activeElement!.id), 'end');
}
