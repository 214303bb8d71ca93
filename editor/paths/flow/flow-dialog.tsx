import {useLayoutEffect, useMemo, useRef} from 'preact/hooks';
import {words} from '../../../shared/locales/en/editor/flow.ts';
import {m} from '../../messages/index.ts';
import type {Session} from '../../session/session.ts';
import {hear} from '../../shell/hands.ts';
import {X} from '../../shell/icons.ts';
import {Chapters} from './chapters.tsx';
import {FlowList} from './flow-list.tsx';
import {FlowMap} from './flow-map.tsx';
import {FlowFoot} from './flow-panel.tsx';
import {FlowState, type View} from './flow-state.ts';

/** The ways through a tour over everything else: as a map, as a list, and its chapters. */
export function FlowDialog({session, close}: {session: Session; close: () => void}) {
	const dialog = useRef<HTMLDialogElement>(null);
	const state = useMemo(() => new FlowState(session), []);
	useLayoutEffect(() => {
		dialog.current!.showModal();
		return hear({keydown: event => takeBack(event, session)});
	}, []);
	const open = (step: string) => {
		session.selection.only(step);
		close();
	};
	const view = state.view.value;
	return (
		<dialog
			ref={dialog}
			class="playing flow"
			aria-label={words.title}
			onClose={close}
			onCancel={event => {
				if (!state.linking.peek()) return;
				event.preventDefault();
				state.endLink(null);
			}}
		>
			<div class="bar">
				<h2>{words.title}</h2>
				<fieldset class="views">
					<legend class="unseen">{words.title}</legend>
					{(['map', 'list', 'chapters'] as const satisfies View[]).map(name => (
						<button key={name} type="button" class="button" aria-pressed={view === name} onClick={() => (state.view.value = name)}>
							{words[name]}
						</button>
					))}
				</fieldset>
				<p class="hint">{view === 'map' ? words.hint : ''}</p>
				{view === 'map' && <Zoom state={state} />}
				<button type="button" class="icon" aria-label={m.close} title={m.close} onClick={close}>
					<X size={18} />
				</button>
			</div>
			{session.tour.value.steps.length === 0 && <p class="nothing">{words.empty}</p>}
			{session.tour.value.steps.length > 0 && view === 'map' && <FlowMap state={state} open={open} />}
			{view === 'list' && <FlowList state={state} open={open} />}
			{view === 'chapters' && <Chapters session={session} />}
			<FlowFoot state={state} open={open} />
		</dialog>
	);
}

function Zoom({state}: {state: FlowState}) {
	const percent = `${Math.round(state.scale.value * 100)} %`;
	const button = (sign: string, name: string, by: number) => (
		<button type="button" class="icon" aria-label={name} title={name} onClick={() => state.zoom(by)}>
			{sign}
		</button>
	);
	return (
		<fieldset class="zooms">
			{button('−', words.out, 0.8)}
			{button(percent, `${percent}: ${words.fit}`, 0)}
			{button('+', words.in, 1.25)}
		</fieldset>
	);
}

/** The keys that take back and do again are heard here as well. */
function takeBack(event: KeyboardEvent, session: Session): void {
	const {key, ctrlKey, metaKey, shiftKey, target} = event;
	if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || (target as Element).matches('input')) return;
	event.preventDefault();
	if (shiftKey) session.redo();
	else session.undo();
}
