import {readFile} from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type {components, paths} from './types.ts';

const {BASE, KEY, PICTURE} = process.env;
const api = createClient<paths>({baseUrl: BASE!, headers: {Authorization: `Bearer ${KEY}`}});

const made = await api.POST('/v1/tours', {body: {name: 'Inject a message', language: 'en'}});
if (!made.data) throw new Error(made.error.message);
const tour: components['schemas']['Tour'] = made.data.tour;

const stored = await api.POST('/v1/media', {body: {base64: (await readFile(PICTURE!)).toString('base64')}});
if (!stored.data || !('media' in stored.data)) throw new Error(stored.error?.message ?? 'The picture is still being stored.');

const added = await api.POST('/v1/tours/{id}/steps', {
	params: {path: {id: tour.id}},
	body: {
		title: 'Open the palette',
		image: {mediaId: stored.data.media.mediaId},
		highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.1},
	},
});
if (!added.data) throw new Error(added.error.message);

const refused = await api.POST('/v1/tours', {body: {name: ' '}});
if (refused.error?.error !== 'invalid_request') throw new Error('A blank name was taken.');

const published = await api.POST('/v1/tours/{id}/publish', {params: {path: {id: tour.id}}});
const link = published.data && 'publishedLink' in published.data ? published.data.publishedLink : undefined;
if (!link) throw new Error(published.error?.message ?? 'The tour is still being published.');
console.log(link.url);
