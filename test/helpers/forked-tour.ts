import type {ActionTarget} from '../../shared/contract/paths/actions.ts';
import type {SnapshotImage, SnapshotStep} from '../../shared/contract/snapshot.ts';
import {sampleStep} from './sample-snapshot.ts';

/** Tours with buttons and hotspots. */

export const to = (step: string) => ({to: 'step' as const, step});
export const button = (id: string, target: ActionTarget) => ({id, label: `To ${id}`, target});
export const spot = (id: string, x: number, target: ActionTarget, y = 0.1) => ({
	id,
	label: `Spot ${id}`,
	area: {x, y, width: 0.001, height: 0.001},
	target,
});

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
