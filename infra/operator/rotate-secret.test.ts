import {type ChildProcess, execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {readConfig} from '../../shared/config/config.ts';
import {openKeys, openSecrets, readRotation, writeRotation} from '../../shared/config/secret.ts';
import {createAccount} from '../../shared/store/access/accounts.ts';
import {findLeadForm} from '../../shared/store/visitors/lead-forms.ts';
import {eraseLeads, insertLead, listLeads} from '../../shared/store/visitors/leads.ts';
import {freshDatabase} from '../../test/helpers/database.ts';
import {ANSWERS, publishForm, sendLead} from '../../test/helpers/lead.ts';
import {signedIn} from '../../test/helpers/person.ts';
import {startService, type TestService} from '../../test/helpers/service.ts';

/** The secret is rotated while the service runs, and while the command is killed again and again. */

const COMMAND = ['infra/operator/operator.ts', 'secret', 'rotate'];
const VISIT_PAUSE_MS = 250;
const OLD = 'the first of all secrets, long enough';
const NEW = 'the secret after it, also long enough';

const environment = ({env}: Pick<TestService, 'env'>, more: Record<string, string> = {}) => ({...process.env, ...env, ...more});
function rotate(service: Pick<TestService, 'env'>, more?: Record<string, string>) {
	return new Promise<{code: number; out: string; err: string}>(resolve => {
		execFile(process.execPath, COMMAND, {env: environment(service, more)}, (error, out, err) =>
			resolve({code: error ? Number(error.code) : 0, out, err}),
		);
	});
}
const responsesOf = (email: string) => ({name: 'Bia', email, phone: null});

/** How many leads are under each key, by the bytes that name it. */
async function keysInUse({services}: TestService): Promise<Record<string, number>> {
	const rows = await services.database.query('SELECT HEX(LEFT(answers, 5)) AS header, COUNT(*) AS leads FROM leads GROUP BY 1');
	return Object.fromEntries(rows.map(({header, leads}: {header: string; leads: string}) => [header, Number(leads)]));
}

test.serial(
	'the secret that DATA_DIR keeps is rotated, killed three times on its way; leads are read, found and taken throughout',
	async t => {
		t.timeout(180_000);
		const service = await startService();
		t.teardown(() => service.stop());
		const client = await service.client();
		const tour = await publishForm(client);
		const owner = await signedIn(service, {accountId: client.accountId});
		const {services} = service;
		t.is((await sendLead(tour, {...ANSWERS, email: 'oldest@private.example'})).status, 200);
		t.is((await owner.call('GET', '/app/v1/leads')).body.leads[0].email, 'oldest@private.example', 'it is read');
		const db = services.database.manager;
		const form = (await findLeadForm(db, tour.formId))!;
		const keep = (email: string) => insertLead(db, services, {form, publicationId: 'pub_x', answers: responsesOf(email), at: new Date()});
		for (let i = 0; i < 1500; i++) await keep(`${i}@private.example`);
		const before = Object.keys(await keysInUse(service));
		const secretFile = join(service.config.dataDir, 'secret.txt');
		const first = readFileSync(secretFile, 'utf8');
		t.is(first.length, 43, 'what we make ourselves is long enough');

		let over = false;
		const sent: string[] = [];
		const faults: string[] = [];
		const visitors = (async () => {
			for (let i = 0; !over; i++) {
				const email = `live-${i}@private.example`;
				if ((await sendLead(tour, {...ANSWERS, email})).status === 200) sent.push(email);
				const listed = await owner.call('GET', '/app/v1/leads?limit=200');
				const found = await owner.call('GET', `/app/v1/leads?email=${encodeURIComponent(`${i % 1500}@private.example`)}`);
				if (listed.status !== 200 || found.body.leads?.length !== 1)
					faults.push(`${i}: ${listed.status} ${JSON.stringify(found.body).slice(0, 200)}`);
				// They look on throughout, and leave a core to the command.
				await sleep(VISIT_PAUSE_MS);
			}
		})();
		const moved = async () => Object.entries(await keysInUse(service)).reduce((sum, [key, n]) => sum + (before.includes(key) ? 0 : n), 0);
		const underWay = () => statSync(join(service.config.dataDir, 'secret-rotation.json'), {throwIfNoEntry: false}) !== undefined;
		const isChanged = () => readFileSync(secretFile, 'utf8') !== first;
		const moments: Array<() => Promise<boolean> | boolean> = [underWay, isChanged, async () => (await moved()) > sent.length + 50];
		for (const [index, moment] of moments.entries()) {
			const child = spawn(process.execPath, COMMAND, {env: environment(service), stdio: 'ignore'});
			while (!(await moment()) && child.exitCode === null) await sleep(2);
			await kill(child);
			t.log(`killed at moment ${index + 1}: ${await moved()} leads moved, secret ${isChanged() ? 'changed' : 'as it was'}`);
		}
		const done = await rotate(service);
		t.is(done.code, 0, done.err);
		t.like(JSON.parse(done.out), {unreadable: 0, continued: true});
		over = true;
		await visitors;

		t.deepEqual(faults, []);
		t.true(sent.length > 0);
		const keys = await keysInUse(service);
		t.deepEqual(Object.values(keys), [1501 + sent.length], 'one key for all of them');
		t.false(before.includes(Object.keys(keys)[0]!));
		t.is(statSync(secretFile).mode & 0o777, 0o600);
		// The old secret alone opens none of them.
		const alone = (secret: string) => openKeys(openSecrets({secret, previousSecrets: [], dataDir: ''}));
		t.like((await listLeads(db, alone(first), client.accountId, {limit: 1, after: null}))[0], {readable: false, answers: {email: null}});
		const all = await listLeads(db, alone(readFileSync(secretFile, 'utf8')), client.accountId, {limit: 10_000, after: null});
		t.is(new Set(all.map(({answers}) => answers.email)).size, 1501 + sent.length);
		// What was sent before the rotation is still known when it is sent again, and found when it is erased.
		t.is((await sendLead(tour, {...ANSWERS, email: sent[0]!})).status, 200);
		t.false(await keep('7@private.example'));
		t.is((await owner.call('GET', '/app/v1/leads?email=7%40private.example')).body.leads.length, 1);
		t.is((await owner.call('DELETE', '/app/v1/leads?email=7%40private.example')).body.erased, 1);

		// As a command leaves it that is killed between its two files.
		const second = readFileSync(secretFile, 'utf8');
		writeRotation(service.config.dataDir, {underWay: true, previous: [second]});
		const again = JSON.parse((await rotate(service)).out);
		t.like(again, {rotated: 1500 + sent.length, unreadable: 0, continued: true});
		t.not(readFileSync(secretFile, 'utf8'), second);
		t.deepEqual(readRotation(service.config.dataDir), {underWay: false, previous: [second]});
		t.is((await owner.call('GET', '/app/v1/leads?email=8%40private.example')).body.leads.length, 1);
	},
);

test.serial('SECRET is rotated by its owner: with both named every lead is read, and after the command with the new one alone', async t => {
	const service = await freshDatabase({SECRET: OLD});
	t.teardown(() => service.drop());
	const db = service.database.manager;
	const {id: accountId} = await createAccount(db, {email: 'ana@example.com', name: 'Ana', plan: 'free'});
	const form = {
		id: 'f'.repeat(32),
		accountId,
		tourId: 'tour_x',
		language: 'en',
		form: {consentText: 'Yes.'},
		createdAt: new Date(),
	};
	await db.query('INSERT INTO lead_forms (id, account_id, tour_id, language, form, created_at) VALUES (?, ?, ?, ?, ?, ?)', [
		form.id,
		form.accountId,
		form.tourId,
		form.language,
		JSON.stringify(form.form),
		form.createdAt,
	]);
	const under = (env: Record<string, string>) => openKeys(openSecrets(readConfig({...service.env, ...env})));
	const keep = (keys: ReturnType<typeof under>, email: string) =>
		insertLead(db, keys, {form: form as never, publicationId: 'pub_x', answers: responsesOf(email), at: new Date()});
	const emails = async (keys: ReturnType<typeof under>) =>
		(await listLeads(db, keys, accountId, {limit: 10, after: null})).map(({answers}) => answers.email).sort();
	const [old, both, fresh] = [under({}), under({SECRET: NEW, SECRET_PREVIOUS: OLD}), under({SECRET: NEW})];
	await keep(old, 'a@x.example');
	t.true(await keep(both, 'b@x.example'));
	t.false(await keep(both, 'a@x.example'), 'known under the secret before');
	t.deepEqual(await emails(both), ['a@x.example', 'b@x.example']);
	t.deepEqual(await emails(under({SECRET: OLD, SECRET_PREVIOUS: NEW})), ['a@x.example', 'b@x.example'], 'by a process not yet restarted');
	t.deepEqual(await emails(fresh), ['b@x.example', null]);

	const alone = await rotate(service);
	t.is(alone.code, 1);
	t.regex(alone.err, /SECRET_PREVIOUS/);
	const done = await rotate(service, {SECRET: NEW, SECRET_PREVIOUS: OLD});
	t.like(JSON.parse(done.out), {rotated: 1, unreadable: 0});
	t.deepEqual(await emails(fresh), ['a@x.example', 'b@x.example']);
	t.is(await eraseLeads(db, fresh, accountId, {email: 'A@x.example'}), 1);
	const lost = await rotate(service, {SECRET: 'a third one that nobody has named yet', SECRET_PREVIOUS: OLD});
	t.regex(lost.err, /written with another secret.*accept-loss/, 'nothing is rotated from a secret that is not the one of the leads');
	t.deepEqual(await emails(fresh), ['b@x.example']);
});

test('a SECRET of fewer than 32 characters is refused with what to do; one from before may be shorter', t => {
	t.throws(() => readConfig({SECRET: 'x'.repeat(31)}), {message: /SECRET must have 32 characters or more, not 31\..*SECRET_PREVIOUS/});
	t.is(readConfig({SECRET: 'x'.repeat(32)}).secret.length, 32);
	t.deepEqual(readConfig({SECRET_PREVIOUS: 'short'}).previousSecrets, ['short']);
	t.deepEqual(readConfig({SECRET_PREVIOUS: 'one, two'}).previousSecrets, ['one', 'two', 'one, two']);
	t.deepEqual(readConfig({}).previousSecrets, []);
});

async function kill(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const gone = once(child, 'exit');
	child.kill('SIGKILL');
	await gone;
}
