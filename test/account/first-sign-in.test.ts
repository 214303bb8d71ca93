import test from 'ava';
import {openEditorPage} from '../../api/account/first-sign-in.ts';
import {newSignInUrl} from '../../infra/seed/seed.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {sha256} from '../../shared/ids.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import {claimAdministration, createAccount, findAccountByEmail, makeAdministrator, setPlan} from '../../shared/store/access/accounts.ts';
import {createLink} from '../../shared/store/access/email-links.ts';
import {pageFaults, pageOfWindow, WINDOWS} from '../helpers/axe.ts';
import {closeMailServer, openMailServer} from '../helpers/fakes/mail-server.ts';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import {PASSWORD, type Person, stranger} from '../helpers/person.ts';
import {startService, type TestService} from '../helpers/service.ts';
import {signedInContext} from '../helpers/signed-in-context.ts';

/** Tests the first account of a service, by the printed link or by sign-up. Each test has an empty service. */

const DEMO = {email: 'demo@roteiro.invalid', name: 'Demo', plan: 'pro', language: 'en'} as const;

async function empty(settings: Record<string, string> = {}, {workers = false} = {}): Promise<TestService & {demoLink(): Promise<string>}> {
	const service = await startService(settings, {workers});
	const db = service.services.database.manager;
	return Object.assign(service, {
		async demoLink() {
			const account = (await findAccountByEmail(db, DEMO.email)) ?? (await createAccount(db, DEMO));
			return (await createLink(db, {account, purpose: 'sign-in'})).path;
		},
	});
}

const signUp = (person: Person, email: string) => person.send('/account/sign-up?language=en', {name: 'Bia', email, password: PASSWORD});
const accountOf = async (person: Person) => (await person.call('GET', '/app/v1/account')).body.account;

test('the link is used up by its form alone, once, also where it is sent many times at once; the secret is stored as its hash', async t => {
	const service = await empty();
	t.teardown(() => service.stop());
	const link = await service.demoLink();
	const token = new URL(link, service.baseUrl).searchParams.get('token')!;
	const rows = await service.services.database.query('SELECT * FROM account_links');
	t.true(rows[0].hash.equals(sha256(token)));
	t.false(JSON.stringify(rows).includes(token));

	const previews: Record<string, string>[] = [
		{},
		{Purpose: 'prefetch'},
		{'Sec-Purpose': 'prefetch;prerender'},
		{'User-Agent': 'Slackbot-LinkExpanding 1.0'},
	];
	for (const headers of previews) {
		const seen = await stranger(service).get(link, headers);
		t.is(seen.status, 200);
		t.deepEqual(seen.headers.getSetCookie(), []);
		t.is(seen.headers.get('cache-control'), 'no-store, no-transform');
		t.is(seen.headers.get('referrer-policy'), 'same-origin');
	}
	const people = Array.from({length: 8}, () => stranger(service));
	const replies = await Promise.all(people.map(person => person.send(link, {})));
	t.deepEqual(replies.map(({status}) => status).sort(), [303, ...Array(7).fill(410)]);
	const winner = people[replies.findIndex(({status}) => status === 303)]!;
	t.is(replies.find(({status}) => status === 303)!.headers.get('location'), `${service.baseUrl}/`);
	t.like(await accountOf(winner), {email: DEMO.email, administrator: true, hasPassword: false, plan: 'pro'});
	t.is((await stranger(service).send(link, {}, {Origin: 'https://evil.example'})).status, 403);
});

test('each start ends the link of the one before, also where somebody else is the administrator by now', async t => {
	const service = await empty();
	t.teardown(() => service.stop());
	await service.demoLink();
	const first = await newSignInUrl(service.config);
	const second = await newSignInUrl(service.config);
	t.is((await stranger(service).send(first!, {})).status, 410);
	t.is((await signUp(stranger(service), 'bia@example.com')).status, 303);
	t.is(await newSignInUrl(service.config), null, 'she has a password');
	t.is((await stranger(service).send(second!, {})).status, 410);
});

test('the page sends its form itself only where no other machine reaches it', t => {
	for (const [baseUrl, sends] of [
		['http://127.0.0.1:8080', true],
		['http://localhost:8080', true],
		['http://[::1]:8080', true],
		['https://tours.example.org', false],
		['https://127.0.0.1.example.org', false],
		['https://localhost.example.org', false],
		['http://192.168.1.5:8080', false],
	] as const) {
		const {html, csp} = openEditorPage({language: 'en', here: '/account/sign-in-link?token=x', baseUrl});
		t.is(html.includes('<script'), sends, baseUrl);
		t.is(csp.includes('script-src'), sends, baseUrl);
		t.true(html.includes('<button>'));
	}
});

test('a link that was used, is wrong or has expired says so in three languages, and how to get another', async t => {
	const service = await empty();
	t.teardown(() => service.stop());
	const [used, expired] = [await service.demoLink(), await service.demoLink()];
	await service.services.database.query('UPDATE account_links SET expires_at = UTC_TIMESTAMP(3) WHERE hash = ?', [
		sha256(expired.split('token=')[1]!),
	]);
	await stranger(service).send(used, {});
	const others = ['', '?token=', '?token=nothing', "?token=' OR 1=1 --", `?token=${'x'.repeat(500)}`].map(
		query => `/account/sign-in-link${query}`,
	);
	for (const language of PAGE_LANGUAGES) {
		for (const path of [used, expired, ...others]) {
			for (const reply of [
				await stranger(service).get(path, {'Accept-Language': language}),
				await stranger(service).send(path, {}, {'Accept-Language': language}),
			]) {
				t.is(reply.status, 410, path);
				t.true(reply.body.includes(accountMessages(language).signInLink.goneTitle), path);
				t.true(reply.body.includes('operator -- account reset-link'));
				t.true(reply.body.includes('href="/account/sign-in"'));
			}
		}
	}
});

test('name, address, language and password are chosen together; what is wrong is said beside its field, and links of before end', async t => {
	const service = await empty();
	t.teardown(() => service.stop());
	const db = service.services.database.manager;
	await createAccount(db, {email: 'taken@example.com', name: 'Rui', plan: 'free'});
	const [link, unused] = [await service.demoLink(), await service.demoLink()];
	const [ana, other] = [stranger(service), stranger(service)];
	await ana.send(link, {}, {'Accept-Language': 'es'});
	t.is((await accountOf(ana)).language, 'es', 'the language of the browser, until one is chosen');
	await other.send(await service.demoLink(), {});

	const choose = (fields: Record<string, string>) =>
		ana.send('/account/first-password', {name: 'Ana Lima', email: 'ana@example.com', language: 'pt-BR', password: PASSWORD, ...fields});
	const {faults} = accountMessages('pt-BR');
	for (const [field, value, said] of [
		['name', '', faults.nameMissing],
		['email', 'nobody', faults.email],
		['email', 'taken@example.com', faults.emailTaken],
		['password', 'short', faults.passwordShort],
		['password', 'ana@example.com', faults.passwordPersonal],
	] as const) {
		const refused = await choose({[field]: value});
		t.is(refused.status, 400, `${field} ${value}`);
		t.true(refused.body.includes(said), `${field} ${value}`);
		t.false((await accountOf(ana)).hasPassword);
	}
	const chosen = await choose({});
	t.deepEqual([chosen.status, chosen.headers.get('location')], [303, `${service.baseUrl}/`]);
	t.like(await accountOf(ana), {name: 'Ana Lima', email: 'ana@example.com', language: 'pt-BR', hasPassword: true});
	t.is((await other.call('GET', '/app/v1/account')).status, 401, 'earlier sessions are signed out');
	t.is((await stranger(service).send(unused, {})).status, 410);
	t.is((await stranger(service).send('/account/sign-in', {email: 'ana@example.com', password: PASSWORD})).status, 303);
	for (const reply of [await ana.get('/account/first-password'), await choose({password: 'another four words'})]) {
		t.deepEqual([reply.status, reply.headers.get('location')], [303, `${service.baseUrl}/settings/security`], 'only once');
	}
	t.is((await stranger(service).send('/account/sign-in', {email: 'ana@example.com', password: PASSWORD})).status, 303);
});

test('with mail a new address is written to, and entered once it is confirmed', async t => {
	const mail = await openMailServer();
	t.teardown(() => closeMailServer(mail));
	const service = await empty({SMTP_URL: mail.url}, {workers: true});
	t.teardown(() => service.stop());
	const ana = stranger(service);
	await ana.send(await service.demoLink(), {});
	const fields = {name: 'Ana Lima', email: 'ana@example.com', language: 'en', password: PASSWORD};
	t.is((await ana.send('/account/first-password', fields)).status, 303);
	t.is((await ana.get('/')).status, 200, 'this browser goes on');
	const {link} = await mail.waitFor('ana@example.com', 'Confirm your address');
	t.is((await stranger(service).send(link!, {password: PASSWORD})).status, 303);
	t.is((await stranger(service).send('/account/sign-in', {email: 'ana@example.com', password: PASSWORD})).status, 303);
});

test('of many who sign up at once in an empty service one is Pro and administrator, and nobody after them', async t => {
	const service = await empty();
	t.teardown(() => service.stop());
	await service.demoLink();
	const people = Array.from({length: 6}, () => stranger(service));
	const replies = await Promise.all(people.map((person, index) => signUp(person, `person-${index}@example.com`)));
	t.deepEqual([...new Set(replies.map(({status}) => status))], [303]);
	const accounts = await Promise.all(people.map(accountOf));
	t.is(accounts.filter(({administrator}) => administrator).length, 1);
	for (const {administrator, plan} of accounts) t.is(plan, administrator ? 'pro' : 'free');

	const late = stranger(service);
	await signUp(late, 'late@example.com');
	t.like(await accountOf(late), {administrator: false, plan: 'free'});
	// The first account is gone, and no other account becomes administrator.
	await service.services.database.query('UPDATE accounts SET administrator = FALSE');
	const later = stranger(service);
	await signUp(later, 'later@example.com');
	t.like(await accountOf(later), {administrator: false, plan: 'free'});
});

test('the person who came in by the printed link is the administrator, and no later stranger becomes it', async t => {
	const service = await empty();
	t.teardown(() => service.stop());
	const [owner, guest] = [stranger(service), stranger(service)];
	await owner.send(await service.demoLink(), {});
	await signUp(guest, 'guest@example.com');
	t.like(await accountOf(guest), {administrator: false, plan: 'free'});
	t.like(await accountOf(owner), {administrator: true, plan: 'pro'});
});

test('with mail it is the first who confirms an address, not who only wrote one down', async t => {
	const mail = await openMailServer();
	t.teardown(() => closeMailServer(mail));
	const service = await empty({SMTP_URL: mail.url}, {workers: true});
	t.teardown(() => service.stop());
	await service.demoLink();
	await signUp(stranger(service), 'never-confirmed@example.com');
	t.regex((await newSignInUrl(service.config)) ?? '', /sign-in-link/, 'an address that was only written down takes no link away');
	await signUp(stranger(service), 'bia@example.com');
	const {link} = await mail.waitFor('bia@example.com', 'Confirm your address');
	const bia = stranger(service);
	t.is((await bia.send(link!, {password: PASSWORD})).status, 303);
	t.like(await accountOf(bia), {administrator: true, plan: 'pro'});
	t.false((await findAccountByEmail(service.services.database.manager, 'never-confirmed@example.com'))!.administrator);
	t.is(await newSignInUrl(service.config), null);
});

test('an administrator switches Pro on for the own account at once, and nobody else does', async t => {
	const service = await empty();
	t.teardown(() => service.stop());
	const db = service.services.database.manager;
	const [owner, guest] = [stranger(service), stranger(service)];
	await signUp(owner, 'owner@example.com');
	await signUp(guest, 'guest@example.com');
	const {id} = (await findAccountByEmail(db, 'owner@example.com'))!;
	await setPlan(db, id, 'free');

	t.is((await guest.send('/account/plan', {})).status, 404);
	t.is((await guest.call('GET', '/app/v1/tours')).status, 402);

	t.is((await owner.call('GET', '/app/v1/tours')).status, 402);
	const switched = await owner.send('/account/plan', {});
	t.deepEqual([switched.status, switched.headers.get('location')], [303, `${service.baseUrl}/`]);
	t.is((await owner.call('GET', '/app/v1/tours')).status, 200);
	t.is((await owner.get('/')).status, 200);
	t.like(await accountOf(guest), {plan: 'free'});
});

test('an administrator that the operator has named closes the way as well', async t => {
	const service = await empty();
	t.teardown(() => service.stop());
	const {database} = service.services;
	const {id} = await createAccount(database.manager, {email: 'rui@example.com', name: 'Rui', plan: 'free'});
	await database.transaction(db => makeAdministrator(db, id));
	t.false(await database.transaction(db => claimAdministration(db, id)));
	const guest = stranger(service);
	await signUp(guest, 'guest@example.com');
	t.like(await accountOf(guest), {administrator: false, plan: 'free'});
});

test('the pages of who comes in by the link are accessible and fit every window, light and dark; the form sends itself once it is seen', async t => {
	t.timeout(120_000);
	const service = await empty();
	t.teardown(() => service.stop());
	const browser = await launchLoopbackBrowser();
	t.teardown(() => browser.close());
	const owner = stranger(service);
	await owner.send(await service.demoLink(), {});
	const token = owner.cookies.get('roteiro_session')!;
	for (const [width, scheme] of WINDOWS) {
		for (const [path, context] of [
			// The page whose form is not yet sent.
			[await service.demoLink(), await browser.createBrowserContext()],
			['/account/sign-in-link?token=used', await browser.createBrowserContext()],
			['/account/first-password', await signedInContext(browser, {token})],
		] as const) {
			const page = await pageOfWindow(context, width, scheme);
			await page.evaluateOnNewDocument(() => {
				HTMLFormElement.prototype.submit = () => {};
			});
			await page.goto(service.baseUrl + path);
			t.deepEqual(await pageFaults(page), [], `${path} ${width} ${scheme}`);
			await context.close();
		}
	}
	const page = await (await browser.createBrowserContext()).newPage();
	const heard: string[] = [];
	page.on('console', message => heard.push(message.text()));
	await page.goto(service.baseUrl + (await service.demoLink()));
	await page.waitForFunction(() => location.pathname === '/', {timeout: 30_000});
	t.deepEqual(heard, []);
	const silent = await (await browser.createBrowserContext()).newPage();
	await silent.setJavaScriptEnabled(false);
	await silent.goto(service.baseUrl + (await service.demoLink()));
	await Promise.all([silent.waitForNavigation(), silent.click('main button')]);
	t.is(new URL(silent.url()).pathname, '/');
});
