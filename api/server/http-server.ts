import {readFileSync} from 'node:fs';
import {createServer, type RequestListener, type Server} from 'node:http';
import type {Socket} from 'node:net';
import {networkInterfaces, hostname as ownName} from 'node:os';
import type {Config} from '../../shared/config/config.ts';
import {AppError} from '../../shared/errors.ts';
import type {Log} from '../../shared/log.ts';
import {saysNoAddress} from '../http/client-ip.ts';
import {securityHeaders} from '../http/headers.ts';
import {type DrainTimes, drain} from './draining.ts';
import {type Call, type Connection, type ConnectionCounts, countsLogger, newCounts, openConnections} from './open-connections.ts';
import {watchPeers} from './slow-peers.ts';

/** Files, of those that the process may open, for the database, Redis, logs, and reading from disk. */
const KEPT_FOR_FILES = 512;

/** Calls that may wait behind another one on the same connection. Browsers send none. */
const WAITING = 16;

type Steps = {
	/** A call begins: it is `connection.call`. */
	begin(connection: Connection, call: Call): void;
	/** Called when its response is out, or its caller is gone. */
	ended(connection: Connection): void;
};

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

type Reach = Pick<Config, 'baseUrl' | 'host' | 'registration' | 'trustedProxies'>;

/** Returns the number of connections, `wanted` at most: each needs one of the files that the system lets the process open. */
export function affordableConnections(wanted: number, limit = openFilesLimit()): number {
	return Math.max(1, Math.min(wanted, limit - Math.min(KEPT_FOR_FILES, Math.floor(limit / 2))));
}

/** Returns the limit of open files, which Node has raised to the most allowed; no limit is known outside Linux. */
function openFilesLimit(): number {
	try {
		const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
		return soft === undefined ? Number.MAX_SAFE_INTEGER : Number(soft);
	} catch {
		return Number.MAX_SAFE_INTEGER;
	}
}

/** Milliseconds that callers may take. */
const TIMES = {
	/** Time without a byte of a body, or a byte taken of a response. */
	stall: 30_000,
	/** Time for the head of a request, and for the whole of it, even in drops. */
	head: 15_000,
	request: 300_000,
	/** Time between two calls: longer than a proxy keeps an unused connection (nginx: 60 s), so that no call meets a closed one. */
	keepAlive: 75_000,
	/** Time between two checks of the first ones. */
	look: 1000,
};
const SUMMARY_MS = 60_000;

type HttpSettings = Pick<Config, 'baseUrl' | 'maxConnections' | 'maxConnectionsPerIp' | 'trustedProxies'>;

type HttpServer = {
	/** The server, not listening yet. */
	server: Server;
	/** Sets what responds to the calls. */
	handle(handler: RequestListener): void;
	counts: ConnectionCounts;
	/** Ends it without cutting a call. */
	drain(times: DrainTimes): Promise<void>;
};

/**
 * Opens the HTTP server, with a limited number of connections, one call at a time on each, and time limits for callers. `times`: see
 * `TIMES`.
 */
export function openHttpServer(settings: HttpSettings, log: Log, times: Partial<typeof TIMES> = {}): HttpServer {
	const {stall, head, request, keepAlive, look} = {...TIMES, ...times};
	const counts = newCounts();
	const {baseUrl, maxConnectionsPerIp: perIp, trustedProxies} = settings;
	const connections = openConnections({inAll: requireFiles(settings, log), perIp, trustedProxies}, counts);
	const refuse = (call: Call, error: AppError) => sendError(call, error, baseUrl);
	const peers = watchPeers({connections: connections.all, counts, stallMs: stall, refuse});
	let handler: RequestListener = (_request, response) => response.writeHead(503).end();
	let closing = false;

	const server = createServer({connectionsCheckingInterval: 2 * look, keepAlive: true, keepAliveInitialDelay: 60_000});
	Object.assign(server, {timeout: stall, headersTimeout: head, requestTimeout: request, keepAliveTimeout: keepAlive});
	onlyAdmitted(server, connections.admit);
	const take = inOrder(counts, {
		begin(connection, call) {
			if (closing && connection.waiting.length === 0) call.response.shouldKeepAlive = false;
			if (connections.admitCall(connection)) handler(call.request, call.response);
			else refuse(call, new AppError('too_many_at_once', {retryAfter: 1}));
		},
		ended: connections.endCall,
	});
	let warned = false;
	server.on('request', (request, response) => {
		if (!warned && saysNoAddress(request, trustedProxies)) {
			warned = true;
			log.warn(
				`A call names no address in X-Forwarded-For or Forwarded, though TRUSTED_PROXIES is ${trustedProxies}: all callers of a proxy that says none share the limits of its own address.`,
			);
		}
		const connection = connections.all.get(request.socket);
		if (connection) take(connection, {request, response});
	});
	server.on('timeout', peers.stalled);
	server.on('error', error => {
		if (!server.listening) return;
		// For example, no file descriptor is left. Open connections are not affected.
		counts.notAccepted++;
		log.debug({error}, 'connection not accepted');
	});
	setInterval(peers.look, look).unref();
	setInterval(countsLogger(counts, log), SUMMARY_MS).unref();

	return {
		server,
		handle: given => {
			handler = given;
		},
		counts,
		drain(drainTimes) {
			return drain(server, connections.all, drainTimes, now => {
				closing = now;
			});
		},
	};
}

function requireFiles({maxConnections}: HttpSettings, log: Log): number {
	const affordable = affordableConnections(maxConnections);
	if (affordable < maxConnections)
		log.warn({connections: affordable}, 'fewer connections than MAX_CONNECTIONS: the limit of open files is low');
	return affordable;
}

/** The server's own listener, which makes a parser for each connection, sees only those that are let in. */
function onlyAdmitted(server: Server, admit: (socket: Socket) => boolean): void {
	const own = server.listeners('connection') as Array<(socket: Socket) => void>;
	server.removeAllListeners('connection');
	server.on('connection', (socket: Socket) => {
		if (admit(socket)) for (const listen of own) listen.call(server, socket);
	});
}

function sendError({response}: Call, {status, retryAfter, body}: AppError, baseUrl: string): void {
	response.writeHead(status, {
		...securityHeaders(baseUrl),
		'Content-Type': 'application/json; charset=utf-8',
		...(retryAfter !== undefined && {'Retry-After': retryAfter}),
	});
	response.end(JSON.stringify(body));
}

/**
 * Takes the calls of a connection one at a time, whereas Node begins all that have arrived: the handler of the next one opens
 * no file and holds no bytes before its turn. Too many of them end the connection after those that wait.
 */
function inOrder(counts: ConnectionCounts, {begin, ended}: Steps): (connection: Connection, call: Call) => void {
	function start(connection: Connection, call: Call): void {
		connection.call = call;
		connection.restingSince = performance.now();
		connection.read = connection.socket.bytesRead;
		call.response.once('close', () => {
			// Who sends a whole body before reading its refusal would wait for good: what is left of it is thrown away.
			if (!call.request.complete) call.request.resume();
			end(connection);
		});
		begin(connection, call);
	}

	function end(connection: Connection): void {
		ended(connection);
		connection.call = null;
		connection.owed = null;
		connection.restingSince = performance.now();
		connection.readBefore = connection.socket.bytesRead;
		const next = connection.waiting.shift();
		if (next && connection.socket.writable) start(connection, next);
	}

	return (connection, call) => {
		const {waiting, socket} = connection;
		if (connection.call === null) start(connection, call);
		else if (waiting.length < WAITING) waiting.push(call);
		else {
			const last = waiting.at(-1)!.response;
			if (last.shouldKeepAlive) counts.pipelined++;
			last.shouldKeepAlive = false;
			socket.pause();
		}
	};
}

/**
 * Returns a warning if strangers can create accounts over plain HTTP: registration is open, BASE_URL is not https, and
 * other machines reach the service. Behind a proxy BASE_URL decides the last, because the API's own address does not
 * tell it. Returns null if there is no such risk.
 */
export function openWithoutTls({baseUrl, registration, ...reach}: Reach): string | null {
	const {protocol, hostname} = new URL(baseUrl);
	if (registration === 'closed' || protocol === 'https:') return null;
	if (LOOPBACK.test(hostname) && !listensForOthers(reach)) return null;
	return `Anyone who reaches this service can make an account, and passwords travel unencrypted: set REGISTRATION=closed, or serve HTTPS (docs/install.md#https).`;
}

/** Returns a warning if other machines reach the service, and its links lead them to themselves; else null. */
export function linksToThisMachine({baseUrl, port, ...reach}: Reach & Pick<Config, 'port'>): string | null {
	if (!LOOPBACK.test(new URL(baseUrl).hostname) || !listensForOthers(reach)) return null;
	const addresses = Object.values(networkInterfaces()).flatMap(found => found ?? []);
	const address = addresses.find(({family, internal}) => family === 'IPv4' && !internal)?.address ?? ownName();
	return `HOST=${reach.host} lets other machines in, but links, pictures and forms are those of ${baseUrl}, which only this machine can open. Set BASE_URL to the address by which others open the service, such as BASE_URL=http://${address}:${port}.`;
}

/** Returns true if the API listens for other machines and no proxy stands before it. */
const listensForOthers = ({host, trustedProxies}: Pick<Reach, 'host' | 'trustedProxies'>) => trustedProxies === 0 && !LOOPBACK.test(host);

/** Returns a warning if BASE_URL has a path, below which the pages of tours are served but not the pages of people's accounts; else null. */
export function servedBelowPath({baseUrl}: Pick<Config, 'baseUrl'>): string | null {
	const {origin, pathname} = new URL(baseUrl);
	if (pathname === '/') return null;
	return `BASE_URL has the path ${pathname}: below it tours, media and the API are served, but not the editor, accounts, the sign-in of apps and /ops/queues. For these give the service a host of its own, such as BASE_URL=${origin}.`;
}
