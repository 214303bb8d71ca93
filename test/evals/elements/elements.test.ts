import {readFile} from 'node:fs/promises';
import test from 'ava';
import {launchLoopbackBrowser} from '../../helpers/loopback-browser.ts';
import {collectTruth} from './collect.ts';
import {DRAWN, draw, read} from './drawn.ts';
import {type Judged, judge, type Tally} from './judge.ts';
import {pointAtTwice} from './twice.ts';

/** Less than what is found today, so that a slip of one letter is none, and a slip of the reader is. */
const FLOORS = {texts: 0.92, icons: 0.85, fields: 0.9, right: 0.9};
const SIZE = {width: 820, height: 480};

const browser = await launchLoopbackBrowser();
const page = await browser.newPage();
test.after.always(() => browser.close());

test.serial('texts, icons and fields of drawn screens are found, light and dark, with one and two pixels to a point', async t => {
	const judged: Judged[] = [];
	for (const [name, look] of [
		['form', {dpr: 1}],
		['form', {dpr: 2, dark: true}],
		['files', {dpr: 1, dark: true}],
		['files', {dpr: 2}],
	] as const) {
		const image = await draw(page, DRAWN[name], look);
		judged.push(judge(await page.evaluate(collectTruth), await read(image), SIZE));
	}
	const misses = judged.flatMap(one => one.misses).join('\n');
	for (const [what, floor] of Object.entries(FLOORS) as [keyof typeof FLOORS, number][]) {
		const tallies = judged.map((one): Tally => one[what]);
		const [found, all] = [tallies.reduce((sum, {found}) => sum + found, 0), tallies.reduce((sum, {of}) => sum + of, 0)];
		t.true(all >= 12, `${what}: ${all}`);
		t.true(found >= floor * all, `${what}: ${found} of ${all}\n${misses}`);
	}
});

test.serial('a button whose words have an icon beside them is found with its frame, and prose in lines is no menu', async t => {
	const elements = await read(await readFile('docs/examples/first-flow/08-deploy.png'));
	const deploy = elements.find(({text}) => text === 'Deploy')!;
	t.is(deploy.kind, 'button');
	t.true(deploy.highlight.width > 0.06, `${deploy.highlight.width} of the picture`);
	await page.setContent(
		'<p style="width:360px;font:15px sans-serif;line-height:24px">Reports are made every night from all orders of the day before, and sent to those who asked for them in good time.</p>',
	);
	const prose = await read(Buffer.from(await page.screenshot()));
	t.deepEqual(
		prose.filter(({text, kind}) => /[a-z]{2}/.test(text) && kind !== 'text').map(({text, kind}) => `${kind}: ${text}`),
		[],
	);
});

test.serial('a text that stands twice on a drawn screen is never taken without a word', async t => {
	for (let seed = 1; seed <= 6; seed++) {
		const {outcome, text, read} = await pointAtTwice(page, seed);
		t.not(outcome, 'silent', `${seed}: ${text}\n${read.join('\n')}`);
	}
});
