import type {Step} from '../../shared/contract/step.ts';
import {m} from '../messages/index.ts';
import {type Field, fieldsOf, placeBehind, placeOf, type StepFields} from '../saving/change.ts';
import type {Conflict} from '../saving/conflicts.ts';
import {Dialog} from '../shell/dialog.tsx';
import type {Session} from './session.ts';
import {words} from './words.ts';

type Part = {conflict: Conflict; session: Session};

/** Fields of which both versions can stand, one below the other. */
const JOINABLE = new Set<unknown>(['text', 'narrationScript']);

/** What two have changed at the same time: both are shown, and one stays. */
export function ConflictDialog({session, close}: {session: Session; close: () => void}) {
	const {conflicts} = session.outbox;
	const [conflict] = conflicts.value;
	if (!conflict) return null;
	const end = () => {
		session.outbox.decided();
		if (conflicts.value.length === 0) close();
	};
	return (
		<Dialog title={conflict.refused ? m.conflict.refused : m.conflict.title} close={close} class="small">
			<p class="hint">{conflict.refused ?? hintOf(conflict)}</p>
			<Sides conflict={conflict} session={session} />
			<div class="actions">
				<Choices conflict={conflict} session={session} end={end} />
			</div>
		</Dialog>
	);
}

function hintOf({gone, field}: Conflict): string {
	if (gone) return m.conflict.gone;
	return field === null ? words.stepGoes : m.conflict.hint;
}

function Sides({conflict, session}: Part) {
	const {mine, field, gone, refused, step} = conflict;
	const author = session.others.author(step);
	return (
		<dl class="sides">
			<div>
				<dt>{m.conflict.mine}</dt>
				<dd>{field === null && mine === null ? words.toDelete : inWords(mine, {conflict, session})}</dd>
			</div>
			{!gone && !refused && (
				<div>
					<dt>{author ? `${m.conflict.theirs} (${author})` : m.conflict.theirs}</dt>
					<dd>{inWords(theirsNow(conflict, session), {conflict, session})}</dd>
				</div>
			)}
		</dl>
	);
}

function Choices({conflict, session, end}: Part & {end: () => void}) {
	const {field, mine, gone, refused} = conflict;
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
				{button(m.conflict.putBack, () => putBack(conflict, session), true)}
			</>
		);
	const theirs = theirsNow(conflict, session);
	return (
		<>
			{button(field === null ? words.keepIt : m.conflict.keepTheirs, () => {})}
			{JOINABLE.has(field) && mine && theirs && button(words.keepBoth, () => keepMine({...conflict, mine: `${theirs}\n${mine}`}, session))}
			{button(field === null ? words.deleteIt : m.conflict.keepMine, () => keepMine(conflict, session), true)}
		</>
	);
}

/** What is there by now: it may be other again than when it was found. */
function theirsNow({step, field, theirs}: Conflict, {tour}: Session): unknown {
	if (field === 'name') return tour.value.name;
	const there = tour.value.steps.find(({id}) => id === step);
	if (!there || field === null) return there ?? theirs;
	return field === 'position' ? placeOf(tour.value, step).after : there[field as Field];
}

function keepMine({step, field, mine}: Conflict, session: Session): void {
	const {value: tour} = session.tour;
	if (field === 'name') session.rename(String(mine));
	else if (field === 'position') {
		const place = placeBehind(tour, mine as string | null, step);
		session.change({kind: 'move', step, ...place, was: placeOf(tour, step)});
	} else if (field) session.edit(step, {[field]: mine} as StepFields);
	else {
		const was = tour.steps.find(({id}) => id === step);
		if (was) session.change({kind: 'delete', step, was, ...placeOf(tour, step)});
	}
}

function putBack({step, lost}: Conflict, session: Session): void {
	const {value: tour} = session.tour;
	// Somebody may have put it back already.
	const place = placeBehind(tour, tour.steps[lost!.position - 1]?.id ?? null);
	if (tour.steps.some(({id}) => id === step)) session.edit(step, fieldsOf(lost!));
	else session.change({kind: 'restore', step, set: lost!, ...place});
	session.selection.only(step);
}

function inWords(value: unknown, {conflict: {field}, session}: Part): string {
	if (field === 'position') return placeInWords(value as string | null, session);
	if (value === null || value === undefined || value === '') return m.conflict.nothing;
	if (field === 'image') return m.conflict.picture;
	if (field === 'highlight' || field === 'click') return m.conflict.area;
	if (typeof value !== 'object') return String(value);
	const {title, text} = value as Partial<Step>;
	return [title, text].filter(Boolean).join('\n') || m.conflict.area;
}

function placeInWords(after: string | null, {tour}: Session): string {
	if (after === null) return words.first;
	const step = tour.value.steps.find(({id}) => id === after);
	if (!step) return words.behind(words.anotherStep);
	return words.behind(`${step.position + 1}. ${step.title || step.text || m.edit.emptyLabel}`);
}
