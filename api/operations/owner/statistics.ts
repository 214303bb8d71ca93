import {Type} from 'typebox';
import {Closed, Nullable} from '../../../shared/contract/schema.ts';
import {Period, SeriesDay, Totals} from '../../../shared/contract/visitors/analytics.ts';
import {readTourVersion} from '../../../shared/store/tours.ts';
import {firstCountedDay, sumDays, sumTours} from '../../../shared/store/visitors/statistics.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {checkPeriod, periodBefore, periodFields, periodOf, sumUp} from '../analytics/period.ts';
import {success} from '../responses.ts';

/** Tours that are named one by one; the sums are of all. */
const TOURS = 30;

export const getAccountStatistics = defineOperation({
	name: 'get_account_statistics',
	tag: 'Statistics',
	summary: 'Views, completions, CTA clicks and leads of all tours together or of one of them, by day, beside the period before',
	route: 'GET /account/statistics',
	account: true,
	scopes: [],
	input: Closed({tourId: Type.Optional(Type.String({maxLength: 40, description: 'Only this tour.'})), ...periodFields}),
	success: success(200, 'The statistics of the period.', {
		period: Period,
		totals: Totals,
		series: Type.Array(SeriesDay, {description: 'Every day of the period, in order.'}),
		before: Closed(
			{period: Period, totals: Totals, series: Type.Array(SeriesDay)},
			{description: 'As many days, which end the day before the period.'},
		),
		since: Nullable(Type.String({format: 'date', description: 'The first day on which anything was counted; null: nothing ever was.'})),
		tours: Type.Array(
			Closed({
				tourId: Type.String(),
				name: Type.String(),
				slug: Nullable(Type.String({description: 'null where it is not published.'})),
				totals: Totals,
			}),
			{
				description: `Without tourId: the ${TOURS} most viewed tours of the period, of those that were among the ${TOURS} most viewed of one of its days.`,
			},
		),
	}),
	errors: [],
	check: checkPeriod,
	async handler({tourId = null, ...asked}, {db, accountId}) {
		// Throws where the account has no such tour.
		if (tourId !== null) await readTourVersion(db, accountId, tourId);
		const period = periodOf(asked);
		const before = periodBefore(period);
		const counted = await sumDays(db, accountId, {from: before.from, to: period.to}, tourId);
		return respond(200, {
			period,
			...sumUp(counted, period),
			before: {period: before, ...sumUp(counted, before)},
			since: await firstCountedDay(db, accountId, tourId),
			tours: tourId === null ? await sumTours(db, accountId, period, {days: daysWithViews(counted, period), limit: TOURS}) : [],
		});
	},
});

function daysWithViews(counted: ReadonlyArray<{day: string}>, {from}: {from: string}): string[] {
	return counted.map(({day}) => day).filter(day => day >= from);
}
