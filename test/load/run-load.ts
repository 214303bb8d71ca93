import {parseArgs} from 'node:util';
import {onOwnServers} from '../helpers/own-servers.ts';
import {ONLY_REFUSED} from './largest-inputs.ts';
import {load} from './load.ts';
import {type Burst, burst} from './together.ts';

/**
 * `npm run lab -- load [PART]`: every attack of `test/load.test.ts` and those that are left out there, four at a time in the end; of them those whose
 * description has PART in it. With `--together 60` the largest body of each operation and tool is sent 60 times at once instead, by one account, and what another
 * one waits is shown for each; `--settle 60`: seconds until memory is looked at; several PARTs are separated by commas, `--slice 2/6` takes the second sixth of them. On a machine that does nothing else nobody waits longer than 200 ms.
 */
const WAIT_MS = 200;
const GROWTH_BYTES = 512 * 1024 * 1024;
const MB = 1024 * 1024;
/** What another account may wait while so many calls come at once, and how much memory may stay. */
const P99_MS = 100;
const SLOWEST_MS = 300;
const RATIO = 1.3;

const text = {type: 'string'} as const;
const {values, positionals} = parseArgs({allowPositionals: true, options: {together: text, settle: text, slice: text}});
const only = positionals.join(' ');
await onOwnServers(
	values.together ? () => runTogether(Number(values.together), only, Number(values.settle ?? 60), values.slice) : runAttacks,
);
process.exit();

async function runAttacks(): Promise<void> {
	for (const together of [1, 4]) {
		const {
			felt,
			waited: {all, by},
			grewBytes,
		} = await load({
			whole: true,
			only,
			together,
			report({attack, status, cpuMs, wallMs, ms}) {
				if (cpuMs > WAIT_MS / 2 || status >= 500)
					console.log(`${status}  ${cpuMs.toFixed(0)} ms of CPU, ${wallMs.toFixed(0)} ms, answered in ${ms.toFixed(0)} ms: ${attack}`);
			},
		});
		const byCpu = felt.toSorted((one, other) => other.cpuMs - one.cpuMs).slice(0, 3);
		const byClock = felt.toSorted((one, other) => other.wallMs - one.wallMs).slice(0, 3);
		console.log(`\n${felt.length} attacks, ${together} at a time. The event loop was kept the longest by`);
		for (const {attack, cpuMs, wallMs} of new Set([...byCpu, ...byClock]))
			console.log(`  ${cpuMs.toFixed(0)} ms of CPU, ${wallMs.toFixed(0)} ms by the clock: ${attack}`);
		const well = all.worstMs <= WAIT_MS && all.failed === 0 && grewBytes <= GROWTH_BYTES;
		console.log(
			`Another client made ${all.calls} calls, ${all.failed} of them in vain, and waited ${all.worstMs.toFixed(0)} ms at most (goal ${WAIT_MS}), ${by['/healthz']!.worstMs.toFixed(0)} ms for /healthz, ${all.p99Ms.toFixed(0)} ms at p99.`,
		);
		console.log(
			`The process grew by ${Math.round(grewBytes / MB)} MB at most (goal 512). ${well ? 'This holds.' : 'THIS DOES NOT HOLD'}\n`,
		);
		if (!well) process.exitCode = 1;
	}
}

/** The largest body of each operation so many times at once. */
async function runTogether(together: number, only: string, settleS: number, slice = '1/1'): Promise<void> {
	const [part, parts] = slice.split('/').map(Number) as [number, number];
	let seen = 0;
	console.log(
		'operation, MB | ended | other account: p50 p99 slowest ms | /readyz: slowest ms, not 200 | longest turn: ms of CPU, by the clock | MB of memory | s',
	);
	const {bursts, memory} = await burst({
		together,
		...{steps: 500, side: 2280, settleMs: settleS * 1000},
		only: operation => only.split(',').some(word => operation.includes(word)) && seen++ % parts === part - 1,
		report({operation, bytes, alone, ended, refused, tour, ready, cpuMs, wallMs, peak, ms}) {
			const how = Object.entries(ended).map(([status, count]) => `${count} x ${status}`);
			const cells = [
				`${operation}, ${(bytes / MB).toFixed(2)}`,
				`${refused > 0 ? `${refused} REFUSED ` : ''}${how.join(', ')}${ended[alone] === together ? '' : ` (alone ${alone})`}${isReal({operation, alone}) ? '' : ' NOT A CALL THAT SUCCEEDS'}`,
				[tour.p50Ms, tour.p99Ms, tour.worstMs].map(Math.round).join(' '),
				`${ready.worstMs.toFixed(0)}, ${ready.failed}`,
				`${cpuMs.toFixed(0)}, ${wallMs.toFixed(0)}`,
				...[String(peak), (ms / 1000).toFixed(1)],
			];
			console.log(`${isWell({operation, alone, tour, ready, refused}) ? '  ' : '! '}${cells.join(' | ')}`);
		},
	});
	const ratio = memory.after / memory.before;
	const bad = bursts.filter(one => !isWell(one)).length;
	console.log(
		`Memory: ${memory.before.toFixed(0)} MB before, ${memory.peak.toFixed(0)} at most, ${memory.after.toFixed(0)} after ${settleS} s, ${ratio.toFixed(2)} times (goal ${RATIO}). ${bad} of ${bursts.length} operations beyond the goals.`,
	);
	if (bad > 0 || ratio > RATIO) process.exitCode = 1;
}

function isWell({tour, ready, refused, ...called}: Pick<Burst, 'operation' | 'alone' | 'tour' | 'ready' | 'refused'>): boolean {
	return isReal(called) && refused === 0 && ready.failed === 0 && tour.failed === 0 && tour.p99Ms <= P99_MS && tour.worstMs <= SLOWEST_MS;
}

/** True where one call alone is what the operation is for, or cannot be. */
function isReal({operation, alone}: Pick<Burst, 'operation' | 'alone'>): boolean {
	return /^2\d\d$/.test(alone) || operation in ONLY_REFUSED;
}
