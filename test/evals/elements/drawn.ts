import type {Page} from 'puppeteer';
import {readConfig} from '../../../shared/config/config.ts';
import type {ReadElement} from '../../../shared/contract/pictures/element.ts';
import {listElements} from '../../../workers/providers/text/local-writer/list-elements.ts';

/** Pages of our own, drawn when a test runs: what tours are mostly made of, small enough to be read in a moment. */

const STYLE = `
	* {box-sizing: border-box; caret-color: transparent}
	body {margin: 0; font: 14px "DejaVu Sans", sans-serif; background: var(--page); color: var(--ink)}
	:root {--page: #fff; --ink: #222; --line: #bbb; --soft: #f3f4f6; --fill: #ebedf0; --faint: #8a8f98}
	.dark {--page: #16181d; --ink: #e6e6e6; --line: #5b6370; --soft: #23262d; --fill: #2b2f37; --faint: #9aa1ab}
	header {display: flex; gap: 16px; align-items: center; height: 48px; padding: 0 20px; background: var(--soft)}
	main {padding: 20px; display: flex; gap: 40px}
	label {display: block; margin: 0 0 4px}
	input, select, textarea {width: 260px; height: 34px; margin: 0 0 14px; padding: 0 10px; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 4px}
	input::placeholder {color: var(--faint)}
	textarea {height: 80px; padding: 8px 10px}
	.tool {width: 32px; height: 32px; padding: 0; border: 0; background: none; color: inherit}
	table {border-collapse: collapse; font: 12px "DejaVu Sans Mono", monospace} td {padding: 3px 14px 3px 0}
	.panel {flex-wrap: wrap} .bar {display: flex; gap: 10px; align-items: center; width: 100%; padding: 4px; background: var(--soft)}
	.small {width: 52px; height: 24px; margin: 0; padding: 0 6px; font-size: 12px} .filled {border: 0; background: var(--fill)}
	.spin {display: grid; grid-template-columns: 36px 14px; height: 24px; border: 1px solid var(--line); background: var(--page)} .spin input {grid-row: 1 / 3; height: 22px} .spin i {font: 7px/11px "DejaVu Sans", sans-serif; text-align: center}
	.find {display: flex; align-items: center; gap: 8px; width: 220px; height: 34px; margin: 0 0 14px; padding: 0 10px; border: 1px solid var(--line); border-radius: 17px} .find input {width: 150px; height: 24px; margin: 0; padding: 0; border: 0}
	.group {display: inline-flex; border: 1px solid var(--line); border-radius: 4px} .group button {width: 28px; height: 24px; padding: 0; border: 0; border-right: 1px solid var(--line); background: none; color: inherit}
	.node {display: flex; align-items: center; gap: 8px; width: 120px; height: 28px; margin: 8px 0; border: 1px solid #888; border-radius: 5px; color: #222} .node span {display: grid; place-items: center; width: 28px; height: 26px; background: #0002; color: #fff}
	.go {border: 0; border-radius: 4px; padding: 9px 18px; background: #2457d6; color: #fff; font: inherit}
`;

const PATHS = {
	plus: 'M12 4v16M4 12h16',
	search: 'M10 4a6 6 0 1 0 0 12a6 6 0 1 0 0-12M15 15l6 6',
	menu: 'M3 6h18M3 12h18M3 18h18',
	bin: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v6M14 11v6',
	down: 'M5 9l7 7l7-7',
	star: 'M12 3l3 6l6 1l-4.500 4.500l1 6.500l-5.500-3l-5.500 3l1-6.500l-4.500-4.500l6-1z',
};

export const icon = (name: keyof typeof PATHS, size = 20) =>
	`<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="${PATHS[name]}"/></svg>`;
export const tool = (name: keyof typeof PATHS) => `<button class="tool" aria-label="${name}">${icon(name)}</button>`;

const header = `<header>${tool('menu')}<b>Harbour</b><span>Orders</span><span>Customers</span><input placeholder="Search orders" style="margin: 0 0 0 auto">${tool('plus')}${tool('star')}${tool('bin')}</header>`;
const form = `<form><label>Full name</label><input value="Ana Prado"><label>Country</label><select><option>Portugal</option></select>
	<label>Notes</label><textarea></textarea><br><button class="go" type="button">Save changes</button></form>`;
const rows = ['README.md 2.1k', 'index.ts 14.8k', 'plan_v3.pdf 1.2M', 'logo.svg 904b', 'notes-2025.txt 33k', 'archive.tar.gz 7.4M'];
const table = `<div><h2>Files</h2><table>${rows.map(row => `<tr><td>${icon('down', 14)} ${row.split(' ').join('</td><td>')}</td><td>26.11.2025</td></tr>`).join('')}</table></div>`;

const number = (value: number, style = '') => `<input class="small" value="${value}" style="${style}">`;
const panel = `<main class="panel"><div class="bar">${tool('plus')}${icon('star', 16)}${number(0)}${icon('down', 16)}${number(12)}${number(100)}${icon('search', 16)}${number(5, 'text-align: right')}
	<select class="small" style="width: 76px"><option>Sans</option></select><span class="spin">${number(45, 'border: 0; width: 36px')}<i>▴</i><i>▾</i></span></div>
	<div><label>Name</label><input class="filled" value="Harbour"><label>Colour</label><input class="filled" placeholder="None"><label>Width</label><input class="filled" value="320" style="width: 70px; text-align: right"></div>
	<div><label>Search</label><span class="find">${icon('search', 16)}<input placeholder="Boats"></span><label>Notes</label><textarea class="filled">Two sails</textarea></div>
	<div><div class="group">${['plus', 'bin', 'menu', 'star'].map(name => `<button>${icon(name as keyof typeof PATHS, 14)}</button>`).join('')}</div>
	${['inject', 'debug', 'switch'].map((word, at) => `<p class="node" style="background: ${['#a6bbcf', '#87a980', '#e2d96e'][at]}"><span>${icon((['star', 'bin', 'plus'] as const)[at]!, 18)}</span>${word}</p>`).join('')}</div></main>`;

export const DRAWN = {panel, form: `${header}<main>${form}${table}</main>`, files: `${header}<main>${table}${form}</main>`};

/** Shows HTML in a window of this size. */
export async function draw(page: Page, html: string, {dpr = 1, dark = false, width = 820, height = 480} = {}): Promise<Buffer> {
	await page.setViewport({width, height, deviceScaleFactor: dpr});
	await page.setContent(`<!doctype html><html class="${dark ? 'dark' : ''}"><style>${STYLE}</style><body>${html}`);
	return Buffer.from(await page.screenshot());
}

export function read(image: Buffer): Promise<ReadElement[]> {
	return listElements(image, {tesseract: readConfig().tesseract, languages: ['por'], signal: AbortSignal.timeout(60_000)});
}
