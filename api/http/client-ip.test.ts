import type {IncomingMessage} from 'node:http';
import test from 'ava';
import {clientIp, saysNoAddress} from './client-ip.ts';

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
	t.is(clientIp(from('fe80::1%eth0'), 0), 'fe80:0:0:0::/64');
});

const saying = (headers: Record<string, string>) => ({req: {socket: {remoteAddress: '10.0.0.1'}, headers} as unknown as IncomingMessage});

test('ports, brackets, zones and quotes around an address are taken off, in X-Forwarded-For and in Forwarded', t => {
	const four = ['192.0.2.7', '192.0.2.7:40007', ' 192.0.2.7:40007 ', '"192.0.2.7:_port"', '::ffff:192.0.2.7', '[::ffff:192.0.2.7]:9'];
	const six = [
		'2001:db8:a:b::7',
		'[2001:db8:a:b::7]',
		'[2001:db8:a:b::7]:40007',
		'"[2001:db8:a:b::7]:40007"',
		'2001:DB8:A:B::7%3',
		'[2001:db8:a:b::7%eth0]:1',
	];
	for (const [forms, ip] of [
		[four, '192.0.2.7'],
		[six, '2001:db8:a:b::/64'],
	] as const) {
		for (const form of forms) {
			t.is(clientIp(saying({'x-forwarded-for': `203.0.113.9, ${form}`}), 1), ip, form);
			const quoted = /^"|^[\d.]+$/.test(form.trim()) ? form.trim() : `"${form.trim()}"`;
			t.is(clientIp(saying({forwarded: `for=203.0.113.9;proto=http, by=10.0.0.9;For=${quoted};host="a,b"`}), 1), ip, form);
			t.is(clientIp(saying({forwarded: `for=${quoted}, for="[::1]:4"`}), 2), ip, form);
		}
	}
	t.is(
		clientIp(saying({'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.8'}), 1),
		'192.0.2.7',
		'a caller may have sent the other one',
	);
	t.is(clientIp(saying({forwarded: 'for=192.0.2.8'}), 0), '10.0.0.1');
});

test('what is no address counts as the connection, and is told', t => {
	for (const said of ['<script>', 'unknown', '_hidden', '[nothing]:4', '192.0.2.300:4', '""', ':80']) {
		for (const headers of [{'x-forwarded-for': said}, {forwarded: `for="${said.replaceAll('"', '')}"`}] as Array<Record<string, string>>) {
			t.is(clientIp(saying(headers), 1), '10.0.0.1', said);
			t.true(saysNoAddress(saying(headers).req, 1), said);
			t.false(saysNoAddress(saying(headers).req, 0));
		}
	}
	t.true(saysNoAddress(saying({}).req, 1), 'a header that is not there');
	t.true(saysNoAddress(saying({'x-forwarded-for': '192.0.2.7'}).req, 2), 'one proxy too few');
	t.false(saysNoAddress(saying({}).req, 0));
	for (const url of ['/healthz', '/readyz', '/readyz?from=lb']) t.false(saysNoAddress({headers: {}, url}, 1), url);
	t.true(saysNoAddress({headers: {}, url: '/readyz/not'}, 1));
	t.false(saysNoAddress(saying({'x-forwarded-for': '[::1]:8'}).req, 1));
});
