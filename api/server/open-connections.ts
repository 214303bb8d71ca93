import type {Socket} from 'node:net';
import {clientIp, ipv6Prefix} from '../http/client-ip.ts';
import {type Connection, type ConnectionCounts, newConnection} from './connection.ts';
import {openGroup, openGroups} from './connection-limits.ts';

type Caps = {inAll: number; perIp: number; trustedProxies: number};

/**
 * The connections that are open, bounded in all and by IP. Behind proxies of ours all come from these; there it is the calls
 * under way that are bounded by IP.
 */
export function openConnections({inAll, perIp, trustedProxies}: Caps, counts: ConnectionCounts) {
	const all = new Map<Socket, Connection>();
	const group = openGroup(inAll, giveWay);
	const enterByIp = openGroups(Math.min(inAll, perIp), giveWay);
	const behindProxy = trustedProxies > 0;

	function forget(connection: Connection): void {
		all.delete(connection.socket);
		for (const one of connection.groups) one.leave(connection);
		connection.waiting.length = 0;
	}

	function giveWay(connection: Connection): void {
		counts.gaveWay++;
		forget(connection);
		connection.socket.destroy();
	}

	function whatIsFull(connection: Connection): 'refused' | 'refusedByIp' | null {
		if (!group.enter(connection)) return 'refused';
		if (behindProxy || enterByIp(ipv6Prefix(connection.socket.remoteAddress ?? ''), connection)) return null;
		return 'refusedByIp';
	}

	return {
		all,
		/** Counts a new connection, or closes it where there are too many. */
		admit(socket: Socket): boolean {
			const connection = newConnection(socket);
			const full = whatIsFull(connection);
			if (full !== null) {
				counts[full]++;
				forget(connection);
				socket.destroy();
				return false;
			}
			all.set(socket, connection);
			socket.once('close', () => forget(connection));
			return true;
		},
		/** Counts a call that begins on it; false where its IP has too many under way. */
		admitCall(connection: Connection): boolean {
			if (!behindProxy) return true;
			const allowed = enterByIp(clientIp({req: connection.call!.request}, trustedProxies), connection);
			if (!allowed) counts.refusedByIp++;
			return allowed;
		},
		/** Gives back what `admitCall` has counted. */
		endCall(connection: Connection): void {
			if (!behindProxy) return;
			for (const one of connection.groups) if (one !== group) one.leave(connection);
		},
	};
}
