import {m} from '../messages/index.ts';
import type {Session} from '../session/session.ts';
import {behindWhich} from '../session/several.ts';
import {Copy, Trash2} from '../shell/icons.ts';

/** Shows the actions on the chosen steps as a whole. Among hundreds, a place is written more quickly than it is reached. */
export function StepActions({session}: {session: Session}) {
	const {steps} = session.tourSeen.value;
	const chosen = session.selection.all.value;
	const first = chosen[0]!;
	const place = steps.findIndex(({id}) => id === first) + 1;
	const selectTo = () => {
		session.picking.value = {from: first, label: m.edit.selectTo, take: id => session.selection.to(id)};
	};
	return (
		<div class="pair">
			<label class="number">
				<span>{m.edit.place}</span>
				<input
					inputMode="numeric"
					autocomplete="off"
					value={place}
					onChange={({currentTarget: field}) => {
						const wanted = Number.parseInt(field.value, 10);
						field.value = `${place}`;
						if (wanted > 0) session.move(first, behindWhich(steps, chosen, wanted));
					}}
				/>
			</label>
			<button type="button" class="button" onClick={selectTo}>
				{m.edit.selectTo}
			</button>
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
