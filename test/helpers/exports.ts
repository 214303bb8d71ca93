import {setTimeout as sleep} from 'node:timers/promises';
import type {TourExport} from '../../shared/contract/exports/tour-export.ts';
import {screenshot} from './images.ts';
import type {Client} from './service.ts';

/** For tests of exports: a small tour, and exports to their end. */

export type Tour = {id: string; mediaId: string; stepIds: string[]; picture: Buffer};

/** A step with a picture of its own and a slide. `shade` makes the picture another. */
export async function makeTour(client: Client, name: string, shade = 0): Promise<Tour> {
	const picture = await screenshot(800, 500 + shade)
		.png()
		.toBuffer();
	const {mediaId} = (await client('POST', '/v1/media', {body: {base64: picture.toString('base64')}})).body.media;
	const highlight = {x: 0.1, y: 0.1, width: 0.2, height: 0.1};
	const document = {
		name,
		language: 'en',
		steps: [
			{key: 'first', title: 'Open the report', text: 'Press Reports.', image: {mediaId}, highlight},
			{key: 'words', type: 'slide', title: 'Words alone'},
		],
	};
	const {status, body} = await client('PUT', `/v1/documents/${crypto.randomUUID()}`, {body: {document}});
	if (status !== 201) throw new Error(JSON.stringify(body));
	return {id: body.tour.id, mediaId, picture, stepIds: body.tour.steps.map(({id}: {id: string}) => id)};
}

/** As it is where it has not failed. */
type Made = Omit<TourExport, 'url' | 'bytes' | 'fileName'> & {url: string; bytes: number; fileName: string};

/** The export once it has ended, however it did. */
export async function ended(client: Client, id: string, patienceMs = 180_000): Promise<Made> {
	for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(100)) {
		const {body} = await client('GET', `/v1/exports/${id}`);
		if (body.export?.status === 'succeeded' || body.export?.status === 'failed') return body.export;
	}
	throw new Error(`The export ${id} did not end.`);
}

/** Orders an export and waits for it; throws where it is refused or fails. */
export async function exported(client: Client, tourId: string, asked: object): Promise<Made> {
	const {status, body} = await client('POST', `/v1/tours/${tourId}/exports`, {body: asked});
	if (status !== 201 && status !== 200) throw new Error(JSON.stringify(body));
	const made = await ended(client, body.export.id);
	if (made.status === 'failed') throw new Error(JSON.stringify(made.error));
	return made;
}
