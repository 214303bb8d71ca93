import {execFile} from 'node:child_process';
import test from 'ava';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {sha256} from '../../shared/ids.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import {claimAdministration, createAccount, findAccountByEmail} from '../../shared/store/access/accounts.ts';
import {createLink} from '../../shared/store/access/email-links.ts';
import {closeMailServer, type MailServer, openMailServer} from '../helpers/fakes/mail-server.ts';
import {PASSWORD, type Person, signedIn, stranger} from '../helpers/person.ts';
import {type Reply, startService, type TestService} from '../helpers/service.ts';

/** Signing up and in, with a mail server and without. */

let mail: MailServer;
let service: TestService;
let silent: TestService;
test.before(async () => {
	mail = await openMailServer();
	service = await startService({SMTP_URL: mail.url, MAIL_FROM: 'Tours <tours@example.org>'});
	silent = await startService({}, {workers: false});
	// The mark is taken, so that no account of these tests becomes the administrator.
	for (const {services} of [service, silent]) await services.database.transaction(db => claimAdministration(db, 'acc_of_the_first'));
});
test.after.always(async () => {
	await service?.stop();
	await silent?.stop();
	if (mail) await closeMailServer(mail);
});

const newAddress = () => `ana-${crypto.randomUUID()}@example.com`;
const signIn = (person: Person, email: string, password = PASSWORD, query = '') =>
	person.send(`/account/sign-in${query}`, {email, password});
const signUp = (person: Person, email: string, password = PASSWORD) =>
	person.send('/account/sign-up?language=en', {name: 'Ana', email, password});
/** The page without what was typed into it. */
const neutral = (reply: Reply, email: string) => reply.body.replaceAll(email, '');
const isSignedIn = async (person: Person) => (await person.get('/settings')).status === 200;

test('signing up sends a link; with it and the password the account is entered, and is free', async t => {
	const [person, email] = [stranger(service), newAddress()];
	const asked = await signUp(person, email);
	t.is(asked.status, 200);
	t.true(asked.body.includes('Check your e-mail'));
	t.is((await signIn(person, email)).status, 400, 'not before the address is confirmed');

	const message = await mail.waitFor(email, 'Confirm your address');
	t.true(message.from.includes('tours@example.org'));
	const link = message.link!;
	t.true(link.startsWith(`${service.baseUrl}/account/confirm?token=`));
	const opened = await person.get(link);
	t.is(opened.status, 200);
	t.is((await findAccountByEmail(service.services.database.manager, email))!.confirmedAt, null, 'opening the link changes nothing');
	t.is((await person.send(link, {password: 'not the password'})).status, 400);
	const confirmed = await person.send(link, {password: PASSWORD});
	t.is(confirmed.headers.get('location'), `${service.baseUrl}/`);
	t.true(await isSignedIn(person));
	t.is((await person.send(link, {password: PASSWORD})).status, 410, 'a link works once');

	t.is((await person.call('GET', '/app/v1/account')).body.account.plan, 'free');
	t.is((await person.call('GET', '/app/v1/tours')).status, 402);
	t.is((await person.call('POST', '/app/v1/tours', {name: 'Mine'})).status, 402);
	t.is((await signIn(stranger(service), email)).status, 303);
});

test('nothing shows whether an address has an account: not signing in, not signing up, not a forgotten password', async t => {
	const known = await signedIn(service);
	const unknown = newAddress();
	for (const ask of [
		(email: string) => signIn(stranger(service), email, 'wrong password', '?language=en'),
		(email: string) => signUp(stranger(service), email),
		(email: string) => stranger(service).send('/account/forgotten?language=en', {email}),
	]) {
		const [first, second] = [await ask(known.email), await ask(unknown)];
		t.is(first.status, second.status);
		t.is(neutral(first, known.email), neutral(second, unknown));
		const names = (reply: Reply) => [...reply.headers.keys()].filter(name => name !== 'content-length');
		t.deepEqual(names(first), names(second));
	}
	t.truthy(await mail.waitFor(known.email, 'You already have an account'), 'its owner hears of it');
	t.truthy(await mail.waitFor(known.email, 'Choose a new password'));
});

test.serial('a wrong password takes as long as an address without an account', async t => {
	const known = await signedIn(silent);
	const time = async (email: string) => {
		const start = performance.now();
		await signIn(stranger(silent), email, 'wrong password');
		return performance.now() - start;
	};
	const [right, wrong]: [number[], number[]] = [[], []];
	// The quickest of each: what else the machine does can only make a call slower, and so more of them are asked for where it does much.
	const ratio = () => Math.min(...right) / Math.min(...wrong);
	for (let i = 0; i < 40 && (i < 9 || ratio() <= 0.5 || ratio() >= 2); i++) {
		right.push(await time(known.email));
		wrong.push(await time(newAddress()));
	}
	t.true(ratio() > 0.5 && ratio() < 2, `${ratio()}`);
});

test.serial('a link is asked for, and an account made, as fast for a known address as for a new one', async t => {
	const known = await signedIn(service);
	for (const ask of [
		(email: string) => signUp(stranger(service), email),
		(email: string) => stranger(service).send('/account/forgotten', {email}),
	]) {
		const times: Record<'known' | 'new', number[]> = {known: [], new: []};
		for (let i = 0; i < 4; i++) {
			for (const kind of ['known', 'new'] as const) {
				const start = performance.now();
				await ask(kind === 'known' ? known.email : newAddress());
				times[kind].push(performance.now() - start);
			}
		}
		const ratio = Math.min(...times.known) / Math.min(...times.new);
		t.true(ratio > 0.67 && ratio < 1.5, `${ratio}`);
	}
});

test('a forgotten password is replaced by a link that works once; every session ends, and nobody hears the old password', async t => {
	const [ana, thief] = [await signedIn(service), stranger(service)];
	thief.cookies.set('roteiro_session', ana.token);
	await stranger(service).send('/account/forgotten', {email: ana.email});
	await stranger(service).send('/account/forgotten', {email: ana.email.toUpperCase()});
	const {link} = await mail.waitFor(ana.email, 'Choose a new password', 2);
	const person = stranger(service);
	t.true((await person.get(link!)).body.includes(ana.email));
	const short = await person.send(link!, {password: 'short'});
	t.is(short.status, 400);
	t.regex(short.body, /aria-describedby="password-fault[^"]*"[^>]*aria-invalid="true"/);
	t.regex(short.body, /id="password-fault" role="alert"/);

	const chosen = 'quite another password';
	const both = await Promise.all([person.send(link!, {password: chosen}), stranger(service).send(link!, {password: 'of somebody faster'})]);
	t.deepEqual(both.map(({status}) => status).sort(), [303, 410]);
	const winner = both[0]!.status === 303 ? chosen : 'of somebody faster';
	t.is((await thief.call('GET', '/app/v1/account')).status, 401);
	t.is((await signIn(stranger(service), ana.email)).status, 400);
	t.is((await signIn(stranger(service), ana.email, winner)).status, 303);
	t.is((await stranger(service).get(mail.messages(ana.email).at(-1)!.link!)).status, 410, 'the other link is void as well');
});

test('somebody signed up with another’s address: the owner takes it with a new password, and cannot be made to confirm theirs', async t => {
	const email = newAddress();
	await signUp(stranger(service), email, 'password of a stranger');
	const confirm = await mail.waitFor(email, 'Confirm your address');
	t.is((await stranger(service).send(confirm.link!, {password: 'what the owner guesses'})).status, 400);
	await stranger(service).send('/account/forgotten', {email});
	const owner = stranger(service);
	const reset = await mail.waitFor(email, 'Choose a new password');
	t.is((await owner.send(reset.link!, {password: PASSWORD})).status, 303);
	t.is((await signIn(stranger(service), email, 'password of a stranger')).status, 400);
	t.truthy((await owner.call('GET', '/app/v1/account')).body.account.confirmedAt);
});

test('an account gets three mails an hour at most, and asking for more looks the same', async t => {
	const ana = await signedIn(service);
	const pages = new Set<string>();
	for (let i = 0; i < 6; i++) {
		const reply = await stranger(service).send('/account/forgotten', {email: ana.email});
		t.is(reply.status, 200);
		pages.add(reply.body);
	}
	t.is(pages.size, 1);
	await mail.waitFor(ana.email, 'Choose a new password', 3);
	const {length} = await service.services.database.query("SELECT id FROM jobs WHERE type = 'send-mail' AND account_id = ?", [
		ana.accountId,
	]);
	t.is(length, 3);
});

test('without a mail server signing up makes the account at once and ends signed in; who has an account already signs in by its password', async t => {
	const [email, known] = [newAddress(), await signedIn(silent)];
	const person = stranger(silent);
	const made = await signUp(person, email);
	t.deepEqual([made.status, made.headers.get('location')], [303, `${silent.baseUrl}/`]);
	t.true(await isSignedIn(person));
	const twice = stranger(silent);
	await signUp(twice, email);
	t.true(await isSignedIn(twice), 'the answer was lost and the form sent again');
	const other = stranger(silent);
	const again = await signUp(other, known.email, 'six words in a row here');
	t.false(await isSignedIn(other));
	t.true((await other.get(again.headers.get('location')!)).body.includes('it has one now'));
	t.is((await signIn(stranger(silent), known.email, PASSWORD)).status, 303, 'whose password stays as it was');
	t.true((await stranger(silent).get('/account/forgotten?language=en')).body.includes('sends no e-mail'));
});

test('the operator makes the link where there is no mail', async t => {
	const email = newAddress();
	await createAccount(silent.services.database.manager, {email, name: 'Rui', plan: 'pro'});
	t.is((await signIn(stranger(silent), email, '')).status, 400);
	const printed = await new Promise<string>((resolve, reject) =>
		execFile(
			process.execPath,
			['infra/operator/operator.ts', 'account', 'reset-link', '--email', email],
			{env: {...process.env, ...silent.env}},
			(error, out) => (error ? reject(error) : resolve(out)),
		),
	);
	const {url, expiresAt} = JSON.parse(printed);
	t.true(Date.parse(expiresAt) > Date.now() + 23 * 3_600_000);
	const rui = stranger(silent);
	t.is((await rui.send(url, {password: PASSWORD})).status, 303);
	t.is((await rui.call('GET', '/app/v1/tours')).status, 200, 'a Pro account reaches everything');
});

test('ten wrong passwords from one place close the door for a while, known address or not, and the right one as well', async t => {
	const known = await signedIn(silent);
	for (const email of [known.email, newAddress()]) {
		const replies = await Promise.all(Array.from({length: 14}, () => signIn(stranger(silent), email, 'wrong password')));
		const statuses = replies.map(({status}) => status).sort();
		t.deepEqual(statuses, [...Array(10).fill(400), ...Array(4).fill(429)]);
		const refused = replies.find(({status}) => status === 429)!;
		t.true(Number(refused.headers.get('retry-after')) > 0);
		t.regex(refused.body, /<h1>/, 'a page');
	}
	t.is((await signIn(stranger(silent), known.email)).status, 429);
});

test('addresses that differ by an accent are two, each counted by itself; in another case they are one', async t => {
	const db = silent.services.database.manager;
	const name = (email: string) => email.replace('ana', 'an\u00E0');
	const known = newAddress();
	await createAccount(db, {email: known, name: 'Ana', plan: 'pro'});
	for (const email of [known, newAddress()]) {
		for (let i = 0; i < 10; i++) t.is((await signIn(stranger(silent), email, 'wrong password')).status, 400);
		t.is((await signIn(stranger(silent), name(email), 'wrong password')).status, 400, 'a look-alike tells nothing');
		t.is((await signIn(stranger(silent), email.toUpperCase(), 'wrong password')).status, 429, 'no more tries in capitals');
	}
	const email = newAddress();
	await createAccount(db, {email, name: 'Ana', plan: 'pro'});
	t.is(await findAccountByEmail(db, name(email)), null);
	await t.throwsAsync(createAccount(db, {email: email.toUpperCase(), name: 'Ana', plan: 'pro'}));
	await t.notThrowsAsync(createAccount(db, {email: name(email), name: 'Another', plan: 'pro'}));
});

test('who signs up with an address and a password learns by signing in with them nothing of the address', async t => {
	const known = await signedIn(service);
	const other = 'another four words there';
	const tries = async (email: string) => {
		await signUp(stranger(service), email, other);
		const statuses = [];
		for (let i = 0; i < 12; i++) statuses.push((await signIn(stranger(service), email, other)).status);
		return statuses;
	};
	t.deepEqual(await tries(newAddress()), await tries(known.email));
});

test('faults of the sign-up form stand beside their fields, all at once, and what was typed stays', async t => {
	const reply = await stranger(silent).send('/account/sign-up?language=pt-BR', {name: ' ', email: 'nobody', password: 'curta'});
	t.is(reply.status, 400);
	for (const name of ['name', 'email', 'password']) t.true(reply.body.includes(`id="${name}-fault" role="alert"`), name);
	t.true(reply.body.includes('value="nobody"'));
	t.false(reply.body.includes('curta'));
	const refused = async (fields: object) =>
		(
			await stranger(silent).send('/account/sign-up', {
				name: 'Ana Maria Souza',
				email: 'ana.souza@example.com',
				password: PASSWORD,
				...fields,
			})
		).status === 400;
	for (const password of [
		'nine char',
		'😀'.repeat(9),
		'x'.repeat(257),
		'ANA.souza@example.com',
		'anamariasouza',
		'password123',
		'1234567890',
		'roteiro2026',
	]) {
		t.true(await refused({password}), password);
	}
	for (const email of ['', 'a b@example.com', 'a@b@c', `${'x'.repeat(250)}@example.com`, 'Ana <ana@example.com>', 'a@x.org,b@x.org']) {
		t.true(await refused({email}), email);
	}
	t.true(await refused({name: 'x'.repeat(201)}));
});

test('a password that is guessed first is refused with that reason wherever one is chosen, in the words of the page', async t => {
	const shows = (reply: Reply, text: string) =>
		t.true(reply.status === 400 && reply.body.includes(text.replaceAll("'", '&#39;')), reply.body);
	for (const language of PAGE_LANGUAGES) {
		const {faults} = accountMessages(language);
		const asked = `/account/sign-up?language=${language}`;
		const ana = {name: 'Ana', email: newAddress()};
		shows(await stranger(silent).send(asked, {...ana, password: 'password123'}), faults.passwordCommon);
		shows(await stranger(silent).send(asked, {...ana, password: 'roteiro2026'}), faults.passwordPersonal);
	}
	const ana = await signedIn(silent);
	const {faults} = accountMessages('en');
	const called = await ana.call('PUT', '/app/v1/account/password', {currentPassword: PASSWORD, newPassword: 'Password123!'});
	t.deepEqual([called.status, called.body.errors.map(({field}: {field: string}) => field)], [400, ['newPassword']]);
	const account = (await findAccountByEmail(silent.services.database.manager, ana.email))!;
	const {path: link} = await createLink(silent.services.database.manager, {account, purpose: 'reset'});
	shows(await stranger(silent).send(`${link}&language=en`, {password: 'senha12345'}), faults.passwordCommon);
	t.is((await signIn(stranger(silent), ana.email)).status, 303, 'nothing was changed');
});

test('a password is the same whichever way its accents were typed, and 256 code points long at most', async t => {
	const email = newAddress();
	const password = 'coração ávido de ação';
	await signUp(stranger(silent), email, password.normalize('NFD'));
	t.is((await signIn(stranger(silent), email, password.normalize('NFC'))).status, 303);
	const longest = '😀🐙🌵🎲'.repeat(64);
	const other = newAddress();
	t.is((await signUp(stranger(silent), other, longest)).status, 303);
	t.is((await signIn(stranger(silent), other, longest)).status, 303);
});

test('closed registration says so, and makes no account', async t => {
	const closed = await startService({REGISTRATION: 'closed'}, {workers: false});
	const [person, email] = [stranger(closed), newAddress()];
	const page = await person.get('/account/sign-up?language=en');
	t.is(page.status, 403);
	t.true(page.body.includes('Registration is closed'));
	t.is((await signUp(person, email)).status, 403);
	t.is(await findAccountByEmail(closed.services.database.manager, email), null);
	t.false((await person.get('/account/sign-in')).body.includes('sign-up'));
	await closed.stop();
});

test('after signing in one comes to the page that was asked for, if it is one of ours', async t => {
	const ana = await signedIn(silent);
	const asked = await stranger(silent).get('/settings/keys');
	t.is(asked.headers.get('location'), `${silent.baseUrl}/account/sign-in?next=%2Fsettings%2Fkeys`);
	const go = async (next: string) =>
		(await signIn(stranger(silent), ana.email, PASSWORD, `?next=${encodeURIComponent(next)}`)).headers.get('location');
	t.is(await go('/oauth/interaction/abc?x=1'), `${silent.baseUrl}/oauth/interaction/abc?x=1`);
	for (const foreign of ['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)', '']) {
		t.is(await go(foreign), `${silent.baseUrl}/`, foreign);
	}
	t.is(await go('/..//evil.example'), `${silent.baseUrl}//evil.example`, 'a path of ours that there is not');
});

test('the cookie is kept from scripts and other sites, its value from the database; under https it is bound to the host', async t => {
	const ana = await signedIn(silent);
	const person = stranger(silent);
	const cookie = (await signIn(person, ana.email)).headers.getSetCookie()[0]!;
	t.regex(cookie, /^roteiro_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
	const days = (Date.parse(/Expires=([^;]+)/.exec(cookie)![1]!) - Date.now()) / 86_400_000;
	t.true(days > 29.9 && days <= 30, `${days}`);
	const token = person.cookies.get('roteiro_session')!;
	const rows = await silent.services.database.query('SELECT * FROM sessions WHERE account_id = ?', [ana.accountId]);
	t.false(JSON.stringify(rows).includes(token));
	t.true(rows.some(({hash}: {hash: Buffer}) => hash.equals(sha256(token))));
	const [{passwordHash}] = await silent.services.database.query('SELECT password_hash AS passwordHash FROM accounts WHERE id = ?', [
		ana.accountId,
	]);
	t.regex(passwordHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a session ends 30 days after signing in, however much it is used', async t => {
	const ana = await signedIn(silent);
	const db = silent.services.database;
	const set = (what: string) => db.query(`UPDATE sessions SET ${what} WHERE account_id = ?`, [ana.accountId]);
	await set('created_at = created_at - INTERVAL 29 DAY, expires_at = expires_at - INTERVAL 29 DAY');
	const used = await ana.get('/settings');
	t.is(used.status, 200);
	t.deepEqual(used.headers.getSetCookie(), [], 'its end is not put off');
	const {session} = (await ana.call('GET', '/app/v1/account')).body;
	t.true(Date.parse(session.expiresAt) < Date.now() + 25 * 3_600_000);
	await set('expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND');
	t.false(await isSignedIn(ana));
	t.is((await ana.call('GET', '/app/v1/me')).status, 401);
});

test('a changed password ends every session, also a stolen copy of this one; the page goes on under a new cookie', async t => {
	const ana = await signedIn(silent);
	const [thief, other] = [stranger(silent), await signedIn(silent, {accountId: ana.accountId})];
	thief.cookies.set('roteiro_session', ana.token);
	const change = (currentPassword: string) =>
		ana.call('PUT', '/app/v1/account/password', {currentPassword, newPassword: 'a brand new one'});
	t.is((await change('wrong password')).status, 400);
	t.true(await isSignedIn(thief));
	t.true((await change(PASSWORD)).body.changed);
	for (const one of [thief, other]) {
		t.is((await one.call('GET', '/app/v1/account')).status, 401);
		t.is((await one.get('/settings')).status, 303);
	}
	t.true(await isSignedIn(ana));
	t.is((await signIn(stranger(silent), ana.email, 'a brand new one')).status, 303);
});

test('signing out ends this session, signing out everywhere all of them', async t => {
	const ana = await signedIn(silent);
	const copy = stranger(silent);
	copy.cookies.set('roteiro_session', ana.token);
	const others = [await signedIn(silent, {accountId: ana.accountId}), await signedIn(silent, {accountId: ana.accountId})];
	const out = await ana.send('/account/sign-out', {});
	t.is(out.status, 303);
	t.is(out.headers.get('clear-site-data'), '"storage"', 'the journal of the editor goes as well');
	const kept = await others[1]!.send('/account/sign-out?keep=others', {});
	t.is(kept.headers.get('clear-site-data'), null, 'the editor has erased it, and keeps that of others');
	t.is(ana.cookies.size, 0);
	t.false(await isSignedIn(copy));
	t.true(await isSignedIn(others[0]!));
	await others[0]!.send('/account/sign-out-everywhere', {});
	for (const one of others) t.false(await isSignedIn(one));
});

test('signing in ends the session that the browser had, and takes no token that somebody planted', async t => {
	const ana = await signedIn(silent);
	const planted = 'A'.repeat(43);
	const person = stranger(silent);
	person.cookies.set('roteiro_session', planted);
	await signIn(person, ana.email);
	t.not(person.cookies.get('roteiro_session'), planted);
	const before = stranger(silent);
	before.cookies.set('roteiro_session', person.cookies.get('roteiro_session')!);
	await signIn(person, ana.email);
	t.false(await isSignedIn(before));
});
