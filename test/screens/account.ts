import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ReportEvent} from '../../shared/contract/visitors/report.ts';
import {daysAgo, letIn, visited} from '../editor/furnish.ts';
import {EXAMPLE_FOLDER, readExample} from '../helpers/example-tour.ts';
import {publishForm, sendLead} from '../helpers/lead.ts';
import {signedIn} from '../helpers/person.ts';
import type {Client, TestService} from '../helpers/service.ts';

/** An account as somebody has it who has worked with Roteiro for a while. */
export type Demo = {
	token: string;
	accountId: string;
	tourId: string;
	/** Id of a tour with buttons, a hotspot and chapters. */
	forkId: string;
};

/** Name, look, and with which of the pictures it begins. */
const TOURS = [
	['Connect the payment terminal', 'green', 4],
	['Invite your team', 'documento', 2],
	['Month-end closing in five clicks', 'violet', 5],
	['What is new in March', 'laranja-vibrante', 1],
	['Internal: incident checklist', 'dark', 3],
] as const;
const DAYS = 35;

export async function furnishDemo(service: TestService, language: string): Promise<Demo> {
	const person = await signedIn(service);
	await person.call('PATCH', '/app/v1/account', {
		name: 'Ana Lima',
		language,
		company: 'Empresa Exemplo',
		privacyUrl: 'https://example.com/privacy',
	});
	await service.services.database.query('UPDATE accounts SET email = ? WHERE id = ?', ['ana.lima@example.com', person.accountId]);
	const agent = await service.client({accountId: person.accountId});
	for (const [name, preset, from] of TOURS) await small(agent, {name, preset, from});
	const {tourId, steps} = await main(agent, person);
	await visits(service, tourId, steps);
	const form = await publishForm(agent, {consentText: 'I agree that Empresa Exemplo contacts me about this tour.'});
	for (const [name, email] of [
		['Bia Souza', 'bia@example.com'],
		['Carlos Ferreira da Conceição', 'carlos.ferreira.da.conceicao@subsidiary.example.com'],
		['Dana', 'dana@example.org'],
	]) {
		await sendLead(form, {name: name!, email: email!, phone: '+55 11 91234-5678', consent: 'yes'});
	}
	const {tour} = (await person.call('POST', '/app/v1/tours', {name: 'Old onboarding'})).body;
	await person.call('DELETE', `/app/v1/tours/${tour.id}`);
	await letIn(service, person.accountId, 'Claude');
	return {token: person.token, accountId: person.accountId, tourId, forkId: await fork(agent, language)};
}

async function small(agent: Client, {name, preset, from}: {name: string; preset: string; from: number}): Promise<void> {
	const step = {title: 'Begin here', image: await uploaded(agent, from), highlight: {x: 0.4, y: 0.3, width: 0.2, height: 0.1}};
	const id = await put(agent, {name, language: 'en', theme: {preset}, steps: [step, {type: 'slide', title: 'Done'}]});
	if (from % 2) await agent('POST', `/v1/tours/${id}/publish`, {body: {}});
}

/** Stores the picture of the example at this place, counted round, and returns what a step names it by. */
async function uploaded(agent: Client, place: number): Promise<{mediaId: string}> {
	const pictures = (await readdir(EXAMPLE_FOLDER)).filter(file => file.endsWith('.png')).sort();
	const base64 = (await readFile(join(EXAMPLE_FOLDER, pictures[place % pictures.length]!))).toString('base64');
	const {media} = (await agent('POST', '/v1/media', {body: {base64}})).body;
	return {mediaId: media.mediaId};
}

/** Makes a tour of the document, and returns its id. */
async function put(agent: Client, document: {name: string; [member: string]: unknown}): Promise<string> {
	const key = document.name.toLowerCase().replaceAll(/\W+/g, '-');
	const {status, body} = await agent('PUT', `/v1/documents/${key}`, {body: {document}});
	if (status >= 300) throw new Error(JSON.stringify(body));
	return body.tour.id;
}

/** Asks what to show; one of its steps is led to by nothing. */
async function fork(agent: Client, language: string): Promise<string> {
	const image = await uploaded(agent, 2);
	const to = (step: string) => ({to: 'step', step});
	const area = {x: 0.1, y: 0.2, width: 0.15, height: 0.1};
	const steps = [
		{
			key: 'ask',
			type: 'slide',
			title: 'What do you want to see?',
			scene: 1,
			actions: {
				buttons: [
					{label: 'Prices', target: to('prices')},
					{label: 'Reports', target: to('reports'), goal: true},
				],
			},
		},
		{
			key: 'prices',
			title: 'What it costs',
			scene: 2,
			image,
			actions: {next: {to: 'end'}, hotspots: [{label: 'Back to the question', area, target: to('ask')}]},
		},
		{key: 'reports', title: 'What you see', scene: 3, image, actions: {next: {to: 'end'}}},
		{key: 'lost', title: 'Nobody comes here', image},
	];
	const chapters = ['Begin', 'Prices', 'Reports'].map((title, at) => ({scene: at + 1, title}));
	return put(agent, {name: 'Pick your way', language, steps, chapters});
}

/** The tour of the example, published, then changed once more. */
async function main(agent: Client, person: Awaited<ReturnType<typeof signedIn>>) {
	const example = await readExample();
	const {tour} = (await person.call('POST', '/app/v1/tours', {name: 'Your first flow in Node-RED'})).body;
	await person.call('PUT', `/app/v1/tours/${tour.id}/narration-settings`, {language: 'en'});
	const steps: string[] = [];
	for (const {file, ...step} of example.steps) {
		const base64 = file && (await readFile(join(EXAMPLE_FOLDER, file))).toString('base64');
		const reply = await agent('POST', `/v1/tours/${tour.id}/steps`, {body: {...step, ...(base64 && {image: {base64}})}});
		if (reply.status >= 300) throw new Error(JSON.stringify(reply.body));
		steps.push(reply.body.step.id);
	}
	await agent('POST', `/v1/tours/${tour.id}/publish`, {body: {}});
	return {tourId: tour.id as string, steps};
}

async function visits(service: TestService, tourId: string, steps: string[]): Promise<void> {
	for (let ago = 0; ago < DAYS; ago++) {
		const count = 3 + ((ago * 7) % 5) + (ago % 7 < 5 ? 4 : 0);
		for (let visit = 0; visit < count; visit++) {
			const far = 1 + ((visit * 5 + ago) % steps.length);
			const events: ReportEvent[] = steps.slice(0, far).map(step => ({type: 'step', step}));
			if (far === steps.length) events.push({type: 'complete'}, {type: 'cta', target: 'link', click: 1});
			await visited(service, tourId, daysAgo(ago), events);
		}
	}
}
