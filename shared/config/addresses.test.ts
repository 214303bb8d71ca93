import test from 'ava';
import {readRedisUrl} from './addresses.ts';
import {readConfig} from './config.ts';

const nobody = {username: undefined, password: undefined};

test('one server, by network, TLS or socket, is left to the client', t => {
	for (const url of ['redis://redis:6379', 'rediss://:secret@redis.example.org:6380/1', 'unix:/run/redis.sock'])
		t.deepEqual(readRedisUrl(url), {kind: 'single', url});
});

test('a cluster is named by some of its nodes', t => {
	t.deepEqual(readRedisUrl('redis-cluster://a:7001,b,[::1]:7003'), {
		kind: 'cluster',
		nodes: [
			{host: 'a', port: 7001},
			{host: 'b', port: 6379},
			{host: '::1', port: 7003},
		],
		...nobody,
		tls: false,
	});
	t.like(readRedisUrl('rediss-cluster://app:p%40ss%3A1@a:7001'), {kind: 'cluster', username: 'app', password: 'p@ss:1', tls: true});
});

test('sentinels come with the name of the server that they watch', t => {
	t.deepEqual(readRedisUrl('redis-sentinel://:secret@a,b:26380/mymaster/2?sentinelPassword=other'), {
		kind: 'sentinel',
		nodes: [
			{host: 'a', port: 26_379},
			{host: 'b', port: 26_380},
		],
		username: undefined,
		password: 'secret',
		tls: false,
		master: 'mymaster',
		database: 2,
		sentinelPassword: 'other',
	});
});

test('anything else is refused with the forms that there are, and without the password', t => {
	for (const url of [
		'',
		'http://redis',
		'localhost:6379',
		'redis://',
		'unix:',
		'redis-cluster://a:0',
		'redis-cluster://a, b',
		'redis-cluster://a?sentinelPassword=hunter2',
		'redis-cluster://a:%hunter2@b',
		'redis-sentinel://a/m?family=hunter2',
		'redis-cluster://',
		'redis-cluster://a:hunter2:6379',
		'redis-cluster://a:70000',
		'redis-cluster://x:hunter2@a:1/2',
		'redis-sentinel://x:hunter2@a',
		'redis-sentinel://a/m/zero',
	]) {
		const {message} = t.throws(() => readRedisUrl(url), undefined, url);
		t.true(message.includes('redis-cluster://'), url);
		t.false(message.includes('hunter2'));
	}
});

test('a cluster wants a prefix with one hash tag, one server takes any, and a URL that is none is no configuration', t => {
	for (const prefix of ['{rt}', 'two:{rt}']) t.is(readConfig({REDIS_URL: 'redis-cluster://a', REDIS_PREFIX: prefix}).redisPrefix, prefix);
	for (const prefix of ['rt', '{}', '{a}{b}'])
		t.throws(() => readConfig({REDIS_URL: 'redis-cluster://a', REDIS_PREFIX: prefix}), {message: /in braces/}, prefix);
	t.is(readConfig({REDIS_URL: 'redis://a', REDIS_PREFIX: 'rt'}).redisPrefix, 'rt');
	t.throws(() => readConfig({REDIS_URL: 'redis-cluster:a'}), {message: /must be one of/});
});
