import {Type} from 'typebox';
import {changes, documentWarnings, TourDocument} from '../../shared/contract/document.ts';
import {DOCUMENT_VERSION} from '../../shared/contract/document-format.ts';
import type {Fault} from '../../shared/contract/error.ts';
import {Adjustment} from '../../shared/contract/geometry.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {Tour} from '../../shared/contract/tour.ts';
import {replaced} from '../../shared/contract/version.ts';
import {AppError} from '../../shared/errors.ts';
import {presentChanges, presentDocument, presentPut} from '../../shared/present/document.ts';
import {presentTour} from '../../shared/present/tour.ts';
import type {JobInput} from '../../shared/queue/job.ts';
import {importBundle, putDocument as putJob} from '../../shared/queue/jobs/documents.ts';
import {placeTargets} from '../../shared/store/documents/document-targets.ts';
import {type DocumentPut, findTourId, isOwnKey, isTourId, putDocument, withStoredImages} from '../../shared/store/documents/documents.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {readTour} from '../../shared/store/tour-list.ts';
import {readContent, requireTour} from '../../shared/store/tours.ts';
import type {TourContent} from '../../shared/tour/document/document.ts';
import {targetFaults} from '../../shared/tour/place/target-faults.ts';
import {imageSourceFaults} from '../../shared/tour/steps.ts';
import {type Call, creatorOf, defineOperation, respond} from '../pipeline/operation.ts';
import {checkedVoices} from './ai/voices.ts';
import {success} from './responses.ts';

/** Images of one document that must be read for its targets; each takes a second and a half on a bad day. */
const IMAGES_TO_READ = 40;
const KEY = 'A tour_… id, or your own name: a-z or 0-9, then also ".", "_", "-", at most 64 characters.';
const key = Type.String({description: KEY});

const result = {
	tour: Type.Optional(Tour),
	document: TourDocument,
	changes,
	replaced,
	adjustments: Type.Array(Adjustment, {description: 'What was stored differently from how it was sent.'}),
	warnings: documentWarnings,
	dryRun: Type.Optional(Type.Literal(true)),
};

export const putDocumentOperation = defineOperation({
	name: 'put_tour',
	tag: 'Tours',
	summary: 'Make a whole tour out of one document, or make a tour equal to it',
	description:
		'Steps are found again by id, else by key; those that are not named are removed. An equal document changes nothing. A target that is found is stored as highlight and click.',
	route: 'PUT /documents/{key}',
	scopes: ['tours:write'],
	input: Closed({
		key,
		document: TourDocument,
		dryRun: Type.Optional(Type.Boolean({description: 'true = only answer what would change; nothing is written or fetched.'})),
	}),
	success: {
		...success(200, 'The tour as it is, or with dryRun what it would be.', result),
		201: {description: 'A new tour.', body: Closed(result)},
	},
	versioned: true,
	errors: [
		'document_version',
		'too_many_steps',
		'target_ambiguous',
		'unknown_target',
		'target_not_found',
		'image_too_large',
		'image_type',
		'image_unreadable',
		'image_unreachable',
		'provider_unavailable',
		'version_mismatch',
	],
	counts: ['change'],
	countsWhen: ({dryRun}) => !dryRun,
	async: true,
	bodyBytes: LIMITS.documentBodyBytes,
	faultsIn: 'document',
	check: ({key, document}) => [...keyFaults(key), ...documentFaults(document)],
	find: ({key}, call) => (isTourId(key) ? requireTour(call.db, call.accountId, key) : Promise.resolve()),
	async handler({key, document, dryRun}, call) {
		const {db, accountId, services, ifMatch, actor} = call;
		const {$schema: _schema, ...given} = document;
		const id = leansOnBefore(given) ? await findTourId(db, accountId, key) : null;
		const before = id === null ? null : await readContent(db, accountId, id);
		const checked = await withStoredImages(db, accountId, await withVoices(given, before, call), before);
		const createdBy = creatorOf(call.credential);
		const put: DocumentPut = {accountId, key, ifMatch, actor, createdBy, document: checked, dryRun};
		const placed = await placeTargets(db, accountId, checked);
		const urls = dryRun ? [] : [...new Set((checked.steps ?? []).flatMap(({image}) => image?.url ?? []))];
		if (urls.length === 0 && placed.unread.length === 0) {
			await call.pause();
			const result = await putDocument(db, {...put, document: placed.document});
			await call.pause();
			const shown = presentChanges(result, {placed, bases: services.config});
			const {unchanged, ...done} = presentPut<200 | 201>(result, {shown, bases: services.config});
			return {response: done, unchanged};
		}
		if (placed.unread.length > IMAGES_TO_READ) throw tooManyToRead(placed.unread.length);
		// Reports faults that do not depend on images before any image is fetched or read.
		await putDocument(db, {...put, document: placed.document, dryRun: true});
		const sources = urls.map(url => ({url, original: null}));
		const input: JobInput<typeof putJob> = {key, ifMatch, createdBy, document: checked, ...(dryRun && {dryRun}), sources};
		return {job: await insertJob(db, {accountId, type: putJob.name, input, actor})};
	},
});

export const getDocument = defineOperation({
	name: 'get_tour_document',
	tag: 'Tours',
	summary: 'Read a whole tour as one document',
	description: 'What has its default is left out. Sent back unchanged it changes nothing.',
	route: 'GET /documents/{key}',
	scopes: ['tours:read'],
	input: Closed({key}),
	success: success(200, 'The document, and the tour.', {document: TourDocument, tour: Tour}),
	versioned: true,
	async handler({key}, call) {
		const {config} = call.services;
		const id = await findTourId(call.db, call.accountId, key);
		if (id === null) throw new AppError('not_found');
		const tour = await readTour(call.db, call.accountId, id);
		await call.pause();
		const document = presentDocument(tour.content, config.baseUrl);
		await call.pause();
		return respond(200, {document, tour: presentTour(tour, config)}, tour.version);
	},
});

export const importTour = defineOperation({
	name: 'import_tour',
	tag: 'Tours',
	summary: 'Make a new tour out of a bundle: its document, its pictures and its narrations in one zip',
	description: `A bundle is what an export with the format bundle makes; ${LIMITS.bundleBytes / 1024 / 1024} MB at most. The tour gets the key of the bundle where none of yours has it. Narrations are kept as they are and cost nothing.`,
	route: 'POST /tours/import',
	scopes: ['tours:write'],
	input: Closed({bundle: Type.String({description: 'The bundle itself, which is the whole body.'})}),
	file: {property: 'bundle', type: 'application/zip', bytes: LIMITS.bundleBytes},
	success: success(201, 'The new tour, unpublished.', {tour: Tour, warnings: documentWarnings}),
	versioned: true,
	errors: [
		'document_version',
		'too_many_steps',
		'unknown_target',
		'image_too_large',
		'image_type',
		'image_unreadable',
		'not_found',
		'provider_unavailable',
	],
	idempotent: true,
	counts: ['change'],
	async: true,
	async handler({bundle}, call) {
		const input: JobInput<typeof importBundle> = {bundle, createdBy: creatorOf(call.credential)};
		return {job: await insertJob(call.db, {accountId: call.accountId, type: importBundle.name, input, actor: call.actor})};
	},
});

function keyFaults(given: unknown): Fault[] {
	if (typeof given !== 'string' || isTourId(given) || isOwnKey(given)) return [];
	return [{field: 'key', message: 'Does not have the right form.', hint: KEY}];
}

/** Returns faults that the schema cannot express. Throws at once if a later format version explains them all. */
function documentFaults(document: unknown): Fault[] {
	const {version, steps} = (typeof document === 'object' && document !== null ? document : {}) as {version?: unknown; steps?: unknown};
	if (Number.isInteger(version) && (version as number) > DOCUMENT_VERSION) throw laterVersion(version as number);
	if (!Array.isArray(steps)) return [];
	if (steps.length > LIMITS.stepsPerTour) throw tooManySteps(steps.length);
	const images = steps.map(step => (step as {image?: unknown} | null)?.image);
	const faults = images.flatMap((image, index) =>
		typeof image === 'object' && image !== null ? imageSourceFaults(`document.steps[${index}].image`, image, ['mediaId', 'url']) : [],
	);
	faults.push(...steps.flatMap((step, index) => faultsOfTarget(step, `document.steps[${index}].target`)));
	const urls = new Set(images.flatMap(image => (image as {url?: unknown} | null | undefined)?.url ?? []));
	if (urls.size > LIMITS.imagesByUrl) {
		const message = `${urls.size} images are named by URL; ${LIMITS.imagesByUrl} is the most.`;
		faults.push({field: 'document.steps', message, hint: 'Store the others first (POST /v1/media with url) and name them by mediaId.'});
	}
	return faults;
}

/** Exactly one of target and the two that it places, and what `targetFaults` says. */
function faultsOfTarget(step: {target?: unknown; highlight?: unknown; click?: unknown} | null, field: string): Fault[] {
	const {target, highlight, click} = step ?? {};
	if (typeof target !== 'object' || target === null) return [];
	const hint = 'Give the one or the others.';
	const twice = highlight || click ? [{field, message: 'Stands beside highlight or click.', hint}] : [];
	return [...twice, ...targetFaults(field, target as Record<string, unknown>)];
}

function tooManyToRead(count: number): AppError {
	const message = `Targets have to be looked for on ${count} images that nobody has read yet; ${IMAGES_TO_READ} is the most.`;
	const hint = 'Have the others read first (POST /v1/media/{mediaId}/elements), or put the document in parts: what was read is kept.';
	return new AppError('invalid_request', {errors: [{field: 'steps', message, hint}]});
}

function laterVersion(version: number): AppError {
	const message = `The document is of version ${version}.`;
	const hint = `This service reads version ${DOCUMENT_VERSION}: update it, or write the document for that.`;
	return new AppError('document_version', {errors: [{field: 'version', message, hint}]});
}

function tooManySteps(count: number): AppError {
	const message = `The document has ${count} steps; ${LIMITS.stepsPerTour} is the most.`;
	return new AppError('too_many_steps', {errors: [{field: 'steps', message, hint: 'Split it into several tours.'}]});
}

/** True if the document names a voice or an image that the tour may have already; else the tour is read only when locked. */
function leansOnBefore({voices, steps = []}: TourDocument): boolean {
	return voices !== undefined || steps.some(({image, target}) => image !== undefined || target !== undefined);
}

/** The document with the voices that the provider has. Those that the tour has already are kept as they are: one that was chosen once may be gone. */
async function withVoices(document: TourDocument, before: TourContent | null, call: Call): Promise<TourDocument> {
	if (!document.voices || Object.keys(document.voices).length === 0) return document;
	const stored = before?.narrationSettings.voices ?? {};
	const isKept = ([language, voice]: [string, string]) => stored[language] === voice;
	const entries = Object.entries(document.voices);
	const fresh = await checkedVoices(Object.fromEntries(entries.filter(entry => !isKept(entry))), call);
	return {...document, voices: {...Object.fromEntries(entries.filter(isKept)), ...fresh}};
}
