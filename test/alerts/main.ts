import {readFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {installPackages} from '../../infra/start/packages.mjs';
import {FAULTS, type Fault} from './faults.ts';
import {checkFiles} from './prometheus.ts';
import {startWatched, type Watched} from './watched.ts';

/**
 * `npm run lab -- alerts [RoteiroErrors …]`: a real Prometheus (a Debian package, installed when it is missing) watches a real service. Every panel of the
 * dashboard has data; each alert, by default all, is made to fire by a fault and to end by its runbook. As root, for a small disk. Exit code 1 where
 * something does not hold.
 */
const LIMIT_MS = 180_000;
const LOOK_MS = 1000;
/** Two rounds of it: what is counted for the first time has no rate yet. */
const ROUNDS = 2;
const BETWEEN_MS = 6000;

type Row = {alert: string; fault: string; 'fires after': string; remedy: string; 'ends after': string};

await installPackages({privateServers: true, also: ['prometheus']});
await checkFiles();
const only = process.argv.slice(2);
const watched = await startWatched();
const rows: Row[] = [];
const wrong: string[] = [];
try {
	await use(watched);
	if (only.length === 0) await askPanels(watched);
	for (const fault of FAULTS) {
		if (only.length === 0 || fault.alerts.some(alert => only.includes(alert))) await prove(watched, fault);
	}
} finally {
	await watched.stop();
}
console.table(rows);
for (const line of wrong) console.log(line);
console.log(wrong.length === 0 ? 'Every alert fired and ended.' : `${wrong.length} faults.`);
process.exit(wrong.length === 0 ? 0 : 1);

/** A little of everything that a panel shows. */
async function use({client, tourId, stepId}: Watched): Promise<void> {
	for (let round = 0; round < ROUNDS; round++) {
		await client('PATCH', `/v1/tours/${tourId}/steps/${stepId}`, {body: {title: `Round ${round}`}});
		await client('GET', `/v1/tours/${tourId}/steps/${stepId}/picture`);
		await client('POST', `/v1/tours/${tourId}/steps/${stepId}/generate-text`, {body: {}});
		await client('POST', `/v1/tours/${tourId}/publish`);
		await client('GET', '/v1/tours/none');
		await sleep(BETWEEN_MS);
	}
}

async function askPanels({prometheus}: Watched): Promise<void> {
	const {panels} = JSON.parse(readFileSync('infra/grafana/roteiro.json', 'utf8'));
	const queries: Array<{title: string; expr: string}> = panels.flatMap((panel: {title: string; targets?: Array<{expr: string}>}) =>
		(panel.targets ?? []).map(({expr}) => ({title: panel.title, expr})),
	);
	let empty = queries;
	for (const end = Date.now() + LIMIT_MS; empty.length > 0 && Date.now() < end; await sleep(LOOK_MS)) {
		const left: typeof queries = [];
		for (const query of empty) {
			const samples = await prometheus.query(query.expr.replaceAll('$__rate_interval', '5m'));
			if (!samples.some(({value}) => !Number.isNaN(Number(value[1])))) left.push(query);
		}
		empty = left;
	}
	console.log(`${queries.length} queries of ${panels.length} panels and rows, ${empty.length} without data`);
	wrong.push(...empty.map(({title, expr}) => `The panel "${title}" has no data: ${expr}`));
}

async function prove(watched: Watched, fault: Fault): Promise<void> {
	console.log(`${fault.alerts.join(', ')}: ${fault.fault} …`);
	let busy = true;
	const users = (async () => {
		while (busy) {
			await Promise.all([fault.meanwhile?.(watched), watched.client('GET', '/v1/tours').catch(() => {})]);
			await sleep(300);
		}
	})();
	try {
		let begun = performance.now();
		const since = () => (performance.now() - begun) / 1000;
		await fault.cause(watched);
		const fired = await eachTurns(watched, fault, true, since);
		begun = performance.now();
		await fault.mend(watched);
		const ended = await eachTurns(watched, fault, false, since);
		for (const alert of fault.alerts) {
			rows.push({
				alert,
				fault: fault.fault,
				'fires after': said(fired.get(alert)),
				remedy: fault.remedy,
				'ends after': said(ended.get(alert)),
			});
			if (!fired.has(alert)) wrong.push(`${alert} did not fire.`);
			else if (!ended.has(alert)) wrong.push(`${alert} did not end.`);
		}
	} finally {
		busy = false;
		await users;
	}
}

/** Seconds until each of the alerts fires, or does not any more; one that is not named did not within three minutes. */
async function eachTurns({prometheus}: Watched, {alerts}: Fault, wanted: boolean, since: () => number): Promise<Map<string, number>> {
	const turned = new Map<string, number>();
	for (const end = Date.now() + LIMIT_MS; turned.size < alerts.length && Date.now() < end; await sleep(LOOK_MS)) {
		for (const alert of alerts) {
			if (!turned.has(alert) && (await prometheus.fires(alert)) === wanted) turned.set(alert, since());
		}
	}
	return turned;
}

function said(seconds: number | undefined): string {
	return seconds === undefined ? 'never' : `${seconds.toFixed(0)} s`;
}
