import type {Step} from '../../shared/contract/step.ts';
import {m} from '../messages/index.ts';
import type {Conflict} from '../saving/rebase.ts';
import {fieldsOf} from '../saving/send.ts';
import {Dialog} from '../shell/dialog.tsx';
import type {Session} from './session.ts';

/** What two have changed at the same time: both are shown, and one stays. */
export function ConflictDialog({session, close}: {session: Session; close: () => void}) {
	const {conflicts} = session.outbox;
	const [conflict] = conflicts.value;
	if (!conflict) return null;
	const end = () => {
		conflicts.value = conflicts.value.slice(1);
		if (conflicts.value.length === 0) close();
	};
	return (
		<Dialog title={conflict.refused ? m.conflict.refused : m.conflict.title} close={close} class="small">
			<p class="hint">{conflict.refused ?? (conflict.gone ? m.conflict.gone : m.conflict.hint)}</p>
			<Sides conflict={conflict} />
			<div class="actions">
				<Choices conflict={conflict} session={session} end={end} />
			</div>
		</Dialog>
	);
}

function Sides({conflict: {mine, theirs, field, gone, refused}}: {conflict: Conflict}) {
	return (
		<dl class="sides">
			<div>
				<dt>{m.conflict.mine}</dt>
				<dd>{inWords(mine, field)}</dd>
			</div>
			{!gone && !refused && (
				<div>
					<dt>{m.conflict.theirs}</dt>
					<dd>{inWords(theirs, field)}</dd>
				</div>
			)}
		</dl>
	);
}

function Choices({conflict, session, end}: {conflict: Conflict; session: Session; end: () => void}) {
	const {step, field, mine, theirs, gone, lost, refused} = conflict;
	const button = (label: string, run: () => void, primary = false) => (
		<button
			type="button"
			class={primary ? 'button primary' : 'button'}
			onClick={() => {
				run();
				end();
			}}
		>
			{label}
		</button>
	);
	if (refused) return button(m.conflict.understood, () => {}, true);
	if (gone)
		return (
			<>
				{button(m.conflict.letGo, () => {})}
				{button(m.conflict.putBack, () => session.add(fieldsOf(lost as Step)), true)}
			</>
		);
	const keepMine = () => {
		if (field === 'name') session.change({kind: 'rename', set: {name: String(mine)}, was: {name: String(theirs)}});
		else if (field) session.change({kind: 'edit', step, set: {[field]: mine}, was: {[field]: theirs}});
	};
	return (
		<>
			{button(m.conflict.keepTheirs, () => {})}
			{button(m.conflict.keepMine, keepMine, true)}
		</>
	);
}

function inWords(value: unknown, field: Conflict['field']): string {
	if (value === null || value === undefined || value === '') return m.conflict.nothing;
	if (field === 'image') return m.conflict.picture;
	if (field === 'highlight' || field === 'click') return m.conflict.area;
	if (typeof value !== 'object') return String(value);
	const {title, text} = value as Partial<Step>;
	return [title, text].filter(Boolean).join('\n') || m.conflict.area;
}
