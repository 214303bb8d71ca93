import test from 'ava';
import {affordableConnections} from './http-server.ts';

test('there are as many connections as wanted, unless the limit of open files is lower; some files are kept for other things', t => {
	t.is(affordableConnections(10_000, 1_048_576), 10_000);
	t.is(affordableConnections(10_000, 4096), 3584);
	t.is(affordableConnections(10_000, 256), 128);
	t.is(affordableConnections(100, 4096), 100);
});
