import {combine} from '@atlaskit/pragmatic-drag-and-drop/combine';
import {draggable, dropTargetForElements} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {attachClosestEdge, type Edge, extractClosestEdge} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Step} from '../../shared/contract/step.ts';
import {m} from '../messages/index.ts';
import {standsAfter} from '../saving/change.ts';
import {FileText, ImageOff, TriangleAlert} from '../shell/icons.ts';
import type {Session} from './session.ts';

type Props = {session: Session; step: Step; chosen: boolean; scene: number | null};

/** One step of the strip. */
export function StripRow({session, step, chosen, scene}: Props) {
	const row = useRef<HTMLDivElement>(null);
	const edge = useSorting(row, session, step.id);
	const label = step.title || step.text || m.edit.emptyLabel;
	const faults = faultsOf(step);
	return (
		<>
			{scene !== null && (
				<div class="scene" role="presentation">
					{m.inspector.scene} {scene}
				</div>
			)}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the whole list are those of the page. */}
			<div
				ref={row}
				role="option"
				class={edge ? `row edge-${edge}` : 'row'}
				tabIndex={chosen ? 0 : -1}
				aria-selected={chosen}
				onClick={() => {
					session.chosen.value = step.id;
					session.outbox.flush();
				}}
				onFocus={() => (session.chosen.value = step.id)}
			>
				<span class="number">{step.position + 1}</span>
				<Thumbnail step={step} />
				<span class={step.title || step.text ? 'label' : 'label faint'}>{label}</span>
				{faults.length > 0 && (
					<span class="mark" title={faults.join(', ')}>
						<TriangleAlert size={14} />
						<span class="unseen">, {faults.join(', ')}</span>
					</span>
				)}
			</div>
		</>
	);
}

function Thumbnail({step: {type, image}}: {step: Step}) {
	if (type === 'slide')
		return (
			<span class="thumb">
				<FileText size={18} />
			</span>
		);
	return (
		<span class="thumb">
			{image ? <img src={image.thumbnailUrl} alt="" loading="lazy" decoding="async" draggable={false} /> : <ImageOff size={18} />}
		</span>
	);
}

function faultsOf({type, image, alt, altDecorative}: Step): string[] {
	if (type === 'slide') return [];
	if (!image) return [m.edit.withoutPicture];
	return alt || altDecorative ? [] : [m.edit.withoutAlt];
}

/** Lets the row be dragged to another place; returns the edge at which what is dragged over it would go. */
function useSorting(row: {current: HTMLDivElement | null}, session: Session, id: string): Edge | null {
	const [edge, setEdge] = useState<Edge | null>(null);
	useEffect(() => {
		const element = row.current!;
		const edges: Edge[] = innerWidth < 720 ? ['left', 'right'] : ['top', 'bottom'];
		return combine(
			draggable({element, getInitialData: () => ({step: id})}),
			dropTargetForElements({
				element,
				canDrop: ({source}) => source.data.step !== id,
				getData: ({input}) => attachClosestEdge({}, {element, input, allowedEdges: edges}),
				onDrag: ({self}) => setEdge(extractClosestEdge(self.data)),
				onDragLeave: () => setEdge(null),
				onDrop: ({self, source}) => {
					setEdge(null);
					const before = ['top', 'left'].includes(extractClosestEdge(self.data) ?? '');
					const moved = source.data.step as string;
					const after = before ? standsAfter(session.tour.value, id) : id;
					// Right behind the place that it leaves.
					session.move(moved, after === moved ? standsAfter(session.tour.value, moved) : after);
				},
			}),
		);
	}, [id]);
	return edge;
}
