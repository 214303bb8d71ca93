import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import test from 'ava';
import {requirePort} from '../../infra/servers/free-port.ts';
import {registerApp} from '../helpers/oauth-app.ts';
import {openPerson} from '../helpers/oauth-person.ts';
import {startService} from '../helpers/service.ts';

/** The protocol's own conformance suite against the authorization server, with a person who consents. */

const SUITE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());

for (const revision of ['2025-06-18', '2025-11-25', '2026-07-28']) {
	test(`revision ${revision}: discovery, and the grant by authorization code`, async t => {
		t.timeout(60_000);
		const checks = await runSuite(revision);
		const ids = checks.map(({id}) => id);
		for (const id of ['authorization-server-metadata', 'authorization-code-grant']) t.true(ids.includes(id), id);
		t.deepEqual(
			checks.filter(({status}) => status !== 'SUCCESS'),
			[],
		);
	});
}

type Check = {id: string; status: string; errorMessage?: string};

/** Both scenarios in one run: the second needs what the first has read. */
async function runSuite(revision: string): Promise<Check[]> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-conformance-'));
	const port = String(await requirePort('127.0.0.1', 0));
	const {clientId} = await registerApp(service.baseUrl, {redirect_uris: [`http://127.0.0.1:${port}/callback`]});
	const about = ['--url', service.baseUrl, '--resource', `${service.baseUrl}/mcp`, '--client-id', clientId, '--port', port];
	const options = ['--spec-version', revision, '--output-dir', folder];
	const suite = spawn(process.execPath, [SUITE, 'authorization', ...about, ...options], {stdio: ['ignore', 'pipe', 'inherit']});
	try {
		await Promise.all([once(suite, 'exit'), consentWhenAsked(suite)]);
		const results = await readdir(folder);
		const checks = await Promise.all(results.sort().map(name => readFile(join(folder, name, 'checks.json'), 'utf8')));
		return checks.flatMap(text => JSON.parse(text));
	} finally {
		suite.kill();
		await rm(folder, {recursive: true, force: true});
	}
}

/** The suite prints the URL that a person is to open, and waits for the redirect. */
async function consentWhenAsked(suite: ChildProcess): Promise<void> {
	const person = await openPerson(service);
	for await (const line of createInterface({input: suite.stdout!})) {
		if (line.includes('/oauth/authorize?')) await fetch(await person.consent(line.trim()));
	}
}
