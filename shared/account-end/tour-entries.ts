import {presentDocument} from '../present/document.ts';
import {presentVersion} from '../present/tour.ts';
import {type PortableTour, portableVersions, readPortableTour} from '../store/account-end/portable.ts';
import {mediaByIds} from '../store/media/media.ts';
import {publishedContent} from '../store/published-content.ts';
import {readPathRows} from '../store/visitors/paths.ts';
import {publishedSnapshot, readStepViews, readTourDays} from '../store/visitors/statistics.ts';
import {tourUrl} from '../tour/urls.ts';
import {type Leaver, valueEntry} from './leaver.ts';
import type {Entry} from './zip.ts';

/** Every day that there is. */
const ALWAYS = {from: '1000-01-01', to: '9999-12-31'};

/** A tour as files: its document, what is known of it, its statistics. None where it is gone by now. */
export async function* tourEntries(leaver: Leaver, id: string): AsyncGenerator<Entry> {
	const {db, accountId, baseUrl} = leaver;
	const tour = await readPortableTour(db, accountId, id);
	if (!tour) return;
	yield valueEntry(`tours/${id}/document.json`, presentDocument(await asHandedOut(leaver, tour.content), baseUrl));
	yield valueEntry(`tours/${id}/about.json`, {
		...about(tour, baseUrl),
		narration: tour.content.steps.flatMap(({id: stepId, narrations}) => narrations.map(narration => ({stepId, ...narration}))),
		versions: (await portableVersions(db, id)).map(presentVersion),
	});
	const counted = await statistics(leaver, tour);
	if (counted.days.length > 0) yield valueEntry(`tours/${id}/statistics.json`, counted);
}

/** Returns the tour with its images named after the copy's files: another account stores them under these names. */
async function asHandedOut({db, accountId}: Leaver, content: PortableTour['content']): Promise<PortableTour['content']> {
	const rows = await mediaByIds(
		db,
		accountId,
		content.steps.flatMap(({image}) => image?.mediaId ?? []),
	);
	const steps = content.steps.map(step =>
		step.image ? {...step, image: {...step.image, mediaId: rows.get(step.image.mediaId)?.original ?? step.image.mediaId}} : step,
	);
	return {...content, steps};
}

/** The tour in a line; null where it is gone by now. */
export async function aboutTour({db, accountId, baseUrl}: Leaver, id: string) {
	const tour = await readPortableTour(db, accountId, id);
	return tour && about(tour, baseUrl);
}

function about({content, slug, ...tour}: PortableTour, baseUrl: string) {
	return {...tour, name: content.name, steps: content.steps.length, link: slug && tourUrl(baseUrl, slug)};
}

/** Returns the statistics as the service shows them: by published steps, else by the tour's own. */
async function statistics({db, files}: Leaver, {id, content}: PortableTour) {
	const snapshot = await publishedSnapshot(db, id);
	const published = snapshot === null ? null : await publishedContent(files, snapshot).catch(() => null);
	const [days, stepViews, ways] = await Promise.all([
		readTourDays(db, id, ALWAYS),
		readStepViews(db, id, ALWAYS),
		readPathRows(db, id, ALWAYS),
	]);
	const {steps} = published ?? content;
	const funnel = steps.map(({id: stepId, title}, position) => ({stepId, position, title, views: stepViews.get(stepId) ?? 0}));
	return {days, funnel, ...(ways.length > 0 && {ways})};
}
