import {ApiError} from '../../client/api-error.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {words} from '../../shared/locales/en/editor/publish.ts';
import {language} from '../messages/index.ts';
import type {Work} from '../saving/work.ts';
import {ExternalLink} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {client} from '../shell/session-data.ts';

/** The outcome of a trial publish: bytes of the page and a link to view it, or why it fails. */
export type Rehearsal = {bytes: number; preview: string} | {fault: string};

/** Publishes on trial, after all unsent work is stored: returns the page's bytes and a link to view it. */
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

/** Shows the page's share of the 12 MB, and a link to look at it before it is public. */
export function Weight({rehearsal}: {rehearsal: Rehearsal | null}) {
	if (rehearsal && 'fault' in rehearsal) return <Problem>{rehearsal.fault}</Problem>;
	return (
		<section class="weight" aria-label={words.weight} aria-busy={!rehearsal}>
			<p>
				<strong>{words.weight}</strong>
				<span>{rehearsal ? words.of(megabytes(rehearsal.bytes), megabytes(LIMITS.tourBytes)) : words.measuring}</span>
			</p>
			<progress max={LIMITS.tourBytes} value={rehearsal?.bytes ?? 0} aria-label={words.weight} />
			{rehearsal && (
				<a href={rehearsal.preview} target="_blank" rel="noopener">
					<ExternalLink size={14} />
					{words.preview}
				</a>
			)}
		</section>
	);
}

function megabytes(bytes: number): string {
	const format = new Intl.NumberFormat(language, {maximumFractionDigits: bytes < 1024 * 1024 ? 2 : 1});
	return `${format.format(bytes / 1024 / 1024)} MB`;
}
