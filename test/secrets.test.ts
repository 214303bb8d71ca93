import test from 'ava';
import sharp from 'sharp';
import {requirePort} from '../infra/servers/free-port.ts';
import {openLog} from '../shared/log.ts';
import {untaggedPrefix} from '../shared/queue/keys.ts';
import {openProducerRedis} from '../shared/services/redis.ts';
import {createSession} from '../shared/store/access/sessions.ts';
import {eventually} from './helpers/eventually.ts';
import {closeMailServer, type MailServer, openMailServer} from './helpers/fakes/mail-server.ts';
import {ANSWERS, publishForm, sendLead} from './helpers/lead.ts';
import {PASSWORD, stranger} from './helpers/person.ts';
import {type ServiceProcess, startProcess} from './helpers/processes.ts';
import {request, startService, type TestService} from './helpers/service.ts';

/** Keys, upload URLs, passwords and what people write never reach a log, a queue or an error. */

let service: TestService;
let processes: ServiceProcess[];
let baseUrl: string;
let mail: MailServer;
test.before(async () => {
	mail = await openMailServer();
	service = await startService({SMTP_URL: mail.url.replace('//', '//mailer:password-of-the-mailer@')}, {workers: false});
	const port = await requirePort('127.0.0.1', 0);
	baseUrl = `http://127.0.0.1:${port}`;
	const env = {...service.env, PORT: String(port), BASE_URL: baseUrl};
	processes = [await startProcess('api/main.ts', env), await startProcess('workers/main.ts', env)];
});
test.after.always(async () => {
	for (const one of processes ?? []) await one.kill('SIGTERM');
	await service?.stop();
	if (mail) await closeMailServer(mail);
});

test('a day in the life of the service leaves no secret in logs, Redis or job data', async t => {
	t.timeout(60_000);
	const ana = await service.client();
	const call = (method: string, path: string, body?: unknown, headers = {}) => request(baseUrl, method, path, ana.key, {body, headers});
	const text = `private-text-${crypto.randomUUID()}`;
	const idempotencyKey = `private-key-${crypto.randomUUID()}`;
	const {tour} = (await call('POST', '/v1/tours', {name: text}, {'Idempotency-Key': idempotencyKey})).body;
	const png = await sharp({create: {width: 80, height: 50, channels: 3, background: '#eee'}})
		.png()
		.toBuffer();
	const step = await call('POST', `/v1/tours/${tour.id}/steps`, {text, image: {base64: png.toString('base64')}});
	t.is(step.status, 201);
	await call('POST', `/v1/tours/${tour.id}/steps`, {text, image: {base64: Buffer.from('GIF89a broken').toString('base64')}});
	await call('POST', `/v1/tours/${tour.id}/steps`, {text, image: {url: `https://10.0.0.1/${text}`}});
	await call('PUT', `/v1/tours/${tour.id}/end-cta`, {enabled: true, text, whatsapp: {phone: '+5511987654321'}});
	const {url} = (await call('POST', '/v1/media/upload-url', {name: text})).body.upload;
	t.is((await fetch(url, {method: 'PUT', body: await sharp(png).negate().png().toBuffer()})).status, 201);
	await fetch(url, {method: 'PUT', body: 'again'});
	const link = (await call('POST', `/v1/tours/${tour.id}/publish`)).body.publishedLink;
	await fetch(link.coverUrl);
	await request(baseUrl, 'GET', '/v1/me', `${ana.key}x`);
	await request(baseUrl, 'POST', '/v1/tours', ana.key, {raw: `{"name": "${text}`, headers: {'Content-Type': 'application/json'}});
	await fetch(`${baseUrl}/ops/queues`, {headers: {Authorization: `Basic ${btoa('operator:operator-of-a-test')}`}});

	const secrets = [
		ana.key,
		url.split('/').at(-1)!,
		'operator-of-a-test',
		text,
		idempotencyKey,
		'+5511987654321',
		'127.0.0.1:5',
		'example.com',
	];
	const logs = processes.map(one => one.output()).join('\n');
	t.true(logs.split('\n').length > 15);
	t.regex(logs, /"jobId":"job_/, 'log lines of a job carry its id');
	t.regex(logs, /"requestId":"req_/, 'log lines of a request carry its id');
	const [, jobId] = /"jobId":"(job_\w+)"[^\n]*"route":"publish"/.exec(logs) ?? [];
	t.true(jobId !== undefined && processes[1]!.output().includes(jobId), 'the line of a call names the job it has made, as the worker does');
	const redis = await dump();
	t.true(redis.includes('jobId'));
	for (const secret of secrets) {
		t.false(logs.includes(secret), `in the logs: ${secret}`);
		t.false(redis.includes(secret), `in Redis: ${secret}`);
	}
});

test('signing up, in and out, with mails that arrive and that are refused, leaves no secret either', async t => {
	t.timeout(60_000);
	const person = stranger({baseUrl});
	const email = `ana-${crypto.randomUUID()}@private.example`;
	const wrong = `wrong-${crypto.randomUUID()}`;
	await person.send('/account/sign-up', {name: 'Ana Particular', email, password: PASSWORD});
	const confirm = await mail.waitFor(email, 'Confirm your address');
	await person.send('/account/sign-in', {email, password: wrong});
	t.is((await person.send(confirm.link!, {password: PASSWORD})).status, 303);
	const first = person.cookies.get('roteiro_session')!;
	const made = await person.call('POST', '/app/v1/account/keys', {name: 'Private name of a key', scopes: ['tours:read'], days: 30});
	await request(baseUrl, 'GET', '/v1/me', made.body.key, {headers: {'X-Forwarded-For': '203.0.113.77'}});
	await person.call('PUT', '/app/v1/account/password', {currentPassword: PASSWORD, newPassword: `${wrong} no more`});
	const second = person.cookies.get('roteiro_session')!;
	await person.send('/account/sign-in', {email, password: `${wrong} no more`});
	await person.send('/account/forgotten', {email});
	const reset = await mail.waitFor(email, 'Choose a new password');
	await person.get(reset.link!);
	mail.refuse('No such mailbox');
	await person.send('/account/forgotten', {email});
	const logs = () => processes.map(one => one.output()).join('\n');
	await eventually('what failed is logged', () => /did not take a message: EENVELOPE RCPT TO 550/.test(logs()));
	await person.send('/account/sign-out-everywhere', {});

	const token = (link: string) => new URL(link).searchParams.get('token')!;
	const secrets = [PASSWORD, wrong, first, second, token(confirm.link!), token(reset.link!), made.body.key, email, 'private.example'];
	const redis = await dump();
	for (const secret of [...secrets, 'Ana Particular', 'Private name', 'password-of-the-mailer', '203.0.113.77', '127.0.0.1"']) {
		t.false(logs().includes(secret), `in the logs: ${secret}`);
		t.false(redis.includes(secret), `in Redis: ${secret}`);
	}
});

test('what visitors leave in an opening form, good, faulty, automatic or erased, is in no log, no queue and no plain column', async t => {
	t.timeout(60_000);
	const client = await service.client();
	const call = Object.assign((method: string, path: string, options = {}) => request(baseUrl, method, path, client.key, options), client);
	const tour = await publishForm(call, {fields: {name: 'required', email: 'required', phone: 'required'}});
	t.is((await sendLead(tour)).status, 200);
	t.is((await sendLead(tour, ANSWERS, {json: false})).status, 303);
	t.is((await sendLead(tour, {...ANSWERS, phone: '1'})).status, 400);
	t.is((await sendLead(tour, {...ANSWERS, leave_empty: 'https://private.example'})).status, 400);
	t.is((await sendLead(tour, ANSWERS, {headers: {Origin: 'https://private.example'}})).status, 403);
	t.is((await sendLead(tour, {...ANSWERS, name: 'x'.repeat(20_000)})).status, 400);
	const owner = stranger({baseUrl});
	const {token} = await createSession(service.services.database.manager, client.accountId);
	owner.cookies.set('roteiro_session', token);
	const asked = encodeURIComponent(ANSWERS.email);
	t.is((await owner.call('GET', `/app/v1/leads?email=${asked}`)).body.leads.length, 1);
	t.regex((await owner.get(`/app/v1/leads/export?email=${asked}`)).body, /Bia Particular/);

	const rows = await service.services.database.query('SELECT * FROM leads');
	t.is(rows.length, 1);
	const columns = rows
		.flatMap((row: object) => Object.values(row))
		.map((value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)));
	t.is((await owner.call('DELETE', `/app/v1/leads?email=${asked}`)).body.erased, 1);
	const logs = processes.map(one => one.output()).join('\n');
	t.regex(logs, /"route":"\/p\/:slug\/lead"/);
	const redis = await dump();
	for (const secret of [ANSWERS.name, 'Particular', 'private.example', ANSWERS.phone, '91234', asked]) {
		t.false(logs.toLowerCase().includes(secret.toLowerCase()), `in the logs: ${secret}`);
		t.false(redis.toLowerCase().includes(secret.toLowerCase()), `in Redis: ${secret}`);
		t.false(columns.join().toLowerCase().includes(secret.toLowerCase()), `in the table: ${secret}`);
	}
});

test('the database holds hashes of keys, upload tokens and idempotency keys, never these', async t => {
	const bo = await service.client();
	const {url} = (await bo('POST', '/v1/media/upload-url', {body: {}})).body.upload;
	for (const [table, secret] of [
		['credentials', bo.key],
		['uploads', url.split('/').at(-1)],
	]) {
		const rows = await service.services.database.query(`SELECT * FROM ${table}`);
		t.true(rows.length > 0);
		t.false(JSON.stringify(rows).includes(secret!));
		t.true(rows.every((row: {hash: Buffer}) => row.hash.length === 32));
	}
});

/** Everything that Redis holds for this service, as text. */
async function dump(): Promise<string> {
	const redis = openProducerRedis(service.config.redisUrl, openLog(service.config, 'api'));
	await new Promise(resolve => redis.once('ready', resolve));
	const found: string[] = [];
	for (const key of await redis.keys(`*${untaggedPrefix(service.config.redisPrefix)}*`)) {
		found.push(
			key,
			(await redis.dump(key))?.toString() ?? '',
			(await redis.type(key)) === 'hash' ? JSON.stringify(await redis.hgetall(key)) : '',
		);
	}
	redis.disconnect();
	return found.join('\n');
}
