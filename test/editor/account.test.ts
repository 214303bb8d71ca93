import test from 'ava';
import {PASSWORD, signedIn, stranger} from '../helpers/person.ts';
import {request} from '../helpers/service.ts';
import {letIn} from './furnish.ts';
import {PATIENCE, startEditor} from './helpers.ts';
import {press, shows} from './on-page.ts';

/** What opens an account, made and ended on its screens, and seen from outside. */

const editor = await startEditor();
const {service, open} = editor;
test.after.always(() => editor.stop());
const tours = (key: string) => request(service.baseUrl, 'GET', '/v1/tours', key);

/** Waits until a credential is let in no more: every process learns of it within a second. */
async function isRefused(key: string): Promise<boolean> {
	for (const deadline = Date.now() + 15_000; Date.now() < deadline; await new Promise(resolve => setTimeout(resolve, 200))) {
		if ((await tours(key)).status === 401) return true;
	}
	return false;
}

test('a key is made with what it may do, shown once, works, and is revoked', async t => {
	const person = await signedIn(service);
	const {page, heard, context} = await open(person, '/settings/keys');
	await press(page, '.panel .primary', 'New key');
	await page.waitForSelector('.dialog input', PATIENCE);
	await press(page, '.dialog .primary');
	await page.waitForSelector('.dialog .wrong', PATIENCE);
	await page.type('.dialog .form-field input', 'Nightly');
	await press(page, '.choices label', 'Publish');
	await press(page, '.dialog .primary');
	const lines = await page.waitForFunction(() => {
		const inputs = [...document.querySelectorAll<HTMLInputElement>('.new-key .copyline input')];
		return inputs.length === 2 && inputs.map(({value}) => value);
	}, PATIENCE);
	const [key, curl] = (await lines.jsonValue()) as string[];
	t.regex(key!, /^rt_live_/);
	t.is(curl, `curl -H 'Authorization: Bearer ${key}' ${service.baseUrl}/v1/me`);
	t.deepEqual((await request(service.baseUrl, 'GET', '/v1/me', key!)).body.credential.scopes, ['tours:read', 'tours:write']);
	await press(page, '.new-key .primary');
	await shows(page, 'Nightly', '.rows');
	t.false((await page.content()).includes(key!), 'it is shown once');

	await press(page, '.rows .bad');
	await press(page, '.dialog .danger');
	await shows(page, '1 key revoked', '.ended');
	t.true(await isRefused(key!));
	t.deepEqual(heard, []);
	await context.close();
});

test('an app that was let in is listed and disconnected; what it did stays to be seen', async t => {
	const person = await signedIn(service);
	const token = await letIn(service, person.accountId, 'Agenda <b>');
	const {page, heard, context} = await open(person, '/settings/apps');
	await shows(page, 'Agenda <b>', '.rows');
	await shows(page, 'Read tours', '.rows');
	await press(page, '.rows .bad');
	await press(page, '.dialog .danger');
	await shows(page, 'No app is connected', '.panel');
	t.true(await isRefused(token));
	t.deepEqual((await person.call('GET', '/app/v1/account/apps')).body.apps, []);
	await press(page, '.settings-nav a', 'Activity');
	await shows(page, 'list_tours', '.uses');
	t.deepEqual(heard, []);
	await context.close();
});

test('a sign-in elsewhere is ended, and this one goes on; a changed password ends the rest', async t => {
	const person = await signedIn(service);
	const elsewhere = stranger(service);
	const firefox = {'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'};
	const signIn = () => elsewhere.send('/account/sign-in', {email: person.email, password: PASSWORD}, firefox);
	await signIn();
	t.is((await elsewhere.call('GET', '/app/v1/account')).status, 200);
	const {page, heard, context} = await open(person, '/settings/security');
	await shows(page, 'Firefox, Linux', '.rows');
	await press(page, '.rows button');
	await shows(page, 'Sign-in ended', '.toasts');
	t.is((await elsewhere.call('GET', '/app/v1/account')).status, 401);
	t.is((await person.call('GET', '/app/v1/account')).status, 200);

	await signIn();
	const [current, next] = (await page.$$('input[type=password]')) as [never, never];
	const type = async (field: never, text: string) => {
		await (field as {click(options: object): Promise<void>}).click({count: 3});
		await page.keyboard.type(text);
	};
	await type(current, 'not my password');
	await type(next, 'quite another phrase here');
	await press(page, '.form .primary', 'Change the password');
	await shows(page, 'This is not the current password', '.form');
	await page.waitForFunction(field => document.activeElement === field, PATIENCE, current);
	await type(current, PASSWORD);
	await press(page, '.form .primary', 'Change the password');
	await shows(page, 'Password changed', '.toasts');
	t.is((await elsewhere.call('GET', '/app/v1/account')).status, 401);
	await page.reload({waitUntil: 'networkidle0', ...PATIENCE});
	t.is((await page.$$('.rows li')).length, 1, 'this browser goes on, under its new cookie');
	// What was refused is said by the browser as well.
	t.deepEqual(
		heard.filter(line => !line.includes('status of 400')),
		[],
	);
	await context.close();
});

test('name, company and privacy policy are kept; what is no URL is said at its field', async t => {
	const person = await signedIn(service);
	const {page, context} = await open(person, '/settings');
	const fields = await page.$$('.form input');
	await fields[1]!.type('Exemplo Ltda');
	await fields[2]!.type('example.com/privacy');
	await press(page, '.form .primary');
	await shows(page, 'begins with https://', '.form');
	await page.evaluate(input => (input as HTMLInputElement).select(), fields[2]!);
	await fields[2]!.type('https://example.com/privacy');
	await press(page, '.form .primary');
	await shows(page, 'Saved', '.toasts');
	t.like((await person.call('GET', '/app/v1/account')).body.account, {
		company: 'Exemplo Ltda',
		privacyUrl: 'https://example.com/privacy',
	});
	await context.close();
});

test('an account without a plan for tours finds settings and leads, the way there, and nothing that it cannot open', async t => {
	const free = await signedIn(service, {plan: 'free'});
	t.is((await free.get('/statistics')).headers.get('location'), `${service.baseUrl}/settings/limits`);
	t.is(
		(await stranger(service).get('/settings/keys')).headers.get('location'),
		`${service.baseUrl}/account/sign-in?next=%2Fsettings%2Fkeys`,
	);
	const {page, heard, context} = await open(free, '/settings/limits');
	await shows(page, 'Ask your administrator to switch on Pro', '.panel');
	t.deepEqual(await page.$$eval('.ways a', links => links.map(link => link.getAttribute('href'))), ['/leads', '/settings']);
	await press(page, '.ways a', 'Leads');
	await shows(page, 'No leads yet');
	t.deepEqual(heard, []);
	await context.close();
});

test('a copy of everything is ordered and fetched; the account is deleted with address and password, and signed out', async t => {
	const person = await signedIn(service);
	const {page, heard, context} = await open(person, '/settings/data');
	await press(page, '.panel .primary', 'Request a copy');
	const link = await page.waitForSelector('.rows a[download]', PATIENCE);
	const zip = await person.get(new URL(await link!.evaluate(element => (element as HTMLAnchorElement).href)).pathname);
	t.is(zip.status, 200);
	t.true(zip.body.startsWith('PK'));

	await press(page, '.panel .bad', 'Delete the account');
	const [email, password] = await page.$$('.dialog input');
	await email!.type('somebody@else.example');
	await password!.type(PASSWORD);
	await press(page, '.dialog .danger:not(:disabled)');
	await shows(page, 'not the e-mail of this account', '.dialog');
	await page.evaluate(input => (input as HTMLInputElement).select(), email!);
	await email!.type(person.email);
	await press(page, '.dialog .danger:not(:disabled)');
	await page.waitForFunction(() => location.pathname === '/account/sign-in', PATIENCE);
	t.is((await person.call('GET', '/app/v1/account')).status, 401);
	t.deepEqual(
		heard.filter(line => !line.includes('status of 400')),
		[],
	);
	await context.close();
});
