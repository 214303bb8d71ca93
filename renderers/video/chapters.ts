import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {oneLine} from '../../shared/html.ts';
import {playerMessages} from '../../shared/locales/index.ts';
import type {Timeline} from '../../shared/tour/timeline.ts';

/** Code points of a chapter's title; players cut what is longer anyway. */
const TITLE = 100;

/** The film's title, and a chapter for each of its parts, in the format in which ffmpeg reads them. */
export function ffMetadata(snapshot: Pick<Snapshot, 'title' | 'language' | 'steps' | 'endCta'>, {parts}: Timeline): string {
	const words = playerMessages(snapshot.language);
	const titles = parts.map(({kind, index}) => {
		if (kind === 'opening') return snapshot.title;
		if (kind === 'closing') return snapshot.endCta.title || words.end;
		const {label, title} = snapshot.steps[index]!;
		return label || title || words.step(index + 1, snapshot.steps.length);
	});
	const chapters = parts.map(
		({at, durationMs}, index) =>
			`[CHAPTER]\nTIMEBASE=1/1000\nSTART=${Math.round(at)}\nEND=${Math.round(at + durationMs)}\ntitle=${value(titles[index]!)}\n`,
	);
	return `;FFMETADATA1\ntitle=${value(snapshot.title)}\n${chapters.join('')}`;
}

/** One line in which nothing means anything but itself. */
function value(text: string): string {
	const line = [...oneLine(text).trim()].slice(0, TITLE).join('');
	return line.replace(/[=;#\\]/g, '\\$&').replaceAll('\0', '');
}
