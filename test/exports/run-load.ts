import {ended, makeTour} from '../helpers/exports.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import {startProcess} from '../helpers/processes.ts';
import {startService} from '../helpers/service.ts';

/**
 * What people who publish notice of exports: `npm run lab -- exports` publishes with nothing else to do, then while 50 exports of other accounts
 * wait and are made, and compares. Ends with 1 where the 95th percentile is more than 1.3 times.
 */

const PUBLISHES = 60;
const EXPORTS = 50;
const ACCOUNTS = 5;
const MOST = 1.3;

await onOwnServers(async () => {
	const service = await startService({LOG_LEVEL: 'error'});
	const worker = await startProcess('workers/main.ts', service.env, {pools: ['export']});
	try {
		const ana = await service.client();
		const tour = await makeTour(ana, 'Published', 1);
		const publishes = async () => {
			const times: number[] = [];
			for (let index = 0; index < PUBLISHES; index++) {
				await ana('PATCH', `/v1/tours/${tour.id}`, {body: {name: `Published ${index}`}});
				const start = performance.now();
				const {status} = await ana('POST', `/v1/tours/${tour.id}/publish`, {body: {}});
				if (status !== 200 && status !== 201) throw new Error(`A publish ended with ${status}.`);
				times.push(performance.now() - start);
			}
			return times.sort((one, other) => one - other)[Math.floor(0.95 * PUBLISHES)]!;
		};
		await publishes();
		const quiet = await publishes();
		const others = await Promise.all(Array.from({length: ACCOUNTS}, () => service.client()));
		const tours = await Promise.all(others.map((other, index) => makeTour(other, `Exported ${index}`, 10 + index)));
		const formats = ['mp4', 'webp', 'pdf', 'html', 'gif'];
		const ordered = await Promise.all(
			Array.from({length: EXPORTS}, async (_, index) => {
				const at = index % ACCOUNTS;
				const {tour: copy} = (await others[at]!('POST', `/v1/tours/${tours[at]!.id}/duplicate`)).body;
				const {body} = await others[at]!('POST', `/v1/tours/${copy.id}/exports`, {body: {format: formats[index % formats.length]}});
				return {client: others[at]!, id: body.export.id as string};
			}),
		);
		const busy = await publishes();
		const open = await Promise.all(ordered.map(async ({client, id}) => (await client('GET', `/v1/exports/${id}`)).body.export.status));
		const left = open.filter(status => status === 'queued' || status === 'running').length;
		const ratio = busy / quiet;
		console.log(
			`publish p95: ${quiet.toFixed(0)} ms quiet, ${busy.toFixed(0)} ms beside exports (${ratio.toFixed(2)}x); ${left} of ${EXPORTS} were left`,
		);
		if (process.argv.includes('--wait')) for (const {client, id} of ordered) console.log((await ended(client, id, 900_000)).status);
		if (left === 0) throw new Error('The exports ended before the publishes: nothing was measured.');
		process.exitCode = ratio <= MOST ? 0 : 1;
	} finally {
		await worker.kill();
		await service.stop();
	}
});
