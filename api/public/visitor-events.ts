import {createHmac} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import Router from '@koa/router';
import {isbot} from 'isbot';
import type Koa from 'koa';
import {REPORT_LIMITS, Report, type ReportEvent} from '../../shared/contract/visitors/report.ts';
import {AppError, invalid} from '../../shared/errors.ts';
import {type Allowance, openReportStream} from '../../shared/queue/report-stream.ts';
import {compileSchema} from '../../shared/schema/schema.ts';
import type {Services} from '../../shared/services/services.ts';
import {type PublishedContent, publishedContent} from '../../shared/store/publications.ts';
import {findReportedLink} from '../../shared/store/visitors/statistics.ts';
import {actionPlace} from '../../shared/tour/paths/flow.ts';
import {parseJson, readBytes} from '../http/body.ts';
import {clientIp} from '../http/client-ip.ts';
import {framable, requireSameOrigin} from '../http/headers.ts';
import {openAttemptLimits} from '../http/rate-limiter.ts';

const MINUTE = 60;
/** Redis is back within seconds, as a rule. */
const RETRY_S = 5;

const faultsOf = compileSchema(Report);

/**
 * Takes the reports of published pages on what their visitors look at. 204 means that an event will be counted once, or is none to count;
 * nothing about its sender is kept.
 */
export function reportRouter(services: Services): Router {
	const {config, database, files, redis} = services;
	const limits = openAttemptLimits(services, 'report', {ip: [config.reportsPerMinute, MINUTE]});
	const stream = openReportStream(redis, config.redisPrefix);
	const key = services.keyFor('report allowances');
	const keyed = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\n')).digest();

	/** Returns the allowance that a visit counts in. Both names are keyed: Redis tells neither the visitor nor the events of a visit. */
	function allowanceOf(tourId: string, visit: string, ip: string): Allowance {
		return {
			sender: keyed(tourId, ip).toString('base64url', 0, 16),
			// A number, of which Redis keeps hundreds in 8 bytes each.
			visit: String(keyed(tourId, ip, visit).readBigInt64BE()),
			visitsPerHour: config.visitsPerHour,
		};
	}

	const router = new Router();
	router.post('/p/:slug/events', async ctx => {
		ctx.set(framable());
		requireOwnPage(ctx, config.baseUrl);
		ctx.status = 204;
		if (!isSeenByAPerson(ctx)) return;
		await limits.take('ip', clientIp(ctx, config.trustedProxies));
		const {visit, events: reported} = await readReport(ctx.req);
		const link = await findReportedLink(database.manager, ctx.params.slug!);
		if (!link) throw new AppError('not_found');
		if (link.takenDownAt) throw new AppError('link_taken_down');
		const {tourId} = link;
		const events = known(reported, await publishedContent(files, link.snapshot));
		if (events.length === 0) return;
		const allowance = allowanceOf(tourId, visit, clientIp(ctx, config.trustedProxies));
		const appended = await stream.append({tourId, visit, at: Date.now(), events}, allowance).catch(error => {
			throw new AppError('unavailable', {retryAfter: RETRY_S, cause: error});
		});
		if (appended.taken) return;
		const {why, retryS: retryAfter} = appended;
		if (why === 'full') throw new AppError('unavailable', {message: 'Too many reports wait to be counted.', retryAfter});
		throw new AppError('attempts_limited', {message: 'Too many visits of this tour from this IP in an hour.', retryAfter});
	});
	return router;
}

/**
 * Lets only our pages report. One in a sandboxed frame has no origin, and real visitors: letting it in opens nothing, since a page that
 * could fake it could frame our page itself.
 */
function requireOwnPage(ctx: Koa.Context, baseUrl: string): void {
	if (ctx.get('origin') !== 'null') requireSameOrigin(ctx, baseUrl);
}

/** False for crawlers and other programs, and for a page that is fetched or rendered in case somebody wants it. */
function isSeenByAPerson(ctx: Koa.Context): boolean {
	const agent = ctx.get('user-agent');
	return agent !== '' && !isbot(agent) && !/prefetch|prerender/i.test(ctx.get('sec-purpose') || ctx.get('purpose'));
}

async function readReport(request: IncomingMessage): Promise<Report> {
	const report = parseJson(await readBytes(request, REPORT_LIMITS.bytes, tooLarge));
	const faults = faultsOf(report);
	if (faults.length > 0) throw invalid(faults);
	return report as Report;
}

/**
 * Returns the events that the page can show. A page loaded before the last publish may name a step that is gone: the rest of its report is
 * good.
 */
function known(events: ReportEvent[], {steps, places, paths, buttons}: PublishedContent): ReportEvent[] {
	return events.flatMap((event): ReportEvent[] => {
		switch (event.type) {
			case 'step': {
				const place = places.get(event.step);
				// Without paths the furthest step is the newest, whichever report arrives first.
				return place === undefined ? [] : [{...event, n: event.n ?? place}];
			}
			case 'complete': {
				const step = event.step ?? steps.at(-1)?.id;
				return step !== undefined && paths.ends.has(step) ? [{...event, step}] : [];
			}
			case 'action': {
				const action = paths.actions.get(actionPlace(event.step, event.action));
				const {goal: _said, ...pressed} = event;
				return action ? [{...pressed, ...(action.isGoal && {goal: true})}] : [];
			}
			case 'cta':
				return buttons.has(event.target) ? [event] : [];
			default:
				return [event];
		}
	});
}

function tooLarge(limit: number): AppError {
	return new AppError('body_too_large', {
		errors: [
			{field: '', message: `The report has more than ${limit} bytes.`, hint: `Send ${REPORT_LIMITS.events} events at most at a time.`},
		],
	});
}
