import {fork} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {endLeftovers} from '../helpers/leftovers.ts';
import {allExperiments} from './all-experiments.ts';
import type {Experiment, Outcome} from './experiment.ts';

/**
 * `npm run lab -- faults NAME…`: the experiments of that name, by default all, one after another, each in a process, with servers and a
 * folder of its own. Whatever it leaves behind is ended: where it takes too long, where it fails, and on Ctrl-C.
 */
const STANDARD_LIMIT_S = 300;
const COLUMNS = ['acknowledged', 'lost', 'doubled', 'recovery'];

type Result = {name: string; seconds: number; fault?: string} & Outcome;

let stopping = false;
let endCurrent = () => {};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		stopping = true;
		endCurrent();
	});
}

const results: Result[] = [];
for (const experiment of await choose(process.argv.slice(2))) {
	if (stopping) break;
	results.push(await runOne(experiment));
}
printTable(results);
process.exit(!stopping && results.length > 0 && results.every(({ok}) => ok) ? 0 : 1);

async function choose(names: string[]): Promise<Experiment[]> {
	const known = await allExperiments();
	const wanted = names.length > 0 ? names : [...known.keys()];
	const unknown = wanted.find(name => !known.has(name));
	if (unknown) throw new Error(`There is no experiment ${unknown}; there are ${[...known.keys()].join(', ')}.`);
	return wanted.map(name => known.get(name)!);
}

async function runOne({name, title, limit = STANDARD_LIMIT_S}: Experiment): Promise<Result> {
	console.log(`\n${name}: ${title}`);
	const begun = Date.now();
	const folder = mkdtempSync(join(tmpdir(), 'roteiro-faults-'));
	const env = {...process.env, TMPDIR: folder, LOG_LEVEL: 'error'};
	const child = fork(join(import.meta.dirname, 'run-experiment.ts'), [name], {env, detached: true});
	let outcome: Outcome | undefined;
	let fault: string | undefined;
	child.on('message', message => {
		outcome = message as Outcome;
	});
	const end = (why: string) => {
		fault ??= why;
		child.kill('SIGKILL');
	};
	endCurrent = () => end('stopped');
	const timer = setTimeout(end, limit * 1000, `took longer than ${limit} s`);
	const [code, signal] = await once(child, 'exit');
	clearTimeout(timer);
	endCurrent = () => {};
	const left = await endLeftovers(folder);
	await rm(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
	if (!outcome && !fault) fault = `ended with ${signal ?? code}`;
	const seconds = Math.round((Date.now() - begun) / 1000);
	if (fault) console.log(`  ${fault}; ${left} processes of it were ended`);
	return {name, seconds, figures: outcome?.figures ?? {}, ok: !fault && (outcome?.ok ?? false), fault};
}

function printTable(rows: Result[]): void {
	const head = ['experiment', ...COLUMNS, 'seconds', '', 'more'];
	const lines = rows.map(({name, figures, seconds, ok, fault}) => [
		name,
		...COLUMNS.map(column => String(figures[column] ?? '-')),
		String(seconds),
		ok ? 'ok' : 'DOES NOT HOLD',
		fault ??
			Object.entries(figures)
				.filter(([figure]) => !COLUMNS.includes(figure))
				.map(([figure, value]) => `${figure} ${value}`)
				.join(', '),
	]);
	const widths = head.map((_, column) => Math.max(...[head, ...lines].map(line => line[column]!.length)));
	console.log();
	for (const line of [head, ...lines])
		console.log(
			line
				.map((cell, column) => cell.padEnd(widths[column]!))
				.join('  ')
				.trimEnd(),
		);
}
