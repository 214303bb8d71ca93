import {hotspotMotion} from '../../renderers/hotspot/hotspot.ts';
import {start as autoplay} from '../../renderers/player/client/autoplay.ts';
import {start as narration} from '../../renderers/player/client/narration.ts';
import {start as paths} from '../../renderers/player/client/paths.ts';
import {start as report} from '../../renderers/player/client/report.ts';
import {passForm, standAlone, start as steps} from '../../renderers/player/client/steps.ts';
import {isNarrated, pageBody} from '../../renderers/player/parts/body.ts';
import {idsOf} from '../../renderers/player/parts/context.ts';
import {needsPaths} from '../../renderers/player/parts/places.ts';
import bars from '../../renderers/player/style/bars.css' with {type: 'text'};
import lead from '../../renderers/player/style/lead.css' with {type: 'text'};
import sound from '../../renderers/player/style/narration.css' with {type: 'text'};
import {stepRules, themeRule} from '../../renderers/player/style/style.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {directionOf} from '../../shared/tour/language/language-tag.ts';
import {fontOf} from '../../shared/tour/themes.ts';
import {type Frame, fontRules, playerSheets, STAGE, sheetIn} from '../stage/player-style.ts';

/** Runs in the frame of the preview: draws the page of the tour that the frame was given, and starts the player in it. */

const given = (frameElement as (Element & {snapshot?: Snapshot}) | null)?.snapshot;
if (given) show(given);

function show(snapshot: Snapshot): void {
	const {language, theme, leadCapture} = snapshot;
	const frame = window as Frame;
	document.documentElement.lang = language;
	document.documentElement.dir = directionOf(language);
	document.adoptedStyleSheets = [
		sheetIn(frame, themeRule(theme)),
		...playerSheets(frame),
		sheetIn(frame, bars, STAGE),
		sheetIn(frame, hotspotMotion(), STAGE),
		sheetIn(frame, lead),
		sheetIn(frame, sound),
		sheetIn(frame, fontRules(fontOf(theme)) + stepRules(snapshot, idsOf(snapshot))),
	];
	document.body.innerHTML = pageBody(snapshot, {
		lead: leadCapture.enabled ? {id: '', action: '#', preview: true} : null,
		reportPath: null,
		preview: false,
		url: file => file,
	}).markup;
	const parts = [steps, ...(needsPaths(snapshot) ? [paths] : []), autoplay, report, ...(isNarrated(snapshot) ? [narration] : [])];
	standAlone();
	addEventListener('DOMContentLoaded', () => {
		for (const start of parts) start();
		letPass();
	});
}

/** Lets the form be filled in as by a visitor, and sends nothing. */
function letPass(): void {
	const form = document.forms[0];
	if (!form) return;
	form.onkeydown = event => event.key !== 'Escape' && event.stopPropagation();
	form.onsubmit = event => {
		event.preventDefault();
		passForm();
	};
}
