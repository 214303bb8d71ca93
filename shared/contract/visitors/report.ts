import {type Static, Type} from 'typebox';
import {Choice, Closed} from '../schema.ts';

/**
 * A page's report of its visit, which is one load of the page. The visit's name is made in the page, kept in
 * memory only, and says nothing about the visitor.
 */

/** Bytes of one report, and events in it. */
export const REPORT_LIMITS = {bytes: 4096, events: 50} as const;

const VisitName = Type.String({
	maxLength: 22,
	pattern: '^[A-Za-z0-9_-]{22}$',
	description: '22 characters of base64url, new for each load of the page.',
});

const step = Type.String({maxLength: 40});

const CtaTarget = Choice(['whatsapp', 'link']);
export type CtaTarget = Static<typeof CtaTarget>;

export const ReportEvent = Type.Union([
	Closed({type: Type.Literal('view')}, {description: 'The page was seen.'}),
	Closed(
		{type: Type.Literal('step'), step, n: Type.Optional(Type.Integer({minimum: 1, maximum: 65_535}))},
		{description: 'A step was seen; `n` counts the steps that a visit has seen. Without it they follow one another as in the tour.'},
	),
	Closed(
		{type: Type.Literal('complete'), step: Type.Optional(step)},
		{description: 'An end was reached, from this step; else from the last.'},
	),
	Closed(
		{type: Type.Literal('action'), step, action: Type.Optional(Type.String({maxLength: 64})), goal: Type.Optional(Type.Boolean())},
		{
			description:
				'A button or hotspot of a step was pressed, without `action` its Next; each counts once. The service says what is a goal.',
		},
	),
	Closed(
		{type: Type.Literal('cta'), target: CtaTarget, click: Type.Integer({minimum: 1, maximum: 9999})},
		{description: 'A button of the closing card was pressed; the clicks of a visit are numbered, and each button counts once.'},
	),
]);
export type ReportEvent = Static<typeof ReportEvent>;

/** Body of `POST /p/{slug}/events`. Any event of a visit implies its view. */
export const Report = Closed({
	visit: VisitName,
	events: Type.Array(ReportEvent, {minItems: 1, maxItems: REPORT_LIMITS.events}),
});
export type Report = Static<typeof Report>;

/** A report as it waits to be counted; `at`: when it was received, in milliseconds since 1970. */
export const ReceivedReport = Closed({
	tourId: Type.String({maxLength: 40}),
	visit: VisitName,
	at: Type.Integer({minimum: 0, maximum: 8_640_000_000_000}),
	events: Type.Array(ReportEvent, {maxItems: REPORT_LIMITS.events}),
});
export type ReceivedReport = Static<typeof ReceivedReport>;
