import {createHash} from 'node:crypto';
import type {Page} from 'puppeteer';
import type {Snapshot, SnapshotStep} from '../../shared/contract/snapshot.ts';
import {STEP_DEFAULTS} from '../../shared/contract/step-fields.ts';
import type {Browser} from '../browser/browser.ts';
import type {ExportSource} from '../exporter.ts';
import {type Page as PlayerPage, renderPage} from '../player/page.ts';
import {answersOf, type Box, drawnPage, rest} from '../step-picture/measure.ts';
import type {Stage} from './present.ts';

/** Boxes of a step on the stage, CSS pixels of the window. `whole`: the camera's start; null if it does not move. */
export type Seen = {
	shot: Box | null;
	pic: Box | null;
	balloon: Box | null;
	/** The ring around the target. */
	ring: Box | null;
	/** The click's place; null if none is shown. */
	click: {left: number; top: number} | null;
	whole: {pic: Box; balloon: Box | null} | null;
	/** The captions' box. */
	bar: Box | null;
	/** Words that do not fit, also not in smaller letters. */
	cut: boolean;
};

/** Pictures of a step, PNG of the film's size: all of it at rest, and its layers if something moves. */
export type Drawn = {
	seen: Seen;
	/** The step at rest, as the page shows it to visitors who prefer reduced motion. */
	final: Buffer;
	/** Without the rings that travel. */
	cold: Buffer | null;
	/** Without the words; from as far away as the camera begins. */
	picture: Buffer | null;
	far: Buffer | null;
	/** The words alone, the rest transparent. */
	words: Buffer | null;
	/** For an animated picture: `final` and `cold` with a picture that is all black, and all white. */
	mattes: {final: Matte; cold: Matte | null} | null;
};
export type Matte = {black: Buffer; white: Buffer};

/** One section of a tour's page, to be filmed. */
export type Filmed = {page: PlayerPage; hash: string; moves: boolean; clicks: boolean; captions: boolean; animated: boolean};

const URL_OF_PAGE = 'https://video.invalid/p/tour';
/** Below this share of their size letters could not be read. */
const LEAST_LETTERS = 0.55;

/** The page without what is pressed, and a margin where its bar was. */
const STYLE = `header,.progress,.tools,.go,.unseen,.sound{display:none!important}
body{grid:1.5rem minmax(0,1fr)/minmax(0,1fr)!important}
@media (width < 52rem){body{grid:0 minmax(0,1fr)/minmax(0,1fr)!important}.balloon{padding-bottom:1.25em!important;overflow:hidden!important}}
@container stage (width >= 52rem) and (height >= 26rem){.card{margin-bottom:1.5rem}}
.card .say{margin-block:auto!important}
.end .say{margin-block:0!important}
.balloon:not(:has(.say)){visibility:hidden!important}
.say[tabindex]{mask:none!important;padding-bottom:0!important;overflow:hidden!important}
[data-layers=picture] .balloon{visibility:hidden!important}
[data-layers=words],[data-layers=words] body{background:none!important}
[data-layers=words] :is(.shot,.sound),[data-layers=words] .browser::before,[data-layers=words] .browser::after{visibility:hidden!important}
[data-layers^=cold] .hot:is(::before,::after){visibility:hidden!important}
:is([data-layers$=black],[data-layers$=white]) .pic img{object-fit:none!important;object-position:-99999px 0!important}
[data-layers$=black] .pic img{background:#000!important}
[data-layers$=white] .pic img{background:#fff!important}`;
/** Two lines of captions below the stage. */
const CAPTIONS_STYLE = `.js .sound{display:grid!important;grid-template-columns:1fr!important;align-items:center;height:5.25rem;padding:0 1.5rem!important;visibility:visible}
.sound>:not(p){display:none!important}
/* No broader than it is high, so that words stay below the picture. */
@media (width < 52rem){body{padding-inline:max(0px,(100vw - 100vh + 5.25rem)/2)}}
.sound p{grid-area:auto!important;font-size:1.375rem!important;font-weight:600;min-height:0!important;max-width:48rem;margin:auto}`;

/** Returns the step at this index as a page of its own, which is the same wherever it stands in its tour. */
export function filmedStep(snapshot: Snapshot, index: number, moves: boolean, captions: boolean): Filmed {
	const step = snapshot.steps[index]!;
	// The first step of a tour is set as a title page.
	const steps = index === 0 ? [step, standIn(captions)] : [standIn(captions), step];
	const clicks = step.type === 'screen' && step.image !== null && step.highlight !== null && step.simulateClick;
	const animated = step.type === 'screen' && Boolean(step.image?.still);
	return filmed(snapshot, steps, index === 0 ? 's1' : 's2', {moves, clicks, captions, animated});
}

export function filmedClosing(snapshot: Snapshot, captions: boolean): Filmed {
	return filmed(snapshot, [standIn(captions)], 'end', {moves: false, clicks: false, captions, animated: false});
}

function filmed(snapshot: Snapshot, steps: SnapshotStep[], id: string, rest: Omit<Filmed, 'page' | 'hash'>): Filmed {
	// Words of the balloon alone: a script in it would be another page whenever something else is said.
	const quiet = steps.map((step): SnapshotStep => ({...step, narrations: step.id === STAND_IN ? step.narrations : []}));
	const page = renderPage(
		{
			...snapshot,
			title: '',
			steps: quiet,
			leadCapture: {...snapshot.leadCapture, enabled: false},
			endCta: {...snapshot.endCta, enabled: id === 'end'},
		},
		drawnPage(URL_OF_PAGE),
	);
	return {page, hash: `#${id}`, ...rest};
}

const STAND_IN = 'stand-in';
/** Returns an extra step whose narration gives the page a bar for captions. */
function standIn(captions: boolean): SnapshotStep {
	const narration = {file: '', durationMs: 0, bytes: 0, language: 'en', script: ''};
	return {
		...STEP_DEFAULTS,
		id: STAND_IN,
		type: 'slide',
		durationMs: 0,
		image: null,
		narrations: captions ? [narration] : [],
	};
}

/** Names what `drawFilmed` makes of this: the page says all of it, its own code and style included. */
export function filmedName(filmed: Filmed, stage: Stage): string {
	const {page, ...rest} = filmed;
	return createHash('sha256')
		.update(JSON.stringify([page.html, rest, stage, STYLE, CAPTIONS_STYLE, LEAST_LETTERS]))
		.digest('hex');
}

export async function drawFilmed(browser: Browser, filmed: Filmed, stage: Stage, read: ExportSource['read']): Promise<Drawn> {
	return onStage(browser, filmed, stage, read, async page => {
		const fits = await page.evaluate(fitWords, LEAST_LETTERS);
		const near = await page.evaluate(measureStage);
		const shot = async (layers: string, transparent = false) => {
			await page.evaluate(choose, layers);
			return Buffer.from(await page.screenshot({...PNG, omitBackground: transparent}));
		};
		const matte = async (layers: string): Promise<Matte> => ({black: await shot(`${layers}black`), white: await shot(`${layers}white`)});
		const drawn: Drawn = {
			seen: {...near, whole: null, cut: !fits},
			final: await shot(''),
			cold: filmed.clicks ? await shot('cold') : null,
			picture: filmed.moves ? await shot('picture') : null,
			words: filmed.moves ? await shot('words', true) : null,
			far: null,
			mattes: filmed.animated ? {final: await matte(''), cold: filmed.clicks ? await matte('cold-') : null} : null,
		};
		if (filmed.moves && (await page.evaluate(showWhole))) {
			const {pic, balloon} = await page.evaluate(measureStage);
			drawn.seen.whole = {pic: pic!, balloon};
			drawn.far = await shot('picture');
		}
		return drawn;
	});
}

/** Twice as many bytes, in half the time. */
const PNG = {type: 'png', optimizeForSpeed: true, captureBeyondViewport: false} as const;

/** Opens what is filmed in its stage, at rest. */
export function onStage<T>(
	browser: Browser,
	{page: drawn, hash, captions}: Filmed,
	{width, height, scale}: Stage,
	read: ExportSource['read'],
	look: (page: Page) => Promise<T>,
): Promise<T> {
	return browser.visit({
		url: `${URL_OF_PAGE}${hash}`,
		width,
		height,
		scale,
		load: answersOf(URL_OF_PAGE, drawn, read),
		look: async page => {
			await page.evaluate(dress, STYLE + (captions ? CAPTIONS_STYLE : ''));
			await page.evaluate(rest);
			return look(page);
		},
	});
}

// Functions that run in the page that is filmed: they must not use anything from outside themselves.

/** Puts the stage's own style on the page. */
async function dress(style: string): Promise<void> {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(style);
	document.adoptedStyleSheets = [sheet];
	// A page that has loaded shows its step a few tasks later.
	while (document.documentElement.matches('.soon')) await new Promise(requestAnimationFrame);
	// The page lays itself out again, once it has measured its stage.
	for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

/** Makes the letters smaller until all words are seen, down to this share of their size. Returns whether they are. */
async function fitWords(least: number): Promise<boolean> {
	const step = document.querySelector('.step.on')!;
	const say = step.querySelector<HTMLElement>('.say');
	if (!say) return true;
	// Below a picture it is the balloon that cuts off words; beside it, where nothing is cut, only its tip reaches out.
	const cuts = (box: Element) => box.matches('.say, .card') || getComputedStyle(box).overflowY !== 'visible';
	const boxes = [...step.querySelectorAll('.say, .card, .balloon')].filter(cuts);
	const outside = 8; // Large letters reach a little out of their lines.
	const fits = () => boxes.every(box => box.scrollHeight <= box.clientHeight + outside && box.scrollWidth <= box.clientWidth + outside);
	for (let share = 0.95; !fits() && share > least; share -= 0.05) {
		say.style.zoom = `${share}`;
		// The balloon's size has changed: the event makes the page place it again, as after loading a font.
		document.fonts.dispatchEvent(new Event('loadingdone'));
		for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
	}
	return fits();
}

/** Says which of the stage's layers are to be drawn: all of them for ''. */
async function choose(layers: string): Promise<void> {
	document.documentElement.dataset.layers = layers;
	for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** Shows the whole picture, or as near as the step wants it. Returns whether the camera moves in this step at all. */
async function showWhole(): Promise<boolean> {
	const control = document.querySelector<HTMLElement>('.fit');
	if (!control || !document.querySelector('.step.on:is(.near,.ultra)')) return false;
	control.click();
	for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
	return true;
}

/** Puts a caption into the bar below the stage. */
export async function caption([text, language]: [string, string]): Promise<void> {
	const line = document.querySelector<HTMLElement>('.sound p')!;
	line.hidden = false;
	line.lang = language;
	line.textContent = text;
	for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

export function measureStage(): Omit<Seen, 'whole' | 'cut'> {
	const box = (selector: string): Box | null => {
		const element = document.querySelector(selector);
		if (!element) return null;
		const {left, top, width, height} = element.getBoundingClientRect();
		return {left, top, width, height};
	};
	const clicks = document.querySelector('.step.on .hot') !== null;
	return {
		shot: box('.step.on .shot'),
		pic: box('.step.on .pic'),
		balloon: box('.step.on .balloon'),
		ring: box('.step.on .ring'),
		click: clicks ? box('.step.on .ring + i') : null,
		bar: box('.sound'),
	};
}
