import {words} from '../../shared/locales/en/editor/statistics.ts';
import {END} from '../../shared/tour/paths/graph.ts';
import {numeral} from '../messages/index.ts';
import {Scrolling} from '../shell/scrolling.tsx';
import {type FunnelRow, percent, type Ways} from './numbers.ts';

/** The ways on from each step of a tour that forks, each with how often it was gone. */
export function WaysTable({ways, funnel, views}: {ways: Ways; funnel: FunnelRow[]; views: number}) {
	const rows = new Map(funnel.map(row => [row.stepId, row]));
	const ends = new Map(ways.ends.map(({stepId, visits}) => [stepId, visits]));
	return (
		<section class="panel" aria-labelledby="ways">
			<header>
				<h2 id="ways">{words.ways}</h2>
			</header>
			<p class="hint">
				{words.waysHint}
				{ways.goal && ` ${words.goal(numeral(ways.goal.visits), percent(ways.goal.rate))}`}
			</p>
			<Scrolling by="ways">
				<table class="figures routes">
					<caption class="unseen">{words.ways}</caption>
					<thead>
						<tr>
							<th scope="col">{words.step}</th>
							<th scope="col">{words.pressed}</th>
							<th scope="col">{words.leadsTo}</th>
							<th scope="col" class="figure">
								{words.visits}
							</th>
							<th scope="col" class="figure">
								{words.share}
							</th>
						</tr>
					</thead>
					<tbody>
						{ways.edges.map(({from, to, url, actionId, label, visits}) => (
							<Row
								key={`${from} ${actionId}`}
								cells={[nameOf(rows.get(from)), label ?? words.nextButton, to === END ? words.theEnd : (url ?? nameOf(rows.get(to!)))]}
								figures={[visits, views]}
							/>
						))}
						{funnel.map(row => (
							<Row key={`stay ${row.stepId}`} cells={[nameOf(row), '', words.stayed]} figures={[row.left, views]} />
						))}
						{[...ends].map(([stepId, visits]) => (
							<Row key={`end ${stepId}`} cells={[nameOf(rows.get(stepId)), '', words.ended]} figures={[visits, views]} />
						))}
					</tbody>
				</table>
			</Scrolling>
		</section>
	);
}

function Row({cells: [first, ...others], figures: [visits, views]}: {cells: string[]; figures: [number, number]}) {
	return (
		<tr>
			<th scope="row">{first}</th>
			{others.map((text, index) => (
				<td key={index}>{text}</td>
			))}
			<td class="figure">{numeral(visits)}</td>
			<td class="figure">{views > 0 ? percent(Math.min(1, visits / views)) : '–'}</td>
		</tr>
	);
}

function nameOf(row: FunnelRow | undefined): string {
	return row ? `${row.position + 1}. ${row.title ?? words.untitled}` : '–';
}
