import {execFile} from 'node:child_process';
import {cp, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {onOwnServers} from '../../helpers/own-servers.ts';
import {startService} from '../../helpers/service.ts';

/**
 * `npm run lab -- clients`: two generators make TypeScript clients from `docs/openapi.json`; a program on each, compiled strictly, makes and
 * publishes a tour. Installs the generators into a temporary folder. Exits with 1 if a program does not compile or its tour is not published.
 */
const PACKAGES = [
	'@hey-api/openapi-ts@0.95.0',
	'@types/node@24',
	'esbuild@0.28.2',
	'openapi-fetch@0.17.0',
	'openapi-typescript@7.13.0',
	'typescript@5.9.3',
];
const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const folder = await mkdtemp(join(tmpdir(), 'roteiro-clients-'));
const inFolder = (program: string, ...args: string[]) =>
	run(process.execPath, [join('node_modules', program), ...args], {cwd: folder}).catch(error => {
		throw new Error(`${program}: ${error.stdout}${error.stderr}`);
	});

try {
	await cp(join(import.meta.dirname, 'programs'), folder, {recursive: true});
	await cp(join(root, 'docs/openapi.json'), join(folder, 'openapi.json'));
	await writeFile(join(folder, 'package.json'), '{"type": "module", "private": true}\n');
	await run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...PACKAGES], {cwd: folder});
	await inFolder('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts');
	await inFolder('@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch');
	await inFolder('typescript/bin/tsc', '-p', '.');
	await onOwnServers(walk);
} finally {
	await rm(folder, {recursive: true, force: true});
}
process.exit();

async function walk(): Promise<void> {
	const service = await startService();
	const {key} = await service.client();
	const picture = join(root, 'docs/examples/first-flow/01-place-inject.png');
	for (const program of ['openapi-fetch', 'hey-api']) {
		await run(
			join(folder, 'node_modules/.bin/esbuild'),
			[`${program}.ts`, '--bundle', '--platform=node', '--format=esm', '--outfile=run.mjs'],
			{
				cwd: folder,
			},
		);
		const {stdout} = await run(process.execPath, ['run.mjs'], {
			cwd: folder,
			env: {...process.env, BASE: service.baseUrl, KEY: key, PICTURE: picture},
		});
		const link = stdout.trim();
		const {status} = await fetch(link);
		console.log(`${status === 200 ? 'passed' : 'FAILED'}  ${program}: ${link}`);
		if (status !== 200) process.exitCode = 1;
	}
	await service.stop();
}
