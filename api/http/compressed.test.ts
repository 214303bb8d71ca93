import test from 'ava';
import {encodingFor} from './compressed.ts';

test('browsers, which name gzip first, get Brotli; clients that ask for less get less', t => {
	for (const [header, wanted] of [
		['gzip, deflate, br, zstd', 'br'],
		['gzip, deflate', 'gzip'],
		['br', 'br'],
		['BR;Q=0.5, gzip;q=0.5', 'br'],
		['br;q=0.5, gzip', 'gzip'],
		['br;q=0, gzip', 'gzip'],
		['br;q=0, *', 'gzip'],
		['*', 'br'],
		['*;q=0', null],
		['identity', null],
		['gzip;q=0.5, identity', null],
		['gzip;q=1, identity;q=1', 'gzip'],
		['identity;q=0', null],
		['deflate, zstd', null],
		['gzip;q=x', null],
		[',,;;q', null],
		['', null],
	] as const) {
		t.is(encodingFor(header), wanted, header);
	}
});
