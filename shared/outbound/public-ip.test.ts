import test from 'ava';
import {isPublicIp} from './public-ip.ts';

const PUBLIC = [
	'1.1.1.1',
	'8.8.8.8',
	'93.184.215.14',
	'172.15.255.255',
	'172.32.0.1',
	'100.63.255.255',
	'100.128.0.0',
	'223.255.255.255',
	'2606:4700:4700::1111',
	'2a00:1450:4001:82f::200e',
	'64:ff9b::808:808',
];

const NOT_PUBLIC = {
	'this network': ['0.0.0.0', '0.1.2.3'],
	loopback: ['127.0.0.1', '127.255.255.254', '::1'],
	private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
	'shared (CGNAT)': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
	'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
	'platform of a cloud': ['168.63.129.16', '192.0.0.192'],
	protocol: ['192.0.0.1', '192.88.99.1', '192.31.196.1', '192.175.48.1'],
	documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.7', '2001:db8::1', '3fff::1'],
	benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
	multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
	reserved: ['240.0.0.1', '255.255.255.255', '100::1', '200::1', '4000::1', '5f00::1', '8000::1', 'e000::1'],
	'unique local': ['fc00::1', 'fd12:3456:789a::1'],
	'site-local': ['fec0::1'],
	unspecified: ['::'],
	'IPv4-compatible': ['::7f00:1', '::a00:1', '::808:808', '::2'],
	'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:808:808'],
	'IPv4-translated': ['::ffff:0:7f00:1'],
	'NAT64 of a private address': ['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::808:808'],
	'6to4': ['2002:7f00:1::1', '2002:a00:1::1', '2002:808:808::1'],
	Teredo: ['2001::1', '2001:0:7f00:1::1'],
	ORCHID: ['2001:10::1', '2001:20::1'],
	'with a zone': ['2606:4700:4700::1111%1'],
	'not an address': [
		'',
		'localhost',
		'127.1',
		'0x7f000001',
		'2130706433',
		'0177.0.0.1',
		'1.1.1',
		'1.1.1.1.',
		'1.1.1.256',
		'[::1]',
		' 8.8.8.8',
	],
};

for (const address of PUBLIC) test(`${address} is public`, t => t.true(isPublicIp(address)));

for (const [kind, addresses] of Object.entries(NOT_PUBLIC)) {
	test(`an address that is ${kind} is not public`, t => {
		for (const address of addresses) t.false(isPublicIp(address), address);
	});
}
