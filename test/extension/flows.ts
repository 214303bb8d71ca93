import type {Browser, Page} from 'puppeteer';

/** What somebody does, slowly enough for a person and fast enough for a test. `targets`: what is used, as the page calls it. */
export type Flow = {
	name: string;
	page: string;
	act(page: Page, browser: Browser): Promise<void>;
	targets: string[];
	titles: string[];
	/** Of frames with a padding, which the pages do not know of each other. */
	shift?: Record<string, number>;
	/** Runs within the page: whether it got what was done. */
	expects?: () => boolean | string;
	/** Which of the pictures show something red. */
	red?: boolean[];
	/** The pixels are read as well. */
	reads?: boolean;
};

export const SECRETS = {password: 'Zanzibar-9471-kingfisher', card: '4111111111111111', codes: '739204'};

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
async function press(page: Page, selector: string): Promise<void> {
	await page.locator(selector).click();
	await pause(650);
}
async function pressIn(page: Page, url: RegExp, selector: string): Promise<void> {
	const frame = await page.waitForFrame(one => url.test(one.url()));
	const handle = await frame.waitForSelector(selector);
	const box = (await handle!.boundingBox())!;
	await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
	await pause(650);
}

export const FLOWS: Flow[] = [
	{
		name: 'form',
		page: 'form',
		async act(page) {
			await press(page, '#email');
			await page.keyboard.type('ana@example.org');
			await press(page, '#password');
			await page.keyboard.type(SECRETS.password);
			await page.select('#country', 'br');
			await press(page, '#terms');
			await press(page, '#send');
		},
		// Chosen by a script, the list is not used by a person.
		targets: ['email', 'password', 'terms', 'send'],
		titles: ['Fill in "Email"', 'Fill in "Password"', 'Select "I accept the terms"', 'Click "Send now"', 'That is all'],
		expects: () =>
			document.body.innerText.split('Thank you').length === 2 && (document.querySelector('#terms') as HTMLInputElement).checked,
	},
	{
		name: 'routes',
		page: 'routes',
		async act(page) {
			for (const id of ['to-reports', 'new-report', 'menu', 'export']) await press(page, `#${id}`);
		},
		targets: ['to-reports', 'new-report', 'menu', 'export'],
		titles: ['Click "Reports"', 'Click "New report"', 'Click "More actions"', 'Click "Export as CSV"'],
		expects: () => document.querySelectorAll('#export').length === 1,
	},
	{
		// A menu that opens when it is pressed, with an entry that counts when it is let go.
		name: 'press',
		page: 'press',
		async act(page) {
			for (const id of ['options', 'remove']) await press(page, `#${id}`);
		},
		targets: ['options', 'remove'],
		titles: ['Click "Options"', 'Click "Delete file"'],
		expects: () =>
			document.querySelector('#said')!.textContent === 'pointerdown mousedown focus pointerup mouseup click' ||
			document.querySelector('#said')!.textContent!,
		red: [false, true, false],
	},
	{
		name: 'frames',
		page: 'frames',
		async act(page) {
			await pressIn(page, /\/inner$/, '#in-frame');
			await pressIn(page, /\/innermost$/, '#in-inner-frame');
			await pressIn(page, /\/elsewhere/, '#elsewhere');
		},
		targets: ['in-frame', 'in-inner-frame', 'elsewhere'],
		titles: ['Click "Inside"', 'Click "Deep inside"', 'Click "Of another site"'],
		shift: {'in-frame': 5, 'in-inner-frame': 5},
	},
	{
		name: 'shadow',
		page: 'shadow',
		async act(page) {
			await press(page, '>>> #open-shadow');
			await press(page, '>>> #city');
			await page.keyboard.type('Recife');
			await page.keyboard.press('Enter');
		},
		targets: ['open-shadow', 'city'],
		titles: ['Click "In the shadow"', 'Fill in "City"'],
	},
	{
		name: 'fast',
		page: 'dialogs',
		async act(page) {
			page.on('dialog', dialog => void dialog.accept());
			const box = (await (await page.$('#remove'))!.boundingBox())!;
			for (let count = 0; count < 3; count++) {
				await page.mouse.click(box.x + 10, box.y + 10);
				await pause(1300);
			}
			await press(page, '#undo');
		},
		targets: ['remove', 'remove', 'remove', 'undo'],
		titles: [],
		// No click is lost, and none is done twice.
		expects: () => document.querySelectorAll('#undo').length === 3 || `${document.querySelectorAll('#undo').length} clicks of 3`,
	},
	{
		name: 'secrets',
		page: 'secrets',
		async act(page) {
			await press(page, '#secret');
			await page.keyboard.type(SECRETS.password);
			await press(page, '#eye');
			await press(page, '#card');
			await page.keyboard.type(SECRETS.card);
			await press(page, '#code');
			await page.keyboard.type(SECRETS.codes);
			await press(page, '#next');
			await press(page, '#done');
		},
		targets: ['secret', 'eye', 'card', 'code', 'next', 'done'],
		titles: ['Fill in "Password"', 'Click "Show"', 'Fill in "Card number"', 'Fill in "Code"', 'Click "Continue"', 'Click "Done"'],
		reads: true,
	},
];
