import {combine} from '@atlaskit/pragmatic-drag-and-drop/combine';
import {draggable, dropTargetForElements} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {attachClosestEdge, type Edge, extractClosestEdge} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import {placeOf} from '../saving/change.ts';
import type {Session} from '../session/session.ts';

/** `setEdge` gets the edge at which what is dragged over the row would go; null once nothing is. */
type Sortable = {session: Session; id: string; setEdge: (edge: Edge | null) => void};

/** Returns the edges between steps. A device that is turned lays its list along the other side. */
const edges = (): Edge[] => (innerWidth < 720 ? ['left', 'right'] : ['top', 'bottom']);

/** Lets a step's row be dragged to another place; what is returned ends that. */
export function makeSortable(element: HTMLElement, {session, id, setEdge}: Sortable): () => void {
	return combine(
		draggable({element, getInitialData: () => ({step: id})}),
		dropTargetForElements({
			element,
			canDrop: ({source}) => source.data.step !== id,
			getData: ({input}) => attachClosestEdge({}, {element, input, allowedEdges: edges()}),
			onDrag: ({self}) => setEdge(extractClosestEdge(self.data)),
			onDragLeave: () => setEdge(null),
			onDrop: ({self, source}) => {
				setEdge(null);
				const before = ['top', 'left'].includes(extractClosestEdge(self.data) ?? '');
				const after = before ? placeOf(session.tour.value, id).after : id;
				session.move(source.data.step as string, after);
			},
		}),
	);
}
