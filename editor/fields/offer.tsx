import {m} from '../messages/index.ts';
import type {Field} from '../saving/change.ts';
import type {Session} from '../session/session.ts';

/** Offers text that somebody else has written into the field in use: beside it, to take or leave. */
export function Offer({session, step, field}: {session: Session; step: string; field: Field}) {
	const {outbox} = session;
	const offer = outbox.held.offer.value;
	if (offer?.step !== step || offer.field !== field) return null;
	const {mine, theirs} = offer;
	// The field that is written in keeps the focus.
	const press = (label: string, run: () => void) => (
		<button type="button" class="link" onPointerDown={event => event.preventDefault()} onClick={run}>
			{label}
		</button>
	);
	return (
		<div class="offer" role="status">
			<span>{m.together.wrote(session.others.author(step) ?? m.together.somebody)}</span>
			<q>{String(theirs ?? '')}</q>
			{press(m.together.takeTheirs, () => outbox.drop(step, field))}
			{press(m.together.keepMine, () => {
				outbox.drop(step, field);
				session.change({kind: 'edit', step, set: {[field]: mine}, was: {[field]: theirs}});
			})}
		</div>
	);
}
