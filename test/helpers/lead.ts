import type {LeadCaptureInput} from '../../shared/contract/cards.ts';
import type {Client, Reply} from './service.ts';

/** For the tests of opening forms: a published tour that has one, and somebody who fills it in. */

export type FormTour = {tourId: string; url: string; slug: string; formId: string};

/** A tour of two slides with this opening form, published; or its preview. */
export async function publishForm(client: Client, form: LeadCaptureInput = {}, {dryRun = false} = {}): Promise<FormTour> {
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'Tour com formulário'}})).body;
	await client('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'Primeiro'}});
	await client('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'Segundo'}});
	return republishForm(client, tour.id, form, {dryRun});
}

/** The same tour with another form. */
export async function republishForm(client: Client, tourId: string, form: LeadCaptureInput, {dryRun = false} = {}): Promise<FormTour> {
	await client('PUT', `/v1/tours/${tourId}/lead-capture`, {body: {enabled: true, ...form}});
	const {status, body} = await client('POST', `/v1/tours/${tourId}/publish`, {body: {dryRun}});
	if (status >= 300) throw new Error(JSON.stringify(body));
	const url: string = dryRun ? body.preview.url : body.publishedLink.url;
	const page = await (await fetch(url)).text();
	return {tourId, url, slug: url.split('/').at(-1)!, formId: /name="form" value="([0-9a-f]{32})"/.exec(page)![1]!};
}

/** Fields with which any form is content. */
export const ANSWERS = {name: 'Bia Particular', email: 'Bia@Private.example', phone: '+55 (11) 91234-5678', consent: 'yes'};

/** Sends the form as its page does: with script (JSON) or without. */
export async function sendLead(
	{url, formId}: Pick<FormTour, 'url' | 'formId'>,
	fields: Record<string, string> = ANSWERS,
	{json = true, headers = {}}: {json?: boolean; headers?: Record<string, string>} = {},
): Promise<Reply> {
	const response = await fetch(`${url}/lead`, {
		method: 'POST',
		redirect: 'manual',
		headers: {Origin: new URL(url).origin, ...(json && {Accept: 'application/json'}), ...headers},
		body: new URLSearchParams({form: formId, ...(json && {ms: '2500'}), ...fields}),
	});
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.includes('application/json');
	return {status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text};
}
