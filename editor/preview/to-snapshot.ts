import type {Snapshot, SnapshotNarration} from '../../shared/contract/snapshot.ts';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {pageLanguage} from '../../shared/tour/document/document.ts';
import {asSnapshot} from '../stage/as-snapshot.ts';

/** The tour as its page would show it now, of what the editor knows: each picture in one size, captions in the tour's own language. */
export function snapshotOf({name, narrationSettings, theme, leadCapture, endCta, chapters, steps}: Tour): Snapshot {
	const order = Object.keys(endCta);
	const linkFirst = endCta.link && endCta.whatsapp && order.indexOf('link') < order.indexOf('whatsapp');
	return {
		title: name,
		language: pageLanguage(narrationSettings),
		theme,
		leadCapture,
		endCta: {...endCta, ...(linkFirst && {linkFirst})},
		...(chapters && {chapters}),
		steps: steps.map(step => ({...asSnapshot(step), narrations: narrationsOf(step)})),
	};
}

function narrationsOf({narration, narrations, narrationScript, text}: Step): SnapshotNarration[] {
	const own = narration && {...narration, file: narration.url, script: narrationScript ?? text ?? ''};
	return [...(own ? [own] : []), ...narrations.map(one => ({...one, file: one.url, script: ''}))];
}
