import {ApiError} from '../../client/api-error.ts';
import type {Work} from '../saving/work.ts';
import {client} from '../shell/boot.ts';
import {words} from './words.ts';

/** The outcome of a trial publish: bytes of the page and a link to view it, or why it fails. */
export type Rehearsal = {bytes: number; preview: string} | {fault: string};

/** Publishes for nobody, after all that waits is stored: what the page weighs, and a link to look at. */
export async function rehearse({outbox}: Work): Promise<Rehearsal> {
	try {
		await outbox.flush();
		const response = await client.call('POST /tours/{id}/publish', {id: outbox.tour.value.id, dryRun: true});
		const {bytes, preview} = response as {bytes: number; preview: {url: string}};
		return {bytes, preview: preview.url};
	} catch (error) {
		const tooLarge = error instanceof ApiError && error.code === 'tour_too_large';
		return {fault: tooLarge ? words.tooLarge : (error as Error).message};
	}
}
