import {execFile} from 'node:child_process';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {openDoor} from '../helpers/mcp.ts';
import {startService, type TestService} from '../helpers/service.ts';

/** The protocol's own conformance suite against `/mcp`: every scenario that does not ask for tools, resources or prompts of its own names. */

const SCENARIOS: Record<string, string[]> = {
	'2025-06-18': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
	'2025-11-25': [
		'server-initialize',
		'server-session-lifecycle',
		'ping',
		'tools-list',
		'resources-list',
		'prompts-list',
		'dns-rebinding-protection',
	],
	'2026-07-28': [
		'server-stateless',
		'tools-list',
		'resources-list',
		'prompts-list',
		'caching',
		'http-header-validation',
		'sep-2164-resource-not-found',
		'server-sse-multiple-streams',
		'input-required-result-unsupported-methods',
		'dns-rebinding-protection',
	],
};
/** Parts of `server-stateless` that call a tool which only the suite's own server has. */
const NEED_A_TOOL_OF_THE_SUITE = [
	'sep-2575-server-rejects-undeclared-capability',
	'sep-2575-missing-capability-http-400',
	'sep-2575-http-server-no-independent-requests-on-stream',
	'sep-2575-server-no-log-without-loglevel',
];
const SUITE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

const run = promisify(execFile);
let service: TestService;
let door: Awaited<ReturnType<typeof openDoor>>;

test.before(async () => {
	service = await startService();
	const ana = await service.client();
	await ana('POST', '/v1/tours', {body: {name: 'A tour'}});
	door = await openDoor(service, ana.key);
});
test.after.always(async () => {
	door?.close();
	await service?.stop();
});

for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
	for (const scenario of scenarios) {
		test.serial(`revision ${revision}: ${scenario}`, async t => {
			const checks = await runScenario(revision, scenario);
			t.true(checks.length > 0);
			const failed = checks.filter(({id, status}) => status === 'FAILURE' && !NEED_A_TOOL_OF_THE_SUITE.includes(id));
			t.deepEqual(failed, []);
		});
	}
}

type Check = {id: string; status: string; errorMessage?: string};

async function runScenario(revision: string, scenario: string): Promise<Check[]> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-conformance-'));
	try {
		const options = ['--url', door.url, '--spec-version', revision, '--scenario', scenario, '--output-dir', folder];
		// It ends with 1 where a check failed; the checks themselves tell more.
		await run(process.execPath, [SUITE, 'server', ...options]).catch(() => {});
		const [result] = await readdir(folder);
		const checks: Check[] = JSON.parse(await readFile(join(folder, result!, 'checks.json'), 'utf8'));
		return checks.map(({id, status, errorMessage}) => ({id, status, errorMessage}));
	} finally {
		await rm(folder, {recursive: true, force: true});
	}
}
