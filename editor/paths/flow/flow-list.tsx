import type {FlowEdge} from '../../../shared/contract/paths/flow.ts';
import {words} from '../../../shared/locales/en/editor/flow.ts';
import {words as pathWords} from '../../../shared/locales/en/editor/paths.ts';
import {END} from '../../../shared/tour/paths/graph.ts';
import {stepNames} from '../../words/paths-in-words.ts';
import type {FlowState} from './flow-state.ts';

/** All ways as a list: from, by, to. */
export function FlowList({state, open}: {state: FlowState; open: (step: string) => void}) {
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
