import type {Box} from '../step-picture/measure.ts';

/** Functions that run in the page that is filmed: they must not use anything from outside themselves. */

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

/** Puts the stage's own style on the page. */
export async function dress(style: string): Promise<void> {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(style);
	document.adoptedStyleSheets = [sheet];
	// A page that has loaded shows its step a few tasks later.
	while (document.documentElement.matches('.soon')) await new Promise(requestAnimationFrame);
	// The page lays itself out again, once it has measured its stage.
	for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

/** Makes the letters smaller until all words are seen, down to this share of their size. Returns whether they are. */
export async function fitWords(least: number): Promise<boolean> {
	const step = document.querySelector('.step.on')!;
	const say = step.querySelector<HTMLElement>('.say');
	if (!say) return true;
	const boxes = [say, ...step.querySelectorAll('.card')];
	// Large letters reach a little out of their lines.
	const outside = 8;
	const fits = () => boxes.every(box => box.scrollHeight <= box.clientHeight + outside && box.scrollWidth <= box.clientWidth + outside);
	for (let share = 0.95; !fits() && share > least; share -= 0.05) {
		say.style.zoom = `${share}`;
		// The balloon has another size: the page gives it its place as when a font has come.
		document.fonts.dispatchEvent(new Event('loadingdone'));
		for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
	}
	return fits();
}

/** Says which of the stage's layers are to be drawn: all of them for ''. */
export async function choose(layers: string): Promise<void> {
	document.documentElement.dataset.layers = layers;
	for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** Shows the whole picture, or as near as the step wants it. Returns whether the camera moves in this step at all. */
export async function showWhole(): Promise<boolean> {
	const control = document.querySelector<HTMLElement>('.fit');
	if (!control || !document.querySelector('.step.on.near')) return false;
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
