import {useState} from 'preact/hooks';
import {words} from '../../shared/locales/en/editor/statistics.ts';
import {ChartNoAxesColumn, Table2} from '../shell/icons.ts';
import {Scrolling} from '../shell/scrolling.tsx';
import {DayChart} from './day-chart.tsx';
import {COUNTS, type Count, count, day, percent, type Sums} from './numbers.ts';
import {growth} from './period.ts';

/** Shows four totals beside the period before; each chooses the line below. */
export function Trend({sums}: {sums: Sums}) {
	const [shown, setShown] = useState<Count>('views');
	const [asTable, setAsTable] = useState(false);
	const {totals} = sums;
	return (
		<>
			<div class="totals">
				{COUNTS.map(name => (
					<button key={name} type="button" class="total" aria-pressed={shown === name} onClick={() => setShown(name)}>
						<span>{words[name]}</span>
						<strong>{count(totals[name])}</strong>
						<Beside now={totals[name]} before={sums.before.totals[name]} />
						{name !== 'views' && totals.views > 0 && <small>{words.rate(percent(totals[name] / totals.views))}</small>}
					</button>
				))}
			</div>
			<section class="panel" aria-labelledby="by-day">
				<header>
					<h2 id="by-day">
						{words[shown]} <span>{words.byDay.toLowerCase()}</span>
					</h2>
					{!asTable && (
						<p class="legend" aria-hidden="true">
							<i class="now" />
							{words.thisPeriod}
							<i class="then" />
							{words.periodBefore}
						</p>
					)}
					<div class="group">
						<Way pressed={!asTable} label={words.chart} press={() => setAsTable(false)} Icon={ChartNoAxesColumn} />
						<Way pressed={asTable} label={words.table} press={() => setAsTable(true)} Icon={Table2} />
					</div>
				</header>
				{!asTable && <DayChart key={shown} days={sums.series} before={sums.before.series} shown={shown} />}
				{!asTable && totals[shown] === 0 && <p class="hint">{words.nothingNow}</p>}
				<DayTable sums={sums} hidden={!asTable} />
			</section>
		</>
	);
}

function Way({pressed, label, press, Icon}: {pressed: boolean; label: string; press: () => void; Icon: typeof Table2}) {
	return (
		<button type="button" class="icon" aria-pressed={pressed} aria-label={label} title={label} onClick={press}>
			<Icon size={18} />
		</button>
	);
}

function Beside({now, before}: {now: number; before: number}) {
	const change = growth(now, before);
	const look = change === null || change === 0 ? 'beside' : change > 0 ? 'beside more' : 'beside less';
	return (
		<span class={look}>
			{change === 0
				? words.same
				: change === null
					? words.before(count(before))
					: `${percent(change, true)} · ${words.before(count(before))}`}
		</span>
	);
}

/** Lists the numbers behind the line; screen readers have it also while the line is shown. */
function DayTable({sums: {series}, hidden}: {sums: Sums; hidden: boolean}) {
	const table = <Days series={series} />;
	return hidden ? (
		<div class="unseen">{table}</div>
	) : (
		<Scrolling by="by-day" tall>
			{table}
		</Scrolling>
	);
}

/** The newest day first. */
function Days({series}: Pick<Sums, 'series'>) {
	return (
		<table class="figures">
			<caption class="unseen">{words.byDay}</caption>
			<thead>
				<tr>
					<th scope="col">{words.day}</th>
					<CountHeads />
				</tr>
			</thead>
			<tbody>
				{series.toReversed().map(one => (
					<tr key={one.date}>
						<th scope="row">
							<time dateTime={one.date}>{day(one.date, 'medium')}</time>
						</th>
						<CountCells counts={one} />
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** Shows the names of counts as heads of a table's columns. */
export function CountHeads() {
	return COUNTS.map(name => (
		<th key={name} scope="col" class="figure">
			{words[name]}
		</th>
	));
}

/** The counts of one row. */
export function CountCells({counts}: {counts: Record<Count, number>}) {
	return COUNTS.map(name => (
		<td key={name} class="figure">
			{count(counts[name])}
		</td>
	));
}
