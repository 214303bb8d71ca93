import type {TourDocument} from '../contract/document.ts';
import {DOCUMENT_SCHEMA_PATH} from '../contract/document-format.ts';
import type {Warning} from '../contract/geometry.ts';
import {type PlacedDocument, unstoredWarnings} from '../store/documents/document-targets.ts';
import type {PutResult} from '../store/documents/documents.ts';
import type {StoredResponse} from '../store/jobs/jobs.ts';
import type {TourContent} from '../tour/document/document.ts';
import {documentOf, type WholeDocument} from '../tour/document/from-document.ts';
import {publishFaults, publishWarnings} from '../tour/readiness.ts';
import {resolveTheme, themeWarnings} from '../tour/themes.ts';
import type {Bases} from '../tour/urls.ts';
import {presentTour} from './tour.ts';

/** Returns the document with the URL of its schema. */
export function presentDocument(content: TourContent, baseUrl: string): TourDocument {
	return withSchema(documentOf(content), baseUrl);
}

function withSchema(document: WholeDocument, baseUrl: string): TourDocument {
	return {$schema: `${baseUrl}${DOCUMENT_SCHEMA_PATH}`, ...document};
}

/**
 * Returns the response to putting a document without the tour: what has changed, and what would be better. `placed` lists targets that wait for
 * their images or fit several elements.
 */
export function presentChanges(
	{document, content, changes, adjustments, replaced}: PutResult,
	{placed, bases}: {placed: Pick<PlacedDocument, 'unstored' | 'adjustments'>; bases: Bases},
) {
	return {
		document: withSchema(document, bases.baseUrl),
		changes,
		...(replaced !== undefined && {replaced}),
		adjustments: [...placed.adjustments, ...adjustments],
		warnings: [...warningsOf(content), ...unstoredWarnings(placed.unstored)],
	};
}

/**
 * Returns the response to putting a document, from the call itself or from the job that first fetched or read its images. `shown` comes from
 * `presentChanges`.
 */
export function presentPut<Status extends 200 | 201>(
	{tour, version, created, changes}: PutResult,
	{shown, bases}: {shown: ReturnType<typeof presentChanges>; bases: Bases},
) {
	return {
		status: (created && tour ? 201 : 200) as Status,
		body: {...(tour ? {tour: presentTour(tour, bases)} : {dryRun: true as const}), ...shown},
		version: version ?? undefined,
		unchanged: tour !== null && !created && changes.length === 0,
	} satisfies StoredResponse;
}

/** Lists faults that keep the tour from being published, and warnings about unwise content. */
export function warningsOf(content: TourContent): Warning[] {
	const theme = themeWarnings(resolveTheme(content.theme), content.theme.colors);
	return [...publishFaults(content), ...publishWarnings(content), ...theme.map(warning => ({...warning, field: `theme.${warning.field}`}))];
}
