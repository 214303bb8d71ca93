import {type Static, Type} from 'typebox';
import {FlowEdge} from '../paths/flow.ts';
import {Closed, Nullable} from '../schema.ts';

/** Statistics of a link, as the API returns them: counts and nothing else. */

/** Days of one period, and of the period that is meant where none is named. */
export const PERIOD_LIMITS = {days: 366, defaultDays: 30} as const;

const counts = {
	views: Type.Integer({description: 'Loads of the page that were seen.'}),
	completions: Type.Integer({description: 'Views that reached an end: the last step, where there are no paths.'}),
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
		left: Type.Integer({
			description:
				'Views that stopped here, without an end: the furthest step that they have seen, or the last one shown where there are paths.',
		}),
	},
	{title: 'FunnelStep', description: 'How many visitors have seen a step.'},
);
export type FunnelStep = Static<typeof FunnelStep>;

export const ActionCount = Closed(
	{
		stepId: Type.String(),
		actionId: Type.String(),
		label: Type.String({description: 'What stands on it.'}),
		clicks: Type.Integer({description: 'Views in which it was pressed.'}),
	},
	{title: 'ActionCount', description: 'How often a button or a hotspot was pressed.'},
);
export type ActionCount = Static<typeof ActionCount>;

const EndCount = Closed(
	{stepId: Type.String(), visits: Type.Integer({description: 'Views that ended here.'})},
	{title: 'EndCount', description: 'How often the tour came to its end at a step.'},
);

const CountedEdge = Closed(
	{...FlowEdge.properties, visits: Type.Integer({description: 'Views in which it was gone, each once.'})},
	{title: 'CountedEdge', description: 'A way on from a step, and how often it was gone.'},
);

const GoalCount = Closed(
	{
		visits: Type.Integer({description: 'Views in which one was pressed.'}),
		rate: Type.Number({description: 'These among all views, 0 to 1.'}),
	},
	{title: 'GoalCount', description: 'How often a button that is a goal was pressed.'},
);

/** Statistics of one tour, as they are returned. */
export const tourStatistics = {
	period: Period,
	totals: Totals,
	series: Type.Array(SeriesDay, {description: 'Every day of the period, in order.'}),
	funnel: Type.Array(FunnelStep, {description: 'The steps of the published content; of the tour where it was never published.'}),
	actions: Type.Array(ActionCount, {description: 'Buttons and hotspots, by step.'}),
	ends: Type.Array(EndCount, {description: 'Steps at which the tour can end; their sum are the completions, and views are ends and left.'}),
	edges: Type.Array(CountedEdge, {description: 'The ways on of a tour that has paths, as its flow has them.'}),
	goal: Nullable(GoalCount),
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
