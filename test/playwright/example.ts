import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp, mkdir, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {readFolder} from '../../cli/folder/read-folder.ts';
import {startNodeRed} from '../../docs/examples/node-red.ts';
import {readConfig} from '../../shared/config/config.ts';
import {fetchCommand, runCommand} from '../helpers/command.ts';
import {onOwnServers} from '../helpers/own-servers.ts';
import {startService} from '../helpers/service.ts';

/**
 * `npm run lab -- playwright-example [FOLDER]`: does what docs/ci.md says with docs/examples/playwright: installs the package from a service, runs the
 * test against Node-RED as npm has it, publishes the folder, and does all of it once more, which changes nothing. FOLDER keeps the tour.
 */
const EXAMPLE = resolve(import.meta.dirname, '../../docs/examples/playwright');
const root = await mkdtemp(join(tmpdir(), 'roteiro-example-'));
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
await onOwnServers(async () => {
	const service = await startService();
	try {
		await follow(service);
	} finally {
		await service.stop();
		await rm(root, {recursive: true, force: true});
	}
});

async function follow(service: Awaited<ReturnType<typeof startService>>): Promise<void> {
	const project = join(root, 'project');
	await cp(EXAMPLE, project, {recursive: true});
	await writeFile(join(project, 'package.json'), '{"private": true, "type": "module"}');
	const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '@playwright/test', `${service.baseUrl}/playwright.tgz`];
	await promisify(execFile)('npm', install, {cwd: project});
	const command = await fetchCommand(service.baseUrl, root);
	const {key} = await service.client();
	for (const run of ['first', 'second']) {
		// What was deployed by one run would be found by the next.
		const home = join(root, `node-red-${run}`);
		await mkdir(home);
		const app = await startNodeRed(home, stopped.signal);
		try {
			await runTests(project, app.url);
		} finally {
			await app.stop();
		}
		const folder = join(project, 'tours', 'first-flow');
		const {document} = await readFolder(folder);
		const env = {ROTEIRO_URL: service.baseUrl, ROTEIRO_KEY: key, HOME: root};
		const {code, out, err} = await runCommand(command, ['publish', folder, '--similar', '0.1'], {cwd: project, env});
		console.log(
			`${run} run: ${document.steps!.length} steps, ${(await readdir(folder)).length} files. publish ended with ${code}:\n${out}${err}`,
		);
		if (code !== 0) process.exitCode = 1;
	}
	if (process.argv[2]) await cp(join(project, 'tours', 'first-flow'), process.argv[2], {recursive: true});
}

async function runTests(project: string, url: string): Promise<void> {
	const env = {...process.env, APP_URL: url, CHROME_PATH: readConfig().chromium, CI: '1'};
	const child = spawn(process.execPath, [join(project, 'node_modules/@playwright/test/cli.js'), 'test'], {
		cwd: project,
		env,
		stdio: 'inherit',
	});
	const [code] = await once(child, 'close');
	if (code !== 0) throw new Error(`The test ended with ${code}.`);
}
