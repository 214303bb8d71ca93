import {Type} from 'typebox';
import {LIMITS} from '../../shared/contract/limits.ts';
import {Choice, Closed, Text} from '../../shared/contract/schema.ts';
import {FoundTour} from '../../shared/contract/tour.ts';
import {presentFoundTour} from '../../shared/present/tour.ts';
import {type ListPlace, searchTours, TOUR_SORTS} from '../../shared/store/tour-search.ts';
import {defineOperation, respond} from '../pipeline/operation.ts';
import {encodeCursor, nextCursor, pageQuery, readCursor, readNameCursor} from './paging.ts';
import {success} from './responses.ts';
import {TOUR_ID} from './tours.ts';

/** Words that are looked for one by one; what comes after them is one more. */
const WORDS = 8;

export const listToursOperation = defineOperation({
	name: 'list_tours',
	tag: 'Tours',
	summary: "List the account's tours, newest change first, or find some of them",
	route: 'GET /tours',
	scopes: ['tours:read'],
	input: Closed({
		...pageQuery('Tours'),
		q: Type.Optional(Text(LIMITS.search, 'Words of the name, in any order, in whatever case and with or without accents.')),
		status: Type.Optional(Choice(['unpublished', 'published'], {description: 'Only those that are so.'})),
		createdBy: Type.Optional(
			Choice(['agent', 'editor'], {description: 'Only those that an agent or a key made, or a person in the editor.'}),
		),
		sort: Type.Optional(
			Choice(TOUR_SORTS, {description: 'updated (default): newest change first. created: newest tour first. name: by name.'}),
		),
	}),
	success: success(200, 'A page of tours.', {
		tours: Type.Array(FoundTour),
		nextCursor,
	}),
	errors: [],
	async handler({limit = LIMITS.pageSizeDefault, cursor, q = '', status, createdBy, sort = 'updated'}, call) {
		const after: ListPlace | null = sort === 'name' ? readNameCursor(cursor, TOUR_ID) : readCursor(cursor, TOUR_ID);
		const query = {words: wordsOf(q), status, createdBy, sort, limit, after};
		const {tours, next} = await searchTours(call.db, call.accountId, query);
		const {baseUrl} = call.services.config;
		return respond(200, {
			tours: tours.map(tour => presentFoundTour(tour, baseUrl)),
			nextCursor: next && encodeCursor({at: next.at, id: next.id, ...(sort === 'name' && {name: next.name})}),
		});
	},
});

function wordsOf(q: string): string[] {
	const words = q.split(/\s+/).filter(word => word !== '');
	return words.length <= WORDS ? words : [...words.slice(0, WORDS), words.slice(WORDS).join(' ')];
}
