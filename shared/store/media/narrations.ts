import type {Actor} from '../../contract/version.ts';
import {attachNarration, type NarrationPlan, spokenWords} from '../../tour/narration.ts';
import {stepIndex} from '../../tour/steps.ts';
import type {Db} from '../database.ts';
import type {SpeechRow} from '../entities/narration.ts';
import {changeTour, lockTour} from '../tours.ts';

export type NarrationTarget = NarrationPlan & {tourId: string; stepId: string; voice: {id: string}};

/**
 * Attaches what was spoken to its step, unless a person has changed the step's words since the call: then it is returned,
 * and nothing is overwritten: `saved` is false. Throws `not_found` where the step is gone.
 */
export async function saveNarration(
	db: Db,
	{accountId, actor, ifMatch}: {accountId: string; actor: Actor | null; ifMatch: number | null},
	{tourId, stepId, voice, spoken, lang, ...plan}: NarrationTarget,
	{file, durationMs, bytes, script}: Pick<SpeechRow, 'file' | 'durationMs' | 'bytes' | 'script'>,
) {
	const tour = await lockTour(db, accountId, tourId, ifMatch);
	const step = tour.content.steps[stepIndex(tour.content, stepId)]!;
	const words = spokenWords(step);
	const saved = words === plan.before || (plan.becomesScript && words === plan.words);
	let {version} = tour;
	if (saved) {
		const narration = {file, durationMs, bytes, language: spoken, lang, voice: voice.id, script};
		const change = await changeTour(db, {accountId, id: tourId, ifMatch, actor}, content =>
			attachNarration(content, stepId, narration, plan),
		);
		version = change.version;
	}
	return {saved, version};
}
