import {altOf, composeStep, farewell, keyOf, pictureName, tourName} from '../cli/recorder/compose-step.ts';
import type {PageWords} from '../cli/recorder/page/facts.ts';
import {LivePlan} from '../cli/recorder/plan-actions.ts';
import {PAGES, type RecordedStep} from '../cli/recorder/recording.ts';
import {Secrets, secretsOf} from '../cli/recorder/secrets.ts';
import {matchLanguage, type PageLanguage, primaryLanguage} from '../shared/contract/page-language.ts';
import {keyFrom} from '../shared/folder/names.ts';
import type {ComposedTour, Recording} from './messages.ts';

/** Characters of a tour's name in its key. */
const NAME = 40;

/** Returns a recording as tour.json has it, and each step's picture. `fallback`: the language if the application's is none of ours. */
export function composeTour(recording: Recording, name: string, fallback: PageLanguage): {tour: ComposedTour; pictures: number[]} {
	const {actions} = new LivePlan(recording.done as never);
	const language = matchLanguage(recording.language) ?? fallback;
	const secrets = new Secrets();
	for (const {action, named} of recording.kept) for (const secret of secretsOf(actions[action]!, named)) secrets.add(secret);
	const called = tourName(name.trim() || recording.name || 'Tour', secrets);
	const steps: RecordedStep[] = [];
	const add = (words: string, shown: Omit<RecordedStep, 'key' | 'type' | 'image'>, page: PageWords, name: string | null) => {
		const said = altOf(page, shown.highlight ? name : null, language);
		const alt = said === undefined ? {} : {alt: secrets.without(said)};
		const key = keyOf(
			words,
			steps.map(step => step.key!),
		);
		steps.push({key, type: 'screen', ...shown, ...alt, image: pictureName(steps.length, key)});
	};
	for (const {action, named, place, page} of recording.kept) {
		const {words, shown} = composeStep(actions[action]!, {named, place}, {language, isFirst: steps.length === 0, secrets});
		add(words, shown, page, named?.name ?? null);
	}
	if (recording.ending !== null && steps.length > 0) add('end', farewell(called, language), recording.endingPage, null);
	const pictures = recording.kept.map(({picture}) => picture);
	if (steps.length > pictures.length) pictures.push(recording.ending!);
	const key = `${keyFrom(called, 'tour').slice(0, NAME)}-${recording.begunAt.toString(36)}`;
	return {tour: {key, name: called, language: primaryLanguage(language), pictures: PAGES, steps}, pictures};
}
