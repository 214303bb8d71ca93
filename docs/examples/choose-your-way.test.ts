import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {fetchCommand, runCommand, schemaFaults} from '../../test/helpers/command.ts';
import {startService} from '../../test/helpers/service.ts';

const folder = join(import.meta.dirname, 'choose-your-way');
const root = await mkdtemp(join(tmpdir(), 'roteiro-choose-'));
const service = await startService();
const ana = await service.client();
const command = await fetchCommand(service.baseUrl, root);
test.after.always(async () => {
	await service.stop();
	await rm(root, {recursive: true, force: true});
});

test('the folder is published as it is: two forks, two ends and a way out, and nothing to be warned of', async t => {
	t.deepEqual(schemaFaults(await readFile(join(folder, 'tour.yaml'), 'utf8')), []);

	const {code, out, err} = await runCommand(command, ['publish', folder, '--json'], {cwd: root, env: {HOME: root, ROTEIRO_KEY: ana.key}});
	t.is(code, 0, err);
	t.deepEqual(JSON.parse(out).warnings ?? [], []);
	const {document} = (await ana('GET', '/v1/documents/choose-your-way')).body;
	const forks = document.steps.filter(({actions}: {actions?: {buttons?: unknown[]}}) => (actions?.buttons?.length ?? 0) > 1);
	t.is(forks.length, 2);
	const {tours} = (await ana('GET', '/v1/tours')).body;
	const {nodes, ends, edges} = (await ana('GET', `/v1/tours/${tours[0].id}/flow`)).body;
	t.true(nodes.every(({reachable}: {reachable: boolean}) => reachable));
	t.is(ends.length, 2);
	t.true(edges.some(({url}: {url?: string}) => url === 'https://nodered.org/docs/'));
});
