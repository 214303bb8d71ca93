import type {Page} from 'puppeteer';
import {type Furnished, furnish} from '../bounded-reads/accounts.ts';
import {type Editor, PATIENCE, startEditor} from '../editor/helpers.ts';
import type {Measured} from './benches.ts';
import {sized} from './figures.ts';
import {compare, MANY} from './wide-account.ts';

/** Every list of the editor has a full page: what is drawn is as much. */
const FEW = 1000;
/** A month of visits, as the statistics show it. */
const DAYS = 30;
const ROUNDS = sized(9, 3);

/** Screens by their paths, and what is there once a screen shows what it is for. */
const SCREENS: Record<string, string> = {
	'/': '.cards img, .grid img',
	'/bin': '.bin li',
	'/tours/{id}': '.strip [aria-selected=true]',
	'/tours/{id}/theme': 'iframe',
	'/tours/{id}/cards': 'iframe',
	'/tours/{id}/statistics': '.funnel tbody tr',
	'/statistics': '.total strong',
	'/leads': 'main table tbody tr',
	'/settings/profile': 'main input',
	'/settings/keys': 'main button',
	'/settings/uses': 'main tr, main li',
	'/settings/limits': '#plan',
	'/settings/data': 'main .panel .primary',
};

/** Each screen of the editor, opened by its address, in an account of 30,000 tours beside one of 1,000. */
export async function benchWideEditor(): Promise<Measured[]> {
	const editor = await startEditor({}, {also: ['export']});
	try {
		const accounts: Furnished[] = [];
		for (const size of [FEW, MANY]) accounts.push(await furnish(editor.service, size, {days: DAYS}));
		const pages = await Promise.all(accounts.map(async ({person}) => (await editor.open(person, '/')).page));
		const measured: Measured[] = [];
		for (const [path, ready] of Object.entries(SCREENS)) {
			const [few, many] = accounts.map(({names}, index) => opener(editor, pages[index]!, path.replace('{id}', names.id!), ready));
			measured.push(await compare(`screen ${path}`, few!, many!, {rounds: ROUNDS, size: FEW}));
			process.stderr.write(`  ${path}: ${measured.at(-1)!.ratio.toFixed(2)}x\n`);
		}
		return measured;
	} finally {
		await editor.stop();
	}
}

function opener({service}: Editor, page: Page, path: string, ready: string) {
	return async () => {
		await page.goto(`${service.baseUrl}${path}`);
		await page.waitForSelector(ready, PATIENCE);
	};
}
