import test from 'ava';
import {eventually} from '../helpers/eventually.ts';
import {type OauthApp, registerApp} from '../helpers/oauth-app.ts';
import {openPerson} from '../helpers/oauth-person.ts';
import {signedIn} from '../helpers/person.ts';
import {request, startService} from '../helpers/service.ts';

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());

/** An app that an account has let in: its access token. */
async function letIn(app: OauthApp, accountId: string): Promise<string> {
	const person = await openPerson(service, {accountId});
	const {url, verifier} = app.ask({resource: `${service.baseUrl}/v1`});
	const code = (await person.consent(url, {scopes: ['tours:read']})).searchParams.get('code');
	return (await app.redeem(code, verifier, {resource: `${service.baseUrl}/v1`})).body.access_token;
}

test('an app that was let in is listed with what it may, its uses are shown under its name, and it is disconnected by its owner alone', async t => {
	const [ana, bo] = [await signedIn(service), await signedIn(service)];
	const app = await registerApp(service.baseUrl, {client_name: 'Agenda <b>'});
	const [anas, bos] = [await letIn(app, ana.accountId), await letIn(app, bo.accountId)];
	t.is((await request(service.baseUrl, 'GET', '/v1/tours', anas)).status, 200);
	t.is((await request(service.baseUrl, 'POST', '/v1/tours', anas, {body: {name: 'No'}})).status, 403);
	// Uses are written in batches.
	await eventually('its uses are written', async () => (await ana.call('GET', '/app/v1/account/uses')).body.uses.length >= 2);

	const {apps} = (await ana.call('GET', '/app/v1/account/apps')).body;
	t.is(apps.length, 1);
	t.like(apps[0], {name: 'Agenda <b>', scopes: ['tours:read']});
	t.truthy(apps[0].lastUsedAt);
	const {uses} = (await ana.call('GET', '/app/v1/account/uses')).body;
	t.deepEqual(
		uses.map(({app: name, action, status, credential}: Record<string, unknown>) => [name, action, status, credential]),
		[
			['Agenda <b>', 'create_tour', 403, {type: 'oauth', id: apps[0].id}],
			['Agenda <b>', 'list_tours', 200, {type: 'oauth', id: apps[0].id}],
		],
	);
	t.is((await bo.call('DELETE', `/app/v1/account/apps/${apps[0].id}`)).status, 404);
	t.is((await ana.call('DELETE', `/app/v1/account/apps/${apps[0].id}`)).status, 200);
	t.is((await ana.call('DELETE', `/app/v1/account/apps/${apps[0].id}`)).status, 404);
	await new Promise(resolve => setTimeout(resolve, 1000));
	t.is((await request(service.baseUrl, 'GET', '/v1/tours', anas)).status, 401);
	t.is((await request(service.baseUrl, 'GET', '/v1/tours', bos)).status, 200, 'another account’s stays');
	t.deepEqual((await ana.call('GET', '/app/v1/account/apps')).body.apps, []);
});
