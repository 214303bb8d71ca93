import {Readable} from 'node:stream';
import Router from '@koa/router';
import type Koa from 'koa';
import type {Static} from 'typebox';
import {Closed} from '../../shared/contract/schema.ts';
import {AppError, invalid} from '../../shared/errors.ts';
import {compileSchema} from '../../shared/schema/schema.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Cursor} from '../../shared/store/database.ts';
import {type FoundLead, listLeads} from '../../shared/store/visitors/leads.ts';
import type {Authenticate} from '../auth/bearer.ts';
import {sessionAuthentication} from '../auth/session.ts';
import type {HandOver} from '../long-calls/long-calls.ts';
import {OWNER_OPERATIONS} from '../operations/owner/index.ts';
import {leadFilter} from '../operations/owner/leads.ts';
import type {Perform} from '../pipeline/context.ts';
import type {Operation} from '../pipeline/operation.ts';
import type {RateLimits} from '../pipeline/rate-limits.ts';
import {originalRouter, uploadRouter} from './images.ts';
import {restRouter} from './router.ts';

/** Dependencies of the routers. Without `handOver`, long calls are worked on in this thread. */
type Dependencies = {
	operations: readonly Operation[];
	perform: Perform;
	rateLimits: RateLimits;
	authenticate: Authenticate;
	handOver?: HandOver;
};

const BATCH = 500;
const ROUTE = '/app/v1/leads/export';
const Query = Closed(leadFilter);
type Filter = Static<typeof Query>;
const faultsOf = compileSchema(Query);

/** Beginnings that a spreadsheet takes for a formula, also full-width ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Computes nothing that anybody has a use for, and other programs import it as it stands. */
const PHONE = /^\+(?=(?:\D*\d){6})[\d ()-]+$/;

const COLUMNS: ReadonlyArray<[name: string, value: (lead: FoundLead) => string | null]> = [
	['createdAt', lead => lead.createdAt.toISOString()],
	['tour', lead => lead.tour],
	['name', lead => lead.answers.name],
	['email', lead => lead.answers.email],
	['phone', lead => lead.answers.phone],
	['language', lead => lead.language],
	['consentText', lead => lead.consent.text],
	['consentSha256', lead => lead.consent.sha256],
	['tourId', lead => lead.tourId],
	['publicationId', lead => lead.publicationId],
	['id', lead => lead.id],
	['readable', lead => (lead.readable ? 'yes' : 'no')],
];

/**
 * Serves the REST API: operations for keys and apps (/v1), these and the owner's own for sessions (/app/v1), and routes that no operation
 * can be: bytes in, a file out. `notFound` comes after all other routes: it knows which methods a path of the API has.
 */
export function restRouters(services: Services, dependencies: Dependencies): {routers: Router[]; notFound: Koa.Middleware} {
	const {operations, perform, rateLimits, authenticate, handOver} = dependencies;
	const bySession = sessionAuthentication(services);
	const keys = restRouter(operations, {prefix: '/v1', services, authenticate, perform, handOver});
	const people = restRouter([...operations, ...OWNER_OPERATIONS], {
		prefix: '/app/v1',
		services,
		authenticate: bySession,
		perform,
		handOver,
	});
	const routers = [
		keys,
		people,
		originalRouter(services, {authenticate, rateLimits}),
		leadExportRouter(services, {authenticate: bySession, rateLimits}),
		uploadRouter(services, rateLimits),
	];
	const notFound: Koa.Middleware = ctx => {
		throw notFoundOrMethod(ctx, [keys, people]);
	};
	return {routers, notFound};
}

function notFoundOrMethod(ctx: Koa.Context, routers: Array<ReturnType<typeof restRouter>>): AppError {
	const layers = routers.flatMap(router => router.match(ctx.path, ctx.method).path);
	const methods = [...new Set(layers.flatMap(layer => layer.methods))];
	if (methods.length === 0) return new AppError('not_found');
	return new AppError('method_not_allowed', {headers: {Allow: methods.join(', ')}});
}

/** Leads as a file for spreadsheets: no operation like the others, for its response is no JSON and is never whole in memory. */
function leadExportRouter(services: Services, {authenticate, rateLimits}: {authenticate: Authenticate; rateLimits: RateLimits}): Router {
	const router = new Router();
	router.get(ROUTE, async ctx => {
		ctx.state.operation = 'export_leads';
		const credential = await authenticate(ctx, {account: true});
		ctx.state.accountId = credential.account.id;
		ctx.set(await rateLimits.call(credential));
		const query = {...ctx.query};
		const faults = faultsOf(query);
		if (faults.length > 0) throw invalid(faults);
		const read = (after: Cursor | null) =>
			listLeads(services.database.manager, services, credential.account.id, {...(query as Filter), limit: BATCH, after});
		// Whatever is away is reported before the file has begun.
		const first = await read(null);
		ctx.set({
			'Content-Type': 'text/csv; charset=utf-8; header=present',
			'Content-Disposition': `attachment; filename="leads-${new Date().toISOString().slice(0, 10)}.csv"`,
			'Cache-Control': 'no-store',
		});
		// Where it breaks later, the connection does as well: no part passes for the whole.
		ctx.body = Readable.from(csv(first, read));
	});
	return router;
}

/** RFC 4180 in UTF-8 with the mark by which spreadsheets recognise it. */
async function* csv(first: FoundLead[], read: (after: Cursor) => Promise<FoundLead[]>): AsyncGenerator<string> {
	yield `\uFEFF${line(COLUMNS.map(([name]) => name))}`;
	for (let leads = first; ; ) {
		yield leads.map(lead => line(COLUMNS.map(([, value]) => value(lead) ?? ''))).join('');
		const last = leads.at(-1);
		if (!last || leads.length < BATCH) return;
		leads = await read({at: last.createdAt, id: last.id});
	}
}

function line(cells: string[]): string {
	return `${cells.map(cell).join(',')}\r\n`;
}

/** Quotes a text, and marks as text with ' what a spreadsheet would compute; a telephone number stays as it was given. */
function cell(text: string): string {
	return `"${FORMULA.test(text) && !PHONE.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
}
