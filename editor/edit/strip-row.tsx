import {combine} from '@atlaskit/pragmatic-drag-and-drop/combine';
import {draggable, dropTargetForElements} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {attachClosestEdge, type Edge, extractClosestEdge} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Step} from '../../shared/contract/step.ts';
import {shownTexts} from '../../shared/contract/step-fields.ts';
import {AiMarks} from '../ai/entry.tsx';
import {m} from '../messages/index.ts';
import {placeOf} from '../saving/change.ts';
import type {Session} from '../session/session.ts';
import {FileText, ImageOff, TriangleAlert} from '../shell/icons.ts';
import {isTiny} from '../stage/shape.ts';

type Props = {
	session: Session;
	step: Step;
	/** True for the step on show; `selected`: it is chosen, alone or with others. */
	shown: boolean;
	selected: boolean;
	/** Title above the step with which a scene begins. */
	scene: string | null;
	/** Another person who has changed it, until it is looked at. */
	changedBy: string | null;
	/** Fault of the ways that lead to it. */
	fault: string | null;
};

/** One step of the strip. */
export function StripRow({session, step, shown, selected, scene, changedBy, fault}: Props) {
	const row = useRef<HTMLDivElement>(null);
	const edge = useSorting(row, session, step.id);
	const [words] = shownTexts(step);
	const label = words ?? m.edit.emptyLabel;
	const faults = [fault ?? [], faultsOf(step, shown)].flat();
	return (
		<>
			{scene !== null && (
				<div class="scene" role="presentation">
					{scene}
				</div>
			)}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the whole list are those of the page. */}
			<div
				ref={row}
				role="option"
				class={['row', edge && `edge-${edge}`, shown && 'shown'].filter(Boolean).join(' ')}
				tabIndex={shown ? 0 : -1}
				aria-selected={selected}
				title={`${step.position + 1}. ${label}`}
				onClick={event => choose(event, session, step.id)}
			>
				<span class="number">{step.position + 1}</span>
				<Thumbnail step={step} />
				<span class={words ? 'label' : 'label faint'}>{label}</span>
				{changedBy && (
					<span class="news" title={m.together.changed(changedBy)}>
						<span class="unseen">, {m.together.changed(changedBy)}</span>
					</span>
				)}
				{faults.length > 0 && (
					<span class="mark" title={faults.join(', ')}>
						<TriangleAlert size={14} />
						<span class="unseen">, {faults.join(', ')}</span>
					</span>
				)}
				<AiMarks session={session} step={step} />
			</div>
		</>
	);
}

/** Alone, with Ctrl beside the others, with Shift with all up to it. */
function choose({ctrlKey, metaKey, shiftKey}: MouseEvent, session: Session, id: string): void {
	const {selection, outbox} = session;
	if (session.picking.peek()) session.picked(id);
	else if (shiftKey) selection.to(id);
	else if (ctrlKey || metaKey) selection.toggle(id);
	else selection.only(id);
	outbox.flush();
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

/** Returns what a step lacks. Asks for an image description only once the step has words and is left: its author has only begun before. */
function faultsOf(step: Step, shown: boolean): string[] {
	const {type, image, alt, altDecorative} = step;
	if (type === 'slide') return [];
	if (!image) return [m.edit.withoutPicture];
	const begun = !shown && shownTexts(step).length > 0;
	return [isTiny(image) && m.together.tiny, begun && !alt && !altDecorative && m.edit.withoutAlt].filter(fault => fault !== false);
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
					const after = before ? placeOf(session.tour.value, id).after : id;
					session.move(moved, after);
				},
			}),
		);
	}, [id]);
	return edge;
}
