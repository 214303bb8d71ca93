import type {Step} from '../../../shared/contract/step.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {drawStep as job} from '../../../shared/queue/jobs/images.ts';
import {tx} from '../../../shared/store/database.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import type {McpCall} from '../context.ts';

/** The step is there already: its picture is not waited for longer. */
const WAIT_MS = 5000;

export type Picture = {type: 'image'; data: string; mimeType: 'image/jpeg'};

/** The step's screenshot with highlight and click drawn, or null where it has none to show or the picture is not ready in time. */
export async function drawStep(found: unknown, {services, credential}: McpCall): Promise<Picture | null> {
	const {type, image, highlight, click} = found as Step;
	if (type !== 'screen' || !image) return null;
	const input: JobInput<typeof job> = {mediaId: image.mediaId, highlight, click};
	try {
		const {database, dispatcher, files} = services;
		const stored = await tx(database, db => insertJob(db, {accountId: credential.account.id, type: job.name, input}));
		const drawn = await dispatcher.run(stored, WAIT_MS);
		if (!drawn?.outcome || 'error' in drawn.outcome) return null;
		const bytes = await files.read('media', String(drawn.outcome.response.body.file));
		return bytes && {type: 'image', data: bytes.toString('base64'), mimeType: 'image/jpeg'};
	} catch (error) {
		services.log.warn({error}, 'no picture of the step');
		return null;
	}
}
