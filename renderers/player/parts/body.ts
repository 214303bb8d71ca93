import type {CourseStatus} from '../../../shared/contract/exports/options.ts';
import type {Chapter as NamedChapter} from '../../../shared/contract/paths/actions.ts';
import type {Snapshot, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {type Html, html, oneLine} from '../../../shared/html.ts';
import {isCropped} from '../../../shared/tour/place/camera.ts';
import {mainLanguage, narrationOf} from '../../../shared/tour/timeline.ts';
import {hasEndCard, idsOf, ownWords, type StepContext} from './context.ts';
import {endCard} from './end-card.ts';
import {ICONS} from './icons.ts';
import {type LeadTarget, leadForm} from './lead-form.ts';
import {playButton, soundBar} from './narration.ts';
import {placesOf} from './places.ts';
import {stepSection} from './step.ts';

export type BodyOptions = {
	/** The opening form's target; null if the tour has none. */
	lead: LeadTarget | null;
	/** Path to which the page reports what is looked at; null for a preview, which counts nothing. */
	reportPath: string | null;
	preview: boolean;
	/** The status that an LMS gets at the last step; absent outside of one. */
	course?: CourseStatus;
	url: (file: string) => string;
};

const ID = 'chapters';

/** Steps in a row of one scene, from index `from` on; `scene` is null if they have none. */
type Chapter = {scene: number | null; from: number; count: number};

/** The most steps that have a mark of their own in the bar, which is also a link to the step. */
const MARKS = 12;

/** Input of the marks; the ids are those of the steps in the bar. */
type Bar = Pick<StepContext, 'ids' | 'words' | 'lang' | 'theirs'> & {titles: ReadonlyMap<number, string>};

/** Renders the body of a tour's page, for the public page and for the editor's preview. */
export function pageBody(snapshot: Snapshot, {lead, reportPath, preview, course, url}: BodyOptions): Html {
	const {endCta, language, title} = snapshot;
	const main = mainLanguage(snapshot);
	const narrated = main !== null;
	const steps = narrated ? mainFirst(snapshot.steps, main) : snapshot.steps;
	const {words, lang, ours, theirs} = ownWords(language);
	const plays = narrated || steps.length > 1;
	const spokenTo = steps.findLastIndex(({narrations}) => narrations.length > 0);
	const context: StepContext = {
		steps,
		words,
		lang,
		ours,
		theirs,
		ids: idsOf(snapshot),
		count: steps.length,
		endTitle: endCta.title,
		spokenTo,
		plays,
		browserBar: snapshot.browserBar ?? false,
		places: placesOf(snapshot),
		url,
	};
	const menu = chapterMenu(snapshot, context);
	const near = steps.some(step => step.type === 'screen' && isCropped(step));
	return html`<header><h1><bdi>${oneLine(title)}</bdi></h1>${preview && html`<span class="way second"${ours}>${words.preview}</span>`}</header>
${menu}<main${context.places && html` data-count="${context.places.main.length}"`}${reportPath && html` data-report="${reportPath}"`}${course && html` data-course="${course}"`}>
${lead && leadForm(snapshot.leadCapture, lead, context)}${steps.map((step, index) => stepSection(step, index, context))}${hasEndCard(snapshot) && endCard(endCta, context)}</main>
${progress(steps, context, snapshot.chapters)}
<div class="tools"${lang}>${menu && chapterButton(context)}${plays && !narrated && playButton(words.play, 'sign', context)}${near && html`<button class="fit" type="button" aria-pressed="false" aria-label="${words.whole}">${ICONS.whole}</button>`}<button class="full" type="button" aria-label="${words.fullscreen}" hidden>${ICONS.fullscreen}</button></div>
${narrated && soundBar(steps, main, context)}<p class="unseen" role="status"></p>`;
}

/** Returns the steps with the narration that is heard where none is chosen as the first of each. */
function mainFirst(steps: SnapshotStep[], main: string): SnapshotStep[] {
	return steps.map(step => {
		const first = narrationOf(step, main);
		return first ? {...step, narrations: [first, ...step.narrations.filter(other => other !== first)]} : step;
	});
}

/** True if any step has a narration. */
export function isNarrated({steps}: Pick<Snapshot, 'steps'>): boolean {
	return steps.some(({narrations}) => narrations.length > 0);
}

// The chapters of a tour: a list that a button opens, and that stands above the steps where there is no script.

/** Returns the links to the first step of each chapter; null if no named scene has steps. */
function chapterMenu({chapters = [], steps}: Pick<Snapshot, 'chapters' | 'steps'>, {ids, words, lang, theirs}: StepContext): Html | null {
	const links = chapters.flatMap(({scene, title}) => {
		const first = steps.findIndex(step => step.scene === scene);
		return first < 0 ? [] : [html`<a class="way" href="#${ids[first]!}"><bdi${theirs}>${title}</bdi></a>`];
	});
	return links.length > 0 ? html`<nav id="${ID}" popover aria-label="${words.chapters}"${lang}>${links}</nav>\n` : null;
}

/** Returns the button that opens it. */
function chapterButton({words}: StepContext): Html {
	return html`<button type="button" popovertarget="${ID}" aria-label="${words.chapters}">${ICONS.chapters}</button>`;
}

/** Renders the main path's progress bar: a mark for each step or, in a longer tour, for each chapter; with too many, a plain bar. */
function progress(all: SnapshotStep[], context: StepContext, named: readonly NamedChapter[] = []): Html {
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

/** Returns the steps in runs of one scene: a single run where no scene was given, or where all steps are in the same. */
export function chaptersOf(steps: Pick<SnapshotStep, 'scene'>[]): Chapter[] {
	const chapters: Chapter[] = [];
	for (const [from, {scene}] of steps.entries()) {
		const chapter = chapters.at(-1);
		if (chapter?.scene === scene) chapter.count++;
		else chapters.push({scene, from, count: 1});
	}
	return chapters;
}

function group({scene, from, count}: Chapter, several: boolean, steps: SnapshotStep[], bar: Bar): Html {
	const {words, ids, titles, theirs} = bar;
	const marks = steps.slice(from, from + count).map(({label, title}, index) => {
		const name = label || title;
		return mark(ids[from + index]!, html`${words.step(from + index + 1, steps.length)}${name && html`: <bdi${theirs}>${name}</bdi>`}`, bar);
	});
	if (!several) return html`${marks}`;
	const title = scene !== null && titles.get(scene);
	return html`<div${scene !== null && html` role="group" aria-label="${title || words.scene(scene)}"`}${title && theirs}>${marks}</div>`;
}

function wholeChapter({scene, from, count}: Chapter, bar: Bar): Html {
	const {words, ids, titles, theirs} = bar;
	const title = scene !== null && titles.get(scene);
	const name = title ? html`<bdi${theirs}>${title}</bdi>` : scene !== null && words.scene(scene);
	return mark(ids[from]!, html`${name && html`${name}: `}${words.reach(from + 1, from + count)}`, bar);
}

function mark(id: string, name: Html, {lang}: Bar): Html {
	return html`<a href="#${id}"><span class="unseen"${lang}>${name}</span></a>`;
}
