import {isDeepStrictEqual} from 'node:util';
import {onOwnServers} from '../helpers/own-servers.ts';
import {reportStorm} from './report-storm.ts';

/** The storm of `report-storm.test.ts` as a command: `npm run storm:reports -- EVENTS KILLS`, by default 100,000 and 20. */
const [events = 100_000, kills = 20] = process.argv.slice(2).map(Number);
await onOwnServers(async () => {
	const start = Date.now();
	const {acknowledged, counted, ...figures} = await reportStorm({events, kills, report: console.log});
	const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0);
	const seconds = Math.round((Date.now() - start) / 1000);
	console.log(JSON.stringify({...figures, acknowledged: sum(acknowledged), counted: sum(counted), seconds}, null, '\t'));
	const exact = isDeepStrictEqual(acknowledged, counted) && sum(counted) === events;
	console.log(exact ? 'every acknowledged event is counted, once' : 'THIS DOES NOT HOLD');
	process.exitCode = exact ? 0 : 1;
});
process.exit();
