import type {ActionTarget} from '../../../shared/contract/paths/actions.ts';
import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {type Html, html} from '../../../shared/html.ts';
import {nextIndex} from '../../../shared/tour/paths/graph.ts';
import type {Led, StepContext} from './context.ts';
import {ICONS} from './icons.ts';

/** Buttons and hotspots of a step: links, so that they lead on without a script as well. */

/** True where a step has more ways on than Next to the step that follows. */
export function hasPaths({steps}: Led): boolean {
	return steps.some(({actions}) => actions);
}

/** Returns the fragment to which Next leads, whether or not it is offered; undefined where nothing follows. */
export function nextId(index: number, {steps, ids}: Pick<StepContext, 'steps' | 'ids'>): string | undefined {
	return ids[nextIndex(steps, index)];
}

/** Returns the buttons of a step as a row. */
export function buttonRow({actions}: SnapshotStep, index: number, context: StepContext): Html | null {
	if (!actions?.buttons) return null;
	const links = actions.buttons.map(({id, label, style, target}, at) => {
		const look = (style ?? (at === 0 ? 'primary' : 'plain')) === 'primary' ? 'button' : 'button second';
		return html`<a class="${look}" data-action="${id!}"${hrefOf(target, index, context)}><bdi>${label}</bdi>${target.to === 'url' && outside(context)}</a>`;
	});
	return html`<div class="calls">${links}</div>`;
}

/** Returns the hotspots of a step in reading order, each over its place on the picture. */
export function hotspots({actions}: SnapshotStep, index: number, context: StepContext): Html | null {
	if (!actions?.hotspots) return null;
	const inOrder = actions.hotspots
		.map((hotspot, at) => ({...hotspot, at}))
		.sort(({area: one}, {area: other}) => one.y - other.y || one.x - other.x);
	const links = inOrder.map(
		({id, at, label, target}) =>
			html`<a class="spot" id="${spotId(index, at, context)}" data-action="${id!}" title="${label}"${hrefOf(target, index, context)}><span class="unseen">${label}${target.to === 'url' && outside(context)}</span></a>`,
	);
	return html`${links}`;
}

/** Returns the style rules that put each hotspot on its place. */
export function hotspotRules({steps}: Led, ids: string[]): string {
	return steps
		.flatMap(({actions}, index) =>
			(actions?.hotspots ?? []).map(({area}, at) => {
				const [left, top, width, height] = [area.x, area.y, area.width, area.height].map(part => `${Math.round(part * 1e4) / 100}%`);
				return `#${spotId(index, at, {ids})}{left:${left};top:${top};width:${width};height:${height}}`;
			}),
		)
		.join('');
}

function spotId(index: number, at: number, {ids}: Pick<StepContext, 'ids'>): string {
	return `${ids[index]}-h${at + 1}`;
}

function hrefOf(target: ActionTarget, index: number, context: StepContext): Html {
	const {steps, ids} = context;
	if (target.to === 'url') return html` href="${target.url!}" target="_blank" rel="noopener"`;
	// Without a script Back is the step that stands before.
	if (target.to === 'previous') return html` rel="prev" href="#${ids[index - 1] ?? ids[0]!}"`;
	if (target.to === 'step') return html` href="#${ids[steps.findIndex(({id}) => id === target.step)]!}"`;
	if (target.to === 'end') return html` href="#${ids[steps.length]!}"`;
	return html` href="#${(target.to === 'restart' ? ids[0] : nextId(index, context)) ?? ids[0]!}"`;
}

function outside({words, ours}: StepContext): Html {
	return html`${ICONS.link}<span class="unseen"${ours}> (${words.newWindow})</span>`;
}
