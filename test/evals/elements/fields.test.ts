import test from 'ava';
import {launchLoopbackBrowser} from '../../helpers/loopback-browser.ts';
import {draw, read} from './drawn.ts';

const SIZE = {width: 820, height: 480};

const browser = await launchLoopbackBrowser();
const page = await browser.newPage();
test.after.always(() => browser.close());

test.serial('boxes for a code, empty or begun, apart, joined or without lines, are fields; numbers of pages are none', async t => {
	const row = (count: number, style: string, gap = 10, from = '') =>
		`<div style="display: flex; gap: ${gap}px; margin-bottom: 76px">${Array.from({length: count}, (_, at) => `<input value="${from[at] ?? ''}" style="margin: 0; padding: 0; text-align: center; ${style}">`).join('')}</div>`;
	const codes = `<div>${row(6, 'width: 49px; height: 32px', 8)}${row(5, 'width: 40px; height: 40px', 10, '48')}${row(4, 'width: 48px; height: 56px; border: 0; background: var(--fill)')}</div>`;
	const pages = `<div style="display: flex; gap: 6px">${[1, 2, 3, 4, 5].map(page => `<button style="width: 32px; height: 32px; border: 1px solid var(--line); background: none; color: inherit">${page}</button>`).join('')}</div>`;
	for (const look of [{dpr: 1}, {dpr: 2, dark: true}]) {
		const elements = await read(
			await draw(page, `<header>Enter the digits that were sent to you</header><main>${codes}${pages}</main>`, look),
		);
		const fields = elements.filter(({kind}) => kind === 'field').map(({highlight}) => Math.round(highlight.y * SIZE.height));
		t.deepEqual([...Map.groupBy(fields, y => y).values()].map(({length}) => length).sort(), [4, 5, 6], fields.join());
	}
});

test.serial(
	'fields are found that are joined to others or to a button, hold tags, are hardly darker than the page or as short as their number',
	async t => {
		const box = 'margin: 0 0 0 -1px; height: 38px; border-radius: 0; width: 170px';
		const button = '<button style="border: 0; padding: 0 18px; background: #1a7f37; color: #fff">Send</button>';
		const joined = `<div style="display: flex; margin-bottom: 20px"><input class="own" style="${box}" placeholder="From"><input class="own" style="${box}" placeholder="Arrive"></div>
		<div style="display: flex; margin-bottom: 20px"><select class="own" style="${box}; width: 90px"><option>GET</select><input class="own" style="${box}; width: 230px" value="/boats/4">${button}</div>
		<input class="own" style="${box}; display: block" placeholder="Street"><input class="own" style="${box}; display: block; margin: -1px 0 20px -1px" placeholder="Town">`;
		const tags = ['boats', 'tides', 'moon'].map(
			tag =>
				`<span style="padding: 3px 8px; background: var(--fill)">${tag} <svg width="9" height="9" stroke="currentColor" stroke-width="1.5"><path d="M1 1l7 7M8 1l-7 7"/></svg></span>`,
		);
		const other = `<div><div class="own" style="display: flex; align-items: center; gap: 6px; width: 360px; height: 36px; padding: 0 6px; border: 1px solid var(--line)">${tags.join('')}<input style="width: 80px; height: 24px; margin: 0; border: 0" placeholder="Add"></div>
		<label style="margin: 20px 0 8px">Town</label><div class="own" style="width: 260px; height: 40px; background: color-mix(in srgb, var(--ink) 4%, var(--page))"></div>
		<p>Go to <input class="own" style="width: 46px; height: 28px; margin: 0"> page</p></div>`;
		for (const look of [{dpr: 1}, {dpr: 2, dark: true}]) {
			const elements = await read(await draw(page, `<header>Plan a trip by boat</header><main><div>${joined}</div>${other}</main>`, look));
			const drawn = await page.$$eval('[class=own]', list => list.map(one => one.getBoundingClientRect().toJSON()));
			const found = elements.filter(({kind}) => kind === 'field' || kind === 'select').map(({highlight}) => highlight);
			const isFound = ({x, y, width}: DOMRect) =>
				found.some(
					one =>
						Math.abs(one.x * SIZE.width - x) < 4 && Math.abs(one.y * SIZE.height - y) < 4 && Math.abs(one.width * SIZE.width - width) < 8,
				);
			t.is(drawn.length, 9);
			t.deepEqual(
				drawn.filter(box => !isFound(box)),
				[],
			);
			t.true(
				elements.some(({kind, text}) => text.startsWith('tides') && kind !== 'field'),
				'a tag stays one',
			);
		}
	},
);

test.serial('cards and columns of a table are no fields of several lines; what is typed with a bracket before it is one', async t => {
	const card =
		'<div style="width: 240px; padding: 14px; border: 1px solid var(--line)">TODAY<p style="font-size: 22px; margin: 6px 0">53,000</p>since May</div>';
	const code =
		'<label>Code</label><textarea style="height: 100px; font: 13px monospace">{\n    "port": 8080,\n    "name": "harbour"\n}</textarea>';
	const elements = await read(await draw(page, `<main><div><label>Money</label>${card}</div><div>${code}</div></main>`));
	const fields = elements.filter(({kind}) => kind === 'field').map(({highlight}) => Math.round(highlight.width * SIZE.width));
	t.deepEqual([...new Set(fields)], [260]);
});
