import {inheritedSocket, readConfig} from '../shared/config/config.ts';
import {openReportStream} from '../shared/queue/report-stream.ts';
import {openCollector, serveMetrics} from '../shared/services/metrics-server.ts';
import {openServices} from '../shared/services/services.ts';
import {orSayWhy, stopTimes, told} from '../shared/start-and-stop.ts';
import {startTracing} from '../shared/tracing/start.ts';
import {buildApp} from './app.ts';
import {editorBundle} from './editor/bundle.ts';
import {linksToThisMachine, openHttpServer, openWithoutTls, servedBelowPath} from './server/http-server.ts';

/** The HTTP process. Ends in order on SIGTERM: the calls under way and those still on their way, then the connections behind. */

/** Connections that wait to be taken; the kernel's own bound (net.core.somaxconn) is 4,096 as well. Beyond it a client tries again after a second. */
const BACKLOG = 4096;

const config = await orSayWhy(() => readConfig());
const services = await orSayWhy(async () => {
	const bundle = editorBundle();
	try {
		return await told().then(() => openServices(config, 'api'));
	} finally {
		// A compiler that is left in the middle of its work prints its stacks after the sentence.
		await bundle;
	}
});
for (const warning of [openWithoutTls(config), linksToThisMachine(config), servedBelowPath(config)])
	if (warning) services.log.warn(warning);
services.beforeClose(await startTracing(config, 'api', services.log));
const {server, handle, drain} = openHttpServer(config, services.log);
handle(buildApp(services).callback());
server.on('error', error => {
	if (server.listening) return;
	services.log.error({error}, 'cannot serve');
	process.exit(1);
});
const reports = openReportStream(services.redis, config.redisPrefix);
const closeMetrics = serveMetrics({config, services, process: 'api', collect: openCollector({...services, reports})});
const socket = inheritedSocket();
server.listen(socket === null ? {port: config.port, host: config.host, backlog: BACKLOG} : {fd: socket}, () =>
	services.log.info({baseUrl: config.baseUrl}, 'serving'),
);

async function stop(): Promise<void> {
	if (services.stopping.signal.aborted) return;
	const times = stopTimes(config);
	services.log.info('stopping');
	services.stopping.abort();
	setTimeout(() => process.exit(1), times.wholeMs).unref();
	await drain(times);
	await closeMetrics();
	await services.close();
	services.log.info('stopped');
	process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
