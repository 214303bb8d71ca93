import {computed, type ReadonlySignal, signal} from '@preact/signals';
import type {ActionTarget} from '../../../shared/contract/paths/actions.ts';
import {flowWords as words} from '../../../shared/locales/en/editor/path-section.ts';
import type {Session} from '../../session/session.ts';
import {say} from '../../shell/toast.tsx';
import {addButton} from '../actions-value.ts';
import {type FlowMap, type FlowNode, layOut, type Place} from './layout.ts';

export type View = 'map' | 'list' | 'chapters';
/** From which step a link is being made, and where its loose end is while a pointer draws it. */
export type Linking = {from: string; at: Place | null};

const [LEAST, LARGEST] = [0.25, 1.5];

/** The state of a tour's map: its view, its focus, and the line that is being drawn. */
export class FlowState {
	readonly session: Session;
	readonly view = signal<View>('map');
	readonly map: ReadonlySignal<FlowMap>;
	readonly nodes: ReadonlySignal<Map<string, FlowNode>>;
	/** The step that has the focus. */
	readonly at = signal<string | null>(null);
	readonly linking = signal<Linking | null>(null);
	/** The button that was linked or pressed last, to be named. */
	readonly selected = signal<{step: string; action: string; fresh: boolean} | null>(null);
	readonly scale = signal(1);

	constructor(session: Session) {
		this.session = session;
		let known: FlowMap | null = null;
		let shape = '';
		// Words that are written move nothing: the same ways are the same map, but for what stands on them.
		this.map = computed(() => {
			const {steps} = session.tour.value;
			const now = JSON.stringify(steps.map(({id, actions}) => [id, actions]));
			if (!known || now !== shape) known = layOut(steps);
			shape = now;
			return known;
		});
		this.nodes = computed(() => new Map(this.map.value.nodes.map(node => [node.id, node])));
		this.at.value = session.chosen.peek();
	}

	get current(): FlowNode | null {
		const {nodes} = this.map.value;
		return this.nodes.value.get(this.at.value ?? '') ?? nodes[0] ?? null;
	}

	number(step: string): number {
		return (this.session.tour.value.steps.find(({id}) => id === step)?.position ?? 0) + 1;
	}

	/** Begins a link; reports it if the step cannot take another button. */
	beginLink(from: string, at: Place | null = null): void {
		this.selected.value = null;
		this.at.value = from;
		this.linking.value = {from, at};
	}

	/** Ends the link: at a step, at the end, or nowhere. */
	endLink(to: ActionTarget | null): void {
		const linking = this.linking.peek();
		this.linking.value = null;
		if (!linking || !to) return;
		const action = addButton(this.session, linking.from, to);
		this.at.value = linking.from;
		if (!action) say(words.full);
		else this.selected.value = {step: linking.from, action, fresh: true};
	}

	zoom(by: number): void {
		const next = by === 0 ? 1 : this.scale.peek() * by;
		this.scale.value = Math.max(LEAST, Math.min(LARGEST, next));
	}
}
