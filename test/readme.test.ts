import {copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseEnv} from 'node:util';
import test from 'ava';
import {TOOLS} from '../api/mcp/tools/index.ts';
import {PUBLIC_OPERATIONS} from '../api/operations/index.ts';
import {readConfig} from '../shared/config/config.ts';
import {EXPORT_FORMATS} from '../shared/contract/exports/index.ts';
import {RETENTION} from '../shared/contract/retention.ts';
import {PRESETS} from '../shared/contract/theme.ts';
import {post} from './helpers/mcp.ts';
import {blocksOf, runInShell} from './helpers/recipes.ts';
import {startService} from './helpers/service.ts';

/** Runs the README's commands and counts its figures. `documents.test.ts` checks its links, scripts and operator's commands. */

const readme = await readFile('README.md', 'utf8');
const blocks = blocksOf('README.md');
const [start, docker] = blocks.get('Start')! as [string, string];
const [publish, agent, document] = blocks.get('Make a tour')! as [string, string, string];
const ADDRESS = 'http://127.0.0.1:8080';

const service = await startService();
const client = await service.client();
const folder = await mkdtemp(join(tmpdir(), 'roteiro-readme-'));
test.after.always(async () => {
	await service.stop();
	await rm(folder, {recursive: true, force: true});
});

const run = (script: string, env: Record<string, string> = {}) =>
	runInShell(script.replaceAll(ADDRESS, service.baseUrl), {cwd: folder, env: {npm_config_cache: join(folder, '.npm'), ...env}});

test('it has at most 900 words', t => {
	t.true(readme.split(/\s+/).filter(Boolean).length <= 900);
});

test('its figures are those of the code', t => {
	const said: Array<[figure: RegExp, real: number]> = [
		[/(\d+) REST operations/, PUBLIC_OPERATIONS.length],
		[/(\d+) tools for agents/, TOOLS.length],
		[/(\d+) \[themes\]/, PRESETS.length],
		[/a bin of (\d+) days/, RETENTION.binMs / 86_400_000],
	];
	for (const [figure, real] of said) t.is(Number(figure.exec(readme)?.[1]), real, String(figure));
	t.true(readme.includes('[Ten formats]'));
	t.is(Object.keys(EXPORT_FORMATS).length, 10);
	t.is(readConfig({}).baseUrl, ADDRESS);
});

test('its figures are those that were measured, as the other documents have them', async t => {
	const performance = await readFile('docs/performance.md', 'utf8');
	const [, ours, inkly] = /^\| Inkly, our WebP \|.*?\(([\d.]+) of ([\d.]+) KB\)/m.exec(performance)!;
	const [, , driver] = /^\| driver\.js, our WebP \|.*?\(([\d.]+) of ([\d.]+) KB\)/m.exec(performance)!;
	const weights = /([\d.]+) KB until the first step can be clicked, where \[driver\.js needs ([\d.]+) and Inkly ([\d.]+)\]/.exec(readme)!;
	t.deepEqual(weights.slice(1).map(Number), [ours, driver, inkly].map(Number).map(Math.round));

	const judged = [...performance.matchAll(/^\| [\w ]+ \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| [\d.]+ s \|/gm)].flatMap(row =>
		row.slice(1, 5),
	);
	t.true(judged.length >= 16 && judged.every(score => score === '100'), 'Lighthouse');

	const [, film, takes] = /(\d+) seconds of video take (\d+)\./.exec(readme)!;
	t.true((await readFile('docs/exporting.md', 'utf8')).includes(`${film} s): 3.0 MB, ${takes} s on two cores`));
	const [, writes, kills] = /Of ([\d,]+) writes under \[(\d+) kills\]/.exec(readme)!;
	t.true(new RegExp(`\\| ${kills} \`kill -9\` .* \\| ${writes} \\| 0, 0 \\|`).test(performance));
	const [, saved] = /last key to "saved", p95 \| [\d.]+ s \| ([\d.]+) s/.exec(performance)!;
	t.true(Number(saved) < 1, 'Typing is saved within a second');
});

test('start: the script is there, and the lines for Docker make settings that Compose and the service take', async t => {
	const {scripts} = JSON.parse(await readFile('package.json', 'utf8'));
	t.is(start.trim(), 'npm start');
	t.truthy(scripts.start);
	const lines = docker.trim().split('\n');
	t.is(lines.length, 4);
	await copyFile('.env.example', join(folder, '.env.example'));
	await run(lines.slice(0, 2).join('\n'));
	t.is((await stat(join(folder, '.env'))).mode & 0o777, 0o600, 'It has passwords.');
	const made = parseEnv(await readFile(join(folder, '.env'), 'utf8'));
	await run(lines.slice(0, 2).join('\n'));
	t.deepEqual(
		parseEnv(await readFile(join(folder, '.env'), 'utf8')),
		made,
		'Pasted again, it keeps the passwords: the database has the first one.',
	);
	t.notThrows(() => readConfig(made as NodeJS.ProcessEnv));
	const required = [...(await readFile('docker-compose.yml', 'utf8')).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
	t.true(required.length > 0);
	for (const name of required) t.regex(made[name] ?? '', /^[0-9a-f]{24}$/, name);
	t.is(lines[2], 'docker compose up -d');
	t.regex(lines[3]!, /^docker compose exec api operator account create /);
});

test('from a folder: the commands publish a tour', async t => {
	const [login, ...rest] = publish.trim().split('\n');
	t.regex(login!, /\/cli\.tgz login$/, 'How one signs in is tested with the command; here a key does it.');
	await mkdir(join(folder, 'screenshots'));
	for (const file of ['08-deploy.png', '09-inject.png'])
		await copyFile(join('docs/examples/first-flow', file), join(folder, 'screenshots', file));
	const {stdout} = await run(rest.join('\n'), {ROTEIRO_KEY: client.key, ROTEIRO_URL: service.baseUrl});
	const [link] = /http\S+\/p\/\w+/.exec(stdout)!;
	t.is((await fetch(link)).status, 200);
	t.is((await client('GET', '/v1/documents/screenshots')).body.document.steps.length, 2);
});

test('with an agent: the address asks for a sign-in, and has the tools for who is let in', async t => {
	const [, address] = /^claude mcp add --transport http roteiro (\S+)$/.exec(agent.trim())!;
	t.is(address, `${ADDRESS}/mcp`);
	const list = {jsonrpc: '2.0', id: 1, method: 'tools/list'};
	const refused = await post(service.baseUrl, null, list);
	t.is(refused.status, 401);
	t.true(refused.headers.get('www-authenticate')!.includes('resource_metadata'));
	const answer = await (await post(service.baseUrl, client.key, list)).text();
	t.true(answer.includes('"put_tour"'));
});

test('by the API: one call makes a tour', async t => {
	await mkdir(join(folder, '.data'));
	await writeFile(join(folder, '.data/demo-key.txt'), `${client.key}\n`);
	const {stdout} = await run(document.replaceAll('curl ', 'curl -sS '));
	t.is(JSON.parse(stdout).tour.steps[0].title, 'It works');
});
