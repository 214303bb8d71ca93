import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {POPOVER_ALIGNS, POPOVER_SIDES} from '../../shared/contract/step.ts';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {randomForkedTour} from '../helpers/forked-walk.ts';
import {type Random, seededRandom} from '../helpers/random.ts';
import {sampleForm, sampleImage, sampleSlide, sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';

/** What people draw: single icons, buttons, rows, columns, whole dialogs. Shares of the picture's width and height, least and most. */
const SHAPES = [
	{width: [0, 0.02], height: [0, 0.03]},
	{width: [0.04, 0.15], height: [0.03, 0.06]},
	{width: [0.4, 1], height: [0.02, 0.08]},
	{width: [0.02, 0.1], height: [0.4, 1]},
	{width: [0.3, 0.95], height: [0.3, 0.95]},
] as const;
/** Screens, pages that were scrolled to their whole length, telephones. */
const PICTURES = [
	[1440, 900],
	[1280, 1600],
	[780, 1688],
] as const;
const WORDS = 'Clique em Salvar para guardar a proposta e escolha o período que quer comparar com o do ano passado'.split(' ');
/** Steps in each tour: enough for the third and what comes after it. */
const STEPS = 5;

export type Walked = {
	name: string;
	snapshot: Snapshot /** What is clicked in each step, shares of the picture; null where there is none. */;
	clicks: ([number, number] | null)[];
};

/** Tours with random highlights, sides, aligns and texts, through all presets in turn; the same for the same seed. */
export async function randomTours(count: number, seed: number): Promise<{tours: Walked[]; forked: Snapshot[]; files: Map<string, Buffer>}> {
	const random = seededRandom(seed);
	const pictures = await Promise.all(PICTURES.map(([width, height]) => sampleImage(width, height)));
	const files = new Map(pictures.flatMap(picture => [...picture.files]));
	const tours = Array.from({length: count}, (_, index): Walked => {
		const preset = PRESETS[index % PRESETS.length]!;
		const steps = Array.from({length: STEPS}, () => randomStep(random, random.pick(pictures).image));
		if (index % 3 === 0) steps.splice(random.below(STEPS), 0, sampleSlide());
		const leadCapture = sampleForm({enabled: index % 5 === 0});
		const look = {theme: resolveTheme({preset}), leadCapture, language: index % 7 === 6 ? 'ar' : 'pt-BR'};
		const snapshot = sampleTour(steps, {...look, ...(index % 2 === 1 && {browserBar: true})});
		return {name: `${index + 1} ${preset}`, snapshot, clicks: steps.map(clickOf)};
	});
	const forked = Array.from({length: count}, () => randomForkedTour(random, pictures[0]!.image));
	return {tours, forked, files};
}

function randomStep(random: Random, image: Awaited<ReturnType<typeof sampleImage>>['image']) {
	const between = ([least, most]: readonly [number, number]) => least + random.next() * (most - least);
	const shape = random.pick(SHAPES);
	const [width, height] = [between(shape.width), between(shape.height)];
	const [x, y] = [random.next() * (1 - width), random.next() * (1 - height)];
	const click = random.below(3) > 0 ? {x: x + random.next() * width, y: y + random.next() * height} : null;
	const text = Array.from({length: random.pick([0, 6, 18, 40, 160])}, () => random.pick(WORDS)).join(' ');
	return sampleStep({
		image,
		highlight: random.below(12) > 0 ? {x, y, width, height} : null,
		click,
		text: text || null,
		simulateClick: random.below(3) > 0,
		popoverSide: random.pick([null, ...POPOVER_SIDES]),
		popoverAlign: random.pick([null, ...POPOVER_ALIGNS]),
	});
}

function clickOf({highlight, click}: Snapshot['steps'][number]): [number, number] | null {
	if (!highlight) return null;
	return click ? [click.x, click.y] : [highlight.x + highlight.width / 2, highlight.y + highlight.height / 2];
}
