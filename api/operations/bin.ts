import {Type} from 'typebox';
import {DAY_MS, LIMITS} from '../../shared/contract/limits.ts';
import {RETENTION} from '../../shared/contract/retention.ts';
import {Closed, Name, Timestamp} from '../../shared/contract/schema.ts';
import {TourListItem} from '../../shared/contract/tour.ts';
import {newId} from '../../shared/ids.ts';
import {presentTourListItem} from '../../shared/present/tour.ts';
import {emptyBin, eraseTour, restoreTour, trashTour} from '../../shared/store/bin.ts';
import {binnedUntil, listBin, readTour} from '../../shared/store/tour-list.ts';
import {insertTour, lockTour, readContent} from '../../shared/store/tours.ts';
import {duplicateOf} from '../../shared/tour/document/duplicate.ts';
import {requireScopes} from '../auth/bearer.ts';
import {creatorOf, defineOperation, respond} from '../pipeline/operation.ts';
import {nextCursor, pageOf, pageQuery, readCursor, success, TourResponse, tourId, tourResponse} from './responses.ts';
import {findTour, TOUR_ID} from './tours.ts';

const BIN_DAYS = RETENTION.binMs / DAY_MS;

export const trashTourOperation = defineOperation({
	name: 'trash_tour',
	tag: 'Tours',
	summary: 'Put a tour into the bin',
	description: `Its link is down at once; for ${BIN_DAYS} days it can be brought back, then it is deleted with its statistics and leads. Where it is published the permission publish is needed as well.`,
	route: 'DELETE /tours/{id}',
	scopes: ['tours:write'],
	input: Closed({id: tourId}),
	success: success(200, 'The tour is in the bin.', {
		deleted: Type.Literal(true),
		until: Type.String({format: 'date-time', description: 'Until when it can be brought back.'}),
	}),
	errors: ['version_mismatch'],
	counts: ['change'],
	pastLimits: true,
	async handler({id}, call) {
		const tour = await lockTour(call.db, call.accountId, id, call.ifMatch);
		if (tour.status === 'published') requireScopes(['publish'], call.credential, call.services.config.baseUrl);
		const until = await trashTour(call.db, tour);
		return respond(200, {deleted: true, until: until.toISOString()});
	},
});

export const restoreTourOperation = defineOperation({
	name: 'restore_tour',
	tag: 'Tours',
	summary: 'Bring a tour back out of the bin',
	description: 'It comes back unpublished; publishing gives it the link that it had. One that is in no bin stays as it is.',
	route: 'POST /tours/{id}/restore',
	scopes: ['tours:write'],
	input: Closed({id: tourId}),
	success: success(200, 'The tour.', TourResponse),
	versioned: true,
	counts: ['change'],
	async handler({id}, call) {
		const restored = await restoreTour(call.db, call.accountId, id);
		const tour = await readTour(call.db, call.accountId, id);
		return {...tourResponse(200, tour, call), unchanged: !restored};
	},
});

const BinItem = Closed(
	{
		...TourListItem.properties,
		deletedAt: Timestamp,
		until: Type.String({format: 'date-time', description: 'Until when it can be brought back.'}),
	},
	{title: 'BinItem', description: 'A tour in the bin.'},
);

export const listBinOperation = defineOperation({
	name: 'list_bin',
	tag: 'Tours',
	summary: 'List the tours in the bin, the last deleted first',
	route: 'GET /bin',
	scopes: ['tours:read'],
	input: Closed(pageQuery('Tours')),
	success: success(200, 'A page of the bin.', {tours: Type.Array(BinItem), nextCursor}),
	async handler({limit = LIMITS.pageSizeDefault, cursor}, call) {
		const after = readCursor(cursor, TOUR_ID);
		const found = await listBin(call.db, call.accountId, {limit: limit + 1, after});
		const page = pageOf(found, limit, ({deletedAt: at, id}) => ({at, id}));
		return respond(200, {
			tours: page.rows.map(tour => ({
				...presentTourListItem(tour, call.services.config.baseUrl),
				deletedAt: tour.deletedAt.toISOString(),
				until: binnedUntil(tour.deletedAt).toISOString(),
			})),
			nextCursor: page.nextCursor,
		});
	},
});

export const duplicateTour = defineOperation({
	name: 'duplicate_tour',
	tag: 'Tours',
	summary: 'Make another tour that shows the same',
	description: 'With its theme, form, card, steps, pictures and narration, unpublished.',
	route: 'POST /tours/{id}/duplicate',
	scopes: ['tours:write'],
	input: Closed({
		id: tourId,
		name: Type.Optional(Name('Name of the new tour; default: the same with a number.', LIMITS.tourName)),
	}),
	success: success(201, 'The new tour.', TourResponse),
	versioned: true,
	idempotent: true,
	counts: ['change'],
	find: findTour,
	async handler({id, name}, call) {
		const {db, accountId} = call;
		const content = duplicateOf(await readContent(db, accountId, id), name, () => newId('step'));
		return tourResponse(201, await insertTour(db, {accountId, createdBy: creatorOf(call.credential), content}), call);
	},
});

// Erasing for good, before the bin's time is over: nothing brings it back, so a person does it, never an agent.

/** Tours that one call erases at most: one transaction holds their rows. */
const AT_ONCE = 100;

export const eraseTourOperation = defineOperation({
	name: 'erase_tour',
	tag: 'Tours',
	summary: 'Erase a tour out of the bin now, with its versions, statistics and leads',
	route: 'DELETE /bin/{id}',
	account: true,
	input: Closed({id: tourId}),
	success: success(200, 'Erased. Its link still says that it was taken down.', {erased: Type.Literal(1), id: Type.String()}),
	async handler({id}, call) {
		await eraseTour(call.db, call.accountId, id);
		return respond(200, {erased: 1, id});
	},
});

export const emptyBinOperation = defineOperation({
	name: 'empty_bin',
	tag: 'Tours',
	summary: `Erase what is in the bin now, ${AT_ONCE} tours at most, the first deleted first`,
	route: 'DELETE /bin',
	account: true,
	input: Closed({}),
	success: success(200, 'How many were erased, and how many are left for the next call.', {erased: Type.Integer(), left: Type.Integer()}),
	async handler(_input, call) {
		return respond(200, await emptyBin(call.db, call.accountId, AT_ONCE));
	},
});
