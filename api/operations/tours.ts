import {LRUCache} from 'lru-cache';
import {type Static, Type} from 'typebox';
import {openLookups} from '../../shared/concurrency.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {Choice, Closed, Name, Text} from '../../shared/contract/schema.ts';
import {LanguageCode} from '../../shared/contract/step.ts';
import {ThemeInput} from '../../shared/contract/theme.ts';
import {FoundTour, type Tour} from '../../shared/contract/tour.ts';
import type {ErrorCode} from '../../shared/errors.ts';
import {presentFoundTour} from '../../shared/present/tour.ts';
import type {Db} from '../../shared/store/database.ts';
import {missingTour, readTour} from '../../shared/store/tour-list.ts';
import {type ListPlace, searchTours, TOUR_SORTS} from '../../shared/store/tour-search.ts';
import {findTourStates, insertTour, requireTour, type TourState} from '../../shared/store/tours.ts';
import {emptyTour} from '../../shared/tour/document/document.ts';
import {canonicalLanguage} from '../../shared/tour/language/language-tag.ts';
import {changeTheme} from '../../shared/tour/themes.ts';
import {type Call, creatorOf, defineOperation, respond} from '../pipeline/operation.ts';
import {
	changeTourFor,
	encodeCursor,
	nextCursor,
	pageQuery,
	readCursor,
	readNameCursor,
	success,
	TourResponse,
	tourId,
	tourResponse,
} from './responses.ts';

/** Pattern of the tour ids in cursors: looser than ids are, as no more is needed there. */
export const TOUR_ID = /^\S{1,40}$/;

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
		sort: Type.Optional(Choice(TOUR_SORTS, {description: 'updated (default) and created: newest first. name: by name.'})),
	}),
	success: success(200, 'A page of tours.', {
		tours: Type.Array(FoundTour),
		nextCursor,
	}),
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

/** Throws `not_found` where the call names a tour, or a step, that is not there. */
export function findTour(input: {id: string; stepId?: string}, call: Call): Promise<void> {
	return requireTour(call.db, call.accountId, input.id, input.stepId);
}

/** Declares what every operation that changes a tour has; one with more errors lists them all. */
export const CHANGES_TOUR = {versioned: true, errors: ['version_mismatch'] as ErrorCode[], counts: ['change'] as const, find: findTour};

export const createTour = defineOperation({
	name: 'create_tour',
	tag: 'Tours',
	summary: 'Create an empty tour',
	route: 'POST /tours',
	scopes: ['tours:write'],
	input: Closed({
		name: Name('Name of the tour.', LIMITS.tourName),
		theme: Type.Optional(ThemeInput),
		language: Type.Optional(LanguageCode('Language of texts, page and narration: en, es-MX. Default pt, which is pt-BR.')),
	}),
	success: success(201, 'The tour, unpublished.', TourResponse),
	versioned: true,
	idempotent: true,
	counts: ['change'],
	handler: newTour,
});

/** A new tour of the caller's, in a language of its own where one is given. */
async function newTour({name, theme = {}, language}: {name: string; theme?: ThemeInput; language?: string}, call: Call) {
	const empty = emptyTour(name);
	const settings = {...empty.narrationSettings, ...(language !== undefined && {language: canonicalLanguage(language) ?? language})};
	const content = {...empty, theme: changeTheme(empty.theme, theme), narrationSettings: settings};
	const {db, accountId, credential} = call;
	return tourResponse(201, await insertTour(db, {accountId, createdBy: creatorOf(credential), content}), call);
}

export const getTour = defineOperation({
	name: 'get_tour',
	tag: 'Tours',
	summary: 'Read a tour: steps, theme, opening form, closing card, published link',
	route: 'GET /tours/{id}',
	scopes: ['tours:read'],
	input: Closed({id: tourId}),
	success: success(200, 'The tour with everything in it.', TourResponse),
	versioned: true,
	async handler({id}, call) {
		const state = await stateOf(call.db, id);
		if (state?.accountId !== call.accountId) throw await missingTour(call.db, call.accountId, id);
		const {version, company, privacyUrl} = state;
		const tour = await shown.forceFetch(JSON.stringify([id, version, company, privacyUrl]), {context: {id, call}});
		lastBytes.set(id, tour.json.length);
		return {response: {status: 200 as const, body: tour.body, version: tour.version}, json: tour.json};
	},
});

type Shown = {body: {tour: Static<typeof Tour>}; version: number; json: Buffer};

/**
 * Bodies of GET responses by tour, version and publisher. Every visible change of a tour changes one of these, so that a repeated call reads
 * only them, and simultaneous calls read a large tour once. Doubles the calls per second of a polling client.
 */
const shown = new LRUCache<string, Shown, {id: string; call: Call}>({
	maxSize: 32 * 1024 * 1024,
	// The body, its JSON, and the message that an agent gets, which has that twice.
	sizeCalculation: ({json}) => 5 * json.length,
	// A tour that changed since its state was read is shown as it is now.
	async fetchMethod(_key, _stale, {context: {id, call}}) {
		const {body, version} = tourResponse(200, await readTour(call.db, call.accountId, id), call).response;
		return {body, version: version!, json: Buffer.from(JSON.stringify({ok: true, ...body}))};
	},
	ignoreFetchAbort: true,
});

/** Bytes of a tour's JSON when this process last sent it: they tell without a query if it is small. */
const lastBytes = new LRUCache<string, number>({max: 10_000});

/** Returns true if this process has sent the tour before, in fewer bytes than these. */
export function wasSmall(id: unknown, bytes: number): boolean {
	return typeof id === 'string' && (lastBytes.get(id) ?? bytes) < bytes;
}

const states = new WeakMap<Db, (id: string) => Promise<TourState | null>>();

/** Returns the tour's state now, of any account, or null without such a tour. Calls of the same moment share one statement. */
function stateOf(db: Db, id: string): Promise<TourState | null> {
	let look = states.get(db);
	if (!look) {
		look = openLookups(ids => findTourStates(db, ids));
		states.set(db, look);
	}
	return look(id);
}

export const renameTour = defineOperation({
	name: 'rename_tour',
	tag: 'Tours',
	summary: 'Rename a tour',
	route: 'PATCH /tours/{id}',
	scopes: ['tours:write'],
	input: Closed({id: tourId, name: Name('The new name.')}),
	success: success(200, 'The tour under its new name.', TourResponse),
	...CHANGES_TOUR,
	async handler({id, name}, call) {
		const {tour} = await changeTourFor(call, id, content => ({content: {...content, name}}));
		return tourResponse(200, tour, call);
	},
});

function wordsOf(q: string): string[] {
	const words = q.split(/\s+/).filter(word => word !== '');
	return words.length <= WORDS ? words : [...words.slice(0, WORDS), words.slice(WORDS).join(' ')];
}
