import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {COMMAND_NODE, fetchCommand} from '../../test/helpers/command.ts';
import {eventually} from '../../test/helpers/eventually.ts';
import {openPerson, type Person} from '../../test/helpers/oauth-person.ts';
import {signedIn} from '../../test/helpers/person.ts';
import {startService} from '../../test/helpers/service.ts';

/** Signing in by the browser: the command in a process of its own, a real authorization server, and somebody who answers. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-sign-in-'));
// Some commands run as another user.
await chmod(root, 0o755);
const service = await startService({}, {workers: false});
const command = await fetchCommand(service.baseUrl, root);
const ana = await signedIn(service);
const person = await openPerson(service, {accountId: ana.accountId});
test.after.always(async () => {
	await service.stop();
	await rm(root, {recursive: true, force: true});
});

type Begun = {
	url(): Promise<string>;
	ended: Promise<{code: number | null; out: string; err: string}>;
	type(line: string): void;
	stop(): void;
};
let homes = 0;
const newHome = () => join(root, `home-${++homes}`);
const keptIn = (home: string) => join(home, 'roteiro', 'services', `${service.baseUrl.replace(/[^\w.-]+/g, '_')}.json`);
const readTokens = async (home: string) => JSON.parse(await readFile(keptIn(home), 'utf8'));

function begin(words: string[], home: string, {env = {}, uid}: {env?: Record<string, string>; uid?: number} = {}): Begun {
	const child = spawn(COMMAND_NODE, [command, ...words], {
		env: {PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, ROTEIRO_URL: service.baseUrl, ...env},
		cwd: '/',
		uid,
	});
	let [out, err] = ['', ''];
	child.stdout.on('data', chunk => (out += chunk));
	child.stderr.on('data', chunk => (err += chunk));
	const ended = once(child, 'close').then(([code]) => ({code: code as number | null, out, err}));
	const asked = () => /^ {2}(http\S+\/oauth\/authorize\?\S+)$/m.exec(err)?.[1];
	return {
		url: () => eventually('the URL that asks', asked),
		ended,
		type: line => child.stdin.write(`${line}\n`),
		stop: () => child.kill('SIGINT'),
	};
}
function run(words: string[], home: string, options: {env?: Record<string, string>; uid?: number} = {}) {
	return begin(words, home, options).ended;
}

/** Signs in as somebody would; returns what their browser showed at the end. */
async function signIn(home: string, who: Person = person, language = 'en') {
	const begun = begin(['login'], home);
	const back = await who.consent(await begun.url());
	const landed = await fetch(back, {headers: {'Accept-Language': language}});
	return {...(await begun.ended), status: landed.status, page: await landed.text(), headers: landed.headers, back};
}

const READS = {headers: {'Accept-Language': 'de,pt-BR;q=0.9'}};

test.serial('somebody signs in with the browser, and the next commands are signed in; no token is ever shown', async t => {
	const home = newHome();
	const browser = join(root, 'browser.sh');
	await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > ${join(root, 'opened')}\n`, {mode: 0o755});
	const begun = begin(['login'], home, {env: {BROWSER: browser}});
	const url = await begun.url();
	t.is(await eventually('the browser', () => readFile(join(root, 'opened'), 'utf8').catch(() => null)), url);
	t.regex((await person.askedBy(url)).html, /Roteiro command \(/);
	const landed = await fetch(await person.consent(url), READS);
	const page = await landed.text();
	t.regex(page, /lang="pt-BR".*Você entrou.*Pode fechar esta página/s);
	t.is(landed.headers.get('cache-control'), 'no-store');
	t.notRegex(page, /<script|code=|state=/);
	const done = await begun.ended;
	t.is(done.code, 0, done.err);
	t.regex(done.out, /Signed in at http.* as Ana Teste; kept in /);
	t.is((await stat(keptIn(home))).mode & 0o777, 0o600);
	t.is((await stat(join(home, 'roteiro', 'services'))).mode & 0o777, 0o700);
	t.deepEqual(await readdir(join(home, 'roteiro', 'services')), [keptIn(home).split('/').at(-1)!]);

	const me = await run(['whoami'], home);
	t.regex(me.out, /Ana Teste <.*Signed in with the browser, as the app "Roteiro command \(.*tours:read, tours:write, publish/s);
	const json = await run(['whoami', '--json'], home);
	t.like(JSON.parse(json.out), {signedIn: 'browser', credential: {type: 'oauth'}});
	const {tokens} = await readTokens(home);
	for (const {out, err} of [done, me, json])
		for (const secret of [tokens.accessToken, tokens.refreshToken]) t.false(`${out}${err}`.includes(secret));
	// A key goes before it.
	const {key} = await service.client();
	t.like(JSON.parse((await run(['whoami', '--json'], home, {env: {ROTEIRO_KEY: key}})).out), {
		signedIn: 'environment',
		credential: {type: 'api_key'},
	});
});

test.serial('once it is disconnected in the account, one sentence says so and what to do', async t => {
	const home = newHome();
	const other = await signedIn(service);
	t.is((await signIn(home, await openPerson(service, {accountId: other.accountId}))).code, 0);
	const {apps} = (await other.call('GET', '/app/v1/account/apps')).body;
	t.is(apps.length, 1);
	t.regex(apps[0].name, /^Roteiro command \(/);
	t.is((await other.call('DELETE', `/app/v1/account/apps/${apps[0].id}`)).status, 200);
	await new Promise(resolve => setTimeout(resolve, 1100));
	const out = await run(['whoami'], home);
	t.is(out.code, 1);
	t.regex(
		out.err,
		/^http\S+ has ended this sign-in: it was disconnected there, or not used for long\. Sign in again with "roteiro login"\.\n$/,
	);
	const after = await run(['whoami'], home);
	t.is(after.code, 2);
	t.regex(after.err, /You are not signed in at http/);
	t.is((await readTokens(home)).tokens, null);
	t.is((await signIn(home, await openPerson(service, {accountId: other.accountId}))).code, 0, 'and back again');
});

test.serial('a response to another sign-in is shown the door, and the right one still comes', async t => {
	const home = newHome();
	const begun = begin(['login'], home);
	const url = await begun.url();
	const back = await person.consent(url);
	for (const [name, value] of [
		['state', 'wrong'],
		['iss', 'https://elsewhere.example'],
	] as const) {
		const wrong = new URL(back);
		wrong.searchParams.set(name, value);
		const page = await fetch(wrong, {headers: {'Accept-Language': 'es'}});
		t.is(page.status, 400);
		t.regex(await page.text(), /Esto es de otro inicio de sesión/);
	}
	t.is((await fetch(new URL('/', back))).status, 404);
	t.is((await fetch(back, {method: 'POST'})).status, 404);
	// Loaded twice, as by a browser that is restarted: one code, one trade, the same page.
	const pages = await Promise.all([fetch(back, READS), fetch(back, READS)].map(async one => (await one).text()));
	for (const page of pages) t.regex(page, /Você entrou/);
	t.is((await begun.ended).code, 0);
});

test.serial('without a browser the URL is opened elsewhere, and where that ends is pasted', async t => {
	const home = newHome();
	const begun = begin(['login', '--no-browser'], home);
	const back = await person.consent(await begun.url());
	begun.type('what?');
	begun.type(`${back.origin}/callback?code=${'a'.repeat(43)}&state=wrong`);
	begun.type(back.href);
	const {code, err} = await begun.ended;
	t.is(code, 0, err);
	t.regex(err, /paste it here.*That is no URL.*That is not where this sign-in ends/s);
	const bare = begin(['login', '--no-browser'], home);
	const {searchParams} = await person.consent(await bare.url());
	bare.type(searchParams.get('code')!);
	t.is((await bare.ended).code, 0);
	const used = begin(['login', '--no-browser'], newHome());
	await used.url();
	used.type(searchParams.get('code')!);
	const refused = await used.ended;
	t.is(refused.code, 1);
	t.regex(refused.err, /This code was used before, is too old, or belongs to another sign-in/);
	t.is((await run(['whoami'], home)).code, 0, 'what another program comes with takes nothing away');
});

test.serial('a person who says no, says nothing or presses Ctrl-C leaves nothing behind', async t => {
	const home = newHome();
	const denied = begin(['login'], home);
	const back = await person.consent(await denied.url(), {decision: 'deny'});
	t.regex(await (await fetch(back, READS)).text(), /O acesso não foi permitido/);
	t.like(await denied.ended, {code: 1});
	t.regex((await denied.ended).err, /The access was not allowed\. Nothing is kept\./);
	const late = await run(['login', '--timeout', '1'], home);
	t.is(late.code, 1);
	t.regex(late.err, /Nobody allowed it within a second/);
	const stopped = begin(['login'], home);
	const landing = new URL(new URL(await stopped.url()).searchParams.get('redirect_uri')!);
	stopped.stop();
	t.like(await stopped.ended, {code: 130});
	await t.throwsAsync(fetch(landing));
	t.deepEqual(await readdir(join(home, 'roteiro', 'services')), []);
	const nobody = await run(['login'], home, {env: {CI: 'true'}});
	t.is(nobody.code, 2);
	t.regex(nobody.err, /Set ROTEIRO_KEY/);
});

test.serial('many processes that find the sign-in over at the same moment renew it once, and stay signed in', async t => {
	const home = newHome();
	await signIn(home);
	const before = await readTokens(home);
	await writeFile(keptIn(home), JSON.stringify({...before, tokens: {...before.tokens, expiresAt: Date.now() - 1}}));
	// Of a process that was killed a minute ago.
	await writeFile(`${keptIn(home)}.lock`, '');
	await utimes(`${keptIn(home)}.lock`, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
	const all = await Promise.all(Array.from({length: 5}, () => run(['whoami'], home)));
	for (const {code, err} of all) t.is(code, 0, err);
	const after = await readTokens(home);
	t.not(after.tokens.refreshToken, before.tokens.refreshToken);
	t.deepEqual(await readdir(join(home, 'roteiro', 'services')), [keptIn(home).split('/').at(-1)!]);
	// By this clock it is good for a day; the service says otherwise.
	const expired = {...after, tokens: {...after.tokens, accessToken: before.tokens.accessToken, expiresAt: Date.now() + 86_400_000}};
	await service.services.database.manager.query("DELETE FROM oauth_records WHERE model = 'AccessToken' AND account_id = ?", [
		ana.accountId,
	]);
	await new Promise(resolve => setTimeout(resolve, 1100));
	await writeFile(keptIn(home), JSON.stringify(expired));
	t.is((await run(['whoami'], home)).code, 0);
	t.is((await run(['whoami'], home)).code, 0);
});

test.serial('where nothing can be written, nobody is asked in vain and no token is used up', async t => {
	const home = newHome();
	await signIn(home);
	const kept = await readTokens(home);
	const folder = join(home, 'roteiro', 'services');
	const uid = process.getuid!() === 0 ? 65_534 : undefined;
	await writeFile(keptIn(home), JSON.stringify({...kept, tokens: {...kept.tokens, expiresAt: Date.now() - 1}}));
	for (const path of [root, home, join(home, 'roteiro'), folder]) await chmod(path, 0o555);
	await chmod(keptIn(home), 0o444);
	const renewed = await run(['whoami'], home, {uid});
	const asked = await run(['login'], home, {uid});
	for (const path of [root, home, join(home, 'roteiro'), folder]) await chmod(path, 0o755);
	t.is(renewed.code, 1);
	for (const {err} of [renewed, asked]) t.regex(err, /cannot be written \(EACCES\).*set ROTEIRO_KEY/);
	t.notRegex(asked.err, /authorize/);
	t.is((await run(['whoami'], home)).code, 0, 'the refresh token was not used up');
});

test.serial('signing out takes it back at the service, and forgets it here even where that is away', async t => {
	const home = newHome();
	await signIn(home);
	const {tokens, clientId} = await readTokens(home);
	t.is((await run(['logout'], home)).code, 0);
	await new Promise(resolve => setTimeout(resolve, 1100));
	t.is((await fetch(`${service.baseUrl}/v1/me`, {headers: {Authorization: `Bearer ${tokens.accessToken}`}})).status, 401);
	t.is((await readTokens(home)).tokens, null);
	t.regex((await run(['logout'], home)).out, /You are not signed in/);
	await signIn(home);
	const again = await readTokens(home);
	t.is(again.clientId, clientId, 'the same computer is the same app');
	await writeFile(keptIn(home), JSON.stringify({...again, endpoints: {...again.endpoints, revoke: 'http://127.0.0.1:1/oauth/revoke'}}));
	const away = await run(['logout', '--all', '--json'], home);
	t.is(away.code, 4);
	t.regex(away.err, /disconnect this computer in its settings/);
	t.is((await readTokens(home)).tokens, null);
	t.regex((await run(['logout', '--all'], home)).out, /signed in nowhere/);
});

test.serial('several services stand side by side', async t => {
	const home = newHome();
	await signIn(home);
	const other = await startService({}, {workers: false});
	try {
		const {key} = await other.client();
		const begun = begin(['login', '--key'], home, {env: {ROTEIRO_URL: other.baseUrl}});
		begun.type(key);
		t.is((await begun.ended).code, 0);
		t.is((await stat(keptIn(home).replace(/[^/]+$/, `${other.baseUrl.replace(/[^\w.-]+/g, '_')}.json`))).mode & 0o777, 0o600);
		t.like(JSON.parse((await run(['whoami', '--json'], home)).out), {url: service.baseUrl, signedIn: 'browser'});
		// Where none is named: the one that the command came from, else the one that was signed in to last.
		const unnamed = async () => JSON.parse((await run(['whoami', '--json'], home, {env: {ROTEIRO_URL: ''}})).out);
		t.like(await unnamed(), {url: service.baseUrl, signedIn: 'browser'});
		t.is((await run(['logout'], home)).code, 0);
		t.like(await unnamed(), {url: other.baseUrl, signedIn: 'key'});
		t.is((await run(['logout'], home, {env: {ROTEIRO_URL: other.baseUrl}})).code, 0);
		t.not((await run(['whoami'], home, {env: {ROTEIRO_URL: other.baseUrl}})).code, 0);
	} finally {
		await other.stop();
	}
});

/** Something else than Roteiro that answers over HTTP; returns what it was asked. */
async function elsewhere(t: ExecutionContext, body: (url: string) => string): Promise<{url: string; asked: string[]}> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		response.writeHead(200, {'Content-Type': 'application/json'}).end(body(url));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => server.close());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {url, asked};
}

test.serial('nobody is asked, and nothing is sent, where there is no Roteiro or no encryption', async t => {
	const home = newHome();
	const describe = (issuer: string, token: string, url: string) =>
		JSON.stringify({
			issuer,
			token_endpoint: token,
			authorization_endpoint: `${url}/a`,
			registration_endpoint: `${url}/r`,
			revocation_endpoint: `${url}/v`,
			protected_resources: [`${issuer}/v1`],
		});
	for (const [body, words] of [
		[() => '<html>', /There is no Roteiro at/],
		[() => '{"issuer": "https://accounts.example", "token_endpoint": "https://accounts.example/t"}', /There is no Roteiro at/],
		[(url: string) => describe('https://tours.example', `${url}/t`, url), /calls itself https:\/\/tours\.example: sign in there/],
		[(url: string) => describe(url, 'https://evil.example/token', url), /There is no Roteiro at/],
	] as const) {
		const {url, asked} = await elsewhere(t, body);
		const {code, err} = await run(['login'], home, {env: {ROTEIRO_URL: url}});
		t.is(code, 1, err);
		t.regex(err, words);
		t.deepEqual(asked, ['GET /.well-known/oauth-authorization-server']);
	}
	const open = await run(['login', 'http://tours.example.org'], home);
	t.is(open.code, 1);
	t.regex(open.err, /is not encrypted.*use https:\/\/tours\.example\.org/);
	const key = await run(['login', '--key', 'http://tours.example.org'], home);
	t.is(key.code, 1);
	t.regex(key.err, /^http:\/\/tours\.example\.org is not encrypted.*the key.*use https:\/\/tours\.example\.org\.\n$/);
	// As if somebody had changed the file.
	await signIn(home);
	const kept = await readTokens(home);
	const url = 'http://192.0.2.1';
	await mkdir(join(home, 'roteiro', 'services'), {recursive: true});
	await writeFile(join(home, 'roteiro', 'services', 'http_192.0.2.1.json'), JSON.stringify({...kept, url}));
	const sent = await run(['whoami'], home, {env: {ROTEIRO_URL: url}});
	t.is(sent.code, 1);
	t.regex(sent.err, /is not encrypted/);
	t.is((await run(['login'], home, {env: {ROTEIRO_URL: 'http://127.0.0.1:1'}})).code, 4);
});
