import test from 'ava';
import type {Page} from 'puppeteer';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {openBrowser, openSite, type VisitOptions, visitTour} from './local-site.ts';
import {sampleImage, sampleSlide, sampleStep, sampleTour} from './sample-tour.ts';

const {image, files} = await sampleImage();
const site = await openSite(files);
const browser = await openBrowser();
test.after.always(async () => {
	await browser.close();
	await site.close();
});

const threeSteps = [
	sampleSlide(),
	sampleStep({title: 'Segundo', image}),
	sampleStep({title: 'Terceiro', highlight: {x: 0.8, y: 0.8, width: 0.1, height: 0.1}, click: null, image}),
];

const visit = (options?: VisitOptions) => visitTour(browser, site, options);
const shown = (page: Page) => page.$$eval('.step', steps => steps.filter(step => step.getClientRects().length > 0).map(step => step.id));

test.serial('the keyboard walks through the tour, and says where it is', async t => {
	site.show(sampleTour(threeSteps));
	const {page, complaints} = await visit();
	const press = async (key: Parameters<Page['keyboard']['press']>[0]) => {
		await page.keyboard.press(key);
		return (await shown(page)).join();
	};
	t.deepEqual(await shown(page), ['s1']);
	t.is(await press('ArrowRight'), 's2');
	t.regex(await page.$eval('[role=status]', status => status.textContent), /^Passo 2 de 3\. Segundo\. Clique/);
	t.is(await page.evaluate(() => location.hash), '#s2');
	t.is(await press('PageDown'), 's3');
	t.is(await press('End'), 'end');
	t.is(await press('ArrowRight'), 'end');
	t.is(await press('Home'), 's1');
	t.is(await press('ArrowLeft'), 's1');
	t.is(await page.evaluate(() => history.length), 2);

	await page.focus('#s1 [rel=next]');
	t.is(await press('Enter'), 's2');
	t.is(await page.evaluate(() => document.activeElement!.closest('.step')!.id + document.activeElement!.getAttribute('rel')), 's2next');
	t.is(await press('Enter'), 's3');
	t.is(await press('Enter'), 'end');
	// One Enter too many must not open the first link of the card.
	t.is(await page.evaluate(() => document.activeElement!.id), 'end');
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('a click on the highlight goes on, a mark of the progress bar jumps, a fragment opens its step', async t => {
	site.show(sampleTour(threeSteps));
	const {page, complaints} = await visit({path: '/p/tour#s3', motion: true});
	const become = (id: string) => page.waitForFunction(wanted => document.querySelector('.step.on')!.id === wanted, {}, id);
	t.deepEqual(await shown(page), ['s3']);
	await page.click('.progress a:nth-child(2)');
	await become('s2');
	t.is(await page.$eval('[aria-current]', mark => mark.getAttribute('href')), '#s2');
	await page.click('.on .ring');
	await become('s3');
	await page.evaluate(() => {
		location.hash = '#s1';
	});
	await become('s1');
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('without JavaScript the page is a document: every step in order, every picture with its highlight', async t => {
	site.show(sampleTour(threeSteps));
	const {page, complaints} = await visit({script: false});
	const client = await page.createCDPSession();
	const {root} = await client.send('DOM.getDocument');
	const boxOf = async (selector: string) => {
		const {nodeId} = await client.send('DOM.querySelector', {nodeId: root.nodeId, selector});
		const {model} = await client.send('DOM.getBoxModel', {nodeId});
		return {top: model.content[1]!, bottom: model.content[5]!, width: model.width, height: model.height};
	};
	const tops: number[] = [];
	for (const selector of ['h1', '#s1 h2', '#s2 h2', '#s2 img', '#s3 h2', '#s3 img', '#end h2', '#end .button'])
		tops.push((await boxOf(selector)).top);
	t.deepEqual(
		tops,
		tops.toSorted((a, b) => a - b),
	);
	t.true((await boxOf('#s3 .ring')).width > 50);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('where the script is blocked, the links still lead from step to step', async t => {
	site.show(sampleTour(threeSteps));
	const page = await browser.newPage();
	await page.setRequestInterception(true);
	page.on('request', request => {
		if (!request.isNavigationRequest()) return request.continue();
		return fetch(request.url()).then(async answer =>
			request.respond({
				status: 200,
				contentType: 'text/html',
				headers: {'Content-Security-Policy': "script-src 'none'"},
				body: await answer.text(),
			}),
		);
	});
	await page.goto(`${site.url}/p/tour`);
	t.deepEqual(await shown(page), ['s1']);
	await page.click('#s1 [rel=next]');
	t.deepEqual(await shown(page), ['s2']);
	await page.close();
});

test.serial('nothing is stored, nobody else is asked, and little is fetched before the first picture stands', async t => {
	site.show(sampleTour(threeSteps.slice(1), {theme: resolveTheme({font: 'merriweather'})}));
	const {page, complaints} = await visit({motion: true});
	const early = site.requests.indexOf(site.requests.find(path => path.endsWith('.webp'))!) + 1;
	t.true(early <= 4, site.requests.join());
	t.is(site.requests.filter(path => path.endsWith('.webp')).length, 1, 'both steps show the same picture');
	t.true(site.requests.length <= 5);
	t.deepEqual(await page.browserContext().cookies(), []);
	const kept = await page.evaluate(async () => [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length]);
	t.deepEqual(kept, [0, 0, 0]);
	const hosts = await page.evaluate(() => performance.getEntriesByType('resource').map(({name}) => new URL(name).origin));
	t.deepEqual([...new Set(hosts)], [site.url]);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('the step after the one shown is fetched ahead, the others are not', async t => {
	const others = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(color => sampleImage(1440, 900, color)));
	for (const other of others) for (const [name, bytes] of other.files) files.set(name, bytes);
	site.show(sampleTour(others.map(other => sampleStep({image: other.image}))));
	const {page} = await visit();
	const fetched = () => others.map(other => site.requests.some(path => other.files.has(path.replace('/media/', ''))));
	t.deepEqual(fetched(), [true, true, false]);
	await page.keyboard.press('PageDown');
	await page.waitForNetworkIdle();
	t.deepEqual(fetched(), [true, true, true]);
	await page.close();
});

test.serial('hostile texts stay texts and stay inside', async t => {
	const hostile = [
		'</script><script>globalThis.hacked=1</script>',
		'"><img src=x onerror="globalThis.hacked=1">',
		'</style><svg onload=globalThis.hacked=1>',
		'\u202Egnp.exe\u202C \u2066\u2067abc',
		"' onfocus='globalThis.hacked=1' autofocus='",
		'👩🏽‍💻🏳️‍🌈 ﷽ Ǎ̷̡̛͕ \u0000\u0007',
		'{{7*7}} $' + '{7*7} <!--',
	];
	const long = 'á'.repeat(120);
	const steps = [
		...hostile.map((text, index) => sampleStep({title: text, text, label: text, alt: index % 2 ? text : null, image})),
		sampleStep({title: long, text: 'm'.repeat(1200), image}),
		sampleSlide({title: long, text: 'W'.repeat(1200)}),
	];
	const endCta = {
		enabled: true,
		title: long,
		text: 'x'.repeat(600),
		whatsapp: {phone: '+5511999990000', message: hostile[0]!, label: 'W'.repeat(120)},
		link: {url: 'https://example.com/"><script>globalThis.hacked=1</script>', label: hostile[1]!},
		showReplay: true,
	};
	site.show(sampleTour(steps, {title: hostile.join(' '), endCta}));
	for (const [width, height] of [
		[1280, 800],
		[360, 640],
		[480, 300],
	] as const) {
		const {page, complaints} = await visit({width, height});
		for (let index = 0; index <= steps.length; index++) {
			const outside = await page.evaluate(() =>
				[...document.querySelectorAll('.on .balloon, .on .card, .on .go, .on h2, .on p, h1')]
					.map(element => ({
						name: element.className || element.localName,
						box: element.getBoundingClientRect(),
						wide: element.scrollWidth > element.clientWidth + 1,
					}))
					.filter(({name, box, wide}) => box.left < -1 || box.right > innerWidth + 1 || (wide && name !== 'h1'))
					.map(({name, box}) => `${name} ${box.left} ${box.right}`),
			);
			t.deepEqual(outside, [], `${width} step ${index + 1}`);
			if (index < hostile.length) {
				t.is(await page.$eval('.on h2', title => title.textContent), hostile[index]!.replace(/[\0-\x08]/g, ''));
			}
			await page.keyboard.press('PageDown');
		}
		t.is(await page.evaluate(() => (globalThis as {hacked?: number}).hacked), undefined);
		t.is(
			await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight),
			true,
		);
		t.deepEqual(complaints, []);
		await page.close();
	}
});

test.serial('long texts scroll inside their balloon, within reach of the keyboard', async t => {
	site.show(sampleTour([sampleStep({text: 'Uma frase que não acaba. '.repeat(48), image})]));
	const {page} = await visit({width: 640, height: 400});
	t.is(await page.$eval('.say', say => say.getAttribute('tabindex')), '0');
	const [buttons, balloon] = await page.$$eval('.on .go, .on .balloon', elements =>
		elements.map(element => element.getBoundingClientRect().bottom),
	);
	t.true(balloon! <= buttons! + 400 && buttons! <= 400);
	await page.close();
});

test.serial('nothing moves for people who prefer it so; for the others the click is shown', async t => {
	site.show(sampleTour([sampleStep({image}), sampleStep({image, simulateClick: false})]));
	const moving = async (motion: boolean) => {
		const {page} = await visit({motion});
		const count = await page.evaluate(() => document.getAnimations().length);
		await page.close();
		return count;
	};
	t.is(await moving(false), 0);
	t.is(await moving(true), 2);
	const {page} = await visit({path: '/p/tour#s2', motion: true});
	t.is(await page.evaluate(() => document.querySelectorAll('.on .dot, .on .hand').length), 0);
	await page.close();
});

test.serial('in a frame the picture has the whole frame, and nothing is complained of', async t => {
	site.show(sampleTour(threeSteps.slice(1)));
	const {page, complaints} = await visit({path: '/framed'});
	const frame = page.frames()[1]!;
	const picture = await frame.$eval('.on .shot', shot => shot.getBoundingClientRect().toJSON());
	t.is(picture.top, 0);
	t.is(Math.round(picture.width), 640);
	t.deepEqual(complaints, []);
	await page.close();
});
