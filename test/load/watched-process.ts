import {connect} from 'node:net';
import {join} from 'node:path';
import {RETURNED_MEMORY} from '../../infra/run-service.ts';
import {requirePort} from '../../infra/servers/free-port.ts';
import {type ServiceProcess, startProcess} from '../helpers/processes.ts';
import type {TestService} from '../helpers/service.ts';
import type {Watched} from './loop-watch.ts';

/** Starts an API process on the service's database that nobody else calls, and that reports at the socket `watch` what keeps its event loop. */
export async function startWatchedApi({
	config,
	env,
}: Pick<TestService, 'config' | 'env'>): Promise<{api: ServiceProcess; baseUrl: string; watch: string}> {
	const port = await requirePort('127.0.0.1', 0);
	const baseUrl = `http://127.0.0.1:${port}`;
	const watch = join(config.dataDir, 'watch');
	const api = await startProcess('api/main.ts', {
		...env,
		...RETURNED_MEMORY,
		BASE_URL: baseUrl,
		PORT: String(port),
		HOST: '127.0.0.1',
		LOOP_WATCH: watch,
		// As it is run: otherwise it checks its own responses.
		NODE_ENV: 'production',
		NODE_OPTIONS: `${RETURNED_MEMORY.NODE_OPTIONS} --import=${join(import.meta.dirname, 'loop-watch.ts')}`,
	});
	return {api, baseUrl, watch};
}

/** What was the worst since the last question. */
export async function askWatch(path: string): Promise<Watched> {
	const socket = connect(path);
	let text = '';
	for await (const chunk of socket) text += chunk;
	return JSON.parse(text);
}
