import test from 'ava';
import {accountRouter} from '../api/account/router.ts';
import {METHODS} from '../api/mcp/methods.ts';
import {oauthRouter} from '../api/oauth/routes.ts';
import {PUBLIC_OPERATIONS} from '../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../api/operations/owner/index.ts';
import {methodAndPath, type Operation} from '../api/pipeline/operation.ts';
import {leadRouter} from '../api/public/lead-form.ts';
import {reportRouter} from '../api/public/visitor-events.ts';
import {untaggedPrefix} from '../shared/queue/keys.ts';
import {findAccount} from '../shared/store/access/accounts.ts';
import {createLink} from '../shared/store/access/email-links.ts';
import {post} from './helpers/mcp.ts';
import {oauthApp, REDIRECT, register} from './helpers/oauth-app.ts';
import {PASSWORD, type Person, signedIn, stranger} from './helpers/person.ts';
import {PERSON, visitOf} from './helpers/reports.ts';
import {request, startService} from './helpers/service.ts';

/**
 * Checks that nothing can be tried for free: each route, operation and message adds to the count that bounds it. A new one must name its count here.
 */

const service = await startService({SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Tours <tours@example.org>'}, {workers: false});
const {services, baseUrl} = service;
const ana = await signedIn(service);
test.after.always(() => service.stop());

/** Names of the limits that `run` counted for, in order, each as often as it was counted. */
async function counted(run: () => Promise<unknown>): Promise<string[]> {
	const {redis, config} = services;
	const prefix = `${untaggedPrefix(config.redisPrefix)}:used:`;
	const old = await redis.keys(`${prefix}*`);
	if (old.length > 0) await redis.del(...old);
	await run();
	const keys = await redis.keys(`${prefix}*`);
	const names = await Promise.all(
		keys.map(async key => Array.from({length: await redis.llen(key)}, () => key.slice(prefix.length).split(':')[0]!)),
	);
	return names.flat().sort();
}

async function linkFor(person: {accountId: string}, purpose: 'reset' | 'confirm' | 'email' | 'sign-in'): Promise<string> {
	const db = services.database.manager;
	const account = (await findAccount(db, person.accountId))!;
	const email = purpose === 'email' ? account.pendingEmail! : account.email;
	return baseUrl + (await createLink(db, {account: {...account, email}, purpose})).path;
}

const newcomer = {name: 'Ana', email: 'newcomer@example.com', password: PASSWORD};
const FORM = 'application/x-www-form-urlencoded';
const asPage = {Origin: baseUrl, 'User-Agent': PERSON};
const PROOF = ['sign-in-account', 'sign-in-ip', 'sign-in-pair'];
/** Limits that each POST is counted in; `session` if a caller without one only gets to the sign-in page. */
const ROUTES: Record<string, 'session' | {limits: string[]; run: () => Promise<unknown>}> = {
	'/account/sign-in': {limits: PROOF, run: () => stranger(service).send('/account/sign-in', {email: ana.email, password: 'wrong'})},
	'/account/sign-up': {
		limits: ['sign-in-mail-account', 'sign-in-sign-up-ip'],
		run: () => stranger(service).send('/account/sign-up', newcomer),
	},
	'/account/sign-in-link': {
		limits: ['sign-in-link-ip'],
		run: async () => stranger(service).send(await linkFor(ana, 'sign-in'), {}),
	},
	// This form sets a password; it checks none.
	'/account/first-password': 'session',
	'/account/plan': 'session',
	'/account/forgotten': {
		limits: ['sign-in-mail-ip'],
		run: () => stranger(service).send('/account/forgotten', {email: 'x@example.com'}),
	},
	'/account/new-password': {
		limits: ['sign-in-link-ip'],
		run: async () => stranger(service).send(await linkFor(ana, 'reset'), {password: 'short'}),
	},
	'/account/new-email': {
		limits: [...PROOF, 'sign-in-link-ip'].sort(),
		run: async () => {
			await services.database.query('UPDATE accounts SET pending_email = ? WHERE id = ?', ['new@example.com', ana.accountId]);
			return stranger(service).send(await linkFor(ana, 'email'), {password: 'wrong'});
		},
	},
	'/account/confirm': {
		limits: [...PROOF, 'sign-in-link-ip'].sort(),
		run: async () => stranger(service).send(await linkFor(ana, 'confirm'), {password: 'wrong'}),
	},
	// One a day, which the database counts.
	'/account/closing/export': 'session',
	'/account/closing/keep': 'session',
	// Nothing is tried by it.
	'/account/sign-out': 'session',
	'/account/sign-out-everywhere': 'session',
	'/oauth/register': {limits: ['oauth-registration'], run: () => register(baseUrl, {redirect_uris: ['nonsense']})},
	// A code or token is 256 random bits.
	'/oauth/token': 'session',
	'/oauth/revoke': 'session',
	'/oauth/consent/:uid': 'session',
	'/p/:slug/lead': {limits: ['lead-ip'], run: () => form('/p/none/lead')},
	'/p/preview/:token/lead': {limits: ['lead-ip'], run: () => form('/p/preview/none/lead')},
	'/p/:slug/events': {limits: ['report-ip'], run: () => report('/p/none/events')},
};
const form = (path: string) => request(baseUrl, 'POST', path, null, {raw: 'form=x', headers: {...asPage, 'Content-Type': FORM}});
const report = (path: string) => request(baseUrl, 'POST', path, null, {raw: JSON.stringify(visitOf([{type: 'view'}])), headers: asPage});

test.serial('each form that anybody may send is named here', t => {
	const routers = [accountRouter(services), oauthRouter(services), leadRouter(services), reportRouter(services)];
	const posts = routers.flatMap(({stack}) => stack.filter(({methods, path}) => methods.includes('POST') && !String(path).includes('*')));
	t.deepEqual(posts.map(({path}) => String(path)).sort(), Object.keys(ROUTES).sort());
});

for (const [path, route] of Object.entries(ROUTES)) {
	if (route === 'session') {
		test.serial(`POST ${path} does nothing for a caller who is not signed in, or has nothing to show`, async t => {
			const reply = await stranger(service).send(path.replace(/:\w+/, 'none'), {});
			const leadsToSignIn = reply.headers.get('location')?.startsWith(`${baseUrl}/account/sign-in`) ?? false;
			t.true(leadsToSignIn || reply.status >= 400, `${reply.status} ${reply.headers.get('location')}`);
		});
	} else {
		test.serial(`POST ${path} is counted`, async t => {
			t.deepEqual(await counted(route.run), route.limits);
		});
	}
}

test.serial('GET /oauth/authorize is counted', async t => {
	const {body} = await register(baseUrl, {redirect_uris: [REDIRECT]});
	const {url} = oauthApp(baseUrl, body.client_id).ask();
	t.deepEqual(await counted(() => fetch(url, {redirect: 'manual'})), ['oauth-authorization']);
});

const call = (person: Pick<Person, 'call'>, prefix: string, operation: Operation) => {
	const {method, path} = methodAndPath(operation);
	const body = method === 'GET' || method === 'DELETE' ? undefined : {};
	return person.call(method, `${prefix}${path.replaceAll(/\{\w+\}/g, 'none')}`, body);
};

test.serial('each operation is a call, by key as well as by session, whatever comes of it', async t => {
	const client = await service.client({accountId: ana.accountId});
	const byKey = {call: (method: string, path: string, body?: unknown) => client(method, path, {body})};
	for (const operation of PUBLIC_OPERATIONS) {
		const limits = await counted(() => call(byKey, '/v1', operation));
		t.is(limits.filter(name => name === 'calls').length, 1, operation.name);
	}
	for (const operation of [...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS]) {
		const person = await signedIn(service);
		const limits = await counted(() => call(person, '/app/v1', operation));
		t.is(limits.filter(name => name === 'session-calls').length, 1, operation.name);
	}
	const wrong = () => ana.call('PUT', '/app/v1/account/password', {currentPassword: 'wrong', newPassword: 'another of four words'});
	t.deepEqual(await counted(wrong), ['session-calls', ...PROOF]);
});

test.serial('each message of an agent is a call, in both revisions, known or not, also a notification', async t => {
	const {key} = await service.client({accountId: ana.accountId});
	const own = Object.keys(METHODS);
	const eras: Array<[headers: Record<string, string>, methods: string[]]> = [
		[{}, [...own, 'initialize', 'ping', 'logging/setLevel', 'no/such/method']],
		[{'MCP-Protocol-Version': '2026-07-28'}, [...own, 'server/discover', 'no/such/method']],
	];
	for (const [headers, methods] of eras) {
		for (const method of methods) {
			const message = {jsonrpc: '2.0', id: 1, method, params: {}};
			const send = async () => (await post(baseUrl, key, message, {...headers, 'Mcp-Method': method})).text();
			t.deepEqual(await counted(send), ['calls'], `${JSON.stringify(headers)} ${method}`);
		}
	}
	const notification = {jsonrpc: '2.0', method: 'notifications/initialized'};
	t.deepEqual(await counted(async () => (await post(baseUrl, key, notification)).text()), ['calls']);
});
