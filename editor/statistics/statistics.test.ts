import test from 'ava';
import {csv} from '../../shared/tour/csv.ts';
import {growth, isPeriod, readPeriod, writePeriod} from './period.ts';
import {named, nearest, path, points, ticks} from './scale.ts';

/** Periods, scales and files of statistics, without a screen. */

test('a query is a number of days that end today, or two dates; anything else is the usual', t => {
	const today = '2026-03-31';
	const month = {days: 30, from: '2026-03-02', to: today};
	t.deepEqual(readPeriod({}, today), month);
	t.deepEqual(readPeriod({days: '7'}, today), {days: 7, from: '2026-03-25', to: today});
	t.deepEqual(readPeriod({days: '90'}, today), {days: 90, from: '2026-01-01', to: today});
	for (const wrong of [{days: '8'}, {days: '-7'}, {from: '2026-03-01'}, {from: '2026-03-05', to: '2026-03-04'}, {from: 'x', to: 'y'}])
		t.deepEqual(readPeriod(wrong, today), month, JSON.stringify(wrong));
	t.deepEqual(readPeriod({from: '2024-01-01', to: '2025-01-01'}, today), month, '367 days');
	const year = {days: null, from: '2024-01-01', to: '2024-12-31'};
	t.deepEqual(readPeriod({from: year.from, to: year.to}, today), year);
	t.true(isPeriod('2026-03-01', '2026-03-01'));
	for (const chosen of [month, year, readPeriod({days: '7'}, today)]) {
		const query = Object.fromEntries(new URLSearchParams(writePeriod(chosen)));
		t.deepEqual(readPeriod(query, today), chosen);
	}
});

test('what was nothing before grows by no share', t => {
	t.is(growth(5, 0), null);
	t.is(growth(0, 0), null);
	t.is(growth(0, 4), -1);
	t.is(growth(6, 4), 0.5);
});

test('a scale has few whole lines, the last of which holds the most', t => {
	t.deepEqual(ticks(0), [0, 1]);
	t.deepEqual(ticks(1), [0, 1]);
	t.deepEqual(ticks(7), [0, 2, 4, 6, 8]);
	t.deepEqual(ticks(10), [0, 5, 10]);
	for (let most = 0; most < 3_000_000; most = Math.ceil(most * 1.07) + 1) {
		const lines = ticks(most);
		t.true(lines.at(-1)! >= most && lines.length >= 2 && lines.length <= 6, `${most}: ${lines}`);
		t.true(lines.every(Number.isInteger));
	}
});

test('points lie in their box, one alone in its middle; the nearest is found', t => {
	const box = {left: 40, top: 10, width: 100, height: 200};
	t.deepEqual(points([0, 5, 10], 10, box), [
		[40, 210],
		[90, 110],
		[140, 10],
	]);
	t.deepEqual(points([3], 3, box), [[90, 10]]);
	t.is(
		path([
			[1, 2.04],
			[3.26, 4],
		]),
		'M1 2L3.3 4',
	);
	t.deepEqual(
		[-10, 64, 66, 500].map(x => nearest(x, 3, box)),
		[0, 0, 1, 2],
	);
	t.is(nearest(70, 1, box), 0);
	t.deepEqual(named(1, 5), [0]);
	t.deepEqual(named(7, 4), [0, 2, 4, 6]);
	t.deepEqual(named(30, 6), [4, 9, 14, 19, 24, 29]);
	t.deepEqual(named(366, 2), [182, 365]);
});

test('no text computes anything, whichever sign a spreadsheet takes for the end of a cell', t => {
	const bad = ['=1+1', 'x;=1+1;y', 'x;"=1+1&";y', 'x\t@SUM(A1)\ty', 'x\n=1+1;y', 'x\r+1;y', ';-1;', '"x";""=1'];
	const good = ['1 - 2; 3 = 4', 'a; -10 %', 'a-b;c+d', 'ana@example.com'];
	const lines = csv([...bad, ...good].map((text, index) => [index, text, 0]));
	for (const separator of [',', ';', '\t']) {
		const cells = cellsOf(lines, separator);
		t.deepEqual(
			cells.filter(cell => /^[=+\-@]/.test(cell)),
			[],
			separator,
		);
	}
	const texts = cellsOf(lines, ',').filter((_, index) => index % 3 === 1);
	t.deepEqual(texts.slice(bad.length), good, 'others stand as they are');
	t.is(texts[1], "x;'=1+1;y");
});

/** Cells of a file as a spreadsheet with this separator reads it: quotes hold together only what they begin. */
function cellsOf(file: string, separator: string): string[] {
	const cells: string[] = [];
	let [cell, isQuoted, isNew] = ['', false, true];
	for (const sign of file.replace(/^\uFEFF/, '')) {
		if (sign === '"' && (isQuoted || isNew)) [isQuoted, isNew] = [!isQuoted, false];
		else if (!isQuoted && (sign === separator || sign === '\r' || sign === '\n')) {
			if (sign !== '\n' || cell !== '') cells.push(cell);
			[cell, isNew] = ['', true];
		} else [cell, isNew] = [cell + sign, false];
	}
	return cells;
}

test('a file is read as it is meant: no formula, no broken line, no lost accent', t => {
	const text = csv([
		['name', 'views', 'share'],
		['=HYPERLINK("http://x","y")', 3, 0.125],
		['-1+1', 0, null],
		['＝1', 1, 1],
		['a "b",\nc é', 2, 0],
	]);
	t.is(
		text,
		'\uFEFF"name","views","share"\r\n"\'=HYPERLINK(""http://x"",""y"")",3,0.125\r\n"\'-1+1",0,\r\n"\'＝1",1,1\r\n"a ""b"",\nc é",2,0\r\n',
	);
});
