import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import type {ActionTarget, NextTarget, StepActions} from '../../shared/contract/paths/actions.ts';
import {keyFrom} from '../../shared/folder/names.ts';
import {altOf, composeStep, farewell, keyOf, type Moment, pictureName, type Shown, tourName} from '../recorder/compose-step.ts';
import type {Place} from '../recorder/describe-target.ts';
import type {PageWords} from '../recorder/page/facts.ts';
import type {Action} from '../recorder/plan-actions.ts';
import {LANGUAGES, PAGES} from '../recorder/recording.ts';
import type {Secrets} from '../recorder/secrets.ts';
import {beginFolder} from '../recording/new-folder.ts';
import type {Answer, Start, StepWords} from './package.d.ts';

/** A recorded piece of a test, in its order. `action`: index among the actions. */
export type Kept = {words: StepWords; answers?: Answer[]} & (
	| {kind: 'slide'; picture?: undefined}
	| ({kind: 'action'; action: number; moment: Moment} & Taken)
	| ({kind: 'shown'; place: Place; name: string | null} & Taken)
	| ({kind: 'end'; place: Place; name: string | null} & Taken)
);
/** A picture, and the page's words at that moment. */
type Taken = {picture: Uint8Array; page: PageWords};

export type Said = {
	options: Start;
	title: string;
	language: TextLanguage;
	secrets: Secrets;
	actions: readonly Action[];
};

/** Writes the folder of a tour, in the place of the one that is there. Returns where it is. */
export async function writeFolder(kept: readonly Kept[], said: Said, folderOf: (key: string) => string): Promise<string> {
	const {options, title, secrets} = said;
	if (kept.length === 0) throw new Error('The tour has no step: nothing was done after tour.start.');
	const key = options.key ?? keyFrom(options.name ?? title, 'tour');
	const folder = await beginFolder(folderOf(key), {force: true});
	try {
		const steps: object[] = [];
		const keys: string[] = [];
		const leading: Leading[] = [];
		for (const [index, one] of kept.entries()) {
			const {words, shown} = compose(
				one,
				said,
				kept.slice(0, index).every(({kind}) => kind === 'slide'),
			);
			const own = one.words.key ?? keyOf(words, keys);
			keys.push(own);
			leading.push({next: one.words.next, answers: one.answers?.map(answer => ({...answer, label: secrets.without(answer.label)}))});
			if (!one.picture) {
				steps.push({key: own, type: 'slide', ...shown});
				continue;
			}
			const image = pictureName(index, own);
			await folder.saveFile(image, one.picture);
			steps.push({key: own, type: 'screen', ...shown, image});
		}
		for (const [index, actions] of ledActions(leading, keys).entries()) if (actions) Object.assign(steps[index]!, {actions});
		const language = Object.keys(LANGUAGES).find(name => LANGUAGES[name] === said.language)!;
		const name = tourName(options.name ?? title, secrets);
		await folder.writeTour({key, name, language, pictures: PAGES, ...options.more, steps}, null);
		await folder.place();
		return folder.path;
	} finally {
		await folder.discard();
	}
}

/** Makes the step, and the words for its key. The author's words stay unchanged, without secrets. */
function compose(one: Kept, {options, title, language, secrets, actions}: Said, isFirst: boolean): {words: string; shown: Partial<Shown>} {
	const {
		key: _key,
		next: _next,
		...own
	} = Object.fromEntries(
		Object.entries(one.words).map(([name, value]) => [name, typeof value === 'string' ? secrets.without(value) : value]),
	) as StepWords;
	if (one.kind === 'slide') return {words: own.title || 'slide', shown: own};
	const {place, name} = one.kind === 'action' ? {place: one.moment.place, name: one.moment.named?.name ?? null} : one;
	const said = altOf(one.page, place.highlight ? name : null, language);
	const alt = said === undefined ? {} : {alt: secrets.without(said)};
	if (one.kind === 'shown') return {words: own.title || 'step', shown: {...one.place, ...alt, ...own}};
	if (one.kind === 'end')
		return {words: 'end', shown: {...farewell(secrets.without(options.name ?? title), language), ...one.place, ...alt, ...own}};
	const {words, shown} = composeStep(actions[one.action]!, one.moment, {language, isFirst, secrets});
	return {words, shown: {...shown, ...alt, ...own}};
}

/** The target of a step, as its test has said it. */
type Leading = {next?: string; answers?: Answer[]};

const WAYS = ['next', 'previous', 'restart', 'end'] as const;

/** Returns the actions of each step as tour.yaml has them. Throws if one leads to a key that no step has. */
export function ledActions(steps: readonly Leading[], keys: readonly string[]): Array<StepActions | null> {
	return steps.map(({next, answers}, index) => {
		if (next === undefined && !answers) return null;
		const target = (to: string) => targetOf(to, keys, keys[index]!);
		return {
			...(next !== undefined && {next: target(next) as NextTarget}),
			...(answers && {buttons: answers.map(({label, to, goal}) => ({label, target: target(to), ...(goal && {goal})}))}),
		};
	});
}

function targetOf(to: string, keys: readonly string[], from: string): ActionTarget {
	if (keys.includes(to)) return {to: 'step', step: to};
	const way = WAYS.find(way => way === to);
	if (way) return {to: way};
	if (to.startsWith('https://')) return {to: 'url', url: to};
	throw new Error(
		`The step ${from} leads to "${to}", which is the key of no step. Give that step the key in its words. Keys of this tour: ${keys.join(', ')}; else ${WAYS.join(', ')} or an https URL.`,
	);
}
