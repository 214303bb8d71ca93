import {useMemo} from 'preact/hooks';
import type {Step} from '../../../shared/contract/step.ts';
import {shownTexts} from '../../../shared/contract/step-fields.ts';
import {flowWords as words} from '../../../shared/locales/en/editor/path-section.ts';
import {words as pathWords} from '../../../shared/locales/en/editor/paths.ts';
import {cut} from '../../../shared/tour/wording/sentences.ts';
import {FileText} from '../../shell/icons.ts';
import {useKept} from '../../shell/kept.ts';
import type {FlowState} from './flow-state.ts';
import {type FlowNode, NODE} from './layout.ts';

const PICTURE_HEIGHT = 92;
/** Pixels, of what stands for a slide, as in the strip. */
const ICON = 24;
/** Code points of a title, of which most have room; what does not is clipped. */
const TITLE = 18;

type Props = {state: FlowState; nodes: readonly FlowNode[]; open: (step: string) => void; readable: boolean};

/** The steps that are seen. */
export function FlowNodes({state, nodes, open, readable}: Props) {
	const all = state.session.tour.value.steps;
	const steps = useMemo(() => new Map(all.map(step => [step.id, step])), [all]);
	const current = state.current?.id;
	const kept = useKept();
	return (
		<g class="nodes">
			{nodes.map(node => {
				const step = steps.get(node.id);
				if (!step) return null;
				const isCurrent = node.id === current;
				return kept(node.id, [node, step, isCurrent, readable], () => (
					<Node key={node.id} state={state} node={node} step={step} isCurrent={isCurrent} open={open} readable={readable} />
				));
			})}
		</g>
	);
}

type NodeProps = {state: FlowState; node: FlowNode; step: Step; isCurrent: boolean; open: (step: string) => void; readable: boolean};

function Node({state, node, step, isCurrent, open, readable}: NodeProps) {
	const title = shownTexts(step)[0] ?? pathWords.untitled;
	const number = step.position + 1;
	const fault = node.isReached ? node.isStuck && words.stuck : words.unreached;
	const from = state.linking.value?.from;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a picture has no buttons of its own.
		<g
			role="button"
			tabindex={isCurrent ? 0 : -1}
			class={['node', isCurrent && 'current', fault && 'lost', node.onMainPath && 'main', from === node.id && 'from']
				.filter(Boolean)
				.join(' ')}
			data-step={node.id}
			aria-label={[fault, number, title].filter(Boolean).join(' ')}
			transform={`translate(${node.x} ${node.y})`}
			onFocus={() => {
				// A map that moves to show all of it would slip away under the press that ends a link.
				if (!state.linking.peek()) state.at.value = node.id;
			}}
			onClick={event => {
				const {linking} = state;
				// Its handle has begun the link.
				if ((event.target as Element).matches('[data-handle]')) return;
				if (linking.peek() && linking.peek()!.at === null) state.endLink({to: 'step', step: node.id});
				else state.at.value = node.id;
			}}
			onDblClick={() => open(node.id)}
		>
			<rect class="box" width={NODE.width} height={NODE.height} rx={8} />
			{step.type === 'screen' && step.image && (
				<image
					href={step.image.thumbnailUrl}
					x={4}
					y={4}
					width={NODE.width - 8}
					height={PICTURE_HEIGHT - 4}
					preserveAspectRatio="xMidYMid slice"
				/>
			)}
			{step.type === 'slide' && <FileText class="slide" size={ICON} x={(NODE.width - ICON) / 2} y={(PICTURE_HEIGHT - ICON) / 2} />}
			{readable && <Details fault={fault} number={number} title={title} id={node.id} />}
		</g>
	);
}

type DetailsProps = {fault: string | false; number: number; title: string; id: string};

/** Draws the words of a step and its handle, which are left out where the map is too small for them. */
function Details({fault, number, title, id}: DetailsProps) {
	return (
		<>
			{fault && (
				<>
					<rect class="why-box" x={4} y={PICTURE_HEIGHT - 22} width={NODE.width - 8} height={22} />
					<text class="why" x={10} y={PICTURE_HEIGHT - 7}>
						{`${fault} `}
					</text>
				</>
			)}
			<text class="title" clip-path="url(#flow-title)" x={10} y={NODE.height - 13}>
				<tspan class="number">{number}</tspan> {cut(title, TITLE)}
			</text>
			<circle class="handle" data-handle={id} cx={NODE.width} cy={NODE.height / 2} r={11}>
				<title>{words.link(number)}</title>
			</circle>
			<path class="plus" d={`M${NODE.width - 5} ${NODE.height / 2}h10m-5 -5v10`} />
		</>
	);
}
