import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import {build} from 'esbuild';
import type {ElementHandle, Frame, Page} from 'puppeteer';
import {axeViolations} from '../../../test/helpers/axe.ts';
import {picture} from '../../../test/helpers/pictures.ts';
import {openBrowser} from '../../../test/helpers/player-site.ts';
import {type Client, startService, type TestService} from '../../../test/helpers/service.ts';

/** Pixels. */
const BAR = 4;

let service: TestService;
let ana: Client;
let tour: string;
let tall: string;
const browser = await openBrowser();

/** A host of another origin, whose policy allows of ours what docs/embedding.md says, and no inline style or script. */
let html = '';
const host = createServer((request, response) => {
	if (request.url === '/without-policy') return response.writeHead(200, {'Content-Type': 'text/html; charset=utf-8'}).end(html);
	if (request.url !== '/') return response.writeHead(204).end();
	const {origin} = new URL(service.baseUrl);
	const policy = `default-src 'none'; script-src ${origin}; img-src ${origin}; frame-src ${origin}; require-trusted-types-for 'script'`;
	response.writeHead(200, {'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy});
	response.end(html);
});
await new Promise<void>(resolve => host.listen(0, resolve));

test.before(async () => {
	service = await startService();
	ana = await service.client();
	tour = await publish('Vendas', 1440, 900);
	tall = await publish('Telefone', 390, 844);
});
test.after.always(async () => {
	await browser.close();
	host.close();
	await service?.stop();
});

async function publish(name: string, width: number, height: number): Promise<string> {
	const {id} = (await ana('POST', '/v1/tours', {body: {name}})).body.tour;
	const image = {base64: (await picture({width, height})).toString('base64')};
	for (const title of ['Um', 'Dois', 'Três']) {
		await ana('POST', `/v1/tours/${id}/steps`, {body: {title, alt: 'Tela', click: {x: 0.5, y: 0.4}, image}});
	}
	return (await ana('POST', `/v1/tours/${id}/publish`)).body.publishedLink.url;
}

type Visit = {page: Page; complaints: string[]; requests: string[]};

async function visit(body: string, {width = 1000, height = 1200, script = true, bypass = false} = {}): Promise<Visit> {
	html = `<!DOCTYPE html><html lang="pt-BR"><title>Blog</title><script async src="${service.baseUrl}/embed.js"></script><main>${body}</main>`;
	const page = await browser.newPage();
	const [complaints, requests]: [string[], string[]] = [[], []];
	page.on('console', message => ['error', 'warn'].includes(message.type()) && complaints.push(message.text()));
	page.on('pageerror', error => complaints.push(String(error)));
	page.on('request', request => requests.push(request.url()));
	await page.setJavaScriptEnabled(script);
	if (bypass) await page.setBypassCSP(true);
	await page.setViewport({width, height});
	await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`, {waitUntil: 'networkidle0'});
	return {page, complaints, requests};
}

const link = (url = tour, more = '') => `<a class="roteiro" href="${url}"${more}>Como vender</a>`;
const inside = (page: Page, selector: string, index = 0) =>
	page.evaluateHandle(
		(wanted, at) => document.querySelectorAll('a.roteiro + span')[at]?.shadowRoot?.querySelector(wanted) ?? null,
		selector,
		index,
	) as Promise<ElementHandle<HTMLElement>>;
const count = (page: Page, selector: string) =>
	page.evaluate(
		wanted => [...document.querySelectorAll('a.roteiro + span')].filter(box => box.shadowRoot?.querySelector(wanted)).length,
		selector,
	);
const settle = (page: Page) => page.evaluate(() => new Promise(resolve => setTimeout(resolve, 50)));

async function player(page: Page, index = 0): Promise<Frame> {
	const frame = await (await inside(page, 'iframe', index)).contentFrame();
	await frame!.waitForSelector('.js .step.on');
	return frame!;
}

test.serial('a link becomes a cover with its title; nothing else is fetched before the press, nothing moves, nobody complains', async t => {
	const {page, complaints, requests} = await visit(`<p>before</p>${link()}<p id="after">after</p>`);
	t.deepEqual(requests.slice(1), [`${service.baseUrl}/embed.js`, `${tour}/cover.jpg`]);
	const button = await inside(page, 'button');
	const box = (await button.boundingBox())!;
	t.true(Math.abs(box.width / box.height - 1200 / 630) < 0.01);
	t.true(
		await (await inside(page, 'img')).evaluate(
			image => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth === 1200,
		),
	);
	const {name, role} = (await page.accessibility.snapshot({root: button}))!;
	t.deepEqual([name, role], ['Como vender', 'button']);
	t.is(await page.$eval('a.roteiro', element => getComputedStyle(element).display), 'none');
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('the room for the cover is kept while it is on its way', async t => {
	html = `<!DOCTYPE html><html lang="en"><script src="${service.baseUrl}/embed.js"></script>${link()}<p id="after">after</p>`;
	const page = await browser.newPage();
	await page.setRequestInterception(true);
	page.on('request', request => request.resourceType() !== 'image' && request.continue());
	await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`, {waitUntil: 'domcontentloaded'});
	const {width, height} = (await (await inside(page, 'button')).boundingBox())!;
	t.true(Math.abs(width / height - 1200 / 630) < 0.01);
	await page.close();
});

for (const [how, press] of [
	['mouse', (button: ElementHandle) => button.click()],
	['Enter', (button: ElementHandle) => button.press('Enter')],
	['space', (button: ElementHandle) => button.press('Space')],
] as const) {
	test.serial(`pressed by ${how}, the player stands in its place, in the tour's shape, and has the focus`, async t => {
		const {page, complaints} = await visit(link());
		await page.keyboard.press('Tab');
		await press(await inside(page, 'button'));
		const frame = await player(page);
		const shape = (await (await inside(page, 'iframe')).boundingBox())!;
		// Below the picture is the bar of progress.
		t.true(Math.abs(shape.width / (shape.height - BAR) - 1.6) < 0.01, `${shape.width} x ${shape.height}`);
		t.is(await (await inside(page, 'iframe')).evaluate(element => (element as HTMLIFrameElement).title), 'Como vender');
		t.is(await count(page, 'button'), 0);
		await page.keyboard.press('ArrowRight');
		await frame.waitForSelector('#s2.on');
		t.deepEqual(complaints, []);
		await page.close();
	});
}

test.serial('what the player says is heard on its own link, and nobody else is believed', async t => {
	const {page} = await visit(`<div id="a">${link()}</div><div id="b">${link(`${tall}#s3`)}</div>`);
	await page.evaluate(() => {
		const heard: unknown[] = [];
		Object.assign(globalThis, {heard});
		for (const type of ['view', 'step', 'resize', 'complete', 'evil']) {
			document.addEventListener(`roteiro:${type}`, event => {
				heard.push([(event.target as Element).parentElement!.id, type, (event as CustomEvent).detail]);
			});
		}
	});
	const heard = () =>
		page.evaluate(() => (globalThis as unknown as {heard: Array<[string, string, {step?: string; position?: number}]>}).heard);
	await (await inside(page, 'button', 1)).click();
	await player(page, 1);
	await page.waitForFunction(() => (globalThis as unknown as {heard: unknown[][]}).heard.some(([, type]) => type === 'complete'));
	t.deepEqual([...new Set((await heard()).map(([id]) => id))], ['b']);
	t.like((await heard()).find(([, type]) => type === 'step')![2], {source: 'roteiro', tour: tall.split('/').at(-1), position: 2, count: 3});

	const before = (await heard()).length;
	const height = (await (await inside(page, 'iframe', 1)).boundingBox())!.height;
	await page.evaluate(() => {
		for (const type of ['evil', 'resize', 'step']) postMessage({source: 'roteiro', type, height: 9}, '*');
		for (const data of [null, 'x', 7, {source: 'roteiro'}]) window.postMessage(data, '*');
	});
	// A frame of the right origin, which the host has made itself.
	await page.evaluate(src => document.body.append(Object.assign(document.createElement('iframe'), {src})), tour);
	await page.waitForNetworkIdle();
	t.is((await heard()).length, before);
	t.is((await (await inside(page, 'iframe', 1)).boundingBox())!.height, height);
	await page.close();
});

test.serial('on a telephone the frame grows to what the player asks for, and no higher than a screen', async t => {
	const {page} = await visit(link() + link(tall), {width: 360, height: 760});
	for (const index of [0, 1]) {
		await (await inside(page, 'button', index)).click();
		await player(page, index);
	}
	await settle(page);
	const [wide, high] = [(await (await inside(page, 'iframe')).boundingBox())!, (await (await inside(page, 'iframe', 1)).boundingBox())!];
	t.log(`wide: ${wide.width} x ${wide.height}, tall: ${high.width} x ${high.height}`);
	t.true(wide.height >= wide.width);
	t.true(high.height > wide.height && high.height <= 800);
	await page.close();
});

test.serial('where the window is too low for picture above words, the frame keeps the shape of the picture', async t => {
	const {page} = await visit(link(), {width: 760, height: 560});
	await (await inside(page, 'button')).click();
	const frame = await player(page);
	await settle(page);
	const {width, height} = (await (await inside(page, 'iframe')).boundingBox())!;
	t.true(Math.abs(height - width / 1.6) < 1, `${width} x ${height}`);
	await page.setViewport({width: 760, height: 900});
	await page.setViewport({width: 761, height: 900});
	await frame.waitForFunction(() => innerHeight > 600);
	await page.close();
});

test.serial('links that come later, change, move and go are followed, as pages that draw themselves again do it', async t => {
	const {page, complaints} = await visit('<div id="root"></div>');
	const run = async (work: (root: HTMLElement, a: string, b: string) => void) => {
		await page.evaluate(`(${work})(document.getElementById('root'), ${JSON.stringify(tour)}, ${JSON.stringify(tall)})`);
		await settle(page);
		return page.evaluate(() =>
			[...document.querySelectorAll('#root > *')].map(
				({tagName, shadowRoot}) => shadowRoot?.querySelector('img,iframe')?.getAttribute('src') ?? tagName,
			),
		);
	};
	const [a, b] = [`${tour}/cover.jpg`, `${tall}/cover.jpg`];
	const added = await run((root, one, two) => {
		for (const href of [one, two]) root.append(Object.assign(document.createElement('a'), {className: 'roteiro', href, textContent: 'T'}));
	});
	t.deepEqual(added, ['A', a, 'A', b]);
	t.deepEqual(await run(root => root.append(root.children[0]!)), ['A', b, 'A', a], 'Its cover moves with it.');
	t.deepEqual(await run((root, one) => root.querySelector('a')!.setAttribute('href', one)), ['A', a, 'A', a]);
	t.deepEqual(await run(root => root.querySelector('a')!.removeAttribute('class')), ['A', 'A', a], 'A link again.');
	t.is(await page.$eval('#root a', element => getComputedStyle(element).display), 'inline');
	t.deepEqual(await run(root => root.querySelector('a')!.classList.add('roteiro')), ['A', a, 'A', a]);
	t.deepEqual(await run(root => root.querySelector('a')!.remove()), ['A', a]);

	// What a framework does not know of may be around: the frame goes on playing.
	await (await inside(page, 'button')).click();
	const frame = await player(page);
	await page.keyboard.press('ArrowRight');
	await frame.waitForSelector('#s2.on');
	await run(root => {
		root.prepend(document.createElement('p'));
		root.append(document.createElement('p'));
		root.querySelector('a')!.firstChild!.nodeValue = 'Another title';
	});
	t.truthy(await frame.$('#s2.on'));
	t.deepEqual(await run(root => root.replaceChildren()), []);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('a link whose style the host writes stays hidden behind its cover', async t => {
	const {page, complaints} = await visit(link());
	const isShown = async (style: (link: HTMLElement) => unknown) => {
		await page.$eval('a.roteiro', style as (link: Element) => unknown);
		await settle(page);
		return page.$eval('a.roteiro', element => element.getClientRects().length > 0);
	};
	t.false(await isShown(element => Object.assign(element.style, {cssText: 'color: red'})), 'all of it');
	t.false(await isShown(element => Object.assign(element.style, {display: 'none'})), 'hidden');
	t.false(await isShown(element => Object.assign(element.style, {display: ''})), 'shown again');
	t.is(await page.$eval('a.roteiro', element => (element as HTMLElement).style.color), 'red');
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('on paper no cover lies behind the steps of a tour that plays', async t => {
	const {page} = await visit(link());
	await (await inside(page, 'button')).click();
	await player(page);
	const ground = async () => (await inside(page, 'iframe')).evaluate(frame => getComputedStyle(frame).backgroundImage);
	t.regex(await ground(), /cover\.jpg/);
	await page.emulateMediaType('print');
	t.is(await ground(), 'none');
	await page.close();
});

test.serial('pages that React renders on the server and hydrates keep their links and covers, in both ways of the guide', async t => {
	const bundle = async (app: string) => {
		const {outputFiles} = await build({
			stdin: {
				loader: 'jsx',
				contents: `import * as React from 'react'; import {createElement as h, useEffect} from 'react'; import {hydrateRoot} from 'react-dom/client'; ${app}`,
				resolveDir: import.meta.dirname,
			},
			bundle: true,
			write: false,
			define: {'process.env.NODE_ENV': '"development"'},
		});
		return outputFiles[0]!.text.replaceAll('</script', '<\\/script');
	};
	const guide = await readFile(new URL('../../../docs/embedding.md', import.meta.url), 'utf8');
	const examples = [...guide.matchAll(/```jsx\n(.*?)```/gs)].map(([, text]) => text!.replaceAll('https://tours.example.com/p/SLUG', tour));
	t.is(examples.length, 2);
	for (const [index, example] of examples.entries()) {
		const root = `<div id="root"><main>${index === 0 ? `<div>${link()}</div>` : link()}<p>after</p></main></div>`;
		const app = await bundle(
			`${example.replaceAll('https://tours.example.com', service.baseUrl)}
			globalThis.faults = [];
			const app = text => h('main', null, h(Tour), h('p', null, text));
			globalThis.root = hydrateRoot(document.getElementById('root'), app('after'), {onRecoverableError: error => faults.push(String(error))});
			globalThis.again = () => root.render(app('again'));`,
		);
		html = `<!DOCTYPE html><html lang="en"><title>Blog</title>${index === 0 ? `<script src="${service.baseUrl}/embed.js"></script>` : ''}${root}<script>${app}</script>`;
		const page = await browser.newPage();
		await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/without-policy`, {waitUntil: 'networkidle0'});
		await (await inside(page, 'button')).click();
		await player(page);
		await page.evaluate('again()');
		await page.waitForFunction(() => document.querySelector('p')!.textContent === 'again');
		await player(page);
		t.deepEqual(await page.evaluate('faults'), [], example);
		await page.close();
	}
});

test.serial('only links to published tours of this service are touched, and twice the same script does nothing twice', async t => {
	const evil = ['javascript:alert(1)', 'https://evil.example/p/0123456789012345678901', `${service.baseUrl}/docs`, `${tour}/lead`, '#'];
	const links = evil.map(href => link(href)).join('');
	const {page} = await visit(`${links}<div class="roteiro"></div>${link()}<script async src="${service.baseUrl}/embed.js?again"></script>`);
	t.is(await page.$$eval('a.roteiro + span', boxes => boxes.length), 1);
	t.is(await page.$$eval('a.roteiro', all => all.filter(one => getComputedStyle(one).display !== 'none').length), evil.length);
	await page.close();
});

test.serial('where no cover comes the title is seen; without scripts the link is a link', async t => {
	const gone = `${service.baseUrl}/p/${'0'.repeat(22)}`;
	const {page} = await visit(link(gone));
	t.is(await count(page, 'img'), 0);
	t.true((await (await inside(page, 'span')).boundingBox())!.height > 10);
	await page.close();
	const {page: plain} = await visit(link(), {script: false});
	t.is(await plain.$eval('a.roteiro', element => (element as HTMLAnchorElement).href), tour);
	t.true((await (await plain.$('a.roteiro'))!.boundingBox())!.width > 20);
	await plain.close();
});

test.serial('the frame finds its height at once, in every width, also where a scroll bar comes with it', async t => {
	const {page} = await visit(`<div id="a">${link(tour, ' data-width=2880 data-height=1800')}</div>`, {
		bypass: true,
	});
	await page.evaluate(() => {
		document.body.style.margin = '0';
		document.addEventListener('roteiro:resize', () => {
			document.title = String(Number(document.title) + 1);
		});
	});
	await (await inside(page, 'button')).click();
	await player(page);
	const asked = async (change: () => Promise<unknown>) => {
		await change();
		await settle(page);
		await page.evaluate(() => {
			document.title = '0';
		});
		await new Promise(resolve => setTimeout(resolve, 300));
		return Number(await page.title());
	};
	const widen = (width: string) => page.$eval('#a', (element, value) => (element as HTMLElement).style.setProperty('width', value), width);
	const restless: string[] = [];
	for (const deviceScaleFactor of [1, 1.25, 2]) {
		await page.setViewport({width: 1300, height: 1200, deviceScaleFactor});
		for (const width of [972, 1004, 1036, 1084, 1100, 1164, 1164.5]) {
			if ((await asked(() => widen(`${width}px`))) > 2) restless.push(`${width} at ${deviceScaleFactor}`);
		}
	}
	// A page of some height with and without its scroll bar: with it the frame is narrower, so lower, and all fits again.
	await widen('100%');
	await page.addStyleTag({content: 'html::-webkit-scrollbar{width:17px}html{overflow-y:auto}'});
	for (let height = 618; height <= 630; height += 2) {
		if ((await asked(() => page.setViewport({width: 1000, height}))) > 2) restless.push(`scroll bar at ${height}`);
	}
	t.deepEqual(restless, []);
	await page.close();
});

test.serial('a frame whose shape is known has the height that the player asks for, in every width', async t => {
	const widths = Array.from({length: 11}, (_, index) => 900 + 27.25 * index);
	const shaped = link(tour, ' data-width=1440 data-height=900');
	const {page} = await visit(widths.map(width => `<div style="width:${width}px">${shaped}</div>`).join(''), {bypass: true, width: 1300});
	const heights = await page.evaluate(async () => {
		const asked = new Map<EventTarget, number[]>();
		addEventListener('roteiro:resize', event => {
			const {height} = (event as CustomEvent<{height: number}>).detail;
			asked.set(event.target!, [...(asked.get(event.target!) ?? []), height]);
		});
		const boxes = [...document.querySelectorAll('.roteiro + *')];
		for (const box of boxes) box.shadowRoot!.querySelector('button')!.click();
		const given = boxes.map(box => box.shadowRoot!.querySelector('iframe')!.getBoundingClientRect().height);
		await new Promise(resolve => setTimeout(resolve, 8000));
		const links = [...document.querySelectorAll('.roteiro')];
		const stays = boxes.map(box => box.shadowRoot!.querySelector('iframe')!.getBoundingClientRect().height);
		return links.map((link, index) => ({given: given[index], stays: stays[index], asked: asked.get(link)}));
	});
	for (const [index, {given, stays, asked}] of heights.entries()) {
		t.is(stays, given, `${widths[index]}`);
		t.is(asked?.length, 1, `${widths[index]}: ${asked}`);
	}
	await page.close();
});

test.serial('axe finds nothing in covers and frames', async t => {
	const {page} = await visit(`<h1>Blog</h1>${link()}${link(tall)}`, {bypass: true});
	await (await inside(page, 'button', 1)).click();
	await player(page, 1);
	t.deepEqual(await axeViolations(page), []);
	await page.close();
});

test.serial('the examples of docs/embedding.md do what they say', async t => {
	const guide = await readFile(new URL('../../../docs/embedding.md', import.meta.url), 'utf8');
	const examples = [...guide.matchAll(/```html\n(.*?)```/gs)].map(([, text]) =>
		text!.replaceAll('https://tours.example.com/p/SLUG', tour).replaceAll('https://tours.example.com', service.baseUrl),
	);
	t.is(examples.length, 3);
	const page = await browser.newPage();
	const said: string[] = [];
	page.on('console', message => said.push(message.text()));
	await page.setViewport({width: 600, height: 900});
	const show = (example: string) => {
		html = example;
		return page.goto(`http://localhost:${(host.address() as AddressInfo).port}/without-policy`, {waitUntil: 'networkidle0'});
	};
	const progress = (text: string) => page.waitForFunction(wanted => document.getElementById('progress')!.textContent === wanted, {}, text);
	await show(examples[0]!);
	await (await inside(page, 'button')).click();
	await progress('Step 1 of 3.');
	await page.keyboard.press('ArrowRight');
	await progress('Step 2 of 3.');
	await page.keyboard.press('End');
	await progress('Seen to the end.');
	t.deepEqual(said, []);

	await show(examples[1]!);
	t.deepEqual([...new Set(said.map(text => text.split(' ')[0]))].toSorted(), ['resize', 'step', 'view']);
	t.true((await page.$eval('iframe', frame => frame.clientHeight)) > 600);

	// Forms can be sent, and nothing leads away.
	t.regex(examples[2]!, /sandbox="allow-scripts allow-same-origin"/);
	// In a hurry, again from the start.
	await show(examples[2]!.replace('* 1000', '* 60'));
	for (const key of ['PageDown', 'End']) {
		const shows = async (id: string) => {
			const frame = await (await page.$('iframe'))!.contentFrame();
			await frame.waitForSelector(`#${id}.on`);
			return frame;
		};
		const frame = await shows('s1');
		await frame.evaluate(pressed => dispatchEvent(new KeyboardEvent('keydown', {key: pressed})), key);
		await frame.waitForSelector('#s1:not(.on)');
		await shows('s1');
	}
	await page.close();
});
