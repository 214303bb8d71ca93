import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {COMMANDS, readCommand} from '../infra/operator/commands.ts';
import {type LocalServers, startLocalServers} from '../infra/servers/local-servers.ts';
import {createSession} from '../shared/store/access/sessions.ts';
import {shareOf} from './helpers/extent.ts';
import {ANSWERS, type FormTour, publishForm, sendLead} from './helpers/lead.ts';
import {type SignedIn, signedIn} from './helpers/person.ts';
import {type Client, startService, type TestService} from './helpers/service.ts';
import {calls, type Sent} from './injection/calls.ts';
import {CORPUS, SLEEP_SECONDS} from './injection/corpus.ts';
import {beginLog, endLog, shapeOf} from './injection/statements.ts';

/** Shows that no input becomes SQL, with any settings of the server. `connection.test.ts` shows that every connection sets its own. */

const SERVERS: Record<string, string[]> = {
	'where backslashes escape nothing, in quotes as ANSI has them, on gbk': [
		'--sql-mode=NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT,ONLY_FULL_GROUP_BY,PAD_CHAR_TO_FULL_LENGTH',
		'--character-set-server=gbk',
		'--collation-server=gbk_chinese_ci',
		'--skip-character-set-client-handshake',
		'--autocommit=0',
		'--sql-safe-updates',
		'--max-sort-length=8',
		'--transaction-isolation=SERIALIZABLE',
		'--default-time-zone=+05:45',
	],
	'with no mode at all, on latin1': [
		'--sql-mode=',
		'--character-set-server=latin1',
		'--collation-server=latin1_swedish_ci',
		'--default-time-zone=-11:00',
	],
};
/** The workers of these tests have no voice. */
const NO_VOICE = 503;

for (const [from, [name, mariadbOptions]] of Object.entries(SERVERS).entries()) {
	test.serial(`every place that takes a text, ${name}`, async t => {
		t.timeout(600_000);
		const {service, servers} = await startOn(t, mariadbOptions);
		const templates = new Set<string>();
		// The logger records statements before their values are inserted.
		service.services.database.logger = {
			logQuery: (statement: string) => templates.add(shapeOf(statement)),
		} as unknown as typeof service.services.database.logger;
		for (const method of ['logQueryError', 'logQuerySlow', 'logSchemaBuild', 'logMigration', 'log'])
			Object.assign(service.services.database.logger, {[method]() {}});
		await beginLog(servers.databaseUrl);
		const slow = await sendAll(t, service, from);
		await runCommands(service, from);
		const statements = await endLog(servers.databaseUrl);
		t.deepEqual(slow, []);
		t.true(statements.length > 1000, `${statements.length} statements`);
		t.deepEqual(
			statements.filter(statement => statement.includes('\\')),
			[],
			'a backslash means another thing in each mode',
		);
		const ours = (statement: string) =>
			templates.has(shapeOf(statement)) || /^(SET |COMMIT|ROLLBACK|START TRANSACTION|SELECT 1$)/.test(statement);
		t.deepEqual([...new Set(statements.filter(statement => !ours(statement)).map(shapeOf))], [], 'each statement is one of the code');
		t.log(`${statements.length} statements of ${templates.size} shapes`);
	});

	test.serial(`what is written is read letter for letter, ${name}`, async t => {
		t.timeout(300_000);
		const {service} = await startOn(t, mariadbOptions);
		const ana = await service.client();
		const person = await signedIn(service, {accountId: ana.accountId});
		const form = await publishForm(ana);
		for (const word of shareOf(CORPUS, () => 'word', {from})) {
			await readsTour(t, ana, word);
			await readsAccount(t, person, form, word);
		}
	});
}

async function startOn(t: ExecutionContext, mariadbOptions: string[]): Promise<{service: TestService; servers: LocalServers}> {
	const dataDir = await mkdtemp(join(tmpdir(), 'roteiro-modes-'));
	const servers = await startLocalServers({dataDir, durable: false, mariadbOptions});
	const service = await startService({}, {servers});
	t.teardown(async () => {
		await service.stop();
		await servers.stop();
		await rm(dataDir, {recursive: true, force: true});
	});
	return {service, servers};
}

/** Sends every call; returns those that failed, or took as long as a sleeping statement. */
async function sendAll(t: ExecutionContext, service: TestService, from: number): Promise<string[]> {
	const ana = await service.client();
	const form = await publishForm(ana, {fields: {phone: 'optional'}});
	const {tour} = (await ana('GET', `/v1/tours/${form.tourId}`)).body;
	const ids = {id: tour.id, stepId: tour.steps[0].id, slug: form.slug, number: '1', key: 'a-document'};
	const bad: string[] = [];
	let count = 0;
	for (const call of shareOf([...calls(service.services, ids)], ({where, by}) => `${by} ${where}`, {from})) {
		const begun = performance.now();
		const status = await send(service, ana, call);
		const ms = performance.now() - begun;
		if (ms > (SLEEP_SECONDS * 1000) / 2 || (status >= 500 && status !== NO_VOICE))
			bad.push(`${status} after ${Math.round(ms)} ms: ${call.where} ${call.path} ${call.body ?? ''}`.slice(0, 400));
		count++;
	}
	t.log(`${count} calls`);
	return bad;
}

async function send({baseUrl, services}: TestService, {key, accountId}: {key: string; accountId: string}, call: Sent): Promise<number> {
	const {method, path, by, type, body} = call;
	// Each call has its own session, because it may end it.
	const session = by === 'session' ? (await createSession(services.database.manager, accountId)).token : '';
	const headers = {
		...(by === 'key' && {Authorization: `Bearer ${key}`, Prefer: 'respond-async', Accept: 'application/json, text/event-stream'}),
		...(by === 'session' && {Cookie: `roteiro_session=${session}`}),
		...(by !== 'key' && {Origin: baseUrl, 'Sec-Fetch-Site': 'same-origin'}),
		...(type && {'Content-Type': type}),
	};
	const response = await fetch(new URL(path, baseUrl), {method, headers, body, redirect: 'manual', signal: AbortSignal.timeout(60_000)});
	// Streams of events do not end.
	await response.body?.cancel();
	return response.status;
}

/** Runs every command of the operator, with every word in each option that reaches the database. */
async function runCommands({services}: TestService, from: number): Promise<void> {
	const apart = /FOLDER|FILE|STORE|SNAPSHOT/;
	for (const [name, {options, optional}] of Object.entries(COMMANDS)) {
		const all = {...options, ...optional};
		if (name === 'secret rotate' || Object.values(all).some(value => apart.test(value))) continue;
		const given = (value: string) => value.split('|')[0]!.replace('SCOPE,…', 'all');
		for (const word of shareOf(CORPUS, () => name, {from})) {
			for (const changed of Object.keys(all)) {
				const argv = Object.entries(all).flatMap(([option, value]) => [`--${option}=${option === changed ? word : given(value)}`]);
				// A refusal in words is a valid outcome too; the statements are in the log.
				await Promise.resolve()
					.then(() => readCommand([...name.split(' '), ...argv]).run(services.database.manager, ''))
					.catch(() => {});
			}
		}
	}
}

async function readsTour(t: ExecutionContext, ana: Client, word: string): Promise<void> {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: `n${word}n`}})).body;
	const step = {title: word, text: `${word}\n${word}`, label: word, alt: word, narrationScript: word};
	t.is((await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', ...step}})).status, 201, word);
	const card = {title: word, text: word, link: {url: 'https://example.org/', label: word}};
	t.is((await ana('PUT', `/v1/tours/${tour.id}/end-cta`, {body: {enabled: true, ...card}})).status, 200, word);
	t.is((await ana('PUT', `/v1/tours/${tour.id}/lead-capture`, {body: {enabled: true, consentText: word}})).status, 200, word);
	t.is((await ana('POST', `/v1/tours/${tour.id}/versions`, {body: {name: `v${word}v`}})).status, 201, word);
	const found = (await ana('GET', `/v1/tours/${tour.id}`)).body.tour;
	t.is(found.name, `n${word}n`);
	t.like(found.steps[0], step, word);
	t.like(found.endCta, card, word);
	t.is(found.leadCapture.consentText, word);
	const {versions} = (await ana('GET', `/v1/tours/${tour.id}/versions`)).body;
	t.true(
		versions.some((version: {name: string}) => version.name === `v${word}v`),
		word,
	);
	const {tours} = (await ana('GET', `/v1/tours?${new URLSearchParams({q: found.name})}`)).body;
	t.true(
		tours.some((one: {id: string}) => one.id === tour.id),
		`found by ${word}`,
	);
}

async function readsAccount(t: ExecutionContext, person: SignedIn, form: FormTour, word: string): Promise<void> {
	t.is((await person.call('PATCH', '/app/v1/account', {name: `a${word}a`})).status, 200, word);
	t.is((await person.call('GET', '/app/v1/account')).body.account.name, `a${word}a`);
	const made = await person.call('POST', '/app/v1/account/keys', {name: `k${word}k`, scopes: ['tours:read'], days: 30});
	t.is(made.status, 201, word);
	const {keys} = (await person.call('GET', '/app/v1/account/keys')).body;
	t.is(keys.find((key: {id: string}) => key.id === made.body.apiKey.id)?.name, `k${word}k`);
	// A visitor's name has no control characters.
	const name = `l${word.replace(/\p{Cc}+/gu, ' ')}l`;
	const sent = await sendLead(form, {...ANSWERS, name});
	if (sent.status !== 200) return void t.is(sent.status, 400, word);
	const {leads} = (await person.call('GET', '/app/v1/leads')).body;
	t.true(
		leads.some((lead: {name: string}) => lead.name === name),
		word,
	);
}
