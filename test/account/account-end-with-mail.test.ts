import test from 'ava';
import {purgeAccount} from '../../shared/account-end/purge-account.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {mailMessages} from '../../shared/locales/index.ts';
import {purgeAccounts} from '../../workers/jobs/accounts/account-end.ts';
import {eventually} from '../helpers/eventually.ts';
import {closeMailServer, openMailServer} from '../helpers/fakes/mail-server.ts';
import {pixelsOf, screenshot} from '../helpers/images.ts';
import {startObjectStore} from '../helpers/object-store.ts';
import {PASSWORD, signedIn} from '../helpers/person.ts';
import {startService} from '../helpers/service.ts';
import {readZip} from '../helpers/zip.ts';

/** Leaving where mail is sent, and files lie in an object store. */

const mail = await openMailServer();
const objects = await startObjectStore();
const service = await startService({SMTP_URL: mail.url, FILES: objects.url('leaving')});
const {database, files} = service.services;
test.after.always(async () => {
	await service.stop();
	await closeMailServer(mail);
	await objects.close();
});

for (const language of PAGE_LANGUAGES) {
	test.serial(`${language}: mails tell of the copy, of the deletion, and once more before the end`, async t => {
		const ana = await signedIn(service);
		await ana.call('PATCH', '/app/v1/account', {language});
		await database.query('UPDATE accounts SET confirmed_at = UTC_TIMESTAMP(3) WHERE id = ?', [ana.accountId]);
		const words = mailMessages(language);
		await ana.call('POST', '/app/v1/account/exports', {});
		const ready = await mail.waitFor(ana.email, words.export.subject);
		t.is(ready.link, `${service.baseUrl}/settings/data`);
		await ana.call('POST', '/app/v1/account/deletion', {password: PASSWORD, email: ana.email});
		t.is((await mail.waitFor(ana.email, words.closing.subject)).link, `${service.baseUrl}/account/sign-in`);
		t.is((await purgeAccounts(service)).reminded, 0, 'it is not near yet');
		await database.query('UPDATE accounts SET deletion_due_at = UTC_TIMESTAMP(3) + INTERVAL 1 DAY WHERE id = ?', [ana.accountId]);
		t.is((await purgeAccounts(service)).reminded, 1);
		t.is((await purgeAccounts(service)).reminded, 0);
		await mail.waitFor(ana.email, words.closes_soon.subject);
	});
}

test.serial('in an object store a copy is written and fetched, and a purge leaves nothing', async t => {
	const ana = await signedIn(service);
	const bytes = await screenshot(400, 300).png().toBuffer();
	const {media} = (await ana.call('POST', '/app/v1/media', {base64: bytes.toString('base64')})).body;
	const {id} = (await ana.call('POST', '/app/v1/account/exports', {})).body.export;
	const copy = await eventually('the copy is ready', async () => {
		const found = (await ana.call('GET', `/app/v1/account/exports/${id}`)).body.export;
		return found.status === 'ready' && found;
	});
	const response = await fetch(copy.url, {headers: {Cookie: `roteiro_session=${ana.token}`}});
	const zip = await readZip(Buffer.from(await response.arrayBuffer()));
	const image = [...zip.keys()].find(name => /^images\/[0-9a-f]{64}\.png$/.test(name))!;
	t.deepEqual(await pixelsOf(zip.get(image)!), await pixelsOf(bytes));
	const named: Array<[folder: 'originals' | 'media' | 'exports', name: string]> = [
		['originals', media.mediaId],
		['media', new URL(media.url).pathname.split('/').at(-1)!],
	];
	for (const {file} of await database.query('SELECT file FROM export_pieces WHERE export_id = ?', [id])) named.push(['exports', file]);
	for (const [folder, name] of named) t.truthy(await files.size(folder, name), folder);

	await ana.call('POST', '/app/v1/account/deletion', {password: PASSWORD, email: ana.email});
	await eventually('the mail is sent', async () => mail.messages(ana.email).length >= 2);
	await database.query('UPDATE accounts SET deletion_due_at = UTC_TIMESTAMP(3) WHERE id = ?', [ana.accountId]);
	// Whatever is there counts as old.
	const purged = await purgeAccount(database.manager, {files, accountId: ana.accountId, fileAgeMs: -60_000, settledMs: 0});
	t.true(purged.done);
	for (const [folder, name] of named) t.is(await files.size(folder, name), null, folder);
});
