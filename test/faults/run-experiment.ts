import {join} from 'node:path';
import {onOwnServers} from '../helpers/own-servers.ts';
import type {Experiment, Outcome} from './experiment.ts';

// One experiment in a process of its own: `run-faults.ts` starts it, and hears its outcome.

const name = process.argv[2]!;
const {experiment} = (await import(join(import.meta.dirname, 'experiments', `${name}.ts`))) as {experiment: Experiment};
await onOwnServers(async () => {
	const outcome: Outcome = await experiment.run(sentence => console.log(`  ${sentence}`));
	await new Promise<void>(resolve => (process.send ? process.send(outcome, () => resolve()) : resolve()));
});
process.exit();
