import {onOwnServers} from '../helpers/own-servers.ts';
import {allExperiments} from './all-experiments.ts';
import type {Outcome} from './experiment.ts';

// One experiment in a process of its own: `run-faults.ts` starts it, and hears its outcome.

const name = process.argv[2]!;
const experiment = (await allExperiments()).get(name)!;
await onOwnServers(async () => {
	const outcome: Outcome = await experiment.run(sentence => console.log(`  ${sentence}`));
	await new Promise<void>(resolve => (process.send ? process.send(outcome, () => resolve()) : resolve()));
});
process.exit();
