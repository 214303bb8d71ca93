import {LIMITS} from '../../shared/contract/limits.ts';
import {language} from '../messages/index.ts';
import {ExternalLink} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import type {Rehearsal} from './rehearse.ts';
import {words} from './words.ts';

/** How much of the 12 MB the page takes, and where to look at it before anybody else does. */
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
