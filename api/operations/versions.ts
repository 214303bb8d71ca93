import {Type} from 'typebox';
import {type Change, changes, TourDocument} from '../../shared/contract/document.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {Closed, Name, Text} from '../../shared/contract/schema.ts';
import {replaced, Version} from '../../shared/contract/version.ts';
import {invalid} from '../../shared/errors.ts';
import {presentDocument} from '../../shared/present/document.ts';
import {presentVersion} from '../../shared/present/tour.ts';
import {showVersion} from '../../shared/store/publications.ts';
import {readTour, type StoredTour} from '../../shared/store/tour-list.ts';
import {lockTour, requireTour, saveContent} from '../../shared/store/tours.ts';
import {keepVersion, listVersions, markVersion, missingVersion, readVersion} from '../../shared/store/versions.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';
import {diff} from '../../shared/tour/document/diff.ts';
import type {StoredStep, TourContent} from '../../shared/tour/document/document.ts';
import {documentOf, keyOf} from '../../shared/tour/document/from-document.ts';
import {type Call, defineOperation, respond} from '../pipeline/operation.ts';
import {nextCursor, pageOf, pageQuery, readCursor, success, TourResponse, tourId, tourResponse} from './responses.ts';
import {CHANGES_TOUR, findTour} from './tours.ts';

const NUMBER = /^\d{1,9}$/;
const number = Type.Integer({minimum: 0, maximum: 2_147_483_647, description: "The version's number."});

export const listVersionsOperation = defineOperation({
	name: 'list_versions',
	tag: 'Tours',
	summary: 'List the versions of a tour that are kept, newest first',
	description:
		'One is kept before the first change of a series (by someone else, or after a pause of 10 minutes), at each publish, before a whole document or an older version replaces the tour, and on request.',
	route: 'GET /tours/{id}/versions',
	scopes: ['tours:read'],
	input: Closed({id: tourId, ...pageQuery('Versions')}),
	success: success(200, 'A page of versions.', {versions: Type.Array(Version), nextCursor}),
	async handler({id, limit = LIMITS.pageSizeDefault, cursor}, call) {
		const after = readCursor(cursor, NUMBER);
		await requireTour(call.db, call.accountId, id);
		const found = await listVersions(call.db, id, {limit: limit + 1, before: after && Number(after.id)});
		const page = pageOf(found, limit, ({createdAt: at, number}) => ({at, id: String(number)}));
		return respond(200, {versions: page.rows.map(presentVersion), nextCursor: page.nextCursor});
	},
});

export const nameVersion = defineOperation({
	name: 'name_version',
	tag: 'Tours',
	summary: 'Keep the tour as it is under a name',
	route: 'POST /tours/{id}/versions',
	scopes: ['tours:write'],
	input: Closed({id: tourId, name: Name('What to call it.', LIMITS.versionName)}),
	success: success(201, 'The version.', {version: Version}),
	errors: ['version_mismatch'],
	counts: ['change'],
	find: findTour,
	async handler({id, name}, call) {
		const tour = await lockTour(call.db, call.accountId, id, call.ifMatch);
		const kept = await keepVersion(call.db, tour, {cause: 'named', actor: call.actor});
		await markVersion(call.db, id, kept, {name});
		const {version} = await readVersion(call.db, id, kept);
		return respond(201, {version: presentVersion(version)});
	},
});

export const getVersion = defineOperation({
	name: 'get_version',
	tag: 'Tours',
	summary: 'Read a version of a tour as a document',
	route: 'GET /tours/{id}/versions/{number}',
	scopes: ['tours:read'],
	input: Closed({id: tourId, number}),
	success: success(200, 'The version.', {version: Version, document: TourDocument}),
	async handler({id, number}, call) {
		await requireTour(call.db, call.accountId, id);
		const {version, content} = await readVersion(call.db, id, number);
		return respond(200, {version: presentVersion(version), document: presentDocument(content, call.services.config.baseUrl)});
	},
});

export const diffVersions = defineOperation({
	name: 'diff_versions',
	tag: 'Tours',
	summary: 'Tell what differs between a version and another, the tour as it is, or what its link shows',
	route: 'GET /tours/{id}/versions/{number}/diff',
	scopes: ['tours:read'],
	input: Closed({
		id: tourId,
		number,
		to: Type.Optional(Text(20, 'Number of another version, current (default), or published.')),
	}),
	success: success(200, 'What must happen to the version so that it becomes the other.', {changes}),
	async handler({id, number, to = 'current'}, call) {
		if (!NUMBER.test(to) && to !== 'current' && to !== 'published') {
			const hint = 'The number of a version of this tour, current or published.';
			throw invalid([{field: 'to', message: 'Names no version.', hint}]);
		}
		const tour = await readTour(call.db, call.accountId, id);
		const {content} = await readVersion(call.db, id, number);
		return respond(200, {changes: differences(content, await otherSide(call, tour, to))});
	},
});

export const restoreVersion = defineOperation({
	name: 'restore_version',
	tag: 'Tours',
	summary: 'Make the tour what it was in a version',
	description: 'A change like any other: what it replaces is kept as a version before, and the public page stays until the next publish.',
	route: 'POST /tours/{id}/versions/{number}/restore',
	scopes: ['tours:write'],
	input: Closed({id: tourId, number}),
	success: success(200, 'The tour, and what differs from what it was.', {...TourResponse, changes, replaced}),
	...CHANGES_TOUR,
	idempotent: true,
	async handler({id, number}, call) {
		const {db, accountId, actor} = call;
		const tour = await lockTour(db, accountId, id, call.ifMatch);
		const {content} = await readVersion(call.db, id, number);
		const unchanged = isSame(content, tour.content);
		const kept = unchanged ? undefined : await keepVersion(db, tour, {cause: 'restore', actor});
		let restored: StoredTour = tour;
		if (!unchanged) {
			restored = await saveContent(db, tour, content, actor);
			const {version} = restored;
			if (await isPublished(call, restored, content)) {
				await keepVersion(db, restored, {cause: 'publish', actor});
				await showVersion(db, id, version);
				restored = {...restored, publishedVersion: version};
			}
		}
		const {response} = tourResponse(200, restored, call);
		const changes = differences(tour.content, content);
		return {response: {...response, body: {...response.body, changes, ...(kept !== undefined && {replaced: kept})}}, unchanged};
	},
});

/** Lists what differs, also the narrations of steps that are in both, which no document has. */
function differences(before: TourContent, after: TourContent): Change[] {
	const heard = ({narrations}: StoredStep) => narrations.map(({lang, language, durationMs}) => ({lang: lang ?? language, durationMs}));
	const known = new Map(before.steps.map(step => [step.id, step]));
	const spoken = after.steps.flatMap((step): Change[] => {
		const was = known.get(step.id);
		if (!was || isSame(was.narrations, step.narrations)) return [];
		const [from, to] = [was, step].map(heard);
		return [{op: 'change', step: keyOf(was), field: 'narration', from, to}];
	});
	return [...diff(documentOf(before), documentOf(after)), ...spoken];
}

/** Returns true where the tour's link shows this content already. */
async function isPublished({db}: Call, {id, status, publishedVersion}: StoredTour, content: TourContent): Promise<boolean> {
	if (status !== 'published' || publishedVersion === null) return false;
	return isSame(content, (await readVersion(db, id, publishedVersion)).content);
}

async function otherSide(call: Call, {id, content, publishedVersion}: StoredTour, to: string): Promise<TourContent> {
	if (to === 'current') return content;
	if (to !== 'published') return (await readVersion(call.db, id, Number(to), 'to')).content;
	if (publishedVersion === null) throw missingVersion('to');
	return (await readVersion(call.db, id, publishedVersion, 'to')).content;
}
