import ipaddr from 'ipaddr.js';
import type Koa from 'koa';

/**
 * The address that a call comes from: the socket's, or where proxies stand in front, what the outermost of ours says. IPv6 is cut to
 * the 64 bits that name a household, since one machine has all addresses below.
 */
export function clientAddress({req}: Pick<Koa.Context, 'req'>, trustedProxies: number): string {
	const said = String(req.headers['x-forwarded-for'] ?? '').split(',');
	const forwarded = trustedProxies > 0 ? said.at(-trustedProxies)?.trim() : undefined;
	return household(forwarded || (req.socket.remoteAddress ?? ''));
}

/** What an IP counts as. */
export function household(text: string): string {
	if (!ipaddr.isValid(text)) return 'unknown';
	const address = ipaddr.process(text);
	if (address.kind() === 'ipv4') return address.toString();
	return `${(address as ipaddr.IPv6).parts
		.slice(0, 4)
		.map(part => part.toString(16))
		.join(':')}::/64`;
}
