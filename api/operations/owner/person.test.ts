import test from 'ava';
import {closeMailServer, type MailServer, openMailServer} from '../../../test/helpers/fakes/mail-server.ts';
import {PASSWORD, signedIn, stranger} from '../../../test/helpers/person.ts';
import {picture} from '../../../test/helpers/pictures.ts';
import {startService, type TestService} from '../../../test/helpers/service.ts';

/** What a person finds of their own account: where they are signed in, what they use, who they are. */

let mail: MailServer;
let service: TestService;
let silent: TestService;
test.before(async () => {
	mail = await openMailServer();
	service = await startService({SMTP_URL: mail.url, CHANGES_PER_HOUR: '5', SESSION_CHANGES_PER_HOUR: '8'});
	silent = await startService({}, {workers: false});
});
test.after.always(async () => {
	await service?.stop();
	await silent?.stop();
	if (mail) await closeMailServer(mail);
});

const FIREFOX = {'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'};
const PHONE = {
	'User-Agent':
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
};
const address = () => `${crypto.randomUUID()}@example.com`;

test('somebody sees where they are signed in, and ends one of these', async t => {
	const ana = await signedIn(silent);
	const [desk, phone] = [stranger(silent), stranger(silent)];
	await desk.send('/account/sign-in', {email: ana.email, password: PASSWORD}, FIREFOX);
	await phone.send('/account/sign-in', {email: ana.email, password: PASSWORD}, PHONE);
	const {sessions} = (await desk.call('GET', '/app/v1/account/sessions')).body;
	t.deepEqual(
		sessions.map(({device, current}: {device: string; current: boolean}) => [device, current]),
		[
			['Safari, iPhone', false],
			['Firefox, Linux', true],
			[null, false],
		],
	);
	t.false(JSON.stringify(sessions).includes('Mozilla'));
	const bo = await signedIn(silent);
	t.is((await bo.call('DELETE', `/app/v1/account/sessions/${sessions[0].id}`)).status, 404, 'not another account’s');
	t.is((await phone.call('GET', '/app/v1/account')).status, 200);
	t.deepEqual((await desk.call('DELETE', `/app/v1/account/sessions/${sessions[0].id}`)).body, {
		ok: true,
		ended: true,
		sessionId: sessions[0].id,
	});
	t.is((await phone.call('GET', '/app/v1/account')).status, 401);
	t.is((await desk.call('DELETE', `/app/v1/account/sessions/${sessions[0].id}`)).status, 404);
	await desk.call('PUT', '/app/v1/account/password', {currentPassword: PASSWORD, newPassword: 'five words in a row'});
	const left = (await desk.call('GET', '/app/v1/account/sessions')).body.sessions;
	t.deepEqual(
		left.map(({device, current}: {device: string; current: boolean}) => [device, current]),
		[['Firefox, Linux', true]],
	);
	await desk.call('DELETE', `/app/v1/account/sessions/${left[0].id}`);
	t.is((await desk.call('GET', '/app/v1/account')).status, 401);
	t.false(desk.cookies.has('roteiro_session'));
});

test('company and privacy policy are kept, and taken away by null', async t => {
	const ana = await signedIn(silent, {plan: 'free'});
	const patch = async (body: object) => ana.call('PATCH', '/app/v1/account', body);
	const {account} = (await patch({company: 'Ação & Cia <b>', privacyUrl: 'https://example.com/privacy'})).body;
	t.like(account, {company: 'Ação & Cia <b>', privacyUrl: 'https://example.com/privacy', name: 'Ana Teste', pendingEmail: null});
	t.like((await patch({company: ''})).body.account, {company: null, privacyUrl: 'https://example.com/privacy'});
	t.like((await patch({privacyUrl: null, name: 'Ana', language: 'es'})).body.account, {privacyUrl: null, name: 'Ana', language: 'es'});
	for (const body of [
		{privacyUrl: 'javascript:alert(1)'},
		{privacyUrl: 'http://example.com'},
		{privacyUrl: ''},
		{company: 'x'.repeat(201)},
	])
		t.is((await patch(body)).status, 400, JSON.stringify(body));
});

test('an address changes once the link sent there was followed with the password; the old one works until then', async t => {
	const ana = await signedIn(service);
	const next = address();
	const put = (body: object) => ana.call('PUT', '/app/v1/account/email', body);
	await confirm(ana);
	t.is((await put({email: next, password: 'wrong'})).body.errors[0].field, 'password');
	t.is((await put({email: 'nobody', password: PASSWORD})).body.errors[0].field, 'email');
	t.deepEqual((await put({email: next, password: PASSWORD})).body, {ok: true, status: 'sent', email: next});
	t.like((await ana.call('GET', '/app/v1/account')).body.account, {email: ana.email, pendingEmail: next});
	const {link} = await mail.waitFor(next, 'Confirm your new address', 1);
	const {text} = await mail.waitFor(ana.email, 'Your address is to be changed');
	t.false(text.includes(next) || text.includes('token='), 'the present address hears of it, and gets no link');
	const person = stranger(service);
	t.true((await person.get(link!)).body.includes(next));
	t.is((await person.send(link!, {password: 'wrong words in a row'})).status, 400);
	t.is((await person.send(link!, {password: PASSWORD})).status, 303);
	t.is((await person.send(link!, {password: PASSWORD})).status, 410, 'once');
	const {account} = (await person.call('GET', '/app/v1/account')).body;
	t.like(account, {email: next, pendingEmail: null});
	t.truthy(account.confirmedAt);
	t.is((await stranger(service).send('/account/sign-in', {email: next, password: PASSWORD})).status, 303);
	t.is((await stranger(service).send('/account/sign-in', {email: ana.email, password: PASSWORD})).status, 400);
});

test('a changed password is told to the confirmed address, whichever way it was changed', async t => {
	const ana = await signedIn(service);
	await confirm(ana);
	const change = {currentPassword: PASSWORD, newPassword: 'quite other words in a row'};
	t.is((await ana.call('PUT', '/app/v1/account/password', {...change, currentPassword: 'wrong'})).status, 400);
	t.is((await ana.call('PUT', '/app/v1/account/password', change)).status, 200);
	t.is((await mail.waitFor(ana.email, 'Your password was changed')).link, `${service.baseUrl}/account/forgotten`);
	await stranger(service).send('/account/forgotten', {email: ana.email});
	const {link} = await mail.waitFor(ana.email, 'Choose a new password');
	t.is((await stranger(service).send(link!, {password: 'third row of other words'})).status, 303);
	t.truthy(await mail.waitFor(ana.email, 'Your password was changed', 2));
	const bo = await signedIn(service);
	t.is((await bo.call('PUT', '/app/v1/account/password', change)).status, 200);
	await mail.waitFor(ana.email, 'Your password was changed', 2);
	t.deepEqual(mail.messages(bo.email), [], 'an address that nobody has confirmed may be a stranger’s');
});

async function confirm({accountId}: {accountId: string}): Promise<void> {
	await service.services.database.query('UPDATE accounts SET confirmed_at = UTC_TIMESTAMP(3) WHERE id = ?', [accountId]);
}

test('an address that another account has is not said where mail is sent, and never taken', async t => {
	const [ana, bo] = [await signedIn(service), await signedIn(service)];
	t.like((await ana.call('PUT', '/app/v1/account/email', {email: bo.email, password: PASSWORD})).body, {status: 'sent'});
	t.deepEqual(mail.messages(bo.email), []);
	const {link} = await (async () => {
		const next = address();
		await ana.call('PUT', '/app/v1/account/email', {email: next, password: PASSWORD});
		const message = await mail.waitFor(next, 'Confirm your new address', 1);
		await service.services.database.query('UPDATE accounts SET email = ? WHERE id = ?', [next, bo.accountId]);
		return message;
	})();
	t.is((await stranger(service).send(link!, {password: PASSWORD})).status, 410, 'somebody else was faster');
	const [one, other] = [await signedIn(silent), await signedIn(silent)];
	t.is((await one.call('PUT', '/app/v1/account/email', {email: other.email, password: PASSWORD})).status, 400);
	const next = address();
	t.deepEqual((await one.call('PUT', '/app/v1/account/email', {email: next, password: PASSWORD})).body, {
		ok: true,
		status: 'changed',
		email: next,
	});
	t.like((await one.call('GET', '/app/v1/account')).body.account, {email: next, confirmedAt: null});
});

test('a person’s changes have a limit of their own, and what is left of it and of everything else is said', async t => {
	const ana = await signedIn(service);
	const agent = await service.client({accountId: ana.accountId});
	const {media} = (await agent('POST', '/v1/media', {body: {base64: (await picture()).toString('base64')}})).body;
	for (let index = 0; index < 4; index++) t.is((await agent('POST', '/v1/tours', {body: {name: `Tour ${index}`}})).status, 201);
	t.is((await agent('POST', '/v1/tours', {body: {name: 'One too many'}})).body.error, 'changes_limited');
	const ids: string[] = [];
	for (let index = 0; index < 7; index++) ids.push((await ana.call('POST', '/app/v1/tours', {name: `By hand ${index}`})).body.tour.id);
	await ana.call('DELETE', `/app/v1/tours/${ids[0]}`);
	t.is((await ana.call('POST', '/app/v1/tours', {name: 'One too many'})).body.error, 'changes_limited');
	t.is((await ana.call('GET', '/app/v1/me')).body.limits.changesPerHour, 8);
	const {body} = await ana.call('GET', '/app/v1/account/usage');
	t.like(body, {
		plan: 'pro',
		limits: {
			changes: {limit: 5, remaining: 0},
			sessionChanges: {limit: 8, remaining: 0},
			publishes: {remaining: 1_000_000, resetsInSeconds: 0},
		},
		media: {images: 1, bytes: media.bytes},
		tours: {count: 10, published: 0, inBin: 1},
	});
	t.true(body.limits.changes.resetsInSeconds > 3500 && body.limits.changes.resetsInSeconds <= 3601);
	t.is(body.quotas.aiTexts.used, 0);
});
