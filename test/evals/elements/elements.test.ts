import {readFile} from 'node:fs/promises';
import test from 'ava';
import {launchLoopbackBrowser} from '../../helpers/loopback-browser.ts';
import {collectTruth} from './collect.ts';
import {DRAWN, draw, icon, read, tool} from './drawn.ts';
import {type Judged, judge, type Tally} from './judge.ts';
import {seen} from './seen.ts';
import {pointAtTwice} from './twice.ts';

/** Less than what is found today, so that a slip of one letter is none, and a slip of the reader is. */
const FLOORS = {texts: 0.92, icons: 0.85, fields: 0.9, right: 0.9};
const SIZE = {width: 820, height: 480};

const browser = await launchLoopbackBrowser();
const page = await browser.newPage();
test.after.always(() => browser.close());

const truthOf = async (image: Buffer, dpr: number) => seen(image, await page.evaluate(collectTruth), dpr);

test.serial('texts, icons and fields of drawn screens are found, light and dark, with one and two pixels to a point', async t => {
	const judged: Judged[] = [];
	for (const [name, look] of [
		['form', {dpr: 1}],
		['form', {dpr: 2, dark: true}],
		['files', {dpr: 1, dark: true}],
		['files', {dpr: 2}],
		['panel', {dpr: 1}],
		['panel', {dpr: 2, dark: true}],
	] as const) {
		const image = await draw(page, DRAWN[name], look);
		judged.push(judge(await truthOf(image, look.dpr), await read(image), SIZE));
	}
	const misses = judged.flatMap(one => one.misses).join('\n');
	for (const [what, floor] of Object.entries(FLOORS) as [keyof typeof FLOORS, number][]) {
		const tallies = judged.map((one): Tally => one[what]);
		const [found, all] = [tallies.reduce((sum, {found}) => sum + found, 0), tallies.reduce((sum, {of}) => sum + of, 0)];
		t.true(all >= 12, `${what}: ${all}`);
		t.true(found >= floor * all, `${what}: ${found} of ${all}\n${misses}`);
	}
});

test.serial('every field of a panel is found: numbers, slightly other shades, a sign or arrows at an end', async t => {
	for (const look of [{dpr: 1}, {dpr: 2, dark: true}, {dpr: 1, dark: true}]) {
		const image = await draw(page, DRAWN.panel, look);
		const {fields, misses} = judge(await truthOf(image, look.dpr), await read(image), SIZE);
		t.deepEqual(fields, {found: 11, of: 11}, misses.join('\n'));
	}
});

test.serial('icons are found where their elements are, not where they are drawn alone', async t => {
	for (const look of [{dpr: 1}, {dpr: 2, dark: true}]) {
		const bars = ['plus', 'search', 'menu', 'bin', 'star', 'plus'].map(name => tool(name as 'plus')).join('');
		const image = await draw(
			page,
			`<header>${bars}</header><header class="tiles">${bars}</header><style>.tiles .tool {background: #7b8794}</style>`,
			look,
		);
		const truth = await truthOf(image, look.dpr);
		const {icons, misses} = judge({...truth, icons: truth.icons.map(([own]) => [own!])}, await read(image), SIZE);
		t.deepEqual(icons, {found: 12, of: 12}, misses.join('\n'));
	}
});

test.serial('a letter in a row or a column of icons is one of them, and is found by its letter; others are texts', async t => {
	for (const look of [{dpr: 1}, {dpr: 2, dark: true}]) {
		const letter = '<button class="tool">A</button>';
		const bars = `${tool('plus')}${letter}${tool('bin')}${tool('star')}`;
		const side = `<nav style="display: grid; gap: 8px; width: 32px">${tool('menu')}${tool('search')}<button class="tool"><b>K</b></button></nav>`;
		const table = `<table><tr><td>Row</td><td>H</td></tr><tr><td>Seat</td><td>12</td></tr></table>`;
		const elements = await read(await draw(page, `<header>${bars}</header><main>${side}${table}</main>`, look));
		const kindOf = (text: string) => elements.find(element => element.text === text)?.kind;
		t.deepEqual(['A', 'K', 'H'].map(kindOf), ['icon', 'icon', 'text'], elements.map(({kind, text}) => `${kind} ${text}`).join('\n'));
	}
});

test.serial('a square in a column of icons is one of them, and no box to tick', async t => {
	const square = icon('bin', 16).replace(/d="[^"]*"/, 'd="M4 4h16v16h-16z"');
	const target = icon('bin', 16).replace(
		/<path[^>]*>/,
		'<circle cx="12" cy="12" r="10"/><circle cx="12" cy="12" r="3" fill="currentColor"/>',
	);
	const columns = [
		[icon('plus', 16), icon('star', 16), square, icon('search', 16), icon('bin', 16)],
		[target, target, target, target, target],
	];
	const rowsOf = (signs: string[]) =>
		['Boats', 'Guests', 'Places', 'Crew', 'Tides'].map(
			(word, at) => `<p style="display: flex; gap: 9px; margin: 12px 0">${signs[at]}${word}</p>`,
		);
	for (const [signs, look] of columns.flatMap(signs => [{dpr: 1}, {dpr: 2, dark: true}].map(look => [signs, look] as const))) {
		const elements = await read(await draw(page, `<main><div>${rowsOf(signs).join('')}</div></main>`, look));
		t.deepEqual(
			elements.map(({kind, text}) => (kind === 'icon' ? 'icon' : text)),
			['Boats', 'Guests', 'Places', 'Crew', 'Tides'].flatMap(word => ['icon', word]),
		);
	}
});

test.serial('a frame that looks like the fields of its screen is one, unless its words are in its middle', async t => {
	for (const look of [{dpr: 1}, {dpr: 2, dark: true}]) {
		const small = (value: string, style = '') => `<input class="small filled" value="${value}" style="${style}">`;
		const frames = `${small('12')}${small('24')}${small('auto')}${small('none')}${small('Set', 'text-align: center')}`;
		const image = await draw(page, `<main><div style="display: flex; gap: 14px">${frames}</div></main>`, look);
		const fields = (await read(image)).filter(({kind}) => kind === 'field');
		t.deepEqual(
			fields.map(({text}) => text),
			['12', '24', 'auto', 'none'],
		);
	}
});

test.serial('cells of a sheet, entries of a menu and words on a colour are no fields', async t => {
	const cells = Array.from({length: 5}, () => `<tr>${'<td></td>'.repeat(6)}</tr>`).join('');
	const entries = ['Drafts', 'Sent', 'Archive', 'Bin'].map((word, at) => `<p style="${at === 1 ? 'background: #e4e7ec' : ''}">${word}</p>`);
	const image = await draw(
		page,
		`<style>td {width: 90px; height: 22px; padding: 0; border: 1px solid #ccc} nav p {width: 200px; margin: 0; padding: 8px 14px}</style>
		<main><table><tr><td>Day</td><td>High</td><td>Low</td></tr>${cells}</table><nav>${entries.join('')}</nav><p class="node" style="background: #87a980">debug</p></main>`,
	);
	const kinds = (await read(image)).filter(({kind}) => kind === 'field' || kind === 'select');
	t.deepEqual(
		kinds.map(({text, highlight}) => `${text} at ${highlight.x}`),
		[],
	);
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

test.serial('dots and icons in a row are icons, corners and rows of a list nothing, and a digit stands in its field', async t => {
	const dots = icon('plus', 18).replace(/<path[^>]*>/, [5, 12, 19].map(y => `<circle cx="12" cy="${y}" r="1.5"/>`).join(''));
	const tools = ['star', 'bin', 'plus', 'search'].map(name => icon(name as 'plus', 22)).join('');
	const row = 'margin: 0 0 -1px; padding: 9px 14px; border: 1px solid var(--line)';
	const list = ['Drafts', 'Sent', 'Bin'].map(word => `<p style="${row}">${word}</p>`).join('');
	const card = 'width: 200px; height: 60px; padding: 16px; border-radius: 12px; background: #2457d6; color: #fff';
	const main = `<div style="${card}">Boats<span style="float: right">${dots}</span></div><div style="width: 160px">${list}</div>`;
	const digit = '<input style="width: 80px; text-align: center" value="4">';
	for (const look of [{dpr: 1}, {dpr: 2, dark: true}]) {
		const image = await draw(page, `<header style="gap: 18px">${tools}</header><main>${main}${digit}</main>`, look);
		const {icons, fields, misses} = judge(await truthOf(image, look.dpr), await read(image), SIZE);
		t.deepEqual({icons, fields}, {icons: {found: 5, of: 5}, fields: {found: 1, of: 1}}, misses.join('\n'));
		const wrong = misses.filter(miss => /^wrong: (icon|field|select)/.test(miss));
		t.deepEqual(wrong, []);
	}
});

test.serial('a narrow field of a number is found by the arrows beside it, a bar along the edge of the window is none', async t => {
	const arrow = (points: string) => `<svg width="9" height="5" style="display: block"><polygon points="${points}"/></svg>`;
	const button = 'display: grid; place-items: center; width: 13px; height: 10px; background: #b2b2b2';
	const arrows = `<span style="display: grid; gap: 1px; background: #808080; border-right: 1px solid #808080; border-left: 1px solid #808080"><i style="${button}">${arrow('0,5 9,5 4.500,0')}</i><i style="${button}">${arrow('0,0 9,0 4.500,5')}</i></span>`;
	const spun = ['140', '90', '12']
		.map(
			value =>
				`<span style="display: flex"><input value="${value}" style="width: 32px; height: 21px; margin: 0; padding: 0; border: 0; text-align: center; font-size: 11px; background: #b2b2b2; color: #000">${arrows}</span>`,
		)
		.join('');
	const bar =
		'<p style="position: fixed; left: 1px; right: 300px; bottom: 1px; height: 24px; margin: 0; background: #fff; outline: 1px solid #888"></p>';
	const html = `<main style="gap: 30px; background: #727a7a">${spun}</main>${bar}`;
	for (const look of [{dpr: 1}, {dpr: 2}]) {
		const image = await draw(page, html, look);
		const {fields, misses} = judge(await truthOf(image, look.dpr), await read(image), SIZE);
		t.deepEqual(fields, {found: 3, of: 3}, misses.join('\n'));
		t.deepEqual(
			misses.filter(miss => /^wrong: (field|select)/.test(miss)),
			[],
		);
	}
});

test.serial('boxes of a code, a label on a line, a unit behind a hint, an arrow at the end of a frame make fields', async t => {
	const code = Array.from({length: 4}, () => '<input style="width: 38px; height: 36px; margin: 0; padding: 0">').join(' ');
	const label =
		'<label style="position: absolute; left: 12px; top: -7px; padding: 0 4px; background: var(--page); font-size: 12px">Full name</label>';
	const frame =
		'display: flex; align-items: center; width: 360px; height: 36px; margin: 0 0 16px; padding: 0 10px; border: 1px solid var(--line); border-radius: 4px';
	const bare = 'width: 190px; height: 30px; margin: 0; padding: 0; border: 0; background: none';
	const html = `<main><div><p style="margin: 0 0 16px">${code}</p>
		<div style="position: relative; width: 360px; margin: 0 0 16px">${label}<input value="Ana Prado" style="width: 100%; margin: 0; background: none; border-radius: 6px"></div>
		<div style="${frame}"><input placeholder="Name" style="${bare}"><span style="margin-left: auto; color: var(--faint)">@harbour.example</span></div>
		<div style="${frame}; gap: 8px">${icon('search', 16)}<input placeholder="Search pages or run one command" style="${bare}; width: 300px"></div>
		<select style="width: 190px; text-align: center; text-align-last: center"><option>Sort by: name</option></select></div></main>`;
	for (const look of [{dpr: 1}, {dpr: 2, dark: true}]) {
		const image = await draw(page, html, look);
		const {fields, misses} = judge(await truthOf(image, look.dpr), await read(image), SIZE);
		t.deepEqual(fields, {found: 8, of: 8}, misses.join('\n'));
		t.deepEqual(
			misses.filter(miss => /^wrong: (field|select)/.test(miss)),
			[],
		);
	}
});
