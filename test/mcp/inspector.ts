import {execFile} from 'node:child_process';
import {access} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {onOwnServers} from '../helpers/own-servers.ts';
import {startService} from '../helpers/service.ts';

/**
 * `npm run lab -- inspector`: the protocol's inspector, without its window, asks a service of its own for everything that it has, in
 * both eras of the protocol, and judges the tools' schemas. It weighs 110 MB and is not among the dependencies; before:
 * `npm install --no-save @modelcontextprotocol/inspector@2.12.0`, or its folder in INSPECTOR.
 */
const folder = process.env.INSPECTOR || 'node_modules/@modelcontextprotocol/inspector';
const program = join(folder, 'clients/launcher/build/index.js');
const run = promisify(execFile);

await access(program).catch(() => {
	console.error(`There is no inspector in ${folder}: npm install --no-save @modelcontextprotocol/inspector@2.12.0`);
	process.exit(1);
});
await onOwnServers(async () => {
	const service = await startService();
	const ana = await service.client();
	const {id} = (await ana('POST', '/v1/tours', {body: {name: 'Inspected'}})).body.tour;
	const questions = [
		['tools/list', '--strict'],
		['tools/call', '--tool-name', 'get_tour', '--tool-arg', `id=${id}`],
		['resources/list'],
		['resources/templates/list'],
		['resources/read', '--uri', `tour://${id}`],
		['prompts/list'],
		['prompts/get', '--prompt-name', 'polish-tour-copy', '--prompt-args', `tour=${id}`],
	];
	const about = ['--cli', `${service.baseUrl}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${ana.key}`];
	for (const era of ['legacy', 'modern']) {
		for (const [method, ...more] of questions) {
			const options = ['--protocol-era', era, '--method', method!, ...more];
			const environment = {...process.env, HOME: service.config.dataDir};
			try {
				const {stderr} = await run(process.execPath, [program, ...about, ...options], {env: environment, maxBuffer: 16 * 1024 * 1024});
				console.log(`passed  ${era} ${method} ${stderr.match(/\d+ errors?, \d+ warnings?/)?.[0] ?? ''}`);
			} catch (error) {
				process.exitCode = 1;
				console.log(`FAILED  ${era} ${method}\n${(error as {stderr: string}).stderr}`);
			}
		}
	}
	await service.stop();
});
process.exit();
