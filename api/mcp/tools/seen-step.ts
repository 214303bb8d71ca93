import type {Finding} from '../../../shared/contract/pictures/step-picture.ts';
import type {Step} from '../../../shared/contract/step.ts';
import type {FileStore} from '../../../shared/files/file-store.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {drawStep as job} from '../../../shared/queue/jobs/images.ts';
import {tx} from '../../../shared/store/database.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {orderStepPicture} from '../../operations/steps.ts';
import type {McpCall} from '../context.ts';

/** The step is there already: its picture is not waited for longer. */
const WAIT_MS = 10_000;

type Drawn = {url: string};
/** The parts of a `preview_step` response that are read here. */
type Preview = {picture: Drawn; crop?: Drawn | null; findings: Finding[]};
type Body = Record<string, unknown>;

/** The step is there already: its picture is not waited for longer. */
const STORED_WAIT_MS = 5000;

type Picture = {type: 'image'; data: string; mimeType: 'image/jpeg'};

/** Returns the body of a tool that shows a step of this tour, and the pictures that go with it. */
export async function withPictures(body: Body, tourId: string, call: McpCall): Promise<{body: Body; pictures: Picture[]}> {
	const {files} = call.services;
	if (!('step' in body)) return {body, pictures: await read(files, body as Preview)};
	const {type, image} = body.step as Step;
	if (type !== 'screen' || !image) return {body, pictures: []};
	const preview = await previewOf(tourId, String((body.step as Step).id), call);
	// Without the player the screenshot still shows where highlight and click lie.
	if (!preview) return {body, pictures: [await drawStep(body.step, call)].filter(picture => picture !== null)};
	const {picture, crop, findings} = preview;
	const isHidden = findings.some(({code}) => code === 'balloon_over_target' || code === 'balloon_over_click');
	return {body: {...body, findings}, pictures: await read(files, {picture, crop: isHidden ? crop : null})};
}

/** The step in the player, on a desktop; null where it cannot be had soon. */
async function previewOf(tourId: string, stepId: string, {services, credential, turn}: McpCall): Promise<Preview | null> {
	const {database, dispatcher, log} = services;
	try {
		const call = {accountId: credential.account.id, services};
		const ordered = await tx(database, db => orderStepPicture({...call, db}, tourId, stepId, 'desktop'));
		// Ends the turn, since the browser takes a second and the account's next call need not wait for it.
		turn?.end();
		const drawn = await dispatcher.run(ordered, WAIT_MS);
		return drawn?.outcome && 'response' in drawn.outcome ? (drawn.outcome.response.body as Preview) : null;
	} catch (error) {
		log.warn({error}, 'no picture of the step in the player');
		return null;
	}
}

async function read(files: FileStore, {picture, crop}: Pick<Preview, 'picture' | 'crop'>): Promise<Picture[]> {
	const urls = [picture, crop].flatMap(drawn => (drawn ? [drawn.url] : []));
	const found = await Promise.all(urls.map(url => files.read('media', url.split('/').at(-1)!)));
	return found.flatMap(bytes => (bytes ? [{type: 'image' as const, data: bytes.toString('base64'), mimeType: 'image/jpeg' as const}] : []));
}

/** The step's screenshot with highlight and click drawn, or null where it has none to show or the picture is not ready in time. */
export async function drawStep(found: unknown, {services, credential}: McpCall): Promise<Picture | null> {
	const {type, image, highlight, click} = found as Step;
	if (type !== 'screen' || !image) return null;
	const input: JobInput<typeof job> = {mediaId: image.mediaId, highlight, click};
	try {
		const {database, dispatcher, files} = services;
		const stored = await insertJob(database.manager, {accountId: credential.account.id, type: job.name, input});
		const drawn = await dispatcher.run(stored, STORED_WAIT_MS);
		if (!drawn?.outcome || 'error' in drawn.outcome) return null;
		const bytes = await files.read('media', String(drawn.outcome.response.body.file));
		return bytes && {type: 'image', data: bytes.toString('base64'), mimeType: 'image/jpeg'};
	} catch (error) {
		services.log.warn({error}, 'no picture of the step');
		return null;
	}
}
