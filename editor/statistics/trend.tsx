import {useLayoutEffect, useRef, useState} from 'preact/hooks';
import {words} from '../../shared/locales/en/editor/statistics.ts';
import {numeral} from '../messages/index.ts';
import {ChartNoAxesColumn, Table2} from '../shell/icons.ts';
import {IconButton} from '../shell/menu.tsx';
import {Scrolling} from '../shell/scrolling.tsx';
import {COUNTS, type Count, counted, type Day, day, percent, type Sums} from './numbers.ts';
import {growth} from './period.ts';
import {type Box, named, nearest, path, points, ticks} from './scale.ts';

/** CSS pixels: height of the whole, room for the numbers at the left, above, for half a name at the right, and for the days below. */
const HEIGHT = 260;
const ROOM = {left: 44, top: 12, right: 34, bottom: 28};
/** Room that the name of a day takes. */
const NAME = 76;
const ARROWS: Record<string, number> = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7};

type Props = {days: readonly Day[]; before: readonly Day[]; shown: Count};

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
						<strong>{numeral(totals[name])}</strong>
						<Beside now={totals[name]} before={sums.before.totals[name]} />
						{name !== 'views' && totals.views > 0 && <small>{beside(name, totals[name] / totals.views)}</small>}
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
						<IconButton pressed={!asTable} label={words.chart} press={() => setAsTable(false)}>
							<ChartNoAxesColumn size={18} />
						</IconButton>
						<IconButton pressed={asTable} label={words.table} press={() => setAsTable(true)}>
							<Table2 size={18} />
						</IconButton>
					</div>
				</header>
				{!asTable && <DayChart key={shown} days={sums.series} before={sums.before.series} shown={shown} />}
				{!asTable && totals[shown] === 0 && <p class="hint">{words.nothingNow}</p>}
				<DayTable sums={sums} hidden={!asTable} />
			</section>
		</>
	);
}

/** Returns a count beside the views: one of them may press two buttons, and a lead may come after midnight. */
function beside(name: Count, share: number): string {
	return name === 'ctaClicks' ? words.perView(numeral(share, 2)) : words.rate(percent(Math.min(1, share)));
}

function Beside({now, before}: {now: number; before: number}) {
	const change = growth(now, before);
	const look = change === null || change === 0 ? 'beside' : change > 0 ? 'beside more' : 'beside less';
	return (
		<span class={look}>
			{change === 0
				? words.same
				: change === null
					? words.before(numeral(before))
					: `${percent(change, true)} · ${words.before(numeral(before))}`}
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
							<time dateTime={one.date}>{counted(one.date, 'medium')}</time>
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
			{numeral(counts[name])}
		</td>
	));
}

/** A line of what was counted day by day, over that of the period before. Pointer and arrow keys go from day to day. */
function DayChart({days, before, shown}: Props) {
	const frame = useRef<HTMLDivElement>(null);
	const [width, setWidth] = useState(0);
	const [at, setAt] = useState<number | null>(null);
	useLayoutEffect(() => {
		const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)));
		observer.observe(frame.current!);
		return () => observer.disconnect();
	}, []);
	const last = days.length - 1;
	const chosen = at === null ? null : Math.min(at, last);
	const box = {left: ROOM.left, top: ROOM.top, width: Math.max(1, width - ROOM.left - ROOM.right), height: HEIGHT - ROOM.top - ROOM.bottom};
	const said = days[chosen ?? last]!;
	const onKeyDown = (event: KeyboardEvent) => {
		const to = {Home: 0, End: last}[event.key] ?? (ARROWS[event.key] && (chosen ?? last) + ARROWS[event.key]!);
		if (to === undefined) return;
		event.preventDefault();
		setAt(Math.min(last, Math.max(0, to)));
	};
	return (
		<div
			ref={frame}
			class="chart"
			role="slider"
			tabIndex={0}
			aria-label={words.walk(words[shown])}
			aria-valuemin={0}
			aria-valuemax={last}
			aria-valuenow={chosen ?? last}
			aria-valuetext={`${counted(said.date, 'long')}: ${numeral(said[shown])}`}
			onKeyDown={onKeyDown}
			onFocus={event => event.currentTarget.matches(':focus-visible') && setAt(chosen ?? last)}
			onBlur={() => setAt(null)}
			onPointerMove={event => setAt(nearest(event.clientX - event.currentTarget.getBoundingClientRect().left, days.length, box))}
			onPointerLeave={() => setAt(null)}
		>
			{width > 0 && <Lines box={box} width={width} days={days} before={before} shown={shown} chosen={chosen} />}
		</div>
	);
}

function Lines({box, width, days, before, shown, chosen}: Props & {box: Box; width: number; chosen: number | null}) {
	const values = days.map(one => one[shown]);
	const then = before.map(one => one[shown]);
	const lines = ticks(Math.max(...values, ...then));
	const top = lines.at(-1)!;
	const line = points(values, top, box);
	const base = box.top + box.height;
	const mark = chosen === null ? null : line[chosen]!;
	return (
		<>
			<svg width={width} height={HEIGHT} aria-hidden="true">
				{lines.map(value => {
					const y = base - (value / top) * box.height;
					return (
						<g key={value} class={value === 0 ? 'tick base' : 'tick'}>
							<line x1={box.left} x2={box.left + box.width} y1={y} y2={y} />
							<text x={box.left - 10} y={y + 4} text-anchor="end">
								{numeral(value)}
							</text>
						</g>
					);
				})}
				{named(days.length, Math.floor(box.width / NAME)).map(index => (
					<text key={index} class="day" x={line[index]![0]} y={HEIGHT - 6} text-anchor="middle">
						{day(days[index]!.date)}
					</text>
				))}
				<path class="then" d={path(points(then, top, box))} />
				<path class="under" d={`${path(line)}L${line.at(-1)![0]} ${base}L${line[0]![0]} ${base}Z`} />
				<path class="now" d={path(line)} />
				{mark && <line class="cross" x1={mark[0]} x2={mark[0]} y1={box.top} y2={base} />}
				{(mark || line.length === 1) && <circle cx={(mark ?? line[0]!)[0]} cy={(mark ?? line[0]!)[1]} r={4} />}
			</svg>
			{chosen !== null && mark && <Tip x={mark[0]} width={width} now={days[chosen]!} then={before[chosen]} shown={shown} />}
		</>
	);
}

function Tip({x, width, now, then, shown}: {x: number; width: number; now: Day; then: Day | undefined; shown: Count}) {
	// On the side where there is room.
	const side = x > width / 2 ? {right: `${width - x + 12}px`} : {left: `${x + 12}px`};
	return (
		<div class="tip" style={side} aria-hidden="true">
			<span>{counted(now.date, 'long')}</span>
			<b>{numeral(now[shown])}</b>
			{then && (
				<span>
					{day(then.date)}: {numeral(then[shown])}
				</span>
			)}
		</div>
	);
}
