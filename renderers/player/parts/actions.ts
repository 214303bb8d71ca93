import type {Highlight} from '../../../shared/contract/geometry.ts';
import type {ActionTarget} from '../../../shared/contract/paths/actions.ts';
import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {type Html, html} from '../../../shared/html.ts';
import type {Shape} from '../../../shared/tour/embed.ts';
import {nextIndex} from '../../../shared/tour/paths/graph.ts';
import type {Led, StepContext} from './context.ts';
import {ICONS} from './icons.ts';

/** Buttons and hotspots of a step: links, so that they lead on without a script as well. */

/** Returns the fragment to which Next leads, whether or not it is offered; undefined if nothing follows. */
export function nextId(index: number, {steps, ids}: Pick<StepContext, 'steps' | 'ids'>): string | undefined {
	return ids[nextIndex(steps, index)];
}

/** Returns the fragment to which Back leads if the visitor's way is unknown: without a script, and after a deep link. */
export function previousId(index: number, {ids, places}: Pick<StepContext, 'ids' | 'places'>): string {
	return ids[places?.before[index] ?? index - 1] ?? ids[0]!;
}

/** Returns the buttons of a step as a row. */
export function buttonRow({actions}: SnapshotStep, index: number, context: StepContext): Html | null {
	if (!actions?.buttons) return null;
	const links = actions.buttons.map(({id, label, style, target}, at) => {
		const look = (style ?? (at === 0 ? 'primary' : 'plain')) === 'primary' ? 'button' : 'button second';
		return html`<a class="${look}" data-action="${id!}"${hrefOf(target, index, context)}><bdi${context.theirs}>${label}</bdi>${target.to === 'url' && outside(context)}</a>`;
	});
	return html`<div class="calls">${links}</div>`;
}

/** Returns what paper says of a step: its number, and where its buttons, hotspots and another Next lead. */
export function onPaper(step: SnapshotStep, index: number, context: StepContext): Html {
	const ways = waysInWords(step, index, context).map(({label, leads}) =>
		label === null ? html`; ${context.words.next}: ${leads}` : html`; <bdi${context.theirs}>${label}</bdi>: ${leads}`,
	);
	return html`<p class="paper"${context.ours}>${index + 1}${ways}</p>`;
}

type Leading = Pick<SnapshotStep, 'id' | 'actions'>;
type Numbered = Pick<StepContext, 'words'> & {steps: readonly Leading[]};

/** Returns where the buttons and hotspots of a step lead, and Next (without a label) where that is not the step that follows. */
export function waysInWords({actions}: Leading, index: number, context: Numbered): Array<{label: string | null; leads: string}> {
	const pressed = [...(actions?.buttons ?? []), ...(actions?.hotspots ?? [])];
	const ways = pressed.map(({label, target}) => ({label, leads: leadsTo(target, index, context)}));
	const isLedElsewhere = actions?.next && actions.next.to !== 'next';
	return isLedElsewhere ? [...ways, {label: null, leads: leads(nextIndex(context.steps, index), context)}] : ways;
}

function leadsTo({to, step, url}: ActionTarget, index: number, context: Numbered): string {
	const {steps, words} = context;
	if (to === 'url') return url!;
	if (to === 'previous') return words.leadsBack;
	if (to === 'restart') return leads(0, context);
	if (to === 'end') return words.leadsToEnd;
	return leads(to === 'step' ? steps.findIndex(({id}) => id === step) : nextIndex(steps, index), context);
}

function leads(index: number, {steps, words}: Numbered): string {
	return index < steps.length ? words.leads(index + 1) : words.leadsToEnd;
}

/** Returns the hotspots of a step in reading order, each over its place on the picture. */
export function hotspots({actions}: SnapshotStep, index: number, context: StepContext): Html | null {
	if (!actions?.hotspots) return null;
	const inOrder = actions.hotspots
		.map((hotspot, at) => ({...hotspot, at}))
		.sort(({area: one}, {area: other}) => one.y - other.y || one.x - other.x || sizeOf(other) - sizeOf(one));
	const links = inOrder.map(
		({id, at, label, target}) =>
			html`<a class="spot" id="${spotId(index, at, context)}" data-action="${id!}"${hrefOf(target, index, context)}><span${context.theirs}>${label}${target.to === 'url' && outside(context)}</span></a>`,
	);
	return html`${links}`;
}

/** Returns the style rules that put each hotspot on its place. */
export function hotspotRules({steps}: Led, ids: string[]): string {
	return steps
		.flatMap(({actions, image}, index) =>
			(actions?.hotspots ?? []).map(({area}, at, all) => {
				const [left, top, width, height] = [area.x, area.y, area.width, area.height].map(part => `${Math.round(part * 1e4) / 100}%`);
				// As large as a finger, and whole, also at the far edges of the picture.
				const [x, y] = [area.x > NEAR_EDGE ? `min(${left},100% - 24px)` : left, area.y > NEAR_EDGE ? `min(${top},100% - 24px)` : top];
				// What lies on a larger one can be pressed.
				const above = all.filter(other => sizeOf(other.area) > sizeOf(area)).length;
				const id = `#${spotId(index, at, {ids})}`;
				const level = above > 0 ? `;z-index:${above + 2}` : '';
				return `${id}{left:${x};top:${y};width:${width};height:${height}${level}}${labelRule(id, area)}${underBalloon(id, area, image)}`;
			}),
		)
		.join('');
}

/** Returns the rule that lets the label of a hotspot, which is below it, grow into the picture. */
function labelRule(id: string, {x, y, width, height}: Highlight): string {
	const side = x + width / 2 > 0.5 ? 'right' : 'left';
	return `${id}>span{${side}:0${y + height > NEAR_EDGE ? ';top:auto;bottom:calc(100% + .5rem)' : ''}}`;
}

/** From here on the place of a hotspot may lie less than a finger from the edge, also in a small picture. */
const NEAR_EDGE = 0.8;

/** The stage without margins in a window that is not low, and in one that is (`placement.css`); the balloon on it. CSS pixels. */
const STAGES = [
	{query: '(width>=52rem) and (height>=26rem)', stage: [1392, 832], balloon: [376, 300]},
	{query: '(aspect-ratio>1) and ((width<52rem) or (height<26rem))', stage: [600, 396], balloon: [504, 220]},
] as const;

/** Share of a picture of which hardly a balloon hides all, also in a low window. */
const LARGE = 0.15;

/** Returns rules for stages on which no balloon hides all of a hotspot: there it lies under the balloon, whose buttons stay free. */
function underBalloon(id: string, {width, height}: Highlight, image: Shape | null = null): string {
	const ratio = image ? image.width / image.height : 1.6;
	return STAGES.filter(({stage, balloon}) => {
		const across = Math.min(stage[0], stage[1] * ratio);
		return width * height > LARGE || width * across > balloon[0] || (height * across) / ratio > balloon[1];
	})
		.map(({query}) => `@container stage ${query}{${id}{z-index:0}}`)
		.join('');
}

function sizeOf({width, height}: Highlight): number {
	return width * height;
}

function spotId(index: number, at: number, {ids}: Pick<StepContext, 'ids'>): string {
	return `${ids[index]}-h${at + 1}`;
}

function hrefOf(target: ActionTarget, index: number, context: StepContext): Html {
	const {steps, ids} = context;
	if (target.to === 'url') return html` href="${target.url!}" target="_blank" rel="noopener"`;
	if (target.to === 'previous') return html` rel="prev" href="#${previousId(index, context)}"`;
	if (target.to === 'step') return html` href="#${ids[steps.findIndex(({id}) => id === target.step)]!}"`;
	if (target.to === 'end') return html` href="#${ids[steps.length]!}"`;
	return html` href="#${(target.to === 'restart' ? ids[0] : nextId(index, context)) ?? ids[0]!}"`;
}

function outside({words, ours}: StepContext): Html {
	return html`${ICONS.link}<span class="unseen"${ours}> (${words.newWindow})</span>`;
}
