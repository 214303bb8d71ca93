import {ApiError} from '../../../client/api-error.ts';
import type {Edit, Writer} from '../../../shared/contract/edit.ts';
import type {Tour} from '../../../shared/contract/tour.ts';
import {presentChangedTour, presentTour} from '../../../shared/present/tour.ts';
import {applyChanges} from '../../../shared/tour/changes/apply-changes.ts';
import {editFaults} from '../../../shared/tour/changes/edit-faults.ts';
import type {TourContent} from '../../../shared/tour/document/document.ts';
import {editContext} from '../../helpers/random-edits.ts';

const BASES = {baseUrl: '', mediaUrl: '/media'};
export const PUBLISHER = {company: 'Sol', privacyUrl: null};

export type Batch = {changes: Edit[]; writer?: Writer};

/** A service with one tour: its real rules for changes and for keys, without a database. */
export class ModelService {
	content: TourContent;
	version = 1;
	/** Whatever was written into the tour, at any time. */
	readonly past: TourContent[] = [];
	readonly #answers = new Map<string, {body: string; answer: unknown}>();
	readonly #followers = new Set<() => void>();

	constructor(content: TourContent) {
		this.content = content;
	}

	/** Makes the changes; the same key once more gets the same answer. Throws `ApiError`. */
	change(key: string, batch: Batch): unknown {
		const body = JSON.stringify(batch);
		const known = this.#answers.get(key);
		if (known && known.body !== body) throw refusal(400, 'idempotency_key_reused');
		if (known) return structuredClone(known.answer);
		const faults = editFaults(batch.changes);
		if (faults.length > 0) throw new Error(`The editor has sent what is no change: ${JSON.stringify(faults)}`);
		const before = this.content;
		const applied = applyChanges(before, batch.changes, {...editContext(), publisher: PUBLISHER, writer: batch.writer});
		this.become(applied.content);
		const answer = presentChangedTour(
			{...applied, before, version: this.version, sent: batch.changes.length, publisher: PUBLISHER, refused: false},
			BASES,
		);
		this.#answers.set(key, {body, answer: structuredClone(answer)});
		return structuredClone(answer);
	}

	/** Has the tour be this from now on. */
	become(content: TourContent): void {
		if (content === this.content) return;
		this.past.push(this.content);
		this.content = content;
		this.version++;
		for (const follower of this.#followers) follower();
	}

	read(): Tour {
		const now = new Date(0);
		const {content, version} = this;
		return structuredClone(
			presentTour(
				{
					id: 'tour_1',
					accountId: 'account_1',
					createdBy: 'editor',
					status: 'unpublished',
					version,
					contentVersion: version,
					publishedVersion: null,
					link: null,
					publisher: PUBLISHER,
					createdAt: now,
					updatedAt: now,
					content,
				},
				BASES,
			),
		);
	}

	follow(hear: () => void): () => void {
		this.#followers.add(hear);
		return () => void this.#followers.delete(hear);
	}
}

export function refusal(status: number, error: string): ApiError {
	return new ApiError(new Response(null, {status}), {error, message: 'No.'});
}
