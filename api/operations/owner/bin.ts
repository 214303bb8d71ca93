import {Type} from 'typebox';
import {Closed} from '../../../shared/contract/schema.ts';
import {emptyBin, eraseTour} from '../../../shared/store/bin.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {success, tourId} from '../responses.ts';

/** Erasing for good, before the bin's time is over: nothing brings it back, so a person does it, never an agent. */

/** Tours that one call erases at most: one transaction holds their rows. */
const AT_ONCE = 100;

export const eraseTourOperation = defineOperation({
	name: 'erase_tour',
	tag: 'Tours',
	summary: 'Erase a tour out of the bin now, with its versions, statistics and leads',
	route: 'DELETE /bin/{id}',
	account: true,
	scopes: [],
	input: Closed({id: tourId}),
	success: success(200, 'Erased. Its link still says that it was taken down.', {erased: Type.Literal(1), id: Type.String()}),
	errors: [],
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
	scopes: [],
	input: Closed({}),
	success: success(200, 'How many were erased, and how many are left for the next call.', {erased: Type.Integer(), left: Type.Integer()}),
	errors: [],
	async handler(_input, call) {
		return respond(200, await emptyBin(call.db, call.accountId, AT_ONCE));
	},
});
