import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {PICTURES} from '../editor/helpers.ts';
import {PASSWORD} from '../helpers/person.ts';
import type {Driven} from './driven.ts';

/** The editor from the sign-up to the public page, by a mouse and a keyboard. */

type Look = {x: number; y: number; width: number; height: number};
/** A fault, and the part of the walk that found it. */
export type EditorFault = {part: string; fault: string};

/** A busy machine takes its time. */
const LIMIT_MS = 90_000;
const WORDS = 'Open the menu';
const FRAME = "const frame = document.querySelector('iframe'), inside = frame?.contentDocument;";
const ROWS = "[...document.querySelectorAll('.strip [role=option]')].map(row => row.title.replace(/^\\d+\\. /, ''))";
const READY = "return document.querySelector('main:not([aria-busy])') !== null && !document.querySelector('.skeleton')";
/** Notes errors from here on; those before it show in what does not come. */
const WATCH = `
	window.heard ??= (addEventListener('error', ({message}) => heard.push(message)), addEventListener('unhandledrejection', ({reason}) => heard.push(String(reason))), []);
	return true`;
const SCREENS = [
	'/',
	'/bin',
	'/statistics',
	'/leads',
	...['profile', 'security', 'keys', 'apps', 'uses', 'limits', 'data'].map(name => `/settings/${name}`),
];

/** Walks through all of it, and goes on behind a part that fails. Returns how many parts there are, and what was wrong. */
export async function walkEditor(browser: Driven, baseUrl: string): Promise<{parts: number; faults: EditorFault[]}> {
	const faults: EditorFault[] = [];
	const {hands} = browser;
	let parts = 0;
	let link = '';
	const part = async (name: string, work: () => Promise<void>) => {
		parts++;
		process.stderr.write(`${browser.name} editor: ${name} …\n`);
		try {
			await work();
			for (const fault of (await browser.run<string[] | null>('return window.heard?.splice(0)')) ?? []) faults.push({part: name, fault});
		} catch (error) {
			faults.push({part: name, fault: (error as Error).message});
		}
	};
	const until = async <T>(script: string, args: unknown[] = []): Promise<T> => {
		for (const deadline = Date.now() + LIMIT_MS; ; await sleep(80)) {
			// A page that is being left gives no response.
			const found = await browser.run<T>(script, args).catch(() => null);
			if (found) return found;
			if (Date.now() > deadline) throw new Error(`Never came: ${[script, ...args].join(' ')}`);
		}
	};
	const open = async (path: string) => {
		await browser.open(baseUrl + path);
		await until(READY);
		await browser.run(WATCH);
	};
	const press = async (selector: string) => {
		const place = `const {left, top, width, height} = document.querySelector(arguments[0])?.getBoundingClientRect() ?? {};
			return width > 0 && [left + width / 2, top + height / 2]`;
		// A dialog that has just come still moves.
		for (let before = ''; ; await sleep(150)) {
			const at = await until<[number, number]>(place, [selector]);
			if (String(at) === before) {
				await hands.move(...at);
				break;
			}
			before = String(at);
		}
		await hands.down();
		await hands.up();
	};
	const saved = () => until("return document.querySelector('[data-state=saved]') !== null");
	const mark = () => until<Look>(`${FRAME} return inside?.querySelector('.frame')?.getBoundingClientRect().toJSON()`);
	/** Drags on the picture of the stage, between shares of it. */
	const drag = async (from: [number, number], to: [number, number]) => {
		const at = await until<Look>(`${FRAME}
			const scale = frame.getBoundingClientRect().width / frame.offsetWidth, {left, top} = frame.getBoundingClientRect();
			const picture = inside?.querySelector('.pic')?.getBoundingClientRect();
			return picture?.height > 0 && {x: left + picture.left * scale, y: top + picture.top * scale, width: picture.width * scale, height: picture.height * scale}`);
		const go = ([x, y]: [number, number]) => hands.move(at.x + x * at.width, at.y + y * at.height);
		await go(from);
		await hands.down();
		for (const share of [0.3, 0.7, 1]) await go([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
		await hands.up();
		// WebKit's driver is done before the page has had all of it.
		await sleep(800);
	};
	const same = (what: string, found: unknown, wanted: unknown) => {
		const [is, ought] = [JSON.stringify(found), JSON.stringify(wanted)];
		if (is !== ought) throw new Error(`${what}: ${is}, not ${ought}.`);
	};

	await part('sign up', async () => {
		await browser.open(`${baseUrl}/account/sign-up?language=en`);
		await press('#name');
		for (const words of ['Ana', `${browser.name.split(' ')[0]!.toLowerCase()}@example.com`, PASSWORD]) {
			await hands.type(words);
			await hands.press(words === PASSWORD ? 'Enter' : 'Tab');
		}
		await until("return document.querySelector('.first') !== null");
		await browser.run(WATCH);
	});
	await part('three pictures', async () => {
		await hands.upload(
			'.first input[type=file]',
			PICTURES.map(path => resolve(path)),
		);
		await until(`return ${ROWS}.length === 3`);
		await saved();
	});
	await part('a highlight is drawn, and words are typed at once', async () => {
		await drag([0.3, 0.3], [0.5, 0.5]);
		await mark();
		await until(`${FRAME} return inside.activeElement?.dataset.field === 'title'`);
		await hands.type(WORDS);
		await hands.press('Enter');
		await hands.type('One');
		await hands.press('Enter');
		await hands.type('two');
		await hands.press('Escape');
		await saved();
		const path = (await browser.run<string>('return location.pathname')).split('/').at(-1)!;
		await browser.run(
			`window.stored = null; fetch('/app/v1/tours/${path}').then(response => response.json()).then(({tour}) => { window.stored = tour; })`,
		);
		const [step] = (await until<{steps: {title: string; text: string; highlight: Look}[]}>('return window.stored')).steps;
		same('title and text', [step!.title, step!.text], [WORDS, 'One\ntwo']);
		const {x, y, width, height} = step!.highlight;
		if ([x - 0.3, y - 0.3, width - 0.2, height - 0.2].some(off => Math.abs(off) > 0.01))
			throw new Error(`Drawn at ${x}, ${y}: ${width} x ${height}.`);
	});
	await part('a highlight is dragged, undone and done again', async () => {
		const before = await mark();
		await drag([0.32, 0.32], [0.42, 0.32]);
		await until(`${FRAME} return inside.querySelector('.frame').getBoundingClientRect().left > ${before.x + 20}`);
		await hands.press('Control', 'z');
		await until(`${FRAME} return Math.abs(inside.querySelector('.frame').getBoundingClientRect().left - ${before.x}) < 2`);
		await hands.press('Control', 'Shift', 'Z');
		await until(`${FRAME} return inside.querySelector('.frame').getBoundingClientRect().left > ${before.x + 20}`);
	});
	await part('steps are made, moved and chosen by keys', async () => {
		await press('.strip [aria-selected=true]');
		await hands.press('n');
		await until(`return ${ROWS}.length === 4`);
		await press('.strip [role=option]');
		await hands.press('Alt', 'ArrowDown');
		await until(`return ${ROWS}[1] === arguments[0]`, [WORDS]);
		await hands.press('ArrowUp');
		await until("return document.querySelector('.strip [role=option]').ariaSelected === 'true'");
	});
	await part('a picture is pasted, and one dropped', async () => {
		const picture = (await readFile(PICTURES[0]!)).toString('base64');
		for (const [count, kind] of [
			[5, 'paste'],
			[6, 'drop'],
		] as const) {
			await browser.run(GIVE, [kind, picture]);
			await until(`return ${ROWS}.length === ${count}`);
		}
		await saved();
	});
	for (const [name, key, sign] of [
		['preview', 'p', 'dialog[open] iframe'],
		['paths', 'f', 'dialog[open] .flow-foot'],
		['help', '?', 'dialog[open] .keys'],
	] as const)
		await part(name, async () => {
			await press('.strip [aria-selected=true]');
			await hands.press(key);
			await until(`return document.querySelector(arguments[0]) !== null`, [sign]);
			await sleep(300);
			await hands.press('Escape');
			await until("return document.querySelector('dialog[open]') === null");
		});
	await part('publish', async () => {
		await press('.bar .primary');
		await press('dialog[open] .actions .primary:not(:disabled)');
		link = await until<string>("return document.querySelector('.published input')?.value");
	});
	await hands.press('Escape');
	const copied = async () => {
		await press('.inspector .sections input');
		await hands.press('Control', 'a');
		await hands.press('Control', 'v');
		const pasted = await until<string>(
			"const {value} = document.querySelector('.inspector .sections input'); return value.includes('://') && value",
		);
		same('pasted', pasted, link);
	};
	// Without a window, Chromium refuses the clipboard.
	if (!browser.name.includes('Headless')) await part('the link is copied by publishing', copied);
	await part('an export', async () => {
		await press('.bar .primary');
		await press('dialog[open] .take-along button');
		await press('dialog[open] .formats label:has([value=html])');
		await press('dialog[open] .primary');
		await browser.run('window.got = null');
		const href = await until<string>("return document.querySelector('dialog[open] .recent a[download]')?.href");
		await browser.run('fetch(arguments[0]).then(({status}) => { window.got = status; })', [href]);
		same('status', await until('return window.got'), 200);
	});
	const tour = await browser.run<string>('return location.pathname');
	for (const path of [...SCREENS, ...['', '/theme', '/cards', '/statistics'].map(name => tour + name)])
		for (const [width, height] of [
			[1440, 900],
			[390, 844],
		] as const)
			await part(`${path.replace(/tour_\w+/, 'TOUR')} ${width}`, async () => {
				await browser.resize(width, height);
				await open(path);
				await sleep(500);
				same('scrolled to the side', await browser.run('return Math.max(0, document.documentElement.scrollWidth - innerWidth)'), 0);
			});
	await part('the public page', async () => {
		await browser.resize(1440, 900);
		await browser.open(link);
		await until("return document.querySelector('#s1.on') !== null && !document.documentElement.matches('.soon')");
		await hands.press('ArrowRight');
		await until("return document.querySelector('#s2.on') !== null");
	});
	return {parts, faults};
}

/** Pastes or drops a picture on the page, which no driver can: the event is made by a script. */
const GIVE = `
	const [type, base64] = arguments;
	const data = new DataTransfer();
	data.items.add(new File([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], type + '.png', {type: 'image/png'}));
	const event = new Event(type, {bubbles: true, cancelable: true, composed: true});
	Object.defineProperty(event, type === 'paste' ? 'clipboardData' : 'dataTransfer', {value: data});
	document.querySelector('.strip').dispatchEvent(event);
`;
