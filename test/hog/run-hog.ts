import {onOwnServers} from '../helpers/own-servers.ts';
import {hog} from './hog.ts';

/**
 * `npm run hog [-- PART]`: every attack of `test/hog.test.ts` and those that are left out there, four at a time in the end; of them those whose
 * description has PART in it. On a machine that does nothing else nobody waits longer than 200 ms.
 */
const WAIT_MS = 200;
const GROWTH_BYTES = 256 * 1024 * 1024;
const MB = 1024 * 1024;

const only = process.argv.slice(2).join(' ');
await onOwnServers(async () => {
	for (const together of [1, 4]) {
		const {felt, waited, grewBytes} = await hog({
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
		const well = waited.worstMs <= WAIT_MS && waited.failed === 0 && grewBytes <= GROWTH_BYTES;
		console.log(
			`Another client made ${waited.calls} calls, ${waited.failed} of them in vain, and waited ${waited.worstMs.toFixed(0)} ms at most (goal ${WAIT_MS}), ${waited.aliveMs.toFixed(0)} ms for /healthz, ${waited.p99Ms.toFixed(0)} ms at p99.`,
		);
		console.log(
			`The process grew by ${Math.round(grewBytes / MB)} MB at most (goal 256). ${well ? 'This holds.' : 'THIS DOES NOT HOLD'}\n`,
		);
		if (!well) process.exitCode = 1;
	}
});
process.exit();
