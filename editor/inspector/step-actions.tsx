import {m} from '../messages/index.ts';
import type {Session} from '../session/session.ts';
import {Copy, Trash2} from '../shell/icons.ts';

/** Shows the actions on the chosen steps as a whole. */
export function StepActions({session}: {session: Session}) {
	return (
		<div class="pair">
			<button type="button" class="button" onClick={() => session.shift(-1)}>
				{m.edit.earlier}
			</button>
			<button type="button" class="button" onClick={() => session.shift(1)}>
				{m.edit.later}
			</button>
			<button type="button" class="button" onClick={() => session.duplicate()}>
				<Copy size={16} />
				{m.duplicate}
			</button>
			<button type="button" class="button bad" onClick={() => session.remove()}>
				<Trash2 size={16} />
				{m.delete}
			</button>
		</div>
	);
}
