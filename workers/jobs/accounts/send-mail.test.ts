import type {AddressInfo} from 'node:net';
import test from 'ava';
import {SMTPServer, type SMTPServerOptions} from 'smtp-server';
import {PAGE_LANGUAGES} from '../../../shared/contract/page-language.ts';
import {mailMessages} from '../../../shared/locales/index.ts';
import {ServerAway} from '../../../shared/outage.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {sendMail} from '../../../shared/queue/jobs/accounts.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {eventually} from '../../../test/helpers/eventually.ts';
import {makeCertificate} from '../../../test/helpers/fakes/internet.ts';
import {closeMailServer, type MailServer, type Message, openMailServer} from '../../../test/helpers/fakes/mail-server.ts';
import {signedIn} from '../../../test/helpers/person.ts';
import {startService, type TestService} from '../../../test/helpers/service.ts';
import {Hopeless} from '../../runtime/handler.ts';
import {mailFault, warnOfMailServer} from './send-mail.ts';

let mail: MailServer;
let service: TestService;
test.before(async () => {
	mail = await openMailServer();
	service = await startService({SMTP_URL: mail.url, LOG_LEVEL: 'silent'});
});
test.after.always(async () => {
	await service?.stop();
	if (mail) await closeMailServer(mail);
});

type Purpose = JobInput<typeof sendMail>['purpose'];

async function send(accountId: string, purpose: Purpose, patienceMs = 20_000) {
	const {manager} = service.services.database;
	const job = await insertJob(manager, {accountId, type: sendMail.name, input: {purpose}});
	return service.services.dispatcher.run(job, patienceMs);
}

test('a mail is written in the language of its account, as text and as HTML, with a link that works', async t => {
	for (const language of PAGE_LANGUAGES) {
		const ana = await signedIn(service);
		await ana.call('PATCH', '/app/v1/account', {language});
		for (const purpose of ['confirm', 'reset', 'exists'] as const) await send(ana.accountId, purpose);
		const messages = mail.messages(ana.email);
		t.is(new Set(messages.map(({subject}) => subject)).size, 3);
		for (const {raw, link, from} of messages) {
			t.regex(raw, /Content-Type: multipart\/alternative/);
			t.regex(from, /^Roteiro <no-reply@127\.0\.0\.1>$/);
			t.true(raw.includes(`lang=3D"${language}"`) || raw.includes(`lang="${language}"`) || /base64/.test(raw));
			t.is((await fetch(link!)).status, 200, link!);
		}
	}
});

test('every mail is marked as written by a program, keeps its Message-ID when it is sent again, fits phones and dark windows', async t => {
	for (const purpose of Object.keys(mailMessages('en')) as Purpose[]) {
		const ana = await signedIn(service);
		const next = `next-${ana.email}`;
		const until = 'UTC_TIMESTAMP(3) + INTERVAL 1 DAY';
		await service.services.database.query(
			`UPDATE accounts SET pending_email = ?, deletion_asked_at = UTC_TIMESTAMP(3), deletion_due_at = ${until} WHERE id = ?`,
			[next, ana.accountId],
		);
		const job = await send(ana.accountId, purpose);
		const to = purpose === 'email' ? next : ana.email;
		const [{raw, link, text}] = mail.messages(to) as [Message];
		t.regex(raw, /^Auto-Submitted: auto-generated\r$/m, purpose);
		t.regex(raw, new RegExp(`^Message-ID: <${job!.id}@127\\.0\\.0\\.1>\r$`, 'm'), purpose);
		const page = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
		t.regex(page, /<meta name="viewport" content="width=device-width">/, purpose);
		t.regex(page, /<meta name="color-scheme" content="light dark">[\s\S]*@media \(prefers-color-scheme:dark\)/, purpose);
		t.is((await fetch(link!, {redirect: 'manual'})).status < 400, true, `${purpose}: ${link}`);
		if (purpose.startsWith('clos')) t.regex(text, / on [A-Z][a-z]+ \d+, \d{4} \(UTC\)|^On /, purpose);
	}
});

test('an account that is kept after all hears no more of its deletion', async t => {
	const ana = await signedIn(service);
	for (const purpose of ['closing', 'closes_soon'] as const) t.is((await send(ana.accountId, purpose))!.state, 'succeeded');
	t.deepEqual(mail.messages(ana.email), []);
});

test('neither the queue nor the row of a mail holds its link, and the table of links holds hashes', async t => {
	const ana = await signedIn(service);
	const job = await send(ana.accountId, 'reset');
	const token = new URL(mail.messages(ana.email)[0]!.link!).searchParams.get('token')!;
	t.regex(token, /^[\w-]{43}$/);
	for (const table of ['jobs', 'account_links']) {
		t.false(JSON.stringify(await service.services.database.query(`SELECT * FROM ${table}`)).includes(token), table);
	}
	t.deepEqual(job!.outcome, {response: {status: 200, body: {}}});
});

test.serial(
	'what a mail server refuses for a while is put off without losing an attempt; what it refuses for good ends at once',
	async t => {
		t.timeout(60_000);
		const ana = await signedIn(service);
		mail.refuse('try again in a minute', 451);
		const sent = send(ana.accountId, 'reset', 40_000);
		const before = mail.asked();
		await eventually('the server is asked', async () => mail.asked() > before);
		mail.refuse(null);
		const job = await sent;
		t.is(job!.state, 'succeeded');
		t.is(mail.messages(ana.email).length, 1);
		const [{attempts}] = await service.services.database.query('SELECT attempts FROM jobs WHERE id = ?', [job!.id]);
		t.is(Number(attempts), 1, 'being put off is no attempt');

		mail.refuse('no such mailbox', 550);
		const asked = mail.asked();
		const refused = await send(ana.accountId, 'reset');
		mail.refuse(null);
		t.is(refused!.state, 'failed');
		t.is(mail.asked(), asked + 1);
	},
);

test('why a server takes no mail is said in words, with what helps and without an address of a person', async t => {
	const said: string[] = [];
	const log = {warn: (line: unknown) => said.push(String(line))};
	const ask = async (smtpUrl: string) => {
		said.length = 0;
		await warnOfMailServer({smtpUrl}, log as never);
		return said.join('\n');
	};
	t.is(await ask(''), '');
	t.is(await ask(mail.url), '');
	t.regex(await ask('smtp://127.0.0.1:1'), /connection refused/);
	t.regex(await ask('smtp://no-such-server.invalid'), /no server of this name|could not be looked up/);

	const own = await openSmtp({onAuth: (_auth, _session, done) => done(new Error('wrong password of ana@private.example'))});
	t.teardown(() => own.close());
	t.regex(await ask(own.url), /self-signed certificate.*NODE_EXTRA_CA_CERTS.*tls\.rejectUnauthorized=false/);
	const trusting = own.url.replace('smtp://', 'smtp://ana%40private.example:secret@').concat('/?tls.rejectUnauthorized=false');
	t.regex(await ask(trusting), /authentication refused \(535/);
	t.false(said.join().includes('ana'), said.join());
	t.is(await ask(`${own.url}/?tls.rejectUnauthorized=false`), '');

	const faults: Array<[Record<string, unknown>, typeof ServerAway | typeof Hopeless, RegExp]> = [
		[{code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451, response: '451 4.7.1 <ana@x.example> later'}, ServerAway, /451 4\.7\.1\.$/],
		[
			{code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 5.7.1 no ana@x.example'},
			Hopeless,
			/EMESSAGE DATA 554 5\.7\.1\.$/,
		],
		[{code: 'EENVELOPE', command: 'API', message: 'Invalid recipient "ana@x.example"'}, Hopeless, /EENVELOPE API\.$/],
		[{code: 'ETIMEDOUT', message: 'Greeting never received'}, ServerAway, /does not answer/],
		[{code: 'EAUTH', responseCode: 535, response: '535 5.7.8 no'}, ServerAway, /authentication refused \(535 5\.7\.8\)/],
		[{code: 'ESOCKET', message: 'odd news of ana@x.example'}, ServerAway, /odd news of …\.$/],
	];
	for (const [error, kind, words] of faults) {
		const fault = mailFault(Object.assign(new Error(String(error.message ?? '')), error));
		t.true(fault instanceof kind, JSON.stringify(error));
		t.regex(fault.message, words);
		t.false(fault.message.includes('ana@'));
	}
});

/** With STARTTLS under a certificate that nobody has signed, as a relay in the house has. */
async function openSmtp(options: SMTPServerOptions) {
	const server = new SMTPServer({...makeCertificate(['mail.example']), authOptional: true, ...options});
	server.on('error', () => {});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.server.address() as AddressInfo;
	return {url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>(resolve => server.close(resolve))};
}
