import {createServer} from 'node:http';
import {readConfig} from '../shared/config.ts';
import {openServices} from '../shared/services.ts';
import {buildApp} from './app.ts';

/** The HTTP process. Ends in order on SIGTERM: no new connection, the calls under way, then the connections behind. */

/** Calls under way get this long to end. */
const DRAIN_MS = 10_000;

const config = readConfig();
const services = await openServices(config, 'api');
const server = createServer(buildApp(services).callback());
// A client that dawdles over its head or body does not hold a connection for ever.
server.headersTimeout = 15_000;
server.requestTimeout = 300_000;
server.listen(config.port, config.host, () => services.log.info({baseUrl: config.baseUrl}, 'serving'));
server.on('error', error => {
	services.log.error({error}, 'cannot serve');
	process.exit(1);
});

let stopping = false;
async function stop(): Promise<void> {
	if (stopping) return;
	stopping = true;
	services.log.info('stopping');
	setTimeout(() => process.exit(1), DRAIN_MS + 6000).unref();
	setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
	await new Promise<void>(resolve => {
		server.close(() => resolve());
		server.closeIdleConnections();
	});
	await services.close();
	services.log.info('stopped');
	process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
