import {words} from '../../shared/locales/en/editor/statistics.ts';
import {Scrolling} from '../shell/scrolling.tsx';
import {CountCells, CountHeads} from './count-cells.tsx';
import type {Sums} from './numbers.ts';
import {type Chosen, writePeriod} from './period.ts';

/** The tours that were seen, each a way to its own numbers of the same days. */
export function ToursTable({sums: {tours}, chosen}: {sums: Sums; chosen: Chosen}) {
	if (tours.length === 0) return null;
	return (
		<section class="panel" aria-labelledby="seen">
			<header>
				<h2 id="seen">{words.tours}</h2>
			</header>
			{tours.length >= 100 && <p class="hint">{words.most(tours.length)}</p>}
			<Scrolling by="seen">
				<table class="figures">
					<thead>
						<tr>
							<th scope="col">{words.tour}</th>
							<CountHeads />
						</tr>
					</thead>
					<tbody>
						{tours.map(({tourId, name, slug, totals}) => (
							<tr key={tourId}>
								<th scope="row">
									<a href={`/tours/${tourId}/statistics${writePeriod(chosen)}`}>{name}</a>
									{slug === null && <span class="pill">{words.notLive}</span>}
								</th>
								<CountCells counts={totals} />
							</tr>
						))}
					</tbody>
				</table>
			</Scrolling>
		</section>
	);
}
