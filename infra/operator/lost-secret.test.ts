import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {openKeys, openSecrets} from '../../shared/config/secret.ts';
import {requireKnownSecret} from '../../shared/store/visitors/kept-secret.ts';
import {freePort} from '../../test/faults/api-under-test.ts';
import {emptyTarget} from '../../test/helpers/backups.ts';
import {freshDatabase} from '../../test/helpers/database.ts';
import {ANSWERS, publishForm, sendLead} from '../../test/helpers/lead.ts';
import {signedIn, stranger} from '../../test/helpers/person.ts';
import {startProcess} from '../../test/helpers/processes.ts';
import {startService} from '../../test/helpers/service.ts';
import {readZip} from '../../test/helpers/zip.ts';

/** A backup comes back without its secret: it is said before anything is written with another, and nothing else is held up by what is lost. */

const REFUSED = /written with another secret.*put that one back.*secret accept-loss/s;

function run(file: string, words: string[], env: Record<string, string>) {
	return new Promise<{code: number; out: string; err: string}>(resolve => {
		execFile(process.execPath, [file, ...words], {env: {...process.env, ...env}}, (error, out, err) =>
			resolve({code: error ? Number(error.code) : 0, out, err}),
		);
	});
}
const operator = (words: string[], env: Record<string, string>) => run('infra/operator/operator.ts', words, env);

test('restored without its secret the service refuses to start and says what to do; accepted, one line is lost and nothing else', async t => {
	t.timeout(240_000);
	const service = await startService();
	t.teardown(() => service.stop());
	const client = await service.client();
	const form = await publishForm(client);
	await sendLead(form);
	const signIn = await signedIn(service, {accountId: client.accountId});
	const [{email}] = await service.services.database.query('SELECT email FROM accounts WHERE id = ?', [client.accountId]);
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-lost-secret-'));
	t.teardown(() => rm(folder, {recursive: true, force: true}));
	t.is((await operator(['backup', 'create', '--to', folder], service.env)).code, 0);

	const target = await emptyTarget('');
	t.teardown(() => target.drop());
	const secretFile = join(target.config.dataDir, 'secret.txt');
	const port = await freePort();
	const env = {...target.env, PORT: String(port), BASE_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'error'};
	const restored = await operator(['backup', 'restore', '--from', folder], env);
	t.is(restored.code, 0, restored.err);
	t.false(JSON.parse(restored.out).secretKnown);
	t.regex(restored.err, REFUSED);
	for (const file of ['infra/service.ts', 'api/main.ts', 'workers/main.ts']) {
		const refused = await run(file, [], env);
		t.not(refused.code, 0, file);
		t.regex(refused.out + refused.err, REFUSED, file);
	}
	t.false(existsSync(secretFile), 'no secret is made where another one is meant');
	const other = await run('api/main.ts', [], {...env, SECRET: 'a secret of thirty-two characters that is another'});
	t.regex(other.out + other.err, REFUSED);

	// One way out: the secret comes back.
	await mkdir(target.config.dataDir, {recursive: true});
	await writeFile(secretFile, await readFile(join(service.config.dataDir, 'secret.txt')), {mode: 0o600});
	t.like(JSON.parse((await operator(['secret', 'accept-loss'], env)).out), {accepted: false, unreadable: 0});
	const first = await startProcess('api/main.ts', env);
	await first.kill();
	await rm(secretFile);

	// The other: it does not.
	t.like(JSON.parse((await operator(['secret', 'accept-loss'], env)).out), {accepted: true, unreadable: 1});
	const api = await startProcess('api/main.ts', env);
	t.teardown(() => api.kill());
	const slug = form.url.split('/').at(-1)!;
	const there = {url: `${env.BASE_URL}/p/${slug}`, formId: form.formId};
	t.is((await sendLead(there, {...ANSWERS, email: 'after@private.example'})).status, 200);
	const owner = stranger({baseUrl: env.BASE_URL});
	owner.cookies.set('roteiro_session', signIn.token);
	const listed = await owner.get('/app/v1/leads');
	t.is(listed.status, 200);
	const [after, lost] = listed.body.leads;
	t.like(after, {readable: true, email: 'after@private.example'});
	t.like(lost, {readable: false, name: null, email: null, phone: null, tourId: form.tourId});
	const csv = await owner.get('/app/v1/leads/export');
	t.is(csv.status, 200);
	t.regex(csv.body, /"after@private\.example".*"yes"\r\n.*"no"\r\n$/s);
	const copy = join(folder, 'copy.zip');
	const exported = await operator(['account', 'export', '--email', email, '--to', copy], env);
	t.is(exported.code, 0, exported.err);
	const copied = [...(await readZip(await readFile(copy)))].find(([name]) => name.includes('leads'))![1].toString();
	t.true(copied.includes('after@private.example') && copied.includes('"readable":false'), copied);
	t.like(JSON.parse((await operator(['secret', 'rotate'], env)).out), {rotated: 1, unreadable: 1});
	t.is((await owner.call('DELETE', `/app/v1/leads/${lost.id}`)).body.erased, 1);
	t.deepEqual(
		(await owner.get('/app/v1/leads')).body.leads.map((lead: {email: string}) => lead.email),
		['after@private.example'],
	);
	await api.kill();
	// What was kept follows the rotation: the next start knows the new secret alone, too.
	await rm(join(target.config.dataDir, 'secret-rotation.json'));
	await (await startProcess('api/main.ts', env)).kill();
});

test('a secret with which nothing was written is replaced without a word', async t => {
	const fresh = await freshDatabase({SECRET: 'the first one, of thirty-two characters', LOG_LEVEL: 'error'});
	t.teardown(() => fresh.drop());
	const keep = (secret: string) => {
		const place = {...fresh.config, secret};
		return requireKnownSecret(fresh.database.manager, place, openKeys(openSecrets(place)));
	};
	await keep('one');
	await keep('another');
	const rows = await fresh.database.query('SELECT HEX(fingerprint) AS fingerprint FROM kept_secret');
	t.is(rows.length, 1);
	await keep('another');
	t.deepEqual(await fresh.database.query('SELECT HEX(fingerprint) AS fingerprint FROM kept_secret'), rows);
});
