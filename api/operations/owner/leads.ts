import {Readable} from 'node:stream';
import Router from '@koa/router';
import {type Static, Type} from 'typebox';
import {LIMITS, utcDay} from '../../../shared/contract/limits.ts';
import {Closed, Nullable, Timestamp} from '../../../shared/contract/schema.ts';
import {LEAD_RETENTION} from '../../../shared/contract/visitors/lead.ts';
import {AppError, invalid} from '../../../shared/errors.ts';
import {compileSchema} from '../../../shared/schema/schema.ts';
import type {Services} from '../../../shared/services/services.ts';
import type {Cursor} from '../../../shared/store/database.ts';
import {eraseLead, eraseLeads, type FoundLead, leadRetention, listLeads, setLeadRetention} from '../../../shared/store/visitors/leads.ts';
import {csv, csvLine} from '../../../shared/tour/csv.ts';
import type {Authenticate} from '../../auth/bearer.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import type {RateLimits} from '../../pipeline/rate-limits.ts';
import {nextCursor, pageOf, pageQuery, readCursor, success} from '../responses.ts';

/** Leads are what visitors left in an account's opening forms. Its owner can read and erase them on any plan: the law asks it. */

const LEAD_ID = /^lead_[0-9a-z]{26}$/;

const Lead = Closed({
	id: Type.String(),
	tourId: Type.String(),
	tour: Nullable(Type.String({description: "The tour's name as it is now; null where there is no such tour."})),
	name: Nullable(Type.String()),
	email: Nullable(Type.String()),
	phone: Nullable(Type.String({description: 'As it was typed.'})),
	consent: Closed({
		text: Type.String({description: 'What was agreed to, word for word.'}),
		sha256: Type.String({description: 'Of that text in UTF-8, hex.'}),
	}),
	language: Type.String({description: 'Of the page that asked, BCP 47.'}),
	publicationId: Type.String(),
	createdAt: Timestamp,
	readable: Type.Boolean({
		description:
			'False where the service has lost the secret that it was written with: name, email and phone are null, and it can be erased.',
	}),
});

/** Filters of leads. An account without that tour has no leads of it. */
const Filter = Closed({
	tourId: Type.Optional(Type.String({description: 'Only those of this tour.'})),
	email: Type.Optional(Type.String({maxLength: LIMITS.email, description: 'Only those with this address, in whatever case.'})),
});
const faultsOf = compileSchema(Filter);

const Months = Type.Integer({
	minimum: LEAD_RETENTION.min,
	maximum: LEAD_RETENTION.max,
	description: `Months that leads are kept, ${LEAD_RETENTION.min}..${LEAD_RETENTION.max}; ${LEAD_RETENTION.default} unless it was changed.`,
});

export const listOwnLeads = defineOperation({
	name: 'list_leads',
	tag: 'Leads',
	summary: 'What visitors left in opening forms, newest first',
	route: 'GET /leads',
	account: true,
	input: Closed({...Filter.properties, ...pageQuery('Leads')}),
	success: success(200, 'A page of leads.', {leads: Type.Array(Lead), nextCursor}),
	async handler({tourId, email, limit = LIMITS.pageSizeDefault, cursor}, call) {
		const after = readCursor(cursor, LEAD_ID);
		const found = await listLeads(call.db, call.services, call.accountId, {tourId, email, limit: limit + 1, after});
		const page = pageOf(found, limit, ({createdAt: at, id}) => ({at, id}));
		return respond(200, {leads: page.rows.map(presentLead), nextCursor: page.nextCursor});
	},
});

export const eraseOwnLead = defineOperation({
	name: 'erase_lead',
	tag: 'Leads',
	summary: 'Erase one lead',
	route: 'DELETE /leads/{id}',
	account: true,
	input: Closed({id: Type.String({description: "The lead's id."})}),
	success: success(200, 'Erased.', {erased: Type.Literal(1), id: Type.String()}),
	async handler({id}, call) {
		if (!(await eraseLead(call.db, call.accountId, id))) throw new AppError('not_found');
		return respond(200, {erased: 1, id});
	},
});

export const eraseOwnLeads = defineOperation({
	name: 'erase_leads',
	tag: 'Leads',
	summary: 'Erase all leads of a person, of a tour, or of a person in a tour',
	route: 'DELETE /leads',
	account: true,
	input: Filter,
	success: success(200, 'How many were erased.', {erased: Type.Integer()}),
	check: ({tourId, email}) =>
		tourId === undefined && email === undefined
			? [{field: 'email', message: 'Neither email nor tourId is given.', hint: 'Say whose leads to erase: email, tourId, or both.'}]
			: [],
	async handler(filter, call) {
		return respond(200, {erased: await eraseLeads(call.db, call.services, call.accountId, filter)});
	},
});

export const getLeadRetention = defineOperation({
	name: 'get_lead_retention',
	tag: 'Leads',
	summary: 'How long leads are kept',
	route: 'GET /leads/retention',
	account: true,
	input: Closed({}),
	success: success(200, 'The months.', {retention: Closed({months: Months})}),
	async handler(_input, call) {
		return respond(200, {retention: {months: await leadRetention(call.db, call.accountId)}});
	},
});

export const putLeadRetention = defineOperation({
	name: 'set_lead_retention',
	tag: 'Leads',
	summary: 'Change how long leads are kept; the hourly sweep erases what is older',
	route: 'PUT /leads/retention',
	account: true,
	input: Closed({months: Months}),
	success: success(200, 'The months, and how many leads are older than that by now.', {
		retention: Closed({months: Months}),
		due: Type.Integer({description: 'Leads that the next sweep erases.'}),
	}),
	async handler({months}, call) {
		const due = await setLeadRetention(call.db, call.accountId, months);
		return respond(200, {retention: {months}, due});
	},
});

function presentLead({answers, createdAt, ...lead}: FoundLead) {
	return {...lead, ...answers, createdAt: createdAt.toISOString()};
}

// The file for spreadsheets.

const BATCH = 500;
const EXPORT_ROUTE = '/app/v1/leads/export';

/** A telephone number stays as it was given: it computes nothing that anybody has a use for, and other programs import it as it stands. */
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

/** Leads as a file for spreadsheets: no operation like the others, for its response is no JSON and is never whole in memory. */
export function leadExportRouter(
	services: Services,
	{authenticate, rateLimits}: {authenticate: Authenticate; rateLimits: RateLimits},
): Router {
	const router = new Router();
	router.get(EXPORT_ROUTE, async ctx => {
		ctx.state.operation = 'export_leads';
		const credential = await authenticate(ctx, {account: true});
		ctx.state.accountId = credential.account.id;
		ctx.set(await rateLimits.call(credential));
		const query = {...ctx.query};
		const faults = faultsOf(query);
		if (faults.length > 0) throw invalid(faults);
		const read = (after: Cursor | null) =>
			listLeads(services.database.manager, services, credential.account.id, {...(query as Static<typeof Filter>), limit: BATCH, after});
		// Whatever is away is reported before the file has begun.
		const first = await read(null);
		ctx.set({
			'Content-Type': 'text/csv; charset=utf-8; header=present',
			'Content-Disposition': `attachment; filename="leads-${utcDay(Date.now())}.csv"`,
			'Cache-Control': 'no-store',
		});
		// Where it breaks later, the connection does as well: no part passes for the whole.
		ctx.body = Readable.from(lines(first, read));
	});
	return router;
}

async function* lines(first: FoundLead[], read: (after: Cursor) => Promise<FoundLead[]>): AsyncGenerator<string> {
	yield csv([COLUMNS.map(([name]) => name)]);
	for (let leads = first; ; ) {
		yield leads
			.map(lead =>
				csvLine(
					COLUMNS.map(([, value]) => value(lead) ?? ''),
					(text, column) => COLUMNS[column]![0] === 'phone' && PHONE.test(text),
				),
			)
			.join('');
		const last = leads.at(-1);
		if (!last || leads.length < BATCH) return;
		leads = await read({at: last.createdAt, id: last.id});
	}
}
