import {readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {readConfig} from '../../shared/config/config.ts';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import type {ReadElement, ScreenElement} from '../../shared/contract/pictures/element.ts';
import {matchElements} from '../../shared/tour/place/target.ts';
import {listElements} from '../../workers/providers/text/local-writer/list-elements.ts';
import {startService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, ms, percentile, sized, timed} from './figures.ts';

const SCREENS = resolve(import.meta.dirname, '../evals/local-writer');
const GOALS = {first: 0.9, inside: 0.97, p95: 1500, again: 30};
const TIMES_AGAIN = sized(200, 20);
/** Half of what the service draws around a lone click: so near must a click come to one of which no box is known. */
const LONE = {x: 0.07, y: 0.04};

type Target = {kind: string; label: string; visible: boolean; highlight: Highlight | null; click: Click};
type Picture = {file: string; targets: Target[]};
type Outcome = {first: boolean; listed: boolean; alone: boolean; inside: boolean | null};

/** Elements by their labels, on real screenshots whose labels and boxes are known. `--verbose` prints each that is not the first. */
export async function benchElements(sets = ['tuned-on', 'held-out']): Promise<Measured[]> {
	const measured: Measured[] = [];
	for (const set of sets) measured.push(...(await measure(set)));
	return [...measured, await again()];
}

/** Asking the service for words on a screenshot that it has read before. */
async function again(): Promise<Measured> {
	const [picture]: Picture[] = JSON.parse(await readFile(join(SCREENS, 'tuned-on.json'), 'utf8'));
	const service = await startService();
	const ana = await service.client();
	const base64 = (await readFile(join(SCREENS, picture!.file))).toString('base64');
	const {mediaId} = (await ana('POST', '/v1/media', {body: {base64}})).body.media;
	const find = async () => {
		const {status} = await ana('POST', `/v1/media/${mediaId}/elements`, {body: {query: picture!.targets[0]!.label}});
		if (status !== 200) throw new Error(`Elements answered ${status}.`);
	};
	await find();
	const times: number[] = [];
	for (let time = 0; time < TIMES_AGAIN; time++) times.push(await timed(find));
	await service.stop();
	const p95 = percentile(times, 0.95);
	return {
		what: `p95 of a later reading, ${TIMES_AGAIN} calls`,
		ours: `${ms(p95)} (median ${ms(median(times))})`,
		bare: 'none',
		ratio: p95 / GOALS.again,
		goal: `<= 1, of ${ms(GOALS.again)}`,
		met: p95 <= GOALS.again,
	};
}

async function measure(set: string): Promise<Measured[]> {
	const pictures: Picture[] = JSON.parse(await readFile(join(SCREENS, `${set}.json`), 'utf8'));
	const {tesseract} = readConfig();
	const outcomes: Outcome[] = [];
	const times: number[] = [];
	for (const {file, targets} of pictures.slice(0, sized(pictures.length, 2))) {
		const image = await readFile(join(SCREENS, file));
		const start = performance.now();
		const elements = await listElements(image, {tesseract, languages: ['por'], signal: AbortSignal.timeout(60_000)});
		times.push(performance.now() - start);
		outcomes.push(...targets.filter(({visible}) => visible).map(target => tryOne(file, target, elements)));
	}
	const alone = outcomes.filter(({alone}) => alone);
	const boxed = outcomes.filter(({inside}) => inside !== null);
	const p95 = percentile(times, 0.95);
	return [
		figure(
			`right element first, ${set}, all ${outcomes.length} labels`,
			share(outcomes, ({first}) => first),
			GOALS.first,
		),
		figure(
			`right element first, ${set}, the ${alone.length} labels that were read once`,
			share(alone, ({first}) => first),
			GOALS.first,
		),
		figure(
			`right element among those that fit, ${set}, ${outcomes.length} labels`,
			share(outcomes, ({listed}) => listed),
			GOALS.first,
		),
		figure(
			`click inside the target, ${set}, ${boxed.length} boxes found`,
			share(boxed, ({inside}) => inside === true),
			GOALS.inside,
		),
		{
			what: `p95 of a first reading, ${set}, ${times.length} screens`,
			ours: `${ms(p95)} (median ${ms(median(times))})`,
			bare: 'none',
			ratio: p95 / GOALS.p95,
			goal: `<= 1, of ${ms(GOALS.p95)}`,
			met: p95 <= GOALS.p95,
		},
	];
}

function tryOne(file: string, target: Target, elements: ReadElement[]): Outcome {
	const matches = matchElements(elements, target.label);
	const [best] = matches;
	const first = best !== undefined && isRight(best.element, target);
	const right = matches.find(({element}) => isRight(element, target));
	const equal = matches.filter(({score}) => score === best?.score);
	if (!first && process.argv.includes('--verbose')) {
		const shown = matches.slice(0, 3).map(({element, score}) => `${element.kind} ${element.text} ${score.toFixed(2)}`);
		console.log([right ? 'later' : 'NO', file, target.kind, target.label, '->', ...shown].join(' | '));
	}
	const inside = target.highlight && right ? isIn(target.highlight, right.element.click) : null;
	return {first, listed: right !== undefined, alone: equal.length <= 1, inside};
}

/** The element lies where the target is: its click in the target's box, or the target's click in its own. */
function isRight({highlight, click}: ScreenElement, target: Target): boolean {
	if (target.highlight) return isIn(target.highlight, click) || isIn(highlight, target.click);
	return isIn(highlight, target.click) || (Math.abs(click.x - target.click.x) <= LONE.x && Math.abs(click.y - target.click.y) <= LONE.y);
}

function isIn({x, y, width, height}: Highlight, click: Click): boolean {
	return click.x >= x && click.x <= x + width && click.y >= y && click.y <= y + height;
}

function figure(what: string, value: number, goal: number): Measured {
	const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
	return {what, ours: percent(value), bare: 'none', ratio: value / goal, goal: `>= 1, of ${percent(goal)}`, met: value >= goal};
}

function share<T>(list: T[], holds: (one: T) => boolean): number {
	return list.length === 0 ? 1 : list.filter(holds).length / list.length;
}
