import {findTourId} from '../../../shared/store/documents/documents.ts';
import {findTourBySlug} from '../../../shared/store/find-tours.ts';
import {readTourUrl} from '../../../shared/tour/urls.ts';
import type {McpCall, Params} from '../context.ts';

const SLUG = /^[0-9A-Za-z]{22}$/;
const RESOURCE = /^tour:\/\/(tour_[0-9a-z]{26})(?:$|\/)/;

/**
 * The arguments with the tour's id in the place of its public link, of the slug in it, of its resource's URI or of the
 * key of `put_tour`: a person seldom has the id.
 */
export async function withTourIds(input: Params, {services, credential}: Pick<McpCall, 'services' | 'credential'>): Promise<Params> {
	// What is no object is refused as such.
	if (typeof input !== 'object' || Array.isArray(input)) return input;
	const named = {...input};
	const {account} = credential;
	const db = services.database.manager;
	for (const field of ['id', 'tourId']) {
		const given = input[field];
		if (typeof given !== 'string') continue;
		const text = given.trim();
		const slug = SLUG.test(text) ? text : readTourUrl(services.config.baseUrl, text)?.slug;
		const id =
			(slug && (await findTourBySlug(db, account.id, slug))) || RESOURCE.exec(text)?.[1] || (await findTourId(db, account.id, text, field));
		if (id) named[field] = id;
	}
	return named;
}
