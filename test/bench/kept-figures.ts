import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {loadavg} from 'node:os';
import type {Measured} from './benches.ts';

/** What one bench measured: a line of the file. `load`: programs that wanted a core in the minute before its end, the bench's own among them. */
type Figures = {bench: string; day: string; load: number; rows: Array<Pick<Measured, 'what' | 'ours' | 'bare' | 'ratio' | 'goal' | 'met'>>};

const FILE = 'docs/figures.jsonl';
const PAGE = 'docs/performance.md';
/** A place of the page that shows a bench. */
const PLACE = /(<!-- bench ([a-z-]+) -->\n)(?:.|\n)*?(<!-- end -->)/g;

/** Keeps what a bench measured instead of what it measured before, and writes it into the page. */
export function keepFigures(bench: string, rows: Measured[]): void {
	const figures: Figures = {bench, day: new Date().toISOString().slice(0, 10), load: Math.round(loadavg()[0]! * 10) / 10, rows};
	const others = readFigures().filter(line => line.bench !== bench);
	const lines = [...others, figures].toSorted((one, other) => one.bench.localeCompare(other.bench));
	writeFileSync(FILE, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
	writeFileSync(PAGE, shownIn(readFileSync(PAGE, 'utf8'), lines));
}

/** Returns the page with the tables of these figures in their places. */
export function shownIn(page: string, figures: readonly Figures[]): string {
	return page.replace(PLACE, (_, open: string, bench: string, end: string) => {
		const found = figures.find(line => line.bench === bench);
		if (!found) throw new Error(`${PAGE} shows ${bench}, and ${FILE} has no line of it: npm run lab -- bench ${bench} --keep`);
		return `${open}${tableOf(found)}${end}`;
	});
}

export function readFigures(): Figures[] {
	if (!existsSync(FILE)) return [];
	const lines = readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
	return lines.map(line => JSON.parse(line));
}

function tableOf({day, load, rows}: Figures): string {
	const lines = rows.map(({what, ours, bare, ratio, goal, met}) => {
		const shown = `${ratio.toFixed(2)}x`;
		return `| ${what} | ${ours} | ${bare} | ${met ? shown : `**${shown}**`} | ${goal} |`;
	});
	return `\n${day}, load ${load}; **bold** where the goal is not met:\n\n| what | ours | beside | ratio | goal |\n|---|---|---|---|---|\n${lines.join('\n')}\n\n`;
}
