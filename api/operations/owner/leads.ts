import {Type} from 'typebox';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {Closed, Nullable, Timestamp} from '../../../shared/contract/schema.ts';
import {LEAD_RETENTION} from '../../../shared/contract/visitors/lead.ts';
import {AppError} from '../../../shared/errors.ts';
import {eraseLead, eraseLeads, type FoundLead, leadRetention, listLeads, setLeadRetention} from '../../../shared/store/visitors/leads.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
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
export const leadFilter = {
	tourId: Type.Optional(Type.String({description: 'Only those of this tour.'})),
	email: Type.Optional(Type.String({maxLength: LIMITS.email, description: 'Only those with this address, in whatever case.'})),
};

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
	scopes: [],
	input: Closed({...leadFilter, ...pageQuery('Leads')}),
	success: success(200, 'A page of leads.', {leads: Type.Array(Lead), nextCursor}),
	errors: [],
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
	scopes: [],
	input: Closed({id: Type.String({description: "The lead's id."})}),
	success: success(200, 'Erased.', {erased: Type.Literal(1), id: Type.String()}),
	errors: [],
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
	scopes: [],
	input: Closed(leadFilter),
	success: success(200, 'How many were erased.', {erased: Type.Integer()}),
	errors: [],
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
	scopes: [],
	input: Closed({}),
	success: success(200, 'The months.', {retention: Closed({months: Months})}),
	errors: [],
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
	scopes: [],
	input: Closed({months: Months}),
	success: success(200, 'The months, and how many leads are older than that by now.', {
		retention: Closed({months: Months}),
		due: Type.Integer({description: 'Leads that the next sweep erases.'}),
	}),
	errors: [],
	async handler({months}, call) {
		const due = await setLeadRetention(call.db, call.accountId, months);
		return respond(200, {retention: {months}, due});
	},
});

function presentLead({answers, createdAt, ...lead}: FoundLead) {
	return {...lead, ...answers, createdAt: createdAt.toISOString()};
}
