import test from 'ava';
import {packBundle, sendBundle} from '../helpers/bundles.ts';
import {eventually} from '../helpers/eventually.ts';
import {closeMailServer, openMailServer} from '../helpers/fakes/mail-server.ts';
import {ANSWERS, publishForm, sendLead} from '../helpers/lead.ts';
import {PASSWORD, signedIn, stranger} from '../helpers/person.ts';
import {startService} from '../helpers/service.ts';
import {AREAS, secretPicture} from '../redaction/secret-picture.ts';

/** What strangers try from outside: guesses from many addresses, mails that lead elsewhere, forms by the thousand, bundles that reach out of their folder. */

const mail = await openMailServer();
const service = await startService({SMTP_URL: mail.url, TRUSTED_PROXIES: '1', VISITS_PER_HOUR: '30', LOG_LEVEL: 'silent'});
test.after.always(async () => {
	await service.stop();
	await closeMailServer(mail);
});
const from = (n: number) => ({'X-Forwarded-For': `198.51.${n >> 8}.${n & 255}`});

test('a password is guessed a hundred times an hour, from however many addresses', async t => {
	t.timeout(120_000);
	const ana = await signedIn(service);
	const statuses: number[] = [];
	for (let n = 0; n < 104; n++) {
		const guess = await stranger(service).send('/account/sign-in', {email: ana.email, password: `guess number ${n}`}, from(n));
		statuses.push(guess.status);
	}
	t.deepEqual([...new Set(statuses.slice(0, 100))], [400]);
	t.deepEqual([...new Set(statuses.slice(100))], [429]);
	t.is((await ana.get('/app/v1/account')).status, 200, 'who is signed in notices nothing');
});

test('a mail leads to BASE_URL whatever the request says of its host, and no line of its own gets into it', async t => {
	const ana = await signedIn(service);
	await stranger(service).send(
		'/account/forgotten',
		{email: ana.email},
		{...from(900), Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example'},
	);
	const reset = await eventually('the mail is there', async () => mail.messages(ana.email)[0]);
	t.true(reset.link!.startsWith(`${service.baseUrl}/account/new-password?token=`), reset.link!);
	t.false(reset.raw.includes('evil.example'));
	for (const email of [
		'a@x.example\r\nBcc: b@x.example',
		'a@x.example\nSubject: x',
		'a@x.example, b@x.example',
		'<a@x.example> b@x.example',
	]) {
		const before = mail.asked();
		const name = 'Ana\r\nBcc: c@x.example';
		await stranger(service).send('/account/forgotten', {email}, from(901));
		const made = await stranger(service).send('/account/sign-up', {name, email, password: PASSWORD}, from(902));
		t.is(made.status, 400, email);
		t.is(mail.asked(), before, email);
	}
	const named = 'line@x.example';
	await stranger(service).send('/account/sign-up', {name: 'Ana\r\nBcc: c@x.example', email: named, password: PASSWORD}, from(903));
	for (const {raw} of mail.messages(named)) t.false(/^bcc:/im.test(raw));
	t.deepEqual(mail.messages('c@x.example'), []);
});

test('a form is bounded by address, and by tour however many addresses there are', async t => {
	t.timeout(120_000);
	const tour = await publishForm(await service.client());
	const sent = async (n: number, ip: number) =>
		(await sendLead(tour, {...ANSWERS, email: `${n}@private.example`}, {headers: from(ip)})).status;
	t.deepEqual([await sent(0, 1), await sent(1, 1), await sent(2, 1), await sent(3, 1)], [200, 200, 200, 429]);
	const spread: number[] = [];
	for (let n = 4; n < 66; n++) spread.push(await sent(n, n));
	t.is(spread.filter(status => status === 200).length, 57, 'twenty times as many for the tour');
	t.deepEqual([...new Set(spread.slice(57))], [429]);
});

test('a narration in a bundle names a file of the bundle, and nothing else', async t => {
	const client = await service.client();
	const step = (file: unknown) => ({key: 'one', type: 'slide', title: 'One', narrations: [{file, language: 'en', voice: 'en-x'}]});
	for (const file of [
		'../../etc/passwd',
		'/etc/passwd',
		'audio/../../x.mp3',
		'http://127.0.0.1/x.mp3',
		'audio/\u0000.mp3',
		'tour.json',
		{},
		'audio/none.mp3',
	]) {
		const tour = {key: 'hostile', format: 'roteiro/tour', version: 1, name: 'Hostile', steps: [step(file)]};
		const reply = await sendBundle(client, await packBundle(tour));
		t.is(reply.status, 400, `${JSON.stringify(file)}: ${JSON.stringify(reply.body)}`);
	}
	t.is((await client('GET', '/v1/tours')).body.tours.length, 0);
});

test('a picture that is redacted beside a duplicate and then binned goes once the duplicate lets it go', async t => {
	t.timeout(120_000);
	const client = await service.client();
	const base64 = (await secretPicture(91)).toString('base64');
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'Twice'}})).body;
	const {step} = (await client('POST', `/v1/tours/${tour.id}/steps`, {body: {title: 'One', image: {base64}}})).body;
	const copy = (await client('POST', `/v1/tours/${tour.id}/duplicate`, {body: {}})).body.tour;
	const {variants} = (await client('GET', `/v1/media/${step.image.mediaId}`)).body;
	const redact = (path: string, stepId: string) =>
		client('POST', `${path}/steps/${stepId}/redact`, {body: {areas: AREAS, where: 'tour', live: 'replace'}});
	const first = await redact(`/v1/tours/${tour.id}`, step.id);
	t.deepEqual(
		first.body.alsoIn.map(({tourId}: {tourId: string}) => tourId),
		[copy.id],
	);
	t.is((await client('DELETE', `/v1/tours/${copy.id}`)).status, 200);
	await eventually('the picture is gone', async () => (await client('GET', `/v1/media/${step.image.mediaId}`)).status === 404, 60_000);
	for (const {url} of variants) await eventually(`${url} is gone`, async () => (await fetch(url)).status === 404, 60_000);
	const back = await client('POST', `/v1/tours/${copy.id}/restore`);
	t.is(back.status, 200, JSON.stringify(back.body));
	t.not(back.body.tour.steps[0].image.mediaId, step.image.mediaId);
	t.is((await fetch(back.body.tour.steps[0].image.url)).status, 200);
});

test('the stage and the preview of the editor open for who is signed in, hold nobody else, and reach nobody', async t => {
	const ana = await signedIn(service);
	const {STAGE, PREVIEW} = await import('../../api/editor/router.ts');
	for (const path of [STAGE, PREVIEW]) {
		t.is((await stranger(service).get(path)).status, 401, path);
		const page = await ana.get(path);
		t.is(page.status, 200);
		const policy = page.headers.get('content-security-policy')!;
		t.regex(policy, /default-src 'none'/);
		t.regex(policy, /frame-ancestors 'self'/);
		t.notRegex(policy, /(script-src|connect-src)[^;]*(\*|https?:\/\/(?!127\.0\.0\.1))/);
		t.false(page.body.includes(ana.email) || page.body.includes(ana.accountId), path);
	}
});
