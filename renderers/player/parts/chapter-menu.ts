import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {type Html, html} from '../../../shared/html.ts';
import type {StepContext} from './context.ts';
import {ICONS} from './icons.ts';

/** The chapters of a tour: a list that a button opens, and that stands above the steps where there is no script. */

const ID = 'chapters';

/** Returns the links to the first step of each chapter; null where no named scene has steps. */
export function chapterMenu({chapters = [], steps}: Pick<Snapshot, 'chapters' | 'steps'>, {ids, words}: StepContext): Html | null {
	const links = chapters.flatMap(({scene, title}) => {
		const first = steps.findIndex(step => step.scene === scene);
		return first < 0 ? [] : [html`<a class="way" href="#${ids[first]!}"><bdi>${title}</bdi></a>`];
	});
	return links.length > 0 ? html`<nav id="${ID}" popover aria-label="${words.chapters}">${links}</nav>\n` : null;
}

/** Returns the button that opens it. */
export function chapterButton({words}: StepContext): Html {
	return html`<button type="button" popovertarget="${ID}" aria-label="${words.chapters}">${ICONS.chapters}</button>`;
}
