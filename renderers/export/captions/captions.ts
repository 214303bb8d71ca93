import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {CaptionsOptions} from '../../../shared/contract/exports/options.ts';
import type {Cue} from '../../../shared/tour/timeline.ts';
import type {Exporter, ExportWarning} from '../../exporter.ts';
import {cuesOfFilm, filmTimeline, silentSteps, spokenLanguage, subRip, webVtt} from '../../video/captions.ts';

/** Captions as WebVTT, for pages and players. */
export const vttExporter = captionsExporter('captions.vtt', webVtt);
/** Captions as SubRip, which LinkedIn, YouTube and every video editor read. */
export const srtExporter = captionsExporter('captions.srt', subRip);

function captionsExporter(file: string, write: (cues: Cue[], language: string) => string): Exporter<CaptionsOptions> {
	return {
		async make({snapshot, language}, {opening}, {folder, progress, signal}) {
			const timeline = filmTimeline(snapshot, {language, opening});
			const cues = cuesOfFilm(timeline);
			const path = join(folder, file);
			await writeFile(path, write(cues, spokenLanguage(timeline) ?? snapshot.language), {signal});
			const warnings: ExportWarning[] = silentSteps(timeline, {snapshot, language});
			if (cues.length === 0) warnings.push({code: 'nothing_said', message: 'The tour says nothing: there are no captions.'});
			progress(1);
			return {path, warnings};
		},
	};
}
