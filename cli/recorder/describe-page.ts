import type {AnyPage} from './driver.ts';
import {type PageWords, readPage} from './page/facts.ts';
import {within} from './settle.ts';

const LOOK_MS = 1000;

/** Returns what a page says of itself; nothing where it does not answer. */
export async function describePage(page: AnyPage): Promise<PageWords> {
	return within(page.mainFrame().evaluate(readPage, undefined), LOOK_MS).catch(() => ({title: '', heading: ''}));
}
