import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Page} from 'puppeteer';
import {createLink} from '../../shared/store/access/email-links.ts';
import {type Editor, PATIENCE, startEditor} from '../editor/helpers.ts';
import {crowded} from '../editor/on-page.ts';
import {publishForm} from '../helpers/lead.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import {type Demo, furnishDemo} from '../screens/account.ts';
import {SCREENS} from '../screens/screens.ts';
import {TAG} from './copy.ts';
import {dataOf, findingsIn} from './findings.ts';

/**
 * Runs in the copy that has one language more: shows every screen and page in it at two widths, and prints one line of
 * JSON with what is wrong, by page. `--to FOLDER` keeps pictures.
 */

const to = process.argv.includes('--to') ? process.argv[process.argv.indexOf('--to') + 1] : undefined;
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1]!.split(',') : null;
const WIDTHS = [
	[1440, 900],
	[390, 844],
] as const;
const SETTLED_MS = 600;
const found: Record<string, string[]> = {};
/** What people wrote. */
let known = '';

await onOwnServers(async () => {
	const editor = await startEditor({SMTP_URL: 'smtp://127.0.0.1:1'});
	try {
		if (to) await mkdir(to, {recursive: true});
		const demo = await furnishDemo(editor.service, TAG);
		await (await editor.service.client({accountId: demo.accountId}))('PUT', `/v1/tours/${demo.tourId}/narration-settings`, {
			body: {language: TAG},
		});
		known = await dataOfAccount(editor, demo);
		for (const [name, {path, ready, act}] of Object.entries(SCREENS)) {
			if (only && !only.includes(name)) continue;
			const {page, context} = await editor.open(demo, path(demo));
			await page.waitForSelector(ready, PATIENCE);
			await act?.(page);
			await judge(name, page, {isDialog: act !== undefined});
			await context.close();
		}
		const context = await editor.browser.createBrowserContext();
		for (const [name, path] of Object.entries(await publicPages(editor, demo))) {
			if (only && !only.includes(name)) continue;
			const page = await context.newPage();
			await page.setExtraHTTPHeaders({'Accept-Language': TAG});
			await page.goto(new URL(path, editor.service.baseUrl).href, {waitUntil: 'networkidle2', ...PATIENCE});
			await judge(name, page);
			await page.close();
		}
	} finally {
		await editor.stop();
	}
});
console.log(JSON.stringify(found));
process.exit();

async function judge(name: string, page: Page, {isDialog = false} = {}): Promise<void> {
	for (const [width, height] of WIDTHS) {
		await page.setViewport({width, height});
		await new Promise(done => setTimeout(done, SETTLED_MS));
		const faults: string[] = [];
		// The landing page's own tour is drawn later, by `npm run lab -- landing`.
		for (const frame of page.frames().filter(each => !each.url().includes('/door/')))
			faults.push(...(await findingsIn(frame, known).catch(() => [])));
		if (faults.length > 0) found[`${name}, ${width}`] = faults;
		if (to) await page.screenshot({path: join(to, `${name}-${width}.png`) as `${string}.png`});
	}
	// Below a dialog lies what it covers.
	const narrow = (await crowded(page)).filter(fault => !isDialog || fault.includes('sideways'));
	if (narrow.length > 0) found[`${name}, narrow`] = narrow;
}

async function dataOfAccount({service}: Editor, {accountId, tourId}: Demo): Promise<string> {
	const client = await service.client({accountId});
	const bodies = await Promise.all(
		['/v1/tours?limit=200', `/v1/tours/${tourId}`, '/v1/leads'].map(async path => (await client('GET', path)).body),
	);
	return `Ana Lima Empresa Exemplo test Old onboarding Dana Bia Souza Carlos Ferreira Conceição Primeiro Segundo ${dataOf(bodies).join(' ')}`;
}

/** Returns the paths of all pages for people who are not signed in. */
async function publicPages({service}: Editor, demo: Demo): Promise<Record<string, string>> {
	const client = await service.client({accountId: demo.accountId});
	const form = await publishForm(client, {title: '', text: ''});
	await client('PUT', `/v1/tours/${form.tourId}/narration-settings`, {body: {language: TAG}});
	await client('POST', `/v1/tours/${form.tourId}/publish`, {body: {}});
	const account = {id: demo.accountId, email: 'ana.lima@example.com'};
	const link = async (purpose: 'reset' | 'confirm') => (await createLink(service.services.database.manager, {account, purpose})).path;
	return {
		landing: `/?language=${TAG}`,
		'sign-in': `/account/sign-in?language=${TAG}`,
		'sign-up': `/account/sign-up?language=${TAG}`,
		forgotten: `/account/forgotten?language=${TAG}`,
		reset: await link('reset'),
		confirm: await link('confirm'),
		unknown: '/p/nobodyknowsthislink000',
		nothing: '/nothing/here',
		form: `/p/${form.slug}`,
		tour: `/p/${form.slug}?step=2`,
	};
}
