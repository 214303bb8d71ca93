import {composeStep, farewell, keyOf, pictureName, tourName} from '../cli/recorder/compose-step.ts';
import {LivePlan} from '../cli/recorder/plan-actions.ts';
import {PAGES, type RecordedStep} from '../cli/recorder/recording.ts';
import {Secrets, secretsOf} from '../cli/recorder/secrets.ts';
import {matchLanguage, type PageLanguage, primaryLanguage} from '../shared/contract/page-language.ts';
import {keyFrom} from '../shared/folder/names.ts';
import type {ComposedTour, Recording} from './messages.ts';

/** Returns a recording as tour.json has it, and each step's picture. `fallback`: the language if the application's is none of ours. */
export function composeTour(recording: Recording, name: string, fallback: PageLanguage): {tour: ComposedTour; pictures: number[]} {
	const {actions} = new LivePlan(recording.done as never);
	const language = matchLanguage(recording.language) ?? fallback;
	const secrets = new Secrets();
	for (const {action, named} of recording.kept) for (const secret of secretsOf(actions[action]!, named)) secrets.add(secret);
	const called = tourName(name.trim() || recording.name || 'Tour', secrets);
	const steps: RecordedStep[] = [];
	const add = (words: string, shown: Omit<RecordedStep, 'key' | 'type' | 'image'>) => {
		const key = keyOf(
			words,
			steps.map(step => step.key!),
		);
		steps.push({key, type: 'screen', ...shown, image: pictureName(steps.length, key)});
	};
	for (const {action, named, place} of recording.kept) {
		const {words, shown} = composeStep(actions[action]!, {named, place}, {language, isFirst: steps.length === 0, secrets});
		add(words, shown);
	}
	if (recording.ending !== null && steps.length > 0) add('end', farewell(called, language));
	const pictures = recording.kept.map(({picture}) => picture);
	if (steps.length > pictures.length) pictures.push(recording.ending!);
	return {tour: {key: keyFrom(called, 'tour'), name: called, language: primaryLanguage(language), pictures: PAGES, steps}, pictures};
}
