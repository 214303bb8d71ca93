import {useMemo} from 'preact/hooks';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {words as sectionWords, flowWords as words} from '../../../shared/locales/en/editor/path-section.ts';
import {words as pathWords} from '../../../shared/locales/en/editor/paths.ts';
import {targetsOf} from '../../../shared/tour/paths/targets.ts';
import {m} from '../../messages/index.ts';
import {Trash2} from '../../shell/icons.ts';
import {IconButton} from '../../shell/menu.tsx';
import {stepNames, targetInWords} from '../../words/paths-in-words.ts';
import {CheckedField} from '../action-row.tsx';
import {changeAction, removeAction} from '../actions-value.ts';
import type {FlowState} from './flow-state.ts';

type Props = {state: FlowState; open: (step: string) => void};

/** One row below the map, always of one height: what is wrong, the link that is being made, or the button that was linked. */
export function FlowFoot({state, open}: Props) {
	const linking = state.linking.value;
	return (
		<div class="flow-foot" role="status">
			{linking ? (
				<LinkingRow state={state} from={linking.from} />
			) : state.selected.value ? (
				<NamingRow state={state} />
			) : (
				<FaultsRow state={state} open={open} />
			)}
		</div>
	);
}

function LinkingRow({state, from}: {state: FlowState; from: string}) {
	return (
		<>
			<p>
				{words.linking(state.number(from))} <span class="by-mouse">{words.linkingKeys}</span>
			</p>
			<button type="button" class="button" data-end onClick={() => state.endLink({to: 'end'})}>
				{words.end}
			</button>
			<button type="button" class="button" onClick={() => state.endLink(null)}>
				{m.cancel}
			</button>
		</>
	);
}

/** The button that was linked last: its words can be written at once. */
function NamingRow({state}: {state: FlowState}) {
	const {session} = state;
	const {step, action, fresh} = state.selected.value!;
	const {steps} = session.tour.value;
	const buttons = steps.find(({id}) => id === step)?.actions?.buttons ?? [];
	const index = buttons.findIndex(({id}) => id === action);
	const button = buttons[index];
	if (!button) return null;
	const done = () => {
		state.selected.value = null;
		document.querySelector<SVGElement>('.flow .node.current')?.focus();
	};
	return (
		<form
			onSubmit={event => {
				event.preventDefault();
				done();
			}}
		>
			<CheckedField
				key={action}
				label={`${words.selected} (${state.number(step)})`}
				value={button.label}
				most={LIMITS.actionLabel}
				check={text => (text.trim() ? null : sectionWords.faults.empty)}
				change={label => changeAction(session, step, 'buttons', index, {label})}
				fresh={fresh}
				forgets
			/>
			<p class="where">{words.linked(pathWords.button(button.label), targetInWords(button.target, stepNames(steps)))}</p>
			<button type="submit" class="button primary">
				{words.done}
			</button>
			<IconButton
				label={words.remove}
				press={() => {
					removeAction(session, step, 'buttons', index);
					done();
				}}
			>
				<Trash2 size={16} />
			</IconButton>
		</form>
	);
}

/** Lists the faults of the ways, each with the first step concerned, and the actions on the step that has the focus. */
function FaultsRow({state, open}: Props) {
	const {nodes} = state.map.value;
	const {steps} = state.session.tour.value;
	// Not again for each step that gets the focus.
	const undecided = useMemo(() => steps.filter(({actions = {}}) => targetsOf(actions).some(({target}) => target.to === 'later')), [steps]);
	const lists = [
		{ids: nodes.filter(({isReached}) => !isReached).map(({id}) => id), say: words.unreachedCount},
		{ids: nodes.filter(({isStuck}) => isStuck).map(({id}) => id), say: words.stuckCount},
		{ids: undecided.map(({id}) => id), say: words.laterCount},
	].filter(({ids}) => ids.length > 0);
	const {current} = state;
	const go = (id: string) => {
		state.view.value = 'map';
		state.at.value = id;
	};
	return (
		<>
			{lists.length === 0 && <p>{words.fine}</p>}
			{lists.map(({ids, say}) => (
				<button key={say(ids.length)} type="button" class="button bad" onClick={() => go(ids[0]!)}>
					{say(ids.length)}
				</button>
			))}
			{current && state.view.value === 'map' && (
				<span class="does">
					<button type="button" class="button" onClick={() => state.beginLink(current.id)}>
						{words.link(state.number(current.id))}
					</button>
					<button type="button" class="button" onClick={() => open(current.id)}>
						{words.open(state.number(current.id))}
					</button>
				</span>
			)}
		</>
	);
}
