import type {Chapter as NamedChapter} from '../../../shared/contract/paths/actions.ts';
import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {type Html, html} from '../../../shared/html.ts';
import type {StepContext} from './context.ts';

/** Steps that follow one another in one scene, from the step with this index on; `scene` is null where they are in none. */
export type Chapter = {scene: number | null; from: number; count: number};

/** The most steps that have a mark of their own in the bar, which is also a link to the step. */
const MARKS = 12;

/** Input of the marks; the ids are those of the steps in the bar. */
type Bar = Pick<StepContext, 'ids' | 'words'> & {titles: ReadonlyMap<number, string>};

/** The progress bar of the main path: a mark for each step, grouped by chapters; in a longer tour one for each chapter; else, or with too many, a bar alone. */
export function progress(all: SnapshotStep[], context: StepContext, named: readonly NamedChapter[] = []): Html {
	const {words, lang, places} = context;
	const main = places?.main ?? [...all.keys()];
	const bar = {...context, ids: main.map(index => context.ids[index]!), titles: new Map(named.map(({scene, title}) => [scene, title]))};
	const steps = main.map(index => all[index]!);
	const chapters = chaptersOf(steps);
	let marks: Html[] | null = null;
	if (steps.length <= MARKS) marks = chapters.map(chapter => group(chapter, chapters.length > 1, steps, bar));
	else if (chapters.length > 1 && chapters.length <= MARKS) marks = chapters.map(chapter => wholeChapter(chapter, bar));
	if (!marks) return html`<div class="progress"><a></a></div>`;
	return html`<nav class="progress" aria-label="${words.steps}"${lang}>${marks}</nav>`;
}

/** The steps in runs of one scene: a single run where no scene was given, or where all steps are in the same. */
export function chaptersOf(steps: Pick<SnapshotStep, 'scene'>[]): Chapter[] {
	const chapters: Chapter[] = [];
	for (const [from, {scene}] of steps.entries()) {
		const chapter = chapters.at(-1);
		if (chapter?.scene === scene) chapter.count++;
		else chapters.push({scene, from, count: 1});
	}
	return chapters;
}

function group({scene, from, count}: Chapter, several: boolean, steps: SnapshotStep[], {words, ids, titles}: Bar): Html {
	const marks = steps.slice(from, from + count).map(({label, title}, index) => {
		const name = label || title;
		return mark(ids[from + index]!, words.step(from + index + 1, steps.length), name && html`: <bdi>${name}</bdi>`);
	});
	if (!several) return html`${marks}`;
	return html`<div${scene !== null && html` role="group" aria-label="${titles.get(scene) ?? words.scene(scene)}"`}>${marks}</div>`;
}

function wholeChapter({scene, from, count}: Chapter, {words, ids, titles}: Bar): Html {
	const reach = words.reach(from + 1, from + count);
	return mark(ids[from]!, scene === null ? reach : `${titles.get(scene) ?? words.scene(scene)}: ${reach}`);
}

function mark(id: string, name: string, label: Html | string | null = null): Html {
	return html`<a href="#${id}"><span class="unseen">${name}${label}</span></a>`;
}
