import test from 'ava';
import type {StepActions} from '../../../shared/contract/paths/actions.ts';
import {seededRandom} from '../../../test/helpers/random.ts';
import {withRandomActions} from '../../../test/helpers/random-actions.ts';
import {layOut, neighbour, within} from './layout.ts';

/** The map of a tour. */

type Led = {id: string; actions?: StepActions};

function randomGraph(seed: number, count: number): Led[] {
	const random = seededRandom(seed);
	const steps: Led[] = Array.from({length: count}, (_, index) => ({id: `s${index}`}));
	return withRandomActions(random, steps, 4);
}

test('of 300 random tours each step has a place of its own, and the main path is a straight row in its order', t => {
	for (let seed = 1; seed <= 300; seed++) {
		const steps = randomGraph(seed, 1 + (seed % 30));
		const {nodes, width, height} = layOut(steps);
		t.is(new Set(nodes.map(({x, y}) => `${x} ${y}`)).size, steps.length, String(seed));
		const main = nodes.filter(({onMainPath}) => onMainPath);
		t.is(new Set(main.map(({y}) => y)).size, 1);
		t.true(nodes.every(node => node.onMainPath || node.y > main[0]!.y));
		t.true(nodes.every(({x, y}) => x < width && y < height));
		const lowest = Math.max(...nodes.filter(({isReached}) => isReached).map(({y}) => y));
		t.true(
			nodes.every(({isReached, y}) => isReached || y > lowest),
			'what nobody reaches lies below',
		);
	}
});

test('500 steps that all fork are laid out in time that grows with them, and a window shows few of them', t => {
	const line = layOut(Array.from({length: 500}, (_, index) => ({id: `s${index}`})));
	const seen = within(line, {x: 60_000, y: 0, width: 1440, height: 800});
	t.true(seen.nodes.length <= 8, String(seen.nodes.length));
	t.true(seen.lines.length <= 8, String(seen.lines.length));
	t.is(layOut(randomGraph(7, 500)).nodes.length, 500);
});

test('arrows reach every step from every other', t => {
	for (let seed = 1; seed <= 60; seed++) {
		const {nodes} = layOut(randomGraph(seed, 12));
		const reached = new Set([nodes[0]!]);
		for (const node of reached)
			for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
				const next = neighbour(nodes, node, key);
				if (next) reached.add(next);
			}
		t.is(reached.size, nodes.length, String(seed));
	}
});
