import {type TSchema, Type} from 'typebox';
import type {Fault} from '../../../shared/contract/error.ts';
import {EXPORT_FORMATS, type ExportFormat} from '../../../shared/contract/exports/index.ts';
import {EXPORT_SOURCES, ExportFormatName, ExportOptions, TourExport} from '../../../shared/contract/exports/tour-export.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {Choice, Closed} from '../../../shared/contract/schema.ts';
import {LanguageCode} from '../../../shared/contract/step.ts';
import {AppError} from '../../../shared/errors.ts';
import {presentTourExport} from '../../../shared/present/job.ts';
import {compileSchema} from '../../../shared/schema/schema.ts';
import {expireTourExport, type FoundTourExport, findTourExport, listTourExports} from '../../../shared/store/exports/tour-exports.ts';
import {readJob} from '../../../shared/store/jobs/jobs.ts';
import {requireTour} from '../../../shared/store/tours.ts';
import {type Call, defineOperation, respond} from '../../pipeline/operation.ts';
import {nextCursor, pageOf, pageQuery, readCursor, success, tourId} from '../responses.ts';
import {orderExport} from './order-export.ts';

const EXPORT_ID = /^tex_[0-9a-z]{26}$/;
const exportId = Type.String({description: "The export's id."});
const one = {export: TourExport};

export const exportTourOperation = defineOperation({
	name: 'export_tour',
	tag: 'Exports',
	summary: 'Make the tour into a file: for a post, a README, an offer, a wiki, a laptop without a network, a learning system',
	description:
		'Answered at once; a job makes the file. Asking for the same again returns the same export and is free. Anyone who has the URL can download it, for 7 days.',
	route: 'POST /tours/{id}/exports',
	scopes: ['tours:read'],
	input: Closed({
		id: tourId,
		format: ExportFormatName,
		language: Type.Optional(LanguageCode('Language of narration and captions, one that the tour speaks; default its own.')),
		options: Type.Optional(ExportOptions),
		source: Type.Optional(Choice(EXPORT_SOURCES, {description: 'draft (default): the tour as it is; published: what its link shows.'})),
	}),
	success: {...success(201, 'Ordered.', one), ...success(200, 'The same as was ordered before.', one)},
	errors: ['tour_not_exportable', 'exports_limited', 'quota_exceeded'],
	check: input => optionFaults(input),
	async handler(input, call) {
		const {ordered, job} = await orderExport(input, call);
		const body = {export: presentTourExport(ordered, call.services.config.baseUrl)};
		return job ? {...respond(201, body), next: [job]} : respond(200, body);
	},
});

export const getExport = defineOperation({
	name: 'get_export',
	tag: 'Exports',
	summary: 'Read how far an export is, and where it is downloaded',
	route: 'GET /exports/{id}',
	scopes: ['tours:read'],
	input: Closed({id: exportId}),
	success: success(200, 'The export.', one),
	async handler({id}, call) {
		return respond(200, {export: presentTourExport(await ownExport(id, call), call.services.config.baseUrl)});
	},
});

export const listExportsOperation = defineOperation({
	name: 'list_exports',
	tag: 'Exports',
	summary: 'List the exports of a tour that have not expired, newest first',
	route: 'GET /tours/{id}/exports',
	scopes: ['tours:read'],
	input: Closed({id: tourId, ...pageQuery('Exports')}),
	success: success(200, 'A page of exports.', {exports: Type.Array(TourExport), nextCursor}),
	async handler({id, limit = LIMITS.pageSizeDefault, cursor}, call) {
		const after = readCursor(cursor, EXPORT_ID);
		await requireTour(call.db, call.accountId, id);
		const found = await listTourExports(call.db, id, {limit: limit + 1, after});
		const page = pageOf(found, limit, ({createdAt: at, id}) => ({at, id}));
		const exports = page.rows.map(row => presentTourExport(row, call.services.config.baseUrl));
		return respond(200, {exports, nextCursor: page.nextCursor});
	},
});

export const deleteExport = defineOperation({
	name: 'delete_export',
	tag: 'Exports',
	summary: 'Delete an export: its URL ends at once, and one that is being made is given up',
	route: 'DELETE /exports/{id}',
	scopes: ['tours:write'],
	input: Closed({id: exportId}),
	success: success(200, 'Deleted.', {deleted: Type.Literal(true)}),
	async handler({id}, call) {
		await ownExport(id, call);
		await expireTourExport(call.db, id);
		return respond(200, {deleted: true as const});
	},
});

const {success: _ordered, ...declared} = exportTourOperation;

/** Exports for agents: waits for the file as long as a call may. A repeated call joins the work, or finds the file. */
export const exportAndWait = defineOperation({
	...declared,
	summary: 'Make the tour into a file, and answer its link',
	description: undefined,
	success: success(200, 'The export with its url.', exportTourOperation.success[201].body.properties),
	async: true,
	async handler(input, call) {
		const {ordered, job} = await orderExport(input, call);
		const underWay = job ?? (ordered.status === 'succeeded' ? null : await readJob(call.db, ordered.jobId));
		if (underWay) return {job: underWay};
		return respond(200, {export: presentTourExport(ordered, call.services.config.baseUrl)});
	},
});

async function ownExport(id: string, {db, accountId}: Call): Promise<FoundTourExport> {
	const found = EXPORT_ID.test(id) ? await findTourExport(db, accountId, id) : null;
	if (!found) throw new AppError('not_found');
	return found;
}

const checkers = new Map<ExportFormat, (value: unknown) => Fault[]>();

/** Returns the faults of the options of the requested format. */
function optionFaults({format, options}: Record<string, unknown>): Fault[] {
	if (typeof format !== 'string' || !Object.hasOwn(EXPORT_FORMATS, format)) return [];
	if (typeof options !== 'object' || options === null || Array.isArray(options)) return [];
	const name = format as ExportFormat;
	// What is left out has its default.
	const {required: _required, ...optional} = EXPORT_FORMATS[name].options;
	const check = checkers.get(name) ?? compileSchema(optional as TSchema);
	checkers.set(name, check);
	return check(options).map(fault => ({...fault, field: fault.field ? `options.${fault.field}` : 'options'}));
}
