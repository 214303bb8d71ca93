import type {IncomingMessage} from 'node:http';
import test from 'ava';
import {clientIp} from './client-ip.ts';

const from = (remoteAddress: string | undefined, forwarded?: string) => ({
	req: {socket: {remoteAddress}, headers: forwarded === undefined ? {} : {'x-forwarded-for': forwarded}} as unknown as IncomingMessage,
});

test('what a client says of its own IP counts for nothing; what our proxies say does', t => {
	t.is(clientIp(from('192.0.2.1', '203.0.113.7'), 0), '192.0.2.1');
	t.is(clientIp(from('10.0.0.1', 'spoofed, 198.51.100.9, 203.0.113.7'), 1), '203.0.113.7');
	t.is(clientIp(from('10.0.0.1', 'spoofed, 203.0.113.7, 10.0.0.2'), 2), '203.0.113.7');
	t.is(clientIp(from('192.0.2.1'), 1), '192.0.2.1', 'a call that came around the proxy');
});

test('IPv6 counts by its first 64 bits, IPv4 in any spelling as one', t => {
	t.is(clientIp(from('2001:db8:a:b:1::2'), 0), '2001:db8:a:b::/64');
	t.is(clientIp(from('2001:db8:a:b:ffff::9'), 0), '2001:db8:a:b::/64');
	t.is(clientIp(from('::ffff:192.0.2.1'), 0), '192.0.2.1');
	t.is(clientIp(from(undefined), 0), 'unknown');
	t.is(clientIp(from('10.0.0.1', '<script>'), 1), 'unknown');
});
