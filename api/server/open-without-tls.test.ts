import test from 'ava';
import {readConfig} from '../../shared/config/config.ts';
import {startApi} from '../../test/faults/api-under-test.ts';
import {startService} from '../../test/helpers/service.ts';
import {linksToThisMachine, openWithoutTls, servedBelowPath} from './http-server.ts';

const warned = (env: NodeJS.ProcessEnv) => openWithoutTls(readConfig(env)) !== null;

test('strangers who can make accounts over plain HTTP are warned of', t => {
	for (const env of [
		{BASE_URL: 'http://tours.example.org'},
		{BASE_URL: 'http://192.168.1.20:8080', TRUSTED_PROXIES: '1'},
		{HOST: '0.0.0.0'},
		{HOST: '::'},
	]) {
		t.true(warned(env), JSON.stringify(env));
		t.false(warned({...env, REGISTRATION: 'closed'}), JSON.stringify(env));
	}
});

test('this machine alone, HTTPS, and containers as docker-compose.yml has them are not', t => {
	for (const env of [
		{},
		{HOST: '::1', BASE_URL: 'http://[::1]:8080'},
		{BASE_URL: 'http://localhost:8080'},
		{BASE_URL: 'https://tours.example.org'},
		{BASE_URL: 'https://tours.example.org', HOST: '0.0.0.0'},
		{BASE_URL: 'http://127.0.0.1:9000', HOST: '0.0.0.0', TRUSTED_PROXIES: '1'},
	]) {
		t.false(warned(env), JSON.stringify(env));
	}
});

test('links that other machines cannot open are warned of, with an address of this machine', t => {
	const said = (env: NodeJS.ProcessEnv) => linksToThisMachine(readConfig(env));
	for (const HOST of ['0.0.0.0', '::'])
		t.regex(said({HOST, PORT: '9000'})!, /^HOST=\S+ lets .* such as BASE_URL=http:\/\/(?!127)[\w.-]+:9000\.$/);
	t.truthy(said({HOST: '0.0.0.0', BASE_URL: 'http://localhost:8080'}));
	for (const env of [
		{},
		{HOST: '0.0.0.0', BASE_URL: 'http://nas.lan:8080'},
		{HOST: '0.0.0.0', TRUSTED_PROXIES: '1'},
		{HOST: '192.168.1.20'},
	])
		t.is(said(env), null, JSON.stringify(env));
});

test('a path in BASE_URL is warned of, for the editor and accounts do not work below it', t => {
	for (const url of ['https://tours.example.org', 'https://tours.example.org/', 'http://127.0.0.1:8080']) {
		t.is(servedBelowPath(readConfig({BASE_URL: url})), null, url);
	}
	const said = servedBelowPath(readConfig({BASE_URL: 'https://example.org/roteiro/'})) ?? '';
	t.regex(said, /^BASE_URL has the path \/roteiro: .*editor.*BASE_URL=https:\/\/example\.org\.$/);
});

test('an API process says so in its log, once', async t => {
	const service = await startService({}, {workers: false});
	const api = await startApi(service, {BASE_URL: 'http://tours.example.org/here', REGISTRATION: 'open'});
	try {
		t.is(api.output().match(/"level":"warn".*BASE_URL has the path \/here/g)?.length, 1);
		const lines = api.output().match(/.*docs\/install\.md#https.*/g) ?? [];
		t.is(lines.length, 1);
		t.true(lines[0]!.includes('"level":"warn"'));
	} finally {
		await api.kill();
		await service.stop();
	}
});
