import test from 'ava';
import {measureLatency} from '../helpers/latency.ts';
import {openFiles, openSlowPeers} from '../helpers/slow-peers.ts';
import {startApiUnderTest} from './api-under-test.ts';

/** What slow peers may cost others: the small edition of `npm run lab -- faults slow-peers` and `slow-readers`. */

const CONNECTIONS = 300;
const MEASURED_MS = 2000;
/** What a busy machine adds to a 99th percentile of two seconds. */
const UNREST_MS = 250;

test('slow heads, bodies and readers, idle and vanished peers hold a file each, and nobody waits for them', async t => {
	const {api, port, url, client, tourPath, filePath, stop} = await startApiUnderTest({MAX_CONNECTIONS: '2000'});
	t.teardown(stop);
	const measure = () =>
		measureLatency({url: `${url}${tourPath}`, headers: {Authorization: `Bearer ${client.key}`}, ms: MEASURED_MS, ip: '127.0.0.9'});
	const kinds = ['headers', 'bodies', 'readers', 'half-open', 'idle'] as const;
	const filesBefore = openFiles(api.pid);
	let round = await besidePeers();
	// A delay that the peers cause comes back in each round; one that other tests cause does not.
	for (let more = 2; more > 0 && !round.holds; more--) round = await besidePeers();
	t.true(round.holds, `p99 ${round.quiet.p99} alone, ${round.beside.p99} beside them`);
	t.is(round.quiet.failed + round.beside.failed, 0);
	t.true(round.files <= CONNECTIONS + 20, `${round.files} files`);

	async function besidePeers() {
		const quiet = await measure();
		const peers = await openSlowPeers({port, path: filePath, kinds: [...kinds], count: CONNECTIONS, ips: 2});
		const beside = await measure();
		const files = openFiles(api.pid) - filesBefore;
		await peers.close();
		return {quiet, beside, files, holds: beside.p99 <= 2 * quiet.p99 + UNREST_MS};
	}
});

test('more connections from one IP than it may have shut nobody out, not even from there', async t => {
	const {api, port, url, client, tourPath, filePath, stop} = await startApiUnderTest({MAX_CONNECTIONS: '500'});
	t.teardown(stop);
	const peers = await openSlowPeers({port, path: filePath, kinds: ['readers'], count: CONNECTIONS, ips: 1});
	t.teardown(peers.close);
	const headers = {Authorization: `Bearer ${client.key}`};
	const elsewhere = await measureLatency({url: `${url}${tourPath}`, headers, ms: 3000, ip: '127.0.0.9'});
	t.is(elsewhere.failed, 0);
	t.true(openFiles(api.pid) < 150);
	const there = await measureLatency({url: `${url}${tourPath}`, headers, ms: 1000, keepAlive: false, pauseMs: 50});
	t.is(there.failed, 0, 'those that have rested longest give way');
});
