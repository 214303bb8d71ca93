import {useEffect, useState} from 'preact/hooks';
import type {NextTarget} from '../../shared/contract/paths/actions.ts';
import type {Step} from '../../shared/contract/step.ts';
import {flowWords, words} from '../../shared/locales/en/editor/path-section.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';
import {edgesOf, endingSteps, hasPaths, reachableSteps} from '../../shared/tour/paths/graph.ts';
import type {SectionProps} from '../fields/fields.tsx';
import type {Session} from '../session/session.ts';
import {sought} from '../session/view.ts';
import {Plus, SquareDashedMousePointer} from '../shell/icons.ts';
import {ActionRow} from './action-row.tsx';
import {type Action, addButton, addHotspot, type Kind, MOST, setNext} from './actions-value.ts';
import {TargetField} from './target-field.tsx';

/** Buttons and hotspots of a step as fields, and where its Next leads. */
export function ActionsFields({session, step}: SectionProps) {
	const [fresh, setFresh] = useState<string | null>(null);
	const {buttons = [], hotspots = []} = step.actions ?? {};
	const isSought = sought.value === step.id;
	useEffect(() => {
		if (!isSought) return;
		document.querySelector<HTMLElement>('.actions-list [aria-invalid=true]')?.focus();
		sought.value = null;
	}, [isSought]);
	const list = (kind: Kind, actions: Action[]) =>
		actions.length > 0 && (
			<ol class="actions-list" aria-label={words[kind]}>
				{actions.map((action, index) => (
					<ActionRow
						key={action.id}
						session={session}
						step={step.id}
						kind={kind}
						index={index}
						count={actions.length}
						action={action}
						fresh={action.id === fresh}
					/>
				))}
			</ol>
		);
	return (
		<>
			<p class="hint">{words.hint}</p>
			<Faults session={session} step={step} />
			{list('buttons', buttons)}
			<button
				type="button"
				class="button"
				disabled={buttons.length >= MOST.buttons}
				title={buttons.length >= MOST.buttons ? words.full(MOST.buttons) : undefined}
				onClick={() => setFresh(addButton(session, step.id))}
			>
				<Plus size={16} />
				{words.addButton}
			</button>
			{list('hotspots', hotspots)}
			{step.type === 'screen' && step.image && <DrawButton session={session} step={step} />}
			<NextField session={session} step={step} />
		</>
	);
}

type Props = {session: Session; step: Step};

/** Adds a hotspot: a pointer takes up the tool; the keyboard puts one in the middle, which arrows then move. */
function DrawButton({session, step}: Props) {
	const isFull = (step.actions?.hotspots?.length ?? 0) >= MOST.hotspots;
	const draws = session.tool.value === 'hotspot';
	return (
		<>
			<button
				type="button"
				class="button"
				aria-pressed={draws}
				disabled={isFull}
				title={isFull ? words.full(MOST.hotspots) : words.drawHint}
				onClick={event => {
					if (event.detail === 0) addHotspot(session, step.id);
					else session.tool.value = draws ? 'select' : 'hotspot';
				}}
			>
				<SquareDashedMousePointer size={16} />
				{words.addHotspot}
			</button>
			{draws && <p class="hint">{words.drawHint}</p>}
		</>
	);
}

/** Edits the target of Next, which a step with buttons may lack. */
function NextField({session, step}: Props) {
	const {next, buttons = []} = step.actions ?? {};
	const absent = buttons.length > 0 ? 'none' : 'next';
	const ways = buttons.length > 0 ? (['none', 'next', 'end'] as const) : (['next', 'end'] as const);
	return (
		<TargetField
			session={session}
			from={step.id}
			label={words.next}
			target={next ?? {to: absent}}
			ways={ways}
			choose={({to, step: target}) => setNext(session, step.id, to === absent ? null : ({to, ...(target && {step: target})} as NextTarget))}
		/>
	);
}

/** Returns a sentence for each step that no way leads to, by its id. */
export function unreachedIn(steps: Step[]): Map<string, string> {
	const reached = reachableSteps(steps, edgesOf(steps));
	return new Map(steps.flatMap(({id}) => (reached.has(id) ? [] : [[id, flowWords.unreached]])));
}

/** Says the faults of the ways to and from the step, in words. */
function Faults({session, step}: Props) {
	const {steps} = session.tour.value;
	if (!hasPaths(steps)) return null;
	const edges = edgesOf(steps);
	const isReached = reachableSteps(steps, edges).has(step.id);
	const {buttons = []} = step.actions ?? {};
	const faults = [
		!isReached && words.faults.unreachable,
		isReached && !endingSteps(edges).has(step.id) && words.faults.endless,
		buttons.length > 1 && buttons.every(({target}) => isSame(target, buttons[0]!.target)) && words.faults.same,
	].filter(fault => fault !== false);
	return (
		<>
			{faults.map(fault => (
				<p key={fault} class="fault">
					{fault}
				</p>
			))}
		</>
	);
}
