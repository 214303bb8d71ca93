import {idsOf} from '../../renderers/player/parts/context.ts';
import type {ActionTarget, StepActions} from '../../shared/contract/paths/actions.ts';
import type {Snapshot, SnapshotImage} from '../../shared/contract/snapshot.ts';
import {END, edgesOf} from '../../shared/tour/paths/graph.ts';
import {button, spot, to} from './forked-tour.ts';
import type {Random} from './random.ts';
import {sampleSlide, sampleStep, sampleTour} from './sample-snapshot.ts';

/** Random tours that fork, and where each of their links must lead. */

/** The step at which a link stands, its selector there, the step to which it leads, and the number of its button. */
export type Way = {at: string; link: string; wanted: string; key: number | null};

export function randomForkedTour(random: Random, image: SnapshotImage): Snapshot {
	const names = Array.from({length: 2 + random.below(5)}, (_, index) => `n${index}`);
	const target = (): ActionTarget => {
		const way = random.pick(['next', 'step', 'step', 'end', 'restart'] as const);
		return way === 'step' ? to(random.pick(names)) : {to: way};
	};
	const steps = names.map(id => {
		const actions: StepActions = {
			...(random.below(3) === 0 && {next: random.pick([{to: 'end' as const}, to(random.pick(names))])}),
			buttons: Array.from({length: 1 + random.below(3)}, (_, at) => button(`b${at}`, target())),
			...(random.below(2) === 0 && {hotspots: [spot('h0', random.next() * 0.9, target())]}),
		};
		const shown = random.below(2) === 0 ? {actions} : {};
		return random.below(3) === 0
			? sampleSlide({id, title: id, ...(shown.actions && {actions: {buttons: actions.buttons}})})
			: sampleStep({id, title: id, image, ...shown});
	});
	return sampleTour(steps, {endCta: {...sampleTour([]).endCta, enabled: random.below(2) === 0}});
}

/** Returns the ways of a tour as its page must show them; the last step without a closing card offers to begin again. */
export function waysIn(tour: Snapshot): Way[] {
	const ids = idsOf(tour);
	const placeOf = (id: string) => tour.steps.findIndex(step => step.id === id);
	return edgesOf(tour.steps).flatMap(({from, to, kind, actionId}) => {
		const wanted = to === null ? undefined : ids[to === END ? tour.steps.length : placeOf(to)];
		const key = tour.steps[placeOf(from)]!.actions?.buttons?.findIndex(({id}) => kind === 'button' && id === actionId) ?? -1;
		const link = kind === 'next' ? '.go [rel=next]' : `[data-action=${actionId}]`;
		return wanted === undefined ? [] : [{at: ids[placeOf(from)]!, link, wanted, key: key < 0 ? null : key + 1}];
	});
}
