import type {Session} from '../edit/session.ts';
import {words} from '../edit/words.ts';
import type {Field} from '../saving/change.ts';

/** What somebody else has written where one is writing oneself: beside it, to be taken or left. */
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
			<span>{words.wrote(session.others.author(step) ?? words.somebody)}</span>
			<q>{String(theirs ?? '')}</q>
			{press(words.takeTheirs, () => outbox.drop(step, field))}
			{press(words.keepMine, () => {
				outbox.drop(step, field);
				session.change({kind: 'edit', step, set: {[field]: mine}, was: {[field]: theirs}});
			})}
		</div>
	);
}
