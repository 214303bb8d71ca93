import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import type {Page} from 'puppeteer';
import {createLink} from '../../shared/store/access/email-links.ts';
import {type Editor, PATIENCE, startEditor} from '../editor/helpers.ts';
import {crowded} from '../editor/on-page.ts';
import {publishForm} from '../helpers/lead.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import type {Client} from '../helpers/service.ts';
import {type Demo, furnishDemo} from '../screens/account.ts';
import {SCREENS} from '../screens/screens.ts';
import {TAG} from './copy.ts';
import {dataOf, findingsIn} from './findings.ts';

/**
 * Runs in the copy that has one language more: shows every screen and page in it at two widths, and prints one line of
 * JSON with what is wrong, by page. `--to FOLDER` keeps pictures, `--only sign-in,tour` looks at these alone.
 */

const {to, only} = parseArgs({options: {to: {type: 'string'}, only: {type: 'string'}}}).values;
const isWanted = (name: string) => !only || only.split(',').includes(name);
const WIDTHS = [
	[1440, 900],
	[390, 844],
] as const;
const SETTLED_MS = 600;
const found: Record<string, string[]> = {};
/** Texts of the account, in which every word is allowed. */
let known = '';

await onOwnServers(async () => {
	const editor = await startEditor({SMTP_URL: 'smtp://127.0.0.1:1'});
	try {
		if (to) await mkdir(to, {recursive: true});
		const demo = await furnishDemo(editor.service, TAG);
		const client = await editor.service.client({accountId: demo.accountId});
		const tour = await published(client, demo.tourId);
		const form = await published(client, (await publishForm(client, {title: '', text: ''})).tourId);
		known = await dataOfAccount(client, demo);
		for (const [name, {path, ready, act}] of Object.entries(SCREENS)) {
			if (!isWanted(name)) continue;
			const {page, context} = await editor.open(demo, path(demo));
			await page.waitForSelector(ready, PATIENCE);
			await act?.(page);
			await judge(name, page, {isDialog: act !== undefined});
			await context.close();
		}
		const context = await editor.browser.createBrowserContext();
		for (const [name, path] of Object.entries({...(await ownPages(editor, demo)), tour, form})) {
			if (!isWanted(name)) continue;
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
		for (const frame of page.frames().filter(each => !each.url().includes('/door/'))) faults.push(...(await findingsIn(frame, known)));
		if (faults.length > 0) found[`${name}, ${width}`] = faults;
		if (to) await page.screenshot({path: join(to, `${name}-${width}.png`) as `${string}.png`});
	}
	// Below a dialog lies what it covers.
	const narrow = (await crowded(page)).filter(fault => !isDialog || fault.includes('sideways'));
	if (narrow.length > 0) found[`${name}, narrow`] = narrow;
}

/** Publishes a tour in the language, and returns its path. */
async function published(client: Client, id: string): Promise<string> {
	await client('PUT', `/v1/tours/${id}/narration-settings`, {body: {language: TAG}});
	return new URL((await client('POST', `/v1/tours/${id}/publish`, {body: {}})).body.publishedLink.url).pathname;
}

async function dataOfAccount(client: Client, {tourId, forkId}: Demo): Promise<string> {
	const bodies = await Promise.all(
		['/v1/tours?limit=200', `/v1/tours/${tourId}`, `/v1/tours/${forkId}`, '/v1/leads'].map(async path => (await client('GET', path)).body),
	);
	return `Ana Lima Empresa Exemplo test Old onboarding Dana Bia Souza Carlos Ferreira Conceição Primeiro Segundo ${dataOf(bodies).join(' ')}`;
}

/** Returns the paths of the service's own pages for people who are not signed in. */
async function ownPages({service}: Editor, demo: Demo): Promise<Record<string, string>> {
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
	};
}
