import type {CourseStatus} from '../../../shared/contract/exports/options.ts';
import {primaryLanguage} from '../../../shared/contract/page-language.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {type Html, html, oneLine} from '../../../shared/html.ts';
import {playerMessages} from '../../../shared/locales/index.ts';
import {comesNear} from '../../../shared/tour/place/camera.ts';
import {chapterButton, chapterMenu} from './chapter-menu.ts';
import type {StepContext} from './context.ts';
import {endCard} from './end-card.ts';
import {ICONS} from './icons.ts';
import {hasEndCard, idsOf} from './ids.ts';
import {type LeadTarget, leadForm} from './lead-form.ts';
import {playButton, soundBar} from './narration.ts';
import {placesOf} from './places.ts';
import {progress} from './progress.ts';
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

/** Renders the body of a tour's page, for the public page and for the editor's preview. */
export function pageBody(snapshot: Snapshot, {lead, reportPath, preview, course, url}: BodyOptions): Html {
	const {steps, endCta, language, title} = snapshot;
	const words = playerMessages(language);
	const lang = primaryLanguage(words.language) === primaryLanguage(language) ? null : html` lang="${words.language}"`;
	// Our sentences run from left to right in every language that we write; rows of buttons run as the page does.
	const ours = lang && html`${lang} dir="ltr"`;
	const narrated = isNarrated(snapshot);
	const plays = narrated || steps.length > 1;
	const spokenTo = steps.findLastIndex(({narrations}) => narrations.length > 0);
	const context: StepContext = {
		steps,
		words,
		lang,
		ours,
		ids: idsOf(snapshot),
		count: steps.length,
		endTitle: endCta.title,
		spokenTo,
		plays,
		places: placesOf(snapshot),
		url,
	};
	const menu = chapterMenu(snapshot, context);
	const near = steps.some(step => step.type === 'screen' && comesNear(step));
	return html`<header><h1><bdi>${oneLine(title)}</bdi></h1>${preview && html`<span class="way second"${ours}>${words.preview}</span>`}</header>
${menu}<main${context.places && html` data-count="${context.places.main.length}"`}${reportPath && html` data-report="${reportPath}"`}${course && html` data-course="${course}"`}>
${lead && leadForm(snapshot.leadCapture, lead, context)}${steps.map((step, index) => stepSection(step, index, context))}${hasEndCard(snapshot) && endCard(endCta, context)}</main>
${progress(steps, context, snapshot.chapters)}
<div class="tools"${lang}>${menu && chapterButton(context)}${plays && !narrated && playButton(words.play, 'sign', context)}${near && html`<button class="fit" type="button" aria-pressed="false" aria-label="${words.whole}">${ICONS.whole}</button>`}<button class="full" type="button" aria-label="${words.fullscreen}" hidden>${ICONS.fullscreen}</button></div>
${narrated && soundBar(steps, context)}<p class="unseen" role="status"></p>`;
}

/** True if any step has a narration. */
export function isNarrated({steps}: Pick<Snapshot, 'steps'>): boolean {
	return steps.some(({narrations}) => narrations.length > 0);
}
