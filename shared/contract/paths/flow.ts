import {type Static, Type} from 'typebox';
import {Choice, Closed, Nullable} from '../schema.ts';

/** A summary of the ways through a tour. */

export const Paths = Closed(
	{
		count: Type.Integer({description: 'Ways from the first step to an end, 1,000 at most; a loop counts as one stop.'}),
		longest: Type.Integer({description: 'The most steps on one of them, each step of a loop once.'}),
		ends: Type.Array(Closed({stepId: Type.String()}), {description: 'Steps that can be reached and from which a way leads to the end.'}),
	},
	{title: 'Paths', description: 'The ways through the tour.'},
);
export type Paths = Static<typeof Paths>;

export const FlowNode = Closed(
	{
		stepId: Type.String(),
		key: Type.String({description: 'The key of the step, else its id.'}),
		title: Nullable(Type.String()),
		position: Type.Integer({description: 'Index in the tour, from 0.'}),
		chapter: Nullable(Type.String({description: 'Title of its chapter.'})),
		onMainPath: Type.Boolean({
			description: 'true where films and printed guides show it: Next, else the first way on, from the first step.',
		}),
		reachable: Type.Boolean({description: 'false where no way leads to it.'}),
	},
	{title: 'FlowNode', description: 'A step.'},
);
export type FlowNode = Static<typeof FlowNode>;

export const FlowEdge = Closed(
	{
		from: Type.String({description: 'A stepId.'}),
		to: Nullable(Type.String({description: 'A stepId, or end; null where it leads out of the tour.'})),
		url: Type.Optional(Type.String({description: 'Where it leads out of the tour.'})),
		kind: Choice(['next', 'button', 'hotspot'] as const, {description: 'What is pressed.'}),
		actionId: Nullable(Type.String({description: 'Id of the button or hotspot.'})),
		label: Nullable(Type.String({description: 'What stands on it.'})),
	},
	{title: 'FlowEdge', description: 'A way on from a step; a way back is none.'},
);
export type FlowEdge = Static<typeof FlowEdge>;

export const flowFields = {
	nodes: Type.Array(FlowNode, {description: 'The steps in their order.'}),
	edges: Type.Array(FlowEdge, {description: 'The ways on, by step.'}),
	ends: Paths.properties.ends,
	mermaid: Type.String({description: 'The same as a Mermaid flowchart.'}),
};
