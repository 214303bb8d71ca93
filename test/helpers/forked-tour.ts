import type {ActionTarget} from '../../shared/contract/paths/actions.ts';
import type {Snapshot, SnapshotImage, SnapshotStep} from '../../shared/contract/snapshot.ts';
import {sampleStep, sampleTour} from './sample-snapshot.ts';

/** Tours with buttons and hotspots. */

export const to = (step: string) => ({to: 'step' as const, step});
export const button = (id: string, target: ActionTarget) => ({id, label: `To ${id}`, target});
export const spot = (id: string, x: number, target: ActionTarget, y = 0.1) => ({
	id,
	label: `Spot ${id}`,
	area: {x, y, width: 0.001, height: 0.001},
	target,
});

/** Windows in which a tour is looked at: wide, narrow, a phone in landscape, a small frame. */
export const SHAPES = [
	{width: 1440, height: 900},
	{width: 1024, height: 640},
	{width: 390, height: 844},
	{width: 844, height: 390},
	{width: 600, height: 400},
];

/** The steps as a tour of two chapters, and of one without steps. */
export function chaptered(steps: SnapshotStep[], change: Partial<Snapshot> = {}): Snapshot {
	const scenes = steps.map((step, index) => ({...step, scene: index < 3 ? 1 : index < 5 ? 2 : null}));
	const chapters = [
		{scene: 1, title: 'Kasse'},
		{scene: 2, title: 'Lager'},
		{scene: 9, title: 'Leer'},
	];
	return sampleTour(scenes, {chapters, ...change});
}

/** The first asks; two answers of two steps each meet in the last one. */
export function fork(image: SnapshotImage): SnapshotStep[] {
	const named = (id: string, change: Partial<SnapshotStep>) => sampleStep({id, title: id, image, ...change});
	return [
		named('ask', {
			actions: {buttons: [button('a', to('a1')), button('b', to('b1')), button('web', {to: 'url', url: 'https://example.com/'})]},
		}),
		named('a1', {}),
		named('a2', {actions: {next: to('last')}}),
		named('b1', {actions: {hotspots: [spot('x', 0.7, {to: 'restart'}), spot('y', 0.1, {to: 'end'})]}}),
		named('b2', {actions: {buttons: [button('back', {to: 'previous'}), button('on', {to: 'next'})]}}),
		named('last', {}),
	];
}
