import {useState} from 'preact/hooks';
import {words} from '../../shared/locales/en/editor/statistics.ts';
import {numeral} from '../messages/index.ts';
import {FileText} from '../shell/icons.ts';
import {type FunnelRow, lostAt, percent} from './numbers.ts';

/** The steps of the tour, each with how many came so far and went no further. */
export function Funnel({rows, views}: {rows: FunnelRow[]; views: number}) {
	return (
		<section class="panel" aria-labelledby="funnel">
			<header>
				<h2 id="funnel">{words.funnel}</h2>
			</header>
			<p class="hint">{rows.length === 0 ? words.noSteps : words.funnelHint}</p>
			{rows.length > 0 && (
				<table class="figures funnel">
					<caption class="unseen">{words.funnel}</caption>
					<thead>
						<tr>
							<th scope="col">{words.step}</th>
							<th scope="col" class="figure">
								{words.seen}
							</th>
							<th scope="col" class="figure">
								{words.share}
							</th>
							<th scope="col" class="figure">
								{words.drop}
							</th>
						</tr>
					</thead>
					<tbody>
						{rows.map(row => (
							<Row key={row.stepId} row={row} lost={lostAt(row)} counted={views > 0} />
						))}
					</tbody>
				</table>
			)}
		</section>
	);
}

function Row({row, lost, counted}: {row: FunnelRow; lost: number | null; counted: boolean}) {
	return (
		<tr>
			<th scope="row">
				<span class="step">
					<Picture url={row.picture} />
					<span class="label">
						<span class="title">
							{row.position + 1}. {row.title ?? words.untitled}
						</span>
						<span class="track">
							<i style={{width: `${row.share * 100}%`}} />
						</span>
					</span>
				</span>
			</th>
			<td class="figure">{numeral(row.views)}</td>
			<td class="figure">{counted ? percent(row.share) : '–'}</td>
			<td class={lost !== null && lost >= 0.25 ? 'figure much' : 'figure'}>{lost === null || lost === 0 ? '–' : percent(-lost)}</td>
		</tr>
	);
}

function Picture({url}: {url: string | null}) {
	const [failed, setFailed] = useState(false);
	return (
		<span class="thumb">
			{url && !failed ? (
				<img src={url} alt="" loading="lazy" decoding="async" onError={() => setFailed(true)} />
			) : (
				<FileText size={18} strokeWidth={1.5} />
			)}
		</span>
	);
}
