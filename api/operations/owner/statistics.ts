import {Type} from 'typebox';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {Quota} from '../../../shared/contract/quota.ts';
import {Choice, Closed, Nullable} from '../../../shared/contract/schema.ts';
import {Period, SeriesDay, Totals} from '../../../shared/contract/visitors/analytics.ts';
import {readAccountTotals} from '../../../shared/store/access/account-totals.ts';
import {PLANS} from '../../../shared/store/access/accounts.ts';
import {exportsLeft} from '../../../shared/store/exports/tour-exports.ts';
import {readQuotas} from '../../../shared/store/quotas.ts';
import {readTourVersion} from '../../../shared/store/tours.ts';
import {firstCountedDay, sumDays, sumTours} from '../../../shared/store/visitors/statistics.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {leftOf} from '../../pipeline/rate-limits.ts';
import {checkPeriod, periodBefore, periodFields, periodOf, sumUp} from '../analytics/analytics.ts';
import {success} from '../responses.ts';

export const getAccountStatistics = defineOperation({
	name: 'get_account_statistics',
	tag: 'Statistics',
	summary: 'Views, completions, CTA clicks and leads of all tours together or of one of them, by day, beside the period before',
	route: 'GET /account/statistics',
	account: true,
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
				description: `Without tourId: the ${LIMITS.mostViewed} most viewed tours of the period, of those that were among the ${LIMITS.mostViewed} most viewed of one of its days.`,
			},
		),
	}),
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
			tours: tourId === null ? await sumTours(db, accountId, period, {days: daysWithViews(counted, period), limit: LIMITS.mostViewed}) : [],
		});
	},
});

const Left = Closed({
	limit: Type.Integer(),
	remaining: Type.Integer(),
	resetsInSeconds: Type.Integer({description: '0 where nothing of it is used.'}),
});

export const getUsage = defineOperation({
	name: 'get_usage',
	tag: 'Account',
	summary: 'What the account uses: quotas of the month and the day, what is left of the limits, what is stored',
	route: 'GET /account/usage',
	account: true,
	input: Closed({}),
	success: success(200, 'The usage.', {
		plan: Choice(PLANS),
		quotas: Closed({aiTexts: Quota, narrationMs: Quota, videoMs: {...Quota, description: 'Of exports that move, a day.'}}),
		limits: Closed({
			sessionChanges: Left,
			changes: Left,
			publishes: Left,
			exports: Left,
		}),
		media: Closed({images: Type.Integer(), bytes: Type.Integer({description: 'As they were received.'})}),
		tours: Closed({count: Type.Integer(), published: Type.Integer(), inBin: Type.Integer()}),
	}),
	async handler(_input, call) {
		const {services, db, accountId, credential} = call;
		const quotas = await readQuotas(db, services.config, accountId, new Date());
		const exports = await exportsLeft(db, accountId, services.config.exportsPerHour);
		const limits = {...(await leftOf(services, accountId)), exports};
		return respond(200, {plan: credential.account.plan, quotas, limits, ...(await readAccountTotals(db, accountId))});
	},
});

function daysWithViews(counted: ReadonlyArray<{day: string}>, {from}: {from: string}): string[] {
	return counted.map(({day}) => day).filter(day => day >= from);
}
