import type {FlowEdge} from '../../../shared/contract/paths/flow.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {END, edgesOf, hasPaths, mainWays, pathFrom} from '../../../shared/tour/paths/graph.ts';

/** A step on the paths of a tour. */
export type Place = {
	/** On the main path, from 1; null elsewhere. */
	number: number | null;
	/** Title of its scene. */
	chapter: string | null;
	/** How far along the main path it is, from 0; elsewhere as far as its branch is gone, which is no whole number. */
	at: number;
	/** True if nothing but the end follows. */
	isEnd: boolean;
};
/** The steps in their order, and those of the main path by index. */
export type Places = {
	main: number[];
	of: Place[];
	/** Indexes of the steps to which Back leads after a deep link and without a script: one for each step, and one for the end. */
	before: number[];
};

/** True if a page needs the script of paths: a step has more ways on than Next, or the chapters are a menu. */
export function needsPaths({steps, chapters = []}: Pick<Snapshot, 'steps' | 'chapters'>): boolean {
	return hasPaths(steps) || chapters.length > 0;
}

/** Returns the places of the steps on the paths; null without paths, where each step follows the other. */
export function placesOf({steps, chapters = []}: Pick<Snapshot, 'steps' | 'chapters'>): Places | null {
	if (!hasPaths(steps)) return null;
	const edges = edgesOf(steps).filter(({to}) => to !== null);
	const onward = mainWays(steps, edges);
	const main = pathFrom(0, onward);
	const ways = Map.groupBy(edges, ({from}) => from);
	const distances = distancesFrom(steps[0]!.id, ways);
	const titles = new Map(chapters.map(({scene, title}) => [scene, title]));
	const places = new Map(main.map((index, place) => [index, place]));
	return {
		main,
		before: before(steps, edges),
		of: steps.map(({id, scene}, index): Place => {
			const [gone, left] = [distances.get(id) ?? 0, pathFrom(index, onward).length];
			const place = places.get(index);
			const share = Math.round(((gone + 1) / (gone + left)) * main.length * 100) / 100 - 1;
			return {
				number: place === undefined ? null : place + 1,
				chapter: (scene !== null && titles.get(scene)) || null,
				at: place ?? (Number.isInteger(share) ? share - 0.01 : share),
				isEnd: ways.get(id)?.every(({to}) => to === END) ?? false,
			};
		}),
	};
}

/** Returns for each step, and for the end, the nearest step before it that leads there; else the first that does; else the one before. */
function before(steps: Snapshot['steps'], edges: FlowEdge[]): number[] {
	const places = new Map(steps.map(({id}, index) => [id, index]));
	const ways = Map.groupBy(edges, ({to}) => to);
	return [...steps.map(({id}) => id), END].map((id, index) => {
		const from = (ways.get(id) ?? []).map(way => places.get(way.from)!).filter(place => place !== index);
		return index && (from.findLast(place => place < index) ?? from[0] ?? index - 1);
	});
}

/** Returns how many ways each step is from this one, for those that can be reached. */
function distancesFrom(start: string, ways: Map<string, FlowEdge[]>): Map<string, number> {
	const found = new Map([[start, 0]]);
	for (const [id, distance] of found) {
		for (const {to} of ways.get(id) ?? []) if (!found.has(to!)) found.set(to!, distance + 1);
	}
	return found;
}
