import ipaddr from 'ipaddr.js';
import type Koa from 'koa';

/**
 * The IP that a call comes from: the socket's, or where proxies stand in front, what the outermost of ours says. IPv6 is cut to
 * the 64 bits of its prefix, since one machine has all IPs below.
 */
export function clientIp({req}: Pick<Koa.Context, 'req'>, trustedProxies: number): string {
	const said = String(req.headers['x-forwarded-for'] ?? '').split(',');
	const forwarded = trustedProxies > 0 ? said.at(-trustedProxies)?.trim() : undefined;
	return ipv6Prefix(forwarded || (req.socket.remoteAddress ?? ''));
}

/** What an IP counts as. */
export function ipv6Prefix(text: string): string {
	if (!ipaddr.isValid(text)) return 'unknown';
	const ip = ipaddr.process(text);
	if (ip.kind() === 'ipv4') return ip.toString();
	return `${(ip as ipaddr.IPv6).parts
		.slice(0, 4)
		.map(part => part.toString(16))
		.join(':')}::/64`;
}
