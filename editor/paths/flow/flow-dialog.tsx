import {useLayoutEffect, useMemo} from 'preact/hooks';
import {LIMITS} from '../../../shared/contract/limits.ts';
import type {Chapter} from '../../../shared/contract/paths/actions.ts';
import type {FlowEdge} from '../../../shared/contract/paths/flow.ts';
import {flowWords as words} from '../../../shared/locales/en/editor/path-section.ts';
import {words as pathWords} from '../../../shared/locales/en/editor/paths.ts';
import {END} from '../../../shared/tour/paths/graph.ts';
import {TextField} from '../../fields/fields.tsx';
import {m} from '../../messages/index.ts';
import type {Session} from '../../session/session.ts';
import {useModal} from '../../shell/dialog.tsx';
import {hear} from '../../shell/hands.ts';
import {X} from '../../shell/icons.ts';
import {IconButton} from '../../shell/menu.tsx';
import {closeOnBack} from '../../shell/on-back.ts';
import {stepNames} from '../../words/paths-in-words.ts';
import {ShiftButton} from '../action-row.tsx';
import {shifted} from '../actions-value.ts';
import {FlowMap} from './flow-map.tsx';
import {FlowFoot} from './flow-panel.tsx';
import {FlowState, type View} from './flow-state.ts';

/** The ways through a tour over everything else: as a map, as a list, and its chapters. */
export function FlowDialog({session, close}: {session: Session; close: () => void}) {
	const {dialog, closed} = useModal(close);
	const state = useMemo(() => new FlowState(session), []);
	useLayoutEffect(() => {
		const deaf = hear({keydown: event => takeBack(event, session)});
		const stay = closeOnBack(close);
		return () => {
			deaf();
			stay();
		};
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
			onClose={closed}
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
				<IconButton label={m.close} press={close}>
					<X size={18} />
				</IconButton>
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
		<IconButton label={name} press={() => state.zoom(by)}>
			{sign}
		</IconButton>
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

/** Names for the scenes of a tour, in the order of the menu. */
function Chapters({session}: {session: Session}) {
	const {steps, chapters = []} = session.tour.value;
	const named = new Set(chapters.map(({scene}) => scene));
	const scenes = [...new Set(steps.flatMap(({scene}) => scene ?? []))].sort((one, other) => one - other);
	const rows = [...chapters, ...scenes.filter(scene => !named.has(scene)).map(scene => ({scene, title: ''}))];
	const set = (next: Chapter[]) => session.work.set({chapters}, {chapters: next});
	const rename = (scene: number, title: string | null) => {
		if (!title?.trim()) set(chapters.filter(one => one.scene !== scene));
		else if (named.has(scene)) set(chapters.map(one => (one.scene === scene ? {scene, title} : one)));
		else set([...chapters, {scene, title}]);
	};
	const shift = (index: number, by: 1 | -1) => set(shifted(chapters, index, by));
	return (
		<div class="flow-chapters">
			<p class="hint">{scenes.length > 0 || chapters.length > 0 ? words.sceneHint : words.noScenes}</p>
			<ol>
				{rows.map(({scene, title}, index) => (
					<li key={scene}>
						<TextField label={words.scene(scene)} value={title} most={LIMITS.chapterTitle} change={text => rename(scene, text)} />
						<ShiftButton name={words.up(title)} look="icon up" off={!title || index === 0} run={() => shift(index, -1)} />
						<ShiftButton
							name={words.down(title)}
							look="icon down"
							off={!title || index >= chapters.length - 1}
							run={() => shift(index, 1)}
						/>
					</li>
				))}
			</ol>
		</div>
	);
}

/** All ways as a list: from, by, to. */
function FlowList({state, open}: {state: FlowState; open: (step: string) => void}) {
	const {lines} = state.map.value;
	const name = stepNames(state.session.tour.value.steps);
	const by = ({kind, label}: FlowEdge) =>
		kind === 'next' ? words.next : (kind === 'button' ? pathWords.button : pathWords.hotspot)(label!);
	const to = ({to: step, url}: FlowEdge) => (step === null ? `${url} (${words.outside})` : step === END ? words.end : name(step));
	return (
		<div class="flow-list">
			<table>
				<thead>
					<tr>
						<th scope="col">{words.from}</th>
						<th scope="col">{words.by}</th>
						<th scope="col">{words.to}</th>
					</tr>
				</thead>
				<tbody>
					{lines.map(({edge}) => (
						<tr key={`${edge.from} ${edge.kind} ${edge.actionId}`}>
							<th scope="row">
								<button type="button" class="link" onClick={() => open(edge.from)}>
									{name(edge.from)}
								</button>
							</th>
							<td>{by(edge)}</td>
							<td>{to(edge)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
