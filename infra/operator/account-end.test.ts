import {execFile} from 'node:child_process';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {ageFiles} from '../../test/helpers/files.ts';
import {fillAccount} from '../../test/helpers/full-account.ts';
import {pixelsOf, screenshot} from '../../test/helpers/images.ts';
import {startService} from '../../test/helpers/service.ts';
import {readZip} from '../../test/helpers/zip.ts';

const service = await startService({}, {also: ['audio']});
const folder = await mkdtemp(join(tmpdir(), 'leaving-'));
const ana = await fillAccount(service, {shared: await screenshot(500, 300).png().toBuffer(), shade: 1});
const {database} = service.services;
test.after.always(async () => {
	await service.stop();
	await rm(folder, {recursive: true, force: true});
});

function operator(...args: string[]) {
	return new Promise<{code: number; out: string; err: string}>(resolve => {
		execFile(process.execPath, ['infra/operator/operator.ts', ...args], {env: {...process.env, ...service.env}}, (error, out, err) => {
			resolve({code: error ? Number(error.code) : 0, out, err});
		});
	});
}

test.serial('the operator hands a copy over: of the running service, into a folder, readable by nobody else', async t => {
	const {code, out, err} = await operator('account', 'export', '--email', ana.person.email, '--to', folder);
	t.is(code, 0, err);
	const {file, bytes} = JSON.parse(out);
	t.deepEqual(await readdir(folder), [file.slice(folder.length + 1)]);
	const zip = await readFile(file);
	t.is(zip.length, bytes);
	const found = await readZip(zip);
	t.true(found.get('leads.jsonl')!.toString().includes('Bia@Private.example'));
	const listed = found
		.get('images.jsonl')!
		.toString()
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));
	for (const [mediaId, image] of ana.images) {
		const {file: name} = listed.find(one => one.mediaId === mediaId);
		t.deepEqual(await pixelsOf(found.get(`images/${name}`)!), await pixelsOf(image));
	}
	t.is((await operator('account', 'export', '--email', 'nobody@example.com', '--to', folder)).code, 1);
});

test.serial('deleted by the operator an account has its 14 days, or ends at once', async t => {
	const soon = await operator('account', 'delete', '--email', ana.person.email);
	t.like(JSON.parse(soon.out), {id: ana.person.accountId, deleted: false});
	t.is((await fetch(`${service.baseUrl}/p/${ana.slug}`)).status, 410);
	// As if it had been closed for a while: else the command waits for what may be under way.
	await database.query('UPDATE accounts SET deletion_asked_at = deletion_asked_at - INTERVAL 2 MINUTE');
	await ageFiles(service);
	const gone = await operator('account', 'delete', '--email', ana.person.email, '--now');
	t.is(gone.code, 0, gone.err);
	t.like(JSON.parse(gone.out), {id: ana.person.accountId, deleted: true});
	t.deepEqual(await database.query('SELECT id FROM accounts WHERE id = ?', [ana.person.accountId]), []);
	t.is((await operator('account', 'delete', '--email', ana.person.email)).code, 1);
	t.is((await operator('account', 'delete', '--email', ana.person.email, '--soon')).code, 2);
});
