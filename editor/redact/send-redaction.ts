import {ApiError} from '../../client/api-error.ts';
import type {Output} from '../../client/index.ts';
import type {Step} from '../../shared/contract/step.ts';
import {m} from '../messages/index.ts';
import type {Area} from '../session/redaction.ts';
import type {Session} from '../session/session.ts';
import {client} from '../shell/session-data.ts';

export type Redacted = Output<'POST /tours/{id}/steps/{stepId}/redact'>;
export type Asked = {areas: Area[]; where: 'step' | 'tour'; live: 'replace' | 'keep'};

/** A large animation takes a minute on a busy machine: milliseconds, and tries after changes by others. */
const PATIENCE_MS = 5 * 60_000;
const TRIES = 5;

/** Redacts the picture of this step, after all that waits is stored. Throws where the step shows another picture by now, and what the service says. */
export async function sendRedaction({outbox, tour, redaction}: Session, {id: stepId, image}: Step, asked: Asked): Promise<Redacted> {
	for (let left = TRIES; ; left--) {
		await outbox.flush();
		const {id, version, steps} = tour.value;
		const same = steps.filter(
			step => step.image && step.image.mediaId === image?.mediaId && (asked.where === 'tour' || step.id === stepId),
		);
		redaction.own = new Set(same.map(step => step.id));
		if (steps.find(step => step.id === stepId)?.image?.mediaId !== image?.mediaId) throw new Error(m.redact.changed);
		try {
			const redacted = await insist({id, stepId, ...asked}, version);
			redaction.done(image!.mediaId, redacted.steps);
			await outbox.refresh();
			return redacted;
		} catch (error) {
			// Somebody else has changed the tour meanwhile: mostly not this picture.
			if (!(error instanceof ApiError) || error.status !== 412 || left <= 1) throw error;
			await outbox.refresh();
		} finally {
			redaction.own = new Set();
		}
	}
}

/** Asks with the same key until the work is done: once, however often that is. */
async function insist(input: Asked & {id: string; stepId: string}, ifMatch: number): Promise<Redacted> {
	const idempotencyKey = crypto.randomUUID();
	for (const deadline = Date.now() + PATIENCE_MS; ; ) {
		try {
			return await client.call('POST /tours/{id}/steps/{stepId}/redact', input, {ifMatch, idempotencyKey});
		} catch (error) {
			const waits = !(error instanceof ApiError) || error.code === 'still_running' || error.code === 'unavailable';
			if (!waits || Date.now() > deadline) throw error;
			await new Promise(resolve => setTimeout(resolve, ((error as Partial<ApiError>).retryAfter ?? 2) * 1000));
		}
	}
}
