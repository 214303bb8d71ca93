import test from 'ava';
import {openSite} from '../../test/helpers/player-site.ts';
import {shownSteps, walkByKeyboard} from '../../test/helpers/player-walk.ts';
import {sampleImage, sampleStep, sampleSteps, sampleTour} from '../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const site = await openSite(files);
test.after.always(site.close);

const threeSteps = sampleSteps(image);

const {visit} = site;
const shown = shownSteps;

test.serial('the keyboard walks through the tour, and says where it is', async t => {
	site.show(sampleTour(threeSteps));
	const {page, complaints} = await visit();
	await walkByKeyboard(t, page);
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
	const page = await site.browser.newPage();
	await page.setRequestInterception(true);
	page.on('request', request => {
		if (!request.isNavigationRequest()) return request.continue();
		return fetch(request.url()).then(async response =>
			request.respond({
				status: 200,
				contentType: 'text/html',
				headers: {'Content-Security-Policy': "script-src 'none'"},
				body: await response.text(),
			}),
		);
	});
	await page.goto(`${site.url}/p/tour`);
	t.deepEqual(await shown(page), ['s1']);
	await page.click('#s1 [rel=next]');
	t.deepEqual(await shown(page), ['s2']);
	await page.close();
});

test.serial('a link to a step by its own identifier finds it wherever it stands now', async t => {
	const steps = threeSteps.map((step, index) => ({...step, id: `step_${index}`}));
	site.show(sampleTour([steps[2]!, steps[0]!, steps[1]!]));
	const {page} = await visit({path: '/p/tour#step_2'});
	t.is(await page.$eval('.on h2', title => title.textContent), 'Terceiro');
	await page.evaluate(() => {
		location.hash = '#step_1';
	});
	t.is(await page.$eval('.on h2', title => title.textContent), 'Segundo');
	t.is(await page.evaluate(() => location.hash), '#s3');
	await page.evaluate(() => {
		location.hash = '#step_gone';
	});
	t.deepEqual(await shown(page), ['s3'], 'a step that is no more changes nothing');
	await page.close();
});

test.serial('a link to the end shows the closing card, or without one the last step', async t => {
	const tour = sampleTour(threeSteps);
	for (const enabled of [true, false]) {
		site.show({...tour, endCta: {...tour.endCta, enabled}});
		const {page} = await visit({path: `/p/tour?${enabled}#end`});
		t.deepEqual(await shown(page), [enabled ? 'end' : 's3']);
		await page.close();
	}
});

test.serial('nothing moves for people who prefer it so; for the others the click is shown', async t => {
	site.show(sampleTour([sampleStep({image}), sampleStep({image, simulateClick: false})]));
	const moving = async (motion: boolean) => {
		const {page} = await visit({motion});
		// The pointer's way to its place has no name: it ends when it is there.
		const names = await page.evaluate(() => document.getAnimations().map(animation => (animation as CSSAnimation).animationName ?? ''));
		await page.close();
		return names.sort();
	};
	t.deepEqual(await moving(false), []);
	t.deepEqual((await moving(true)).filter(Boolean), ['press', 'rise', 'wave', 'wave'], 'the pointer, the words, two rings');
	const {page} = await visit({path: '/p/tour#s2', motion: true});
	t.is(await page.evaluate(() => document.querySelectorAll('.on .hot, .on .hand').length), 0);
	await page.close();
});

test.serial('in a frame the picture has the whole frame above the progress bar, and nothing is complained of', async t => {
	site.show(sampleTour(threeSteps.slice(1)));
	const {page, complaints} = await visit({path: '/framed'});
	const shown = (await page.frames()[1]!.waitForSelector('.on .shot'))!;
	const picture = await shown.evaluate(shot => shot.getBoundingClientRect().toJSON());
	t.is(picture.top, 0);
	t.is(Math.round(picture.bottom), 396);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('full screen is one press away and one press back', async t => {
	site.show(sampleTour(threeSteps));
	const {page, complaints} = await visit();
	await page.click('.full');
	await page.waitForFunction(() => document.fullscreenElement === document.documentElement);
	await page.click('.full');
	await page.waitForFunction(() => document.fullscreenElement === null);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('a swipe goes on or back; one that is mostly upward, or with two fingers, moves nothing', async t => {
	site.show(sampleTour(threeSteps));
	const {page} = await visit({width: 390, height: 844});
	const swipe = (x: number, y: number, fingers = 1) =>
		page.$eval(
			'main',
			(stage, x, y, fingers) => {
				const at = (clientX: number, clientY: number) =>
					Array.from({length: fingers}, (_, identifier) => new Touch({identifier, target: stage, clientX, clientY}));
				stage.dispatchEvent(new TouchEvent('touchstart', {touches: at(200, 400), changedTouches: at(200, 400)}));
				stage.dispatchEvent(new TouchEvent('touchend', {changedTouches: at(200 + x, 400 + y)}));
			},
			x,
			y,
			fingers,
		);
	await swipe(-120, 10);
	t.deepEqual(await shown(page), ['s2']);
	await swipe(-120, 200);
	await swipe(-120, 0, 2);
	await swipe(-20, 0);
	t.deepEqual(await shown(page), ['s2']);
	await swipe(120, -10);
	t.deepEqual(await shown(page), ['s1']);
	await page.close();
});
