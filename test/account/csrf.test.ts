import type Router from '@koa/router';
import test, {type ExecutionContext} from 'ava';
import {accountRouter} from '../../api/account/router.ts';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import {methodAndPath} from '../../api/pipeline/operation.ts';
import {createLink} from '../../shared/store/access/email-links.ts';
import {PASSWORD, type Person, signedIn, stranger} from '../helpers/person.ts';
import {startService} from '../helpers/service.ts';

/** Nobody else's page makes somebody who is signed in do anything: every route that takes a session, with every kind of foreign call. */

const service = await startService({}, {workers: false});
const ana = await signedIn(service);
test.after.always(() => service.stop());

/** What a browser says of a page that is not ours, or does not say; null: the header is not sent. */
const FOREIGN: Array<[kind: string, headers: {Origin: string | null; 'Sec-Fetch-Site': string | null}]> = [
	['a foreign origin', {Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site'}],
	['a foreign origin, from a browser that says no more', {Origin: 'https://evil.example', 'Sec-Fetch-Site': null}],
	['a foreign origin that claims to be the same site', {Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin'}],
	['another port of this host', {Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site'}],
	['an origin without a name', {Origin: 'null', 'Sec-Fetch-Site': 'cross-site'}],
	['cross-site without an origin', {Origin: null, 'Sec-Fetch-Site': 'cross-site'}],
	['same-site without an origin', {Origin: null, 'Sec-Fetch-Site': 'same-site'}],
	['our origin and cross-site', {Origin: 'ours', 'Sec-Fetch-Site': 'cross-site'}],
	['nothing said', {Origin: null, 'Sec-Fetch-Site': null}],
];

/** Everything that a call of hers could change. */
async function state(): Promise<string> {
	const db = service.services.database;
	const tables = ['accounts', 'sessions', 'account_links', 'credentials', 'tours', 'jobs', 'uploads', 'connected_apps', 'oauth_records'];
	return JSON.stringify(await Promise.all(tables.map(table => db.query(`SELECT * FROM ${table} ORDER BY 1`))));
}

async function refuses(t: ExecutionContext, person: Person, method: string, path: string, type: string, body: string): Promise<void> {
	const before = await state();
	const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	for (const [kind, said] of FOREIGN) {
		const headers = Object.entries({...said, Origin: said.Origin === 'ours' ? service.baseUrl : said.Origin}).filter(([, value]) => value);
		const response = await fetch(new URL(path, service.baseUrl), {
			method,
			redirect: 'manual',
			headers: {'Content-Type': type, Cookie: cookie, ...Object.fromEntries(headers)},
			body,
		});
		t.is(response.status, 403, `${kind}: ${method} ${path}`);
		t.deepEqual(response.headers.getSetCookie(), []);
		t.is(response.headers.get('access-control-allow-origin'), null);
	}
	t.is(await state(), before, `${method} ${path} changed something`);
}

const changing = [...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS].filter(({route}) => !route.startsWith('GET '));
for (const operation of changing) {
	const {method, path} = methodAndPath(operation);
	test.serial(`${method} /app/v1${path} is refused to foreign pages, as JSON and as a form`, async t => {
		const where = `/app/v1${path.replaceAll(/\{(\w+)\}/g, 'some_$1')}`;
		const good = JSON.stringify(operation.name === 'create_tour' ? {name: 'Forged'} : {});
		await refuses(t, ana, method, where, 'application/json', good);
		await refuses(t, ana, method, where, 'text/plain', good);
		await refuses(t, ana, method, where, 'application/x-www-form-urlencoded', 'name=Forged');
	});
}

/** Fields with which each form would do something. */
const FORMS: Record<string, string> = {
	'/account/sign-in': `email=EMAIL&password=${PASSWORD}`,
	'/account/sign-up': `name=Forged&email=forged@example.com&password=${PASSWORD}`,
	'/account/sign-in-link': '',
	'/account/first-password': `name=Forged&email=forged@example.com&language=es&password=${PASSWORD}`,
	'/account/plan': '',
	'/account/sign-out': '',
	'/account/sign-out-everywhere': '',
	'/account/forgotten': 'email=EMAIL',
	'/account/new-password': 'password=forged password',
	'/account/confirm': `password=${PASSWORD}`,
	'/account/new-email': `password=${PASSWORD}`,
	'/account/closing/export': '',
	'/account/closing/keep': '',
};

/** Purposes of the links that lead to these forms; other links lead to one that chooses a password. */
const PURPOSES: Record<string, 'confirm' | 'email' | 'sign-in'> = {
	'/account/confirm': 'confirm',
	'/account/new-email': 'email',
	'/account/sign-in-link': 'sign-in',
};

test.serial('every form of the account pages is known to this test', async t => {
	const router: Router = accountRouter(service.services);
	const posts = router.stack.filter(({methods}) => methods.includes('POST') && !methods.includes('GET')).map(({path}) => path);
	t.deepEqual(posts.sort(), Object.keys(FORMS).sort());
});

for (const [path, fields] of Object.entries(FORMS)) {
	test.serial(`POST ${path} is refused to foreign pages`, async t => {
		const {accountId, email} = ana;
		const purpose = PURPOSES[path] ?? 'reset';
		if (purpose === 'email') await service.services.database.query('UPDATE accounts SET pending_email = email WHERE id = ?', [accountId]);
		const link = await createLink(service.services.database.manager, {account: {id: accountId, email}, purpose});
		const where = `${path.replace(':id', 'some_id')}${link.path.slice(link.path.indexOf('?'))}`;
		const type = 'application/x-www-form-urlencoded';
		await refuses(t, ana, 'POST', where, type, fields.replace('EMAIL', email).replaceAll(' ', '+'));
		await refuses(t, stranger(service), 'POST', where, type, fields.replace('EMAIL', email).replaceAll(' ', '+'));
	});
}

test.serial('POST /oauth/consent/:uid, which lets an app in, is refused to foreign pages', async t => {
	const type = 'application/x-www-form-urlencoded';
	await refuses(t, ana, 'POST', '/oauth/consent/some_uid', type, 'decision=allow&scope=tours:read');
	await refuses(t, ana, 'POST', '/oauth/consent/some_uid', type, 'decision=somebody-else');
});

test.serial(
	'a page of ours is let in, by its origin or by what the browser says of it, and an error is a page that says what to do',
	async t => {
		const headers = {'Content-Type': 'application/json', Cookie: `roteiro_session=${ana.token}`};
		const ours: Array<Record<string, string>> = [{Origin: service.baseUrl}, {'Sec-Fetch-Site': 'same-origin'}];
		for (const said of ours) {
			const response = await fetch(`${service.baseUrl}/app/v1/account`, {
				method: 'PATCH',
				headers: {...headers, ...said},
				body: '{"name": "Ana"}',
			});
			t.is(response.status, 200);
		}
		const refused = await stranger(service).send('/account/sign-in?language=en', {}, {Origin: 'http://localhost:8080'});
		t.is(refused.status, 403);
		t.true(refused.body.includes(`only forms on ${service.baseUrl} are accepted`));
	},
);

test.serial('a session opens nothing under /v1, a key nothing under /app/v1, and no page of another origin reads the answers', async t => {
	t.is((await ana.call('GET', '/v1/me')).status, 401);
	const client = await service.client();
	t.is((await client('GET', '/app/v1/me')).status, 401);
	t.is((await client('GET', '/app/v1/account')).status, 401);
	const reply = await ana.call('GET', '/app/v1/account', undefined, {Origin: 'https://evil.example'});
	t.is(reply.headers.get('access-control-allow-origin'), null);
	t.is(reply.headers.get('cache-control'), 'no-store');
});
