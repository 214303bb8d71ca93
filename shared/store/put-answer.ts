import type {TourDocument} from '../contract/document.ts';
import {DOCUMENT_SCHEMA_PATH} from '../contract/document-format.ts';
import type {Warning} from '../contract/geometry.ts';
import type {TourContent} from '../tour/document/document.ts';
import {documentOf} from '../tour/document/to-document.ts';
import {presentTour} from '../tour/present.ts';
import {publishFaults, publishWarnings} from '../tour/readiness.ts';
import {resolveTheme, themeWarnings} from '../tour/themes.ts';
import type {Db} from './database.ts';
import {unstoredWarnings} from './document-targets.ts';
import type {PutResult} from './documents.ts';
import type {StoredAnswer} from './jobs/jobs.ts';
import {readTour} from './tour-list.ts';

/** The document as it is answered, with the URL of its schema. */
export function presentDocument(content: TourContent, baseUrl: string): TourDocument {
	return {$schema: `${baseUrl}${DOCUMENT_SCHEMA_PATH}`, ...documentOf(content)};
}

/** What putting a document answers: from the call itself, or from the job that had to fetch or read its images first. */
export async function putAnswer<Status extends 200 | 201>(
	db: Db,
	{baseUrl, accountId, dryRun = false, unstored = []}: {baseUrl: string; accountId: string; dryRun?: boolean; unstored?: number[]},
	{id, version, created, content, changes, adjustments}: PutResult,
) {
	const tour = dryRun ? null : presentTour(await readTour(db, baseUrl, accountId, id!), baseUrl);
	const body = {
		...(tour ? {tour} : {dryRun: true as const}),
		document: presentDocument(content, baseUrl),
		changes,
		adjustments,
		warnings: [...warningsOf(content), ...unstoredWarnings(unstored)],
	};
	const status = (created && !dryRun ? 201 : 200) as Status;
	return {status, body, version: version ?? undefined, unchanged: !dryRun && !created && changes.length === 0} satisfies StoredAnswer;
}

/** What keeps the tour from being published, and what is allowed and still unwise. */
function warningsOf(content: TourContent): Warning[] {
	const theme = themeWarnings(resolveTheme(content.theme), content.theme.colors);
	return [...publishFaults(content), ...publishWarnings(content), ...theme.map(warning => ({...warning, field: `theme.${warning.field}`}))];
}
