import test from 'ava';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {quotaPeriod} from '../../shared/store/quotas.ts';
import {startService} from '../../test/helpers/service.ts';

const settings = {
	CALLS_PER_MINUTE: '77',
	CHANGES_PER_HOUR: '66',
	PUBLISHES_PER_HOUR: '55',
	AI_TEXTS_PER_MONTH: '44',
	NARRATION_MINUTES_PER_MONTH: '33',
	VIDEO_SECONDS_PER_DAY: '22',
};
const service = await startService(settings, {workers: false});
test.after.always(() => service.stop());

test('GET /v1/me returns account, credential, quotas and limits, and nothing else', async t => {
	const ana = await service.client();
	const {status, body} = await ana('GET', '/v1/me');
	t.is(status, 200);
	const unused = {used: 0, reserved: 0, resetsAt: quotaPeriod(new Date()).resetsAt.toISOString()};
	const today = quotaPeriod(new Date(), 'videoMs').resetsAt.toISOString();
	t.deepEqual(body, {
		ok: true,
		account: {id: ana.accountId, name: 'Ana Teste', email: body.account.email, plan: 'pro'},
		credential: {type: 'api_key', id: ana.credentialId, name: 'test', scopes: ALL_SCOPES, expiresAt: body.credential.expiresAt},
		quotas: {
			aiTexts: {...unused, limit: 44},
			narrationMs: {...unused, limit: 33 * 60_000},
			videoMs: {...unused, limit: 22_000, resetsAt: today},
		},
		limits: {callsPerMinute: 77, changesPerHour: 66, publishesPerHour: 55, exportsPerHour: 55},
	});
	t.regex(body.account.email, /@example\.com$/);
	const days = (Date.parse(body.credential.expiresAt) - Date.now()) / 86_400_000;
	t.true(days > 29.9 && days <= 30);
	t.false(JSON.stringify(body).includes(ana.key));
});

test('it names the scopes of the credential that asks', async t => {
	const ana = await service.client({scopes: ['tours:read', 'publish']});
	t.deepEqual((await ana('GET', '/v1/me')).body.credential.scopes, ['tours:read', 'publish']);
});

test('it shows what was used and reserved this month, and nothing of another month or account', async t => {
	const [ana, bento] = [await service.client(), await service.client()];
	const {period} = quotaPeriod(new Date());
	const write = (accountId: string, kind: string, when: string, used: number, reserved: number) =>
		service.services.database.query('INSERT INTO quotas (account_id, kind, period, used, reserved) VALUES (?, ?, ?, ?, ?)', [
			accountId,
			kind,
			when,
			used,
			reserved,
		]);
	await write(ana.accountId, 'aiTexts', period, 7, 2);
	await write(ana.accountId, 'narrationMs', '2020-01', 9, 9);
	await write(bento.accountId, 'aiTexts', period, 40, 1);
	const {aiTexts, narrationMs} = (await ana('GET', '/v1/me')).body.quotas;
	t.like(aiTexts, {used: 7, reserved: 2});
	t.like(narrationMs, {used: 0, reserved: 0});
});

test('it takes no query', async t => {
	const ana = await service.client();
	t.is((await ana('GET', '/v1/me?verbose=1')).status, 400);
});

test('the month of a quota turns at 00:00 UTC on the 1st', t => {
	const at = (time: string) => quotaPeriod(new Date(time));
	t.deepEqual(at('2026-01-31T23:59:59.999Z'), {period: '2026-01', resetsAt: new Date('2026-02-01T00:00:00Z')});
	t.deepEqual(at('2026-02-01T00:00:00Z'), {period: '2026-02', resetsAt: new Date('2026-03-01T00:00:00Z')});
	t.deepEqual(at('2026-12-15T12:00:00Z'), {period: '2026-12', resetsAt: new Date('2027-01-01T00:00:00Z')});
	t.deepEqual(at('2028-02-29T12:00:00+14:00').period, '2028-02');
});
