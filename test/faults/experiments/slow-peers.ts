import {setTimeout as sleep} from 'node:timers/promises';
import {measureLatency} from '../../helpers/latency.ts';
import {openFiles, openSlowPeers, type Slowness} from '../../helpers/slow-peers.ts';
import {startApiUnderTest} from '../api-under-test.ts';
import {besideP99} from '../bounds.ts';

const CONNECTIONS = 5000;
/** So many that none of them has more than its IP may have: everybody is let in. */
const IPS = 250;
const KINDS: Slowness[] = ['headers', 'bodies', 'readers', 'half-open', 'idle'];
const MEASURED_MS = 10_000;

export const experiment = {
	name: 'slow-peers',
	title: `${CONNECTIONS} connections from ${IPS} IPs: slow heads, slow bodies, slow readers, gone and idle ones`,
	run,
};

async function run() {
	const {api, port, url, client, tourPath, filePath, stop} = await startApiUnderTest();
	const headers = {Authorization: `Bearer ${client.key}`};
	const measure = (ms = MEASURED_MS) => measureLatency({url: `${url}${tourPath}`, headers, ms, keepAlive: false});
	try {
		const quiet = await measure();
		const peers = await openSlowPeers({port, path: filePath, kinds: KINDS, count: CONNECTIONS, ips: IPS});
		const arriving = await measure(5000);
		const files = openFiles(api.pid);
		const beside = await measure();
		// Only bodies that drip are left: they have five minutes.
		await sleep(65_000);
		const figures = {
			quietP99: quiet.p99,
			arrivingP99: arriving.p99,
			besideP50: beside.p50,
			besideP99: beside.p99,
			besideMax: beside.max,
			failed: arriving.failed + beside.failed,
			openFiles: files,
			openFilesLater: openFiles(api.pid),
		};
		await peers.close();
		return {figures, ok: figures.failed === 0 && beside.p99 <= besideP99(quiet.p99) && files < CONNECTIONS + 200};
	} finally {
		await stop();
	}
}
