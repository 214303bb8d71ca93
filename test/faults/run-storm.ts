import {onOwnServers} from '../helpers/own-servers.ts';
import {storm} from './storm.ts';

/** The storm of `storm.test.ts` as a command: `npm run storm -- JOBS KILLS`, by default 1,000 and 20. */
const [jobs = 1000, kills = 20] = process.argv.slice(2).map(Number);
await onOwnServers(async () => {
	const start = Date.now();
	const result = await storm({jobs, kills, report: console.log});
	console.log(JSON.stringify({...result, seconds: Math.round((Date.now() - start) / 1000)}, null, '\t'));
	const {charged, due, reserved, stepsDone, states} = result;
	const whole = states.succeeded === jobs && stepsDone === jobs;
	const sound = whole && reserved === 0 && charged.texts === due.texts && charged.narrationMs === due.narrationMs;
	console.log(sound ? 'nothing lost, nothing charged twice, nothing held' : 'THIS DOES NOT HOLD');
	process.exitCode = sound ? 0 : 1;
});
process.exit();
