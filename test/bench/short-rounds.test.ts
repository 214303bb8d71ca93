import {appendFileSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {keptFolder} from '../../shared/process/kept-file.ts';
import type {Measured} from './benches.ts';
import {readFigures, shownIn} from './kept-figures.ts';

// A bench that does not work any more, or whose ratio is far off, shows here; what exactly it is, `npm run lab -- bench` measures on a quiet machine.
process.env.BENCH_ROUND = 'short';
const {BENCHES} = await import('./benches.ts');

/** Take minutes in any round; what they rest on has tests of its own: `test/evals`, `test/bounded-reads`. */
const LONG = ['elements', 'local-writer', 'wide-account', 'wide-editor'];
/** Stand beside other programs; all others beside a number, which only a quiet machine reaches. */
const BESIDE = ['get-tour', 'tools-call', 'watched', 'ingest', 'operation', 'page', 'cover', 'documents', 'player', 'processes'];
/** A loaded machine moves ratios; more than this, round after round, is no noise. */
const FAR_OFF = 1.5;
/** Ratios are judged where the whole of everything is tried: a machine that does other things fails nobody. */
const JUDGED = process.env.TEST_EXTENT === 'whole';
const ROUNDS = 3;

for (const [name, bench] of Object.entries(BENCHES)) {
	if (LONG.includes(name)) continue;
	test.serial(`${name} works, and is not far from its goal`, async t => {
		t.timeout(400_000);
		for (let round = 1; ; round++) {
			const rows = await bench();
			const most = JUDGED && BESIDE.includes(name) ? FAR_OFF : Number.POSITIVE_INFINITY;
			const said = rows.map(row => ({...row, said: `${row.what}: ${row.ratio.toFixed(2)}x (goal ${row.goal})`}));
			const farOff = said.filter(row => !(timesTheGoal(row) <= most)).map(row => row.said);
			for (const row of rows) keep(name, row);
			t.log(said.map(row => row.said).join('\n'));
			if (farOff.length > 0 && round < ROUNDS) continue;
			t.true(rows.length > 0);
			return t.deepEqual(farOff, []);
		}
	});
}

test('docs/performance.md shows the figures that are kept', t => {
	const page = readFileSync('docs/performance.md', 'utf8');
	t.is(shownIn(page, readFigures()), page);
});

/** Returns how many times worse than its goal a ratio is; NaN where there is none. */
function timesTheGoal({ratio, goal}: Measured): number {
	const [, sign, limit] = /([<>])=? ([\d.]+)$/.exec(goal) ?? [];
	if (!limit) return Number.isFinite(ratio) ? 0 : Number.NaN;
	return sign === '<' ? ratio / Number(limit) : Number(limit) / ratio;
}

/** Keeps a line for each ratio, run after run, beside what else is kept on this machine. */
function keep(bench: string, {what, ratio}: Measured): void {
	const folder = keptFolder('');
	if (folder) appendFileSync(join(folder, 'short-rounds.jsonl'), `${JSON.stringify({at: new Date(), bench, what, ratio})}\n`);
}
