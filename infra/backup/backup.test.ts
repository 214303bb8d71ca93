import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm, unlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {openFolderStore} from '../../shared/files/folder-store.ts';
import {freePort} from '../../test/faults/api-under-test.ts';
import {backUpAtRest, emptyTarget, fileNames, rowsOf} from '../../test/helpers/backups.ts';
import {screenshot} from '../../test/helpers/images.ts';
import {publishForm, sendLead} from '../../test/helpers/lead.ts';
import {startProcess} from '../../test/helpers/processes.ts';
import {startService} from '../../test/helpers/service.ts';
import {Shelves9000000000000} from '../../test/helpers/shelves-migration.ts';
import {MIGRATIONS, migrate} from '../migrate.ts';
import {listSnapshots} from './backup-folder.ts';
import {createBackup} from './create-backup.ts';
import {restoreBackup, verifyBackup} from './restore-backup.ts';

/** A backup is worth what a restore of it brings back: the same rows, files and pages, elsewhere. */

const SECRET = 'a secret that stands apart from all backups';
const tell = () => {};
const service = await startService({SECRET});
const client = await service.client();
const folder = await mkdtemp(join(tmpdir(), 'roteiro-backup-'));
const form = await publishForm(client);
const image = {base64: (await screenshot(400, 300).png().toBuffer()).toString('base64')};
await client('POST', `/v1/tours/${form.tourId}/steps`, {
	body: {image, title: 'Acentuação: ção 🎉 “„', highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.2}},
});
await client('POST', `/v1/tours/${form.tourId}/publish`, {body: {}});
await sendLead(form);
const page = await (await fetch(form.url)).text();
const source = {databaseUrl: service.config.databaseUrl, files: service.services.files};

test.after.always(async () => {
	await service.stop();
	await rm(folder, {recursive: true, force: true});
});

test.serial('what is restored elsewhere has the same rows and files, serves the same page, and reads its leads', async t => {
	const target = await emptyTarget(SECRET);
	t.teardown(() => target.drop());
	const {rows: before, files, backup} = await backUpAtRest(service, folder);
	t.true(Object.values(before).flat().length > 20 && before.leads!.length === 1);
	const restored = await restoreBackup({databaseUrl: target.config.databaseUrl, files: target.files, from: folder, tell});
	t.is(restored.rows, backup.rows);
	t.deepEqual(restored.missing, []);
	t.deepEqual(await rowsOf(target.config), before);
	t.deepEqual(await fileNames(target.files), files);

	const port = await freePort();
	// The service's own URL stands in the page, so it is the same page only under the same URL.
	const api = await startProcess('api/main.ts', {...target.env, BASE_URL: service.baseUrl, PORT: String(port)});
	t.teardown(() => api.kill());
	const local = `http://127.0.0.1:${port}`;
	t.is(await (await fetch(`${local}/p/${form.slug}`)).text(), page);
	const {tour} = await (await fetch(`${local}/v1/tours/${form.tourId}`, {headers: {Authorization: `Bearer ${client.key}`}})).json();
	t.is(tour.steps[2].title, 'Acentuação: ção 🎉 “„');
});

test.serial('the next backup copies only what is new; what older ones alone had goes with them', async t => {
	const to = await mkdtemp(join(tmpdir(), 'roteiro-backup-'));
	t.teardown(() => rm(to, {recursive: true, force: true}));
	const other = join(to, 'other');
	const extra = Buffer.from('seen by the first backup alone');
	const name = await service.services.files.put('originals', extra);
	const one = await createBackup({...source, to, tell});
	await service.services.files.remove('originals', name, new Date(Date.now() + 1000));
	const two = await createBackup({...source, to, keep: 1, tell});
	const together = await Promise.allSettled([createBackup({...source, to: other, tell}), createBackup({...source, to: other, tell})]);
	for (const result of together) if (result.status === 'rejected') t.regex(result.reason.message, /Another backup into .* is under way/);
	t.true(together.some(({status}) => status === 'fulfilled'));
	t.is(one.copied, one.files);
	t.is(two.copied, 0);
	t.is(two.files, one.files - 1);
	t.deepEqual(two.removedSnapshots, [one.snapshot]);
	t.deepEqual(
		(await listSnapshots(to)).map(snapshot => snapshot.name),
		[two.snapshot],
	);
	t.is(await openFolderStore(join(to, 'files')).read('originals', name), null);
	t.is((await verifyBackup(to)).rows, two.rows);
});

test.serial('what is damaged, cut or gone is named, each of it, and nothing is restored from it', async t => {
	const to = await mkdtemp(join(tmpdir(), 'roteiro-backup-'));
	t.teardown(() => rm(to, {recursive: true, force: true}));
	const {snapshot} = await createBackup({...source, to, tell});
	const [one, two] = (await fileNames(openFolderStore(join(to, 'files')))) as [string, string];
	const path = (line: string) => join(to, 'files', line.split('/')[0]!, line.split('/')[1]!.slice(0, 2), line.split('/')[1]!);
	await unlink(path(one));
	await writeFile(path(two), 'other bytes');
	const files = await t.throwsAsync(verifyBackup(to));
	t.true(files.message.includes(`${one} is not there`) && files.message.includes(`${two} is damaged`), files.message);

	const tours = join(to, 'snapshots', snapshot, 'tables', 'tours.gz');
	const bytes = await readFile(tours);
	await writeFile(tours, bytes.subarray(0, bytes.length - 5));
	await unlink(join(to, 'snapshots', snapshot, 'tables', 'media.gz'));
	const target = await emptyTarget(SECRET);
	t.teardown(() => target.drop());
	const into = {databaseUrl: target.config.databaseUrl, files: target.files, from: to, tell};
	const tables = await t.throwsAsync(restoreBackup(into));
	t.true(tables.message.includes('tours.gz is damaged') && tables.message.includes('media.gz is not there'), tables.message);
	t.deepEqual(await fileNames(target.files), []);
	t.deepEqual(await rowsOf(target.config), {});
});

test.serial('a file that was gone when the backup was made is said, and keeps nobody from a restore', async t => {
	const to = await mkdtemp(join(tmpdir(), 'roteiro-backup-'));
	t.teardown(() => rm(to, {recursive: true, force: true}));
	const lost = (await fileNames(service.services.files)).find(line => line.endsWith('.webp'))!;
	const gone = lost.split('/')[1]!;
	const bytes = (await service.services.files.read('media', gone))!;
	await service.services.files.remove('media', gone, new Date(Date.now() + 1000));
	t.teardown(() => service.services.files.put('media', bytes, '.webp'));
	t.deepEqual((await createBackup({...source, to, tell})).missing, [gone]);
	t.deepEqual((await verifyBackup(to)).missing, [gone]);
});

test.serial('nothing is restored over rows, nor from a later version; a backup of an earlier schema is brought up to this one', async t => {
	const into = {...source, from: folder, tell};
	await t.throwsAsync(restoreBackup(into), {message: /has rows/});

	const migrations = [...MIGRATIONS, Shelves9000000000000];
	const target = await emptyTarget(SECRET);
	t.teardown(() => target.drop());
	// As in containers, where the migration runs before everything else.
	await migrate(target.config, {migrations});
	const restored = await restoreBackup({databaseUrl: target.config.databaseUrl, files: target.files, from: folder, tell, migrations});
	t.deepEqual(restored.migrated, ['Shelves9000000000000']);
	const {accounts, shelves} = await rowsOf(target.config);
	t.true(accounts!.length > 0 && accounts!.every(row => row.endsWith(',"1"]')) && shelves!.length === 1, accounts!.join());

	const to = await mkdtemp(join(tmpdir(), 'roteiro-backup-'));
	t.teardown(() => rm(to, {recursive: true, force: true}));
	await createBackup({databaseUrl: target.config.databaseUrl, files: target.files, to, tell});
	const [snapshot] = await listSnapshots(to);
	await writeFile(join(snapshot!.folder, 'manifest.json'), JSON.stringify({...snapshot!.manifest, version: '99.0.0'}));
	await t.throwsAsync(restoreBackup({...into, from: to}), {message: /version 99\.0\.0, which is later/});
});

test.serial('killed at any moment, a backup leaves no snapshot and a restore can be run again', async t => {
	t.timeout(180_000);
	const to = await mkdtemp(join(tmpdir(), 'roteiro-backup-'));
	t.teardown(() => rm(to, {recursive: true, force: true}));
	const target = await emptyTarget(SECRET);
	t.teardown(() => target.drop());
	/** Runs the operator's command and kills it when this has been said, or lets it end. */
	const operator = async (words: string[], env: Record<string, string>, killAt?: string) => {
		const child = spawn(process.execPath, ['infra/operator/operator.ts', 'backup', ...words], {env: {...process.env, ...env}});
		let out = '';
		child.stdout.on('data', chunk => (out += chunk));
		child.stderr.on('data', chunk => killAt && String(chunk).includes(killAt) && child.kill('SIGKILL'));
		const [code] = await once(child, 'close');
		return {code, out};
	};
	// On a busy machine it may be done before it is killed.
	for (let attempt = 0; attempt < 5; attempt++) {
		t.is((await operator(['create', '--to', to], service.env, 'rows of')).code, null);
		if ((await listSnapshots(to)).length === 0) break;
		await rm(join(to, 'snapshots'), {recursive: true});
	}
	t.deepEqual(await listSnapshots(to), []);
	const made = await operator(['create', '--to', to, '--keep', '3'], service.env);
	t.is(made.code, 0);
	t.deepEqual((await readdir(join(to, 'snapshots'))).length, 1);

	t.is((await operator(['restore', '--from', to], target.env, 'files are there')).code, null);
	const again = await operator(['restore', '--from', to], target.env);
	t.is(again.code, 0, again.out);
	t.is(JSON.parse(again.out).rows, JSON.parse(made.out).rows);
	t.is((await operator(['verify', '--from', to], target.env)).code, 0);
	t.is((await operator(['restore', '--from', to], target.env)).code, 1, 'it is not empty any more');
});
