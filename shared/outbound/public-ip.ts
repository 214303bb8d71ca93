import ipaddr from 'ipaddr.js';

/** The IPs that the Internet routes to: all others are reserved, even if no list names them. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** How an IPv6-only network writes the IPv4 Internet (RFC 6052); the last four bytes are the IP that is meant. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];
/** Routable in form, and yet the host's own control channel on Azure. */
const PLATFORM_IP = '168.63.129.16';

/**
 * True if the IP, a literal as a resolver returns it, belongs to the public Internet. Rejected are private,
 * loopback, link-local (with or without a zone), shared, multicast, reserved, documentation and benchmarking
 * ranges, and every form of IPv6 that carries an IPv4 (mapped, compatible, 6to4, Teredo), except NAT64 of a
 * public one.
 */
export function isPublicIp(ip: string): boolean {
	if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return isPublicIpv4(ipaddr.IPv4.parse(ip));
	if (!ipaddr.IPv6.isValid(ip)) return false;
	const ipv6 = ipaddr.IPv6.parse(ip);
	if (ipv6.zoneId) return false;
	if (ipv6.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(ipv6.toByteArray().slice(12)));
	return ipv6.match(GLOBAL_IPV6) && ipv6.range() === 'unicast';
}

function isPublicIpv4(ipv4: ipaddr.IPv4): boolean {
	return ipv4.range() === 'unicast' && ipv4.toString() !== PLATFORM_IP;
}
