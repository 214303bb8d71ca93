import type {IncomingHttpHeaders, IncomingMessage} from 'node:http';
import ipaddr from 'ipaddr.js';
import type Koa from 'koa';
import {LRUCache} from 'lru-cache';

/** An element of `Forwarded`, whose values may be quoted. */
const FOR = /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;\s]*)/i;
/** Proxies write these around an address: `[2001:db8::7]:443`, `192.0.2.7:443`, `fe80::1%eth0`. */
const BRACKETS = /^\[([^\]]*)\](?::\w+)?$/;
const PORT = /^([\d.]+):\w+$/;
const ZONE = /%.*$/;
const ADDRESS_CHARACTERS = 64;
const HEALTH = /^\/(?:healthz|readyz)(?:\?|$)/;

/**
 * The IP that a call comes from: the socket's, or where proxies stand in front, what the outermost of ours says in X-Forwarded-For, or in Forwarded
 * where that is not there. What is no address is passed over. IPv6 is cut to the 64 bits of its prefix, since one machine has all IPs below.
 */
export function clientIp({req}: Pick<Koa.Context, 'req'>, trustedProxies: number): string {
	const said = saidByProxy(req.headers, trustedProxies);
	const forwarded = said === null ? '' : addressIn(said);
	return ipv6Prefix(forwarded || (req.socket.remoteAddress ?? ''));
}

/** True where a trusted proxy names no address, so that the call counts as the proxy's own. Health checks come around the proxy. */
export function saysNoAddress({headers, url = ''}: Pick<IncomingMessage, 'headers' | 'url'>, trustedProxies: number): boolean {
	return trustedProxies > 0 && addressIn(saidByProxy(headers, trustedProxies) ?? '') === '' && !HEALTH.test(url);
}

/** Most addresses whose network is kept: most callers call again from the same one. */
const KEPT = 1000;
const counted = new LRUCache<string, string>({max: KEPT});

/** Returns the network by which an IP is counted: IPv4 as it is, IPv6 by its prefix, `unknown` for anything else. */
export function ipv6Prefix(text: string): string {
	const known = counted.get(text) ?? prefixOf(text);
	// A header may be long.
	if (text.length <= ADDRESS_CHARACTERS) counted.set(text, known);
	return known;
}

function prefixOf(text: string): string {
	const address = addressIn(text);
	if (address === '') return 'unknown';
	const ip = ipaddr.process(address);
	if (ip.kind() === 'ipv4') return ip.toString();
	return `${(ip as ipaddr.IPv6).parts
		.slice(0, 4)
		.map(part => part.toString(16))
		.join(':')}::/64`;
}

/** Returns the value of the outermost trusted proxy; null where there is none, as for a call that came around it. */
function saidByProxy(headers: IncomingHttpHeaders, trustedProxies: number): string | null {
	if (trustedProxies === 0) return null;
	const addresses = headers['x-forwarded-for'];
	const said = addresses === undefined ? forwardedFor(headers.forwarded) : String(addresses).split(',');
	return said.at(-trustedProxies)?.trim() || null;
}

/** Returns the `for` of each element of `Forwarded` (RFC 7239); an empty text where it has none. */
function forwardedFor(header: string | undefined): string[] {
	const elements = header?.match(/(?:"[^"]*"|[^,"])+/g) ?? [];
	return elements.map(element => FOR.exec(element.trim())?.[1] ?? '');
}

/** The address in it, without what may stand around one; empty where there is none. */
function addressIn(text: string): string {
	const bare = text.replace(/^"(.*)"$/, '$1').trim();
	const address = (BRACKETS.exec(bare)?.[1] ?? PORT.exec(bare)?.[1] ?? bare).replace(ZONE, '');
	return ipaddr.isValid(address) ? address : '';
}
