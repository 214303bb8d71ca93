import test from 'ava';
import {PAGE_LANGUAGES} from '../../../shared/contract/page-language.ts';
import {sendMail} from '../../../shared/queue/jobs/mail.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {closeMailServer, type MailServer, openMailServer} from '../../../test/helpers/fakes/mail-server.ts';
import {signedIn} from '../../../test/helpers/person.ts';
import {startService, type TestService} from '../../../test/helpers/service.ts';

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

async function send(accountId: string, purpose: 'confirm' | 'reset' | 'exists') {
	const {manager} = service.services.database;
	const job = await insertJob(manager, {accountId, type: sendMail.name, input: {purpose}});
	return service.services.dispatcher.run(job, 20_000);
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

test('a mail server that refuses for a while gets the mail later', async t => {
	const ana = await signedIn(service);
	mail.refuse('not now');
	const sent = send(ana.accountId, 'reset');
	await new Promise(resolve => setTimeout(resolve, 400));
	t.is(mail.messages(ana.email).length, 0);
	mail.refuse(null);
	t.is((await sent)!.state, 'succeeded');
	t.is(mail.messages(ana.email).length, 1);
});
