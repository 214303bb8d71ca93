import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import {publishForm, sendLead} from '../helpers/lead.ts';
import {openBrowser} from '../helpers/player-site.ts';
import {startService} from '../helpers/service.ts';

/** A page of another origin that isolates itself, as playgrounds and editors with WebAssembly do: what it shows in a frame has to agree. */

const POLICIES = ['unsafe-none', 'require-corp', 'credentialless'];
const service = await startService();
const ana = await service.client();
const browser = await openBrowser();
const host = createServer(({url = ''}, response) => {
	const {searchParams} = new URL(url, 'http://localhost');
	response.writeHead(200, {
		'Content-Type': 'text/html; charset=utf-8',
		'Cross-Origin-Embedder-Policy': searchParams.get('policy') ?? '',
		'Cross-Origin-Opener-Policy': 'same-origin',
	});
	const shown = searchParams.get('shown') ?? '';
	const script =
		searchParams.has('script') && `<script async src="${service.baseUrl}/embed.js"></script><a class="roteiro" href="${shown}">Tour</a>`;
	response.end(`<!doctype html><title>Host</title>${script || `<iframe src="${shown}" width="800" height="560"></iframe>`}`);
});
await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve));
test.after.always(async () => {
	await browser.close();
	host.close();
	await service.stop();
});

for (const policy of POLICIES) {
	test.serial(`a host whose policy is ${policy} shows tours, previews and errors in a frame, and the player by the script`, async t => {
		const tour = await publishForm(ana);
		const gone = await publishForm(ana);
		await ana('DELETE', `/v1/tours/${gone.tourId}/publish`);
		const preview: string = (await ana('POST', `/v1/tours/${tour.tourId}/publish`, {body: {dryRun: true}})).body.preview.url;
		const open = async (query: Record<string, string>) => {
			const page = await browser.newPage();
			const {port} = host.address() as AddressInfo;
			await page.goto(`http://localhost:${port}/?${new URLSearchParams({policy, ...query})}`, {waitUntil: 'load'});
			return page;
		};
		const frameOf = (page: Awaited<ReturnType<typeof open>>) => page.frames().find(frame => frame.url().startsWith(service.baseUrl));
		for (const [shown, selector] of [
			[tour.url, '.step.on'],
			[preview, '.step.on'],
			[gone.url, 'h1'],
			[`${service.baseUrl}/p/${'x'.repeat(22)}`, 'h1'],
			[`${service.baseUrl}/p/preview/${'x'.repeat(22)}`, 'h1'],
		] as const) {
			const page = await open({shown});
			t.is(await page.evaluate(() => globalThis.crossOriginIsolated), policy !== 'unsafe-none');
			t.truthy(await page.waitForSelector('iframe'));
			t.truthy(
				await frameOf(page)
					?.waitForSelector(selector, {timeout: 5000})
					.catch(() => null),
				`${shown} ${selector}`,
			);
			await page.close();
		}
		const page = await open({shown: tour.url, script: ''});
		const link = await page.waitForSelector('.roteiro + span');
		await link!.evaluate(box => box.shadowRoot!.querySelector('button')!.click());
		await page.waitForFunction(() => document.querySelector('.roteiro + span')!.shadowRoot!.querySelector('iframe'));
		const frame = await page.waitForFrame(frame => frame.url().startsWith(tour.url), {timeout: 5000});
		t.truthy(await frame.waitForSelector('.step.on', {timeout: 5000}).catch(() => null));
		await page.close();
	});
}

test.serial('a form that comes back with faults stands in such a frame as well', async t => {
	const tour = await publishForm(ana);
	const {status, headers} = await sendLead(tour, {email: 'x'}, {json: false});
	t.is(status, 400);
	t.is(headers.get('cross-origin-resource-policy'), 'cross-origin');
	t.is(headers.get('cross-origin-embedder-policy'), 'require-corp');
});
