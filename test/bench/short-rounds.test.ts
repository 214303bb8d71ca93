import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import test from 'ava';
import {startBare} from './bare-server.ts';
import {isNear} from './short-rounds.ts';

// What a bench measures is for a quiet machine and `npm run lab -- bench`; here it shows that it works, and that no ratio is far off.

/** Take a minute and more in any round; what they rest on has tests of its own: `test/evals`, `test/bounded-reads`. */
const LONG = ['elements', 'local-writer', 'wide-account', 'wide-editor'];
/** No other bench begins after this time. */
const ROUNDS_MS = 15_000;
/** A bench that hangs is ended after this time, with all that it has started. */
const LIMIT_MS = 60_000;
const HOUR_MS = 3_600_000;

test('benches work, and none is far from its goal: as many as half a minute takes, by the hour others', async t => {
	t.timeout(ROUNDS_MS + 2 * LIMIT_MS);
	const listed = await readFile(join(import.meta.dirname, 'benches.ts'), 'utf8');
	const names = [...listed.matchAll(/^\t'?([a-z-]+)'?: bench/gm)].map(([, name]) => name!).filter(name => !LONG.includes(name));
	t.true(names.length > 20);
	const first = Math.floor(Date.now() / HOUR_MS) % names.length;
	const begun = performance.now();
	for (const name of [...names.slice(first), ...names.slice(0, first)]) {
		if (performance.now() - begun < ROUNDS_MS) t.log(await shortRound(name));
	}
});

/** Returns what the bench printed; throws it where the bench did not work or a ratio is far off. */
async function shortRound(name: string): Promise<string> {
	const child = spawn(process.execPath, ['test/bench/main.ts', name, '--short'], {detached: true, stdio: ['ignore', 'pipe', 'pipe']});
	const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), LIMIT_MS);
	const [said, complained, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
	clearTimeout(timer);
	if (code !== 0) throw new Error(`${name} ended with ${signal ?? code}.\n${said}${complained}`);
	return said.trimEnd();
}

test('a server that a bench is set beside and that ends at once is a fault, and nothing to wait for', async t => {
	await t.throwsAsync(startBare('bare-http.ts', ['http://127.0.0.1:1/', '{}']), {message: /^bare-http\.ts ended with 1 before/});
});

test('a ratio is far off where it is half as bad again as its goal, and where there is none', t => {
	const near = (goal: string, ratio: number, bench = 'get-tour') => isNear(bench, {what: '', ours: '', bare: '', ratio, goal, met: false});
	t.deepEqual([near('<= 1.2', 1.79), near('<= 1.2', 1.81), near('>= 0.6', 0.41), near('>= 0.6', 0.39)], [true, false, true, false]);
	t.true(isNear('processes', {what: '', ours: '', bare: '', ratio: 9, goal: '<= 3', met: false, isNoisy: true}));
	t.deepEqual([near('< 1', Number.NaN), near('<= 1', 9, 'publish'), near('<= 1', Number.NaN, 'publish')], [false, true, false]);
});
