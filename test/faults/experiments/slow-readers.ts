import {measureLatency} from '../../helpers/latency.ts';
import {openFiles, openSlowPeers} from '../../helpers/slow-peers.ts';
import {startApiUnderTest} from '../api-under-test.ts';

const CONNECTIONS = 2500;
const MEASURED_MS = 10_000;
/** What another client's read of a tour may take beside them, p99. */
const P99_MS = 100;

export const experiment = {
	name: 'slow-readers',
	title: `${CONNECTIONS} connections that each ask for an image eight times over and take nothing`,
	run,
};

async function run() {
	const {api, port, url, client, tourPath, filePath, stop} = await startApiUnderTest();
	const headers = {Authorization: `Bearer ${client.key}`};
	// A connection for each read, from the IP that the slow ones come from: somebody in the same office.
	const measure = (ms = MEASURED_MS) => measureLatency({url: `${url}${tourPath}`, headers, ms, keepAlive: false});
	try {
		const quiet = await measure();
		const peers = await openSlowPeers({port, path: filePath, kinds: ['readers'], count: CONNECTIONS, ips: 1});
		const arriving = await measure(5000);
		const files = openFiles(api.pid);
		const beside = await measure();
		const figures = {
			quietP99: quiet.p99,
			arrivingP99: arriving.p99,
			besideP50: beside.p50,
			besideP99: beside.p99,
			besideMax: beside.max,
			calls: beside.calls,
			failed: arriving.failed + beside.failed,
			openFiles: Math.max(files, openFiles(api.pid)),
			stillConnected: await peers.open(),
		};
		await peers.close();
		return {figures, ok: figures.failed === 0 && beside.p99 <= P99_MS && figures.openFiles < CONNECTIONS + 200};
	} finally {
		await stop();
	}
}
