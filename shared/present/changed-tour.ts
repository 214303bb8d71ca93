import {type Conflict, SETTINGS} from '../contract/edit.ts';
import type {Adjustment} from '../contract/geometry.ts';
import type {Offerer} from '../tour/cards.ts';
import {touchedSteps} from '../tour/changes/apply-changes.ts';
import type {TourContent} from '../tour/document/document.ts';
import type {Bases} from '../tour/urls.ts';
import {presentSettings, presentStep} from './tour.ts';

type Changed = {
	before: TourContent;
	content: TourContent;
	conflicts: Conflict[];
	adjustments: Adjustment[];
	/** The tour's version now. */
	version: number;
	/** How many changes were sent. */
	sent: number;
	/** The tour's owner, by the names that the service's own words use. */
	offerer: Offerer;
	/** True if no change was made, because one was a conflict. */
	refused: boolean;
};

/** Returns what became of changes, as it is answered. */
export function presentChangedTour({before, content, conflicts, adjustments, version, sent, offerer, refused}: Changed, bases: Bases) {
	const {changed, removed} = touchedSteps(before, content);
	const inConflict = new Set(conflicts.map(({index}) => index)).size;
	return {
		version,
		previousVersion: content === before ? version : version - 1,
		applied: refused ? 0 : sent - inConflict,
		steps: content.steps.flatMap((step, position) => (changed.has(step.id) ? [presentStep(step, position, bases)] : [])),
		order: content.steps.map(step => step.id),
		removed,
		conflicts,
		adjustments,
		...(SETTINGS.some(part => before[part] !== content[part]) && {settings: presentSettings(content, offerer)}),
	};
}
