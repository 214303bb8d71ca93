import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import type {Page} from 'puppeteer';
import {button, fork, to} from '../../test/helpers/forked-tour.ts';
import {randomForkedTour, type Way, waysIn} from '../../test/helpers/forked-walk.ts';
import {openSite, PUBLIC} from '../../test/helpers/player-site.ts';
import {shownSteps} from '../../test/helpers/player-walk.ts';
import {seededRandom} from '../../test/helpers/random.ts';
import {sampleImage, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import {playerScript, playerStyle} from './assets.ts';
import {renderPage} from './page.ts';
import {idsOf} from './parts/context.ts';

/** Tours with buttons and hotspots: wherever a visitor presses, the page shows the step that the graph names. */

const {image, files} = await sampleImage();
const site = await openSite(files);
test.after.always(site.close);

const become = (page: Page, id: string) => page.waitForFunction(wanted => document.querySelector('.step.on')?.id === wanted, {}, id);

test.serial('buttons lead on by pointer and by the keys 1 to 4, Back is the way that was gone', async t => {
	site.show(sampleTour(fork(image)));
	const {page, complaints} = await site.visit();
	await page.keyboard.press('ArrowRight');
	t.deepEqual(await shownSteps(page), ['s1'], 'where there is no Next, no key goes on');
	await page.keyboard.press('2');
	await become(page, 's4');
	await page.keyboard.press('ArrowRight');
	await become(page, 's5');
	await page.click('.on [data-action=on]');
	await become(page, 's6');
	for (const id of ['s5', 's4', 's1', 's1']) {
		await page.keyboard.press('ArrowLeft');
		await become(page, id);
	}
	await page.click('.on [data-action=a]');
	await become(page, 's2');
	await page.click('.on [rel=next]');
	await page.click('.on [rel=next]');
	await become(page, 's6');
	await page.click('.on [rel=prev]');
	await become(page, 's3');
	t.is(
		await page.$eval('#s1 [data-action=web]', link => `${link.getAttribute('rel')} ${link.getAttribute('href')}`),
		'noopener https://example.com/',
	);
	t.deepEqual(complaints, []);
	await page.close();
});

test('where no way is known that was gone, Back leads to a step that leads there', async t => {
	site.show(sampleTour(fork(image)));
	const {page} = await site.visit();
	const backs = await page.$$eval('.step', steps => steps.map(step => step.querySelector('a.way[rel=prev]')?.getAttribute('href')));
	// Of the second answer's first step it is the question, and not the end of the first answer.
	t.deepEqual(backs, [null, '#s1', '#s2', '#s1', '#s4', '#s5', '#s6']);
	await page.close();
});

test.serial('hotspots are links of a finger’s size in reading order, with names, and an end has a card to arrive at', async t => {
	const {endCta} = sampleTour([]);
	site.show(sampleTour(fork(image), {endCta: {...endCta, enabled: false, title: null, text: null, whatsapp: null, link: null}}));
	const {page, complaints} = await site.visit({path: '/p/tour#s4'});
	const spots = await page.$$eval('.on .spot', links =>
		links.map(link => ({text: link.textContent, width: link.getBoundingClientRect().width, height: link.getBoundingClientRect().height})),
	);
	t.deepEqual(
		spots.map(({text}) => text),
		['Spot y', 'Spot x'],
	);
	t.true(
		spots.every(({width, height}) => width >= 24 && height >= 24),
		JSON.stringify(spots),
	);
	await page.click('.on [data-action=y]');
	await become(page, 'end');
	await page.keyboard.press('ArrowLeft');
	await become(page, 's4');
	await page.click('.on [data-action=x]');
	await become(page, 's1');
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('without a script the same links lead on', async t => {
	site.show(sampleTour(fork(image)));
	const {page} = await site.visit({script: false});
	const client = await page.createCDPSession();
	const {root} = await client.send('DOM.getDocument');
	for (const [selector, href] of [
		['#s1 [data-action=b]', '#s4'],
		['#s3 [rel=next]', '#s6'],
		['#s4 [data-action=y]', '#end'],
		['#s5 [data-action=back]', '#s4'],
		['#s5 [data-action=on]', '#s6'],
	] as const) {
		const {nodeId} = await client.send('DOM.querySelector', {nodeId: root.nodeId, selector});
		const {attributes} = await client.send('DOM.getAttributes', {nodeId});
		t.is(attributes[attributes.indexOf('href') + 1], href);
	}
	await page.close();
});

for (const [path, width, height] of [
	['/p/tour', 1440, 900],
	['/p/tour', 720, 450],
	['/p/tour', 390, 844],
	['/framed?700x438', 700, 438],
	['/framed?900x562', 900, 562],
] as const) {
	test.serial(`no hotspot lies over the buttons of a balloon: ${path} at ${width} x ${height}`, async t => {
		const buttons = ['a', 'b', 'c'].map(id => button(id, to('last')));
		const places = [0.05, 0.35, 0.6].flatMap(y => [0.05, 0.4, 0.75].map(x => ({x, y})));
		const asking = places.map(({x, y}, index) =>
			sampleStep({
				id: `s${index}`,
				image,
				highlight: index % 2 ? {x: 0.4, y: 0.4, width: 0.14, height: 0.08} : null,
				click: null,
				actions: {buttons, hotspots: [{id: 'spot', label: 'Spot', area: {x, y, width: 0.2, height: 0.3}, target: to('last')}]},
			}),
		);
		site.show(sampleTour([...asking, sampleStep({id: 'last', image})]));
		const {page, complaints} = await site.visit({path, width, height});
		const frame = page.frames().at(-1)!;
		await frame.waitForSelector(':root.up:not(.soon) .on');
		for (const index of places.keys()) {
			await frame.evaluate(hash => (location.hash = hash), `s${index + 1}`);
			await frame.waitForFunction(wanted => document.querySelector('.step.on')?.id === wanted, {}, `s${index + 1}`);
			t.deepEqual(await frame.evaluate(buttonsUnderSpots), [], `hotspot ${JSON.stringify(places[index])}`);
		}
		t.deepEqual(complaints, []);
		await page.close();
	});
}

/** Runs in the page: lists the buttons that a press would not reach, and a hotspot that has the focus and is not seen. */
async function buttonsUnderSpots(): Promise<string[]> {
	for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
	const isReached = (link: Element) => {
		const {left, top, width, height} = link.getBoundingClientRect();
		return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
	};
	const missed = [...document.querySelectorAll('.on .balloon a')].filter(link => !isReached(link)).map(link => link.textContent);
	const spot = document.querySelector<HTMLElement>('.on .spot')!;
	spot.focus();
	return isReached(spot) ? missed : [...missed, 'the hotspot with the focus'];
}

test('paths have an allowance of 0.93 KiB, and pages without them carry none of it', t => {
	const size = (text: string) => gzipSync(text, {level: 9}).length;
	const script = size(playerScript(['report', 'paths'])) - size(playerScript(['report']));
	const style = size(playerStyle(['cards', 'paths'])) - size(playerStyle(['cards']));
	t.log(`gzip: script + ${script}, style + ${style} bytes`);
	// A fifth of it keeps balloons and hotspots apart.
	t.true(script + style <= 0.93 * 1024);
	const plain = fork(image).map(({actions: _actions, ...step}) => step);
	t.notRegex(renderPage(sampleTour(plain), PUBLIC).html, /data-action|\.spot|querySelectorAll\("\.balloon \.calls/);
	t.regex(renderPage(sampleTour(fork(image)), PUBLIC).html, /data-action[\s\S]*\.spot|\.spot[\s\S]*data-action/);
});

/** `GRAPHS=200 npm run test:ava -- renderers/player/paths.test.ts` walks through more of them, so many a test. */
const GRAPHS = Number(process.env.GRAPHS ?? 30);
const BATCH = 10;

for (let begin = 0; begin < GRAPHS; begin += BATCH) {
	test.serial(`each link, key, Back and reload of the random graphs ${begin} to ${begin + BATCH} arrives where the graph says`, t =>
		walkGraphs(t, begin),
	);
}

async function walkGraphs(t: ExecutionContext, begin: number): Promise<void> {
	const random = seededRandom(40 + begin);
	let walked = 0;
	for (let round = 0; round < BATCH; round++) {
		const tour = randomForkedTour(random, image);
		site.show(tour);
		const {page, complaints} = await site.visit(round % 3 === 2 ? {width: 390, height: 844} : {});
		const ids = idsOf(tour);
		const ways = waysIn(tour);
		// Where each link leads without a script, and with one.
		t.deepEqual(await page.evaluate(followAll, ways), [], `graph ${begin + round}`);
		// As a person goes: by pointer, by the number of a button, back, and on after a reload.
		const gone: string[] = [];
		for (let move = 0; move < 4; move++) {
			const at = (await shownSteps(page))[0]!;
			const [way] = random.shuffle(ways.filter(way => way.at === at));
			if (!way) break;
			const buttons = tour.steps[ids.indexOf(at)]?.actions?.buttons ?? [];
			const number = buttons.findIndex(({id}) => way.link === `[data-action=${id}]`);
			if (number >= 0 && move % 2 === 0) await page.keyboard.press(`${number + 1}` as '1');
			else await page.click(`#${at} ${way.link}`);
			await become(page, way.wanted);
			if (way.wanted !== at) gone.push(at);
			walked++;
		}
		const last = (await shownSteps(page))[0]!;
		await page.reload();
		await become(page, last);
		for (const before of gone.toReversed()) {
			await page.keyboard.press('ArrowLeft');
			await become(page, before);
		}
		t.deepEqual(complaints, []);
		await page.close();
		walked += ways.length;
	}
	t.log(`${walked} ways`);
}

/** Runs in the page: follows each link from its step, and returns those that arrive elsewhere. */
async function followAll(ways: Way[]): Promise<string[]> {
	const shown = () => document.querySelector('.step.on')!.id;
	const wrong: string[] = [];
	for (const {at, link, wanted} of ways) {
		if (shown() !== at) {
			const arrived = new Promise(resolve => addEventListener('hashchange', resolve, {once: true}));
			location.hash = `#${at}`;
			await arrived;
		}
		const element = document.querySelector<HTMLAnchorElement>(`#${at} ${link}`);
		if (element?.hash !== `#${wanted}` || !document.getElementById(wanted)) wrong.push(`${at} ${link} without a script`);
		element?.click();
		if (shown() !== wanted) wrong.push(`${at} ${link}: ${shown()} instead of ${wanted}`);
	}
	return wrong;
}
