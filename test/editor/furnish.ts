import {readFile} from 'node:fs/promises';
import type {ReportEvent} from '../../shared/contract/visitors/report.ts';
import {randomToken} from '../../shared/ids.ts';
import {tx} from '../../shared/store/database.ts';
import {addToStatistics} from '../../shared/store/visitors/statistics.ts';
import {publishForm, sendLead} from '../helpers/lead.ts';
import {registerApp} from '../helpers/oauth-app.ts';
import {openPerson} from '../helpers/oauth-person.ts';
import type {signedIn} from '../helpers/person.ts';
import {type Client, request, type TestService} from '../helpers/service.ts';

/** An account in which something has happened. */

type Person = Awaited<ReturnType<typeof signedIn>>;
const DAY_MS = 86_400_000;
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** A visit as it was counted on that day (YYYY-MM-DD). */
export function visited({services}: TestService, tourId: string, day: string, events: ReportEvent[]) {
	return tx(services.database, db => addToStatistics(db, [{tourId, visit: randomToken(), at: Date.parse(`${day}T12:00:00Z`), events}]));
}

/** A published tour of three steps with visits on so many days, and one that nobody has seen. Returns the first one's id. */
export async function furnishTours(service: TestService, person: Person, {name = 'First flow', days = 40} = {}): Promise<string> {
	const {id} = (await person.call('POST', '/app/v1/tours', {name})).body.tour;
	const base64 = (await readFile('docs/examples/first-flow/01-place-inject.png')).toString('base64');
	const steps: string[] = [];
	for (const body of [
		{title: 'Place the node', image: {base64}},
		{type: 'slide', title: 'Wire it'},
		{type: 'slide', title: 'Deploy'},
	]) {
		steps.push((await person.call('POST', `/app/v1/tours/${id}/steps`, body)).body.step.id);
	}
	await person.call('POST', `/app/v1/tours/${id}/publish`);
	for (let ago = 0; ago < days; ago++) {
		// More on some days than on others, the same each time.
		for (let visit = 0; visit < 1 + ((ago * 7) % 5); visit++) {
			const seen = steps.slice(0, 1 + (visit % 3)).map((step, index) => ({type: 'step' as const, step, n: index + 1}));
			await visited(
				service,
				id,
				daysAgo(ago),
				visit % 3 === 2 ? [...seen, {type: 'complete'}, {type: 'cta', target: 'link', click: 1}] : seen,
			);
		}
	}
	return id;
}

/** So many leads of one tour, two of them of one person. Returns the tour's id. */
export async function furnishLeads(client: Client, count: number): Promise<string> {
	const form = await publishForm(client, {consentText: 'Concordo em receber contato da Empresa Exemplo sobre este tour.'});
	for (let index = 0; index < count; index++) {
		const email = index < 2 ? 'bia@private.example' : `visitor-${index}@private.example`;
		await sendLead(form, {name: index === 0 ? 'Bia Particular' : `Visitor ${index}`, email, phone: '+55 11 91234-5678', consent: 'yes'});
	}
	return form.tourId;
}

/** An app that this person let in: its access token. */
export async function letIn(service: TestService, accountId: string, name: string): Promise<string> {
	const app = await registerApp(service.baseUrl, {client_name: name});
	const asked = await openPerson(service, {accountId});
	const resource = `${service.baseUrl}/v1`;
	const {url, verifier} = app.ask({resource});
	const code = (await asked.consent(url, {scopes: ['tours:read']})).searchParams.get('code');
	const token: string = (await app.redeem(code, verifier, {resource})).body.access_token;
	await request(service.baseUrl, 'GET', '/v1/tours', token);
	return token;
}
