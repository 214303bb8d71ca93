import {type Static, Type} from 'typebox';
import {Closed, Nullable} from '../schema.ts';

/** Statistics of a link, as the API returns them: counts and nothing else. */

/** Days of one period, and of the period that is meant where none is named. */
export const PERIOD_LIMITS = {days: 366, defaultDays: 30} as const;

const counts = {
	views: Type.Integer({description: 'Loads of the page that were seen.'}),
	completions: Type.Integer({description: 'Views that reached the last step.'}),
	ctaClicks: Type.Integer({description: 'Clicks on the buttons of the closing card.'}),
	leads: Type.Integer({description: 'Opening forms that were filled in.'}),
};

export const Totals = Closed(counts, {title: 'Totals', description: 'The sums of the period.'});
export type Totals = Static<typeof Totals>;

export const Period = Closed(
	{from: Type.String({format: 'date'}), to: Type.String({format: 'date'})},
	{title: 'Period', description: 'The first and the last day that are counted, UTC.'},
);
export type Period = Static<typeof Period>;

export const SeriesDay = Closed(
	{date: Type.String({format: 'date'}), ...counts},
	{title: 'SeriesDay', description: 'The counts of one day, UTC.'},
);
export type SeriesDay = Static<typeof SeriesDay>;

export const FunnelStep = Closed(
	{
		stepId: Type.String(),
		position: Type.Integer({description: '0 is the first.'}),
		title: Nullable(Type.String()),
		views: Type.Integer({description: 'Views of the page in which this step was seen.'}),
		share: Type.Number({description: 'These among all views, 0 to 1; 0 where there are none.'}),
	},
	{title: 'FunnelStep', description: 'How many visitors have seen a step.'},
);
export type FunnelStep = Static<typeof FunnelStep>;

/** What is returned for one tour. */
export const tourStatistics = {
	period: Period,
	totals: Totals,
	series: Type.Array(SeriesDay, {description: 'Every day of the period, in order.'}),
	funnel: Type.Array(FunnelStep, {description: 'The steps of the published content; of the tour where it was never published.'}),
};

export const LinkStatistics = Closed(
	{
		tourId: Type.String(),
		name: Type.String(),
		slug: Type.String(),
		url: Type.String({description: 'The public link.'}),
		totals: Totals,
	},
	{title: 'LinkStatistics', description: 'The sums of one link.'},
);
export type LinkStatistics = Static<typeof LinkStatistics>;
