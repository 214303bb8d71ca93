import {spawnSync} from 'node:child_process';
import {closingLine, runTests} from './test-run.ts';

/** Stages of `npm test` before its tests, of which `npm run check` (`--static`) runs no others; the first failure ends it. */
const STAGES = [
	{
		title: 'Format and lint',
		program: 'node_modules/@biomejs/biome/bin/biome',
		args: ['check', '--error-on-warnings'],
		mend: 'npm run format mends most of it.',
	},
	{title: 'Types', program: 'node_modules/typescript/bin/tsc', args: [], mend: ''},
];

for (const {title, program, args, mend} of STAGES) {
	const begun = performance.now();
	console.log(`${title} …`);
	const {status} = spawnSync(process.execPath, [program, ...args], {stdio: 'inherit'});
	if (status !== 0) {
		console.error(`\n${title}: failed. ${mend}`.trimEnd());
		process.exit(1);
	}
	console.log(`${title}: fine (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
}

if (!process.argv.includes('--static')) {
	console.log('Tests …');
	const outcome = await runTests(process.argv.slice(2));
	console.log(closingLine(outcome));
	process.exitCode = outcome.code;
}
