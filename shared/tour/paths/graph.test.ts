import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import type {StepActions} from '../../contract/paths/actions.ts';
import type {FlowEdge} from '../../contract/paths/flow.ts';
import {emptyTour, type StoredStep} from '../document/document.ts';
import {snapshotOfStep} from '../snapshot.ts';
import {addStep} from '../steps.ts';
import {END, edgesOf, endingSteps, mainPath, pathsOf, reachableSteps} from './graph.ts';

type Graph = Array<Pick<StoredStep, 'id' | 'actions'>>;

const random = seededRandom(40);

function randomGraph(most: number): Graph {
	const ids = Array.from({length: 1 + random.below(most)}, (_, index) => `s${index}`);
	const target = (ways: readonly string[]) => {
		const to = random.pick(ways);
		return {to, ...(to === 'step' && {step: random.pick(ids)}), ...(to === 'url' && {url: 'https://example.com/'})};
	};
	const anywhere = ['next', 'step', 'step', 'step', 'end', 'previous', 'restart', 'url', 'later'];
	const several = (count: number) =>
		Array.from({length: random.below(count)}, (_, at) => ({id: `a${at}`, label: 'On', target: target(anywhere)}));
	return ids.map(id => {
		if (random.below(2) === 0) return {id};
		const next = random.below(3) === 0 ? {next: target(['next', 'step', 'end'])} : {};
		return {id, actions: {...next, buttons: several(4), hotspots: several(3)} as unknown as StepActions};
	});
}

/** Walks each way on its own; loops are found by asking of each pair whether they lead to each other. */
function walked(steps: Graph, edges: FlowEdge[]) {
	const leads = (from: string): Set<string> => {
		const seen = new Set<string>();
		const visit = (id: string) => {
			for (const edge of edges.filter(edge => edge.from === id)) {
				if (edge.to === null || seen.has(edge.to)) continue;
				seen.add(edge.to);
				visit(edge.to);
			}
		};
		visit(from);
		return seen;
	};
	const led = new Map(steps.map(({id}) => [id, leads(id)]));
	const loop = (id: string) =>
		steps.map(step => step.id).filter(other => other === id || (led.get(id)!.has(other) && led.get(other)!.has(id)));
	let [count, longest] = [0, 0];
	const go = (id: string, length: number) => {
		const mine = loop(id);
		for (const edge of edges.filter(({from, to}) => mine.includes(from) && to !== null && !mine.includes(to))) {
			if (edge.to !== END) go(edge.to!, length + mine.length);
			else [count, longest] = [count + 1, Math.max(longest, length + mine.length)];
		}
	};
	go(steps[0]!.id, 0);
	const reached = new Set([steps[0]!.id, ...led.get(steps[0]!.id)!].filter(id => id !== END));
	const ending = new Set(steps.map(({id}) => id).filter(id => led.get(id)!.has(END)));
	const ends = steps
		.filter(({id}) => reached.has(id) && edges.some(({from, to}) => from === id && to === END))
		.map(({id}) => ({stepId: id}));
	return {count, longest, ends, reached, ending};
}

const sorted = (set: Set<string>) => [...set].sort();

test('reachability, ends and counts of 10,000 random graphs are what walking each way finds', t => {
	for (let round = 0; round < 10_000; round++) {
		const steps = randomGraph(7);
		const edges = edgesOf(steps);
		const {reached, ending, count, longest, ends} = walked(steps, edges);
		const paths = pathsOf(steps);
		const found = {reached: sorted(reachableSteps(steps, edges)), ending: sorted(endingSteps(edges)), ends: paths.ends, count: paths.count};
		const wanted = {reached: sorted(reached), ending: sorted(ending), ends, count: Math.min(1000, count)};
		if (count < 1000) Object.assign(found, {longest: paths.longest}) && Object.assign(wanted, {longest});
		t.deepEqual(found, wanted, JSON.stringify(steps));
	}
});

test('the main path ends, begins with the first step and shows no step twice', t => {
	for (let round = 0; round < 10_000; round++) {
		const steps = randomGraph(12);
		const path = mainPath(steps);
		t.is(path[0], 0);
		t.is(new Set(path).size, path.length);
		const reached = reachableSteps(steps, edgesOf(steps));
		t.true(path.every(index => reached.has(steps[index]!.id)));
	}
});

test('without actions there is one way, through all steps', t => {
	const steps = Array.from({length: 500}, (_, index) => ({id: `s${index}`}));
	t.deepEqual(pathsOf(steps), {count: 1, longest: 500, ends: [{stepId: 's499'}]});
	t.deepEqual(mainPath(steps), [...steps.keys()]);
	t.deepEqual(pathsOf([]), {count: 0, longest: 0, ends: []});
});

test('500 steps that fork at each are counted to the cap, without walking each way', t => {
	const fork = (index: number) => ({
		buttons: [2, 3, 4].map(by => ({
			id: `b${by}`,
			label: 'On',
			target: index + by < 500 ? {to: 'step' as const, step: `s${index + by}`} : {to: 'end' as const},
		})),
	});
	const steps = Array.from({length: 500}, (_, index) => ({id: `s${index}`, actions: fork(index)}));
	const {count, longest} = pathsOf(steps);
	t.is(count, 1000);
	t.true(longest <= 250);
});

test('the picture of one step knows the ways of all, so that it counts the main path as the page does', t => {
	const ids = ['ask', 'a', 'b', 'last'];
	const tour = ids.reduce((content, id) => addStep(content, id, {type: 'slide'}, null).content, emptyTour('Tour'));
	const ways: Record<string, StepActions> = {
		ask: {
			buttons: [
				{id: 'one', label: 'A', target: {to: 'step', step: 'a'}},
				{id: 'two', label: 'B', target: {to: 'step', step: 'b'}},
			],
		},
		a: {next: {to: 'step', step: 'last'}},
	};
	const content = {...tour, steps: tour.steps.map(step => (ways[step.id] ? {...step, actions: ways[step.id]!} : step))};
	for (const index of ids.keys())
		t.deepEqual(mainPath(snapshotOfStep(content, index, new Map()).steps), mainPath(content.steps), ids[index]);
	t.deepEqual(mainPath(content.steps), [0, 1, 3]);
});
