import {useEffect, useState} from 'preact/hooks';
import {useLocation} from 'preact-iso';
import {LIMITS, utcDay} from '../../shared/contract/limits.ts';
import {words} from '../../shared/locales/en/editor/statistics.ts';
import {CopyLine} from '../shell/copy-line.tsx';
import {ArrowLeft, ChartNoAxesColumn, Contact, Download} from '../shell/icons.ts';
import {Menu} from '../shell/menu.tsx';
import {Scrolling} from '../shell/scrolling.tsx';
import {client} from '../shell/session-data.ts';
import {Shell} from '../shell/shell.tsx';
import {Failed, Lines, useReading} from '../shell/use-resource.tsx';
import {saveDays, saveSteps, saveTours, saveWays} from './files.ts';
import {Funnel} from './funnel.tsx';
import {day, type Numbers, readNumbers, type Sums, type Tour} from './numbers.ts';
import {type Chosen, isPeriod, PRESETS, readPeriod, writePeriod} from './period.ts';
import {CountCells, CountHeads, Trend} from './trend.tsx';
import {WaysTable} from './ways.tsx';

/** Shows the actions of visitors: on one tour, or on all. */
export function StatisticsScreen({id = null}: {id?: string | null}) {
	const {query, path, route} = useLocation();
	const chosen = readPeriod(query);
	const {value, fault, busy, again} = useReading(() => readNumbers(id, chosen), [id, chosen.from, chosen.to]);
	useEffect(() => {
		document.title = `${value?.tour ? `${value.tour.name} · ` : ''}${words.title} · Roteiro`;
	}, [value?.tour?.name]);
	return (
		<Shell here="statistics">
			{id !== null && (
				<p class="crumb">
					<a href="/statistics">
						<ArrowLeft size={14} />
						{words.allTours}
					</a>
				</p>
			)}
			<header class="head statistics-head">
				<h1 title={value?.tour?.name}>{id === null ? words.title : (value?.tour?.name ?? words.title)}</h1>
				{value && id !== null && value.sums.totals.leads > 0 && (
					<a class="button" href={`/leads?tourId=${id}`}>
						<Contact size={16} />
						{words.leads}
					</a>
				)}
				{value?.tour && (
					<a class="button" href={`/tours/${id}`}>
						{words.edit}
					</a>
				)}
				{value && value.sums.since !== null && <Downloads numbers={value} />}
			</header>
			{fault && <Failed fault={fault} again={again} />}
			{!value && !fault && <Lines count={6} />}
			{value && value.sums.since === null && <NothingYet tour={value.tour} />}
			{value && value.sums.since !== null && (
				<div aria-busy={busy} class="numbers">
					<PeriodChoice chosen={chosen} choose={period => route(path + writePeriod(period), true)} />
					<Trend sums={value.sums} />
					{id === null ? <ToursTable sums={value.sums} chosen={chosen} /> : <Funnel rows={value.funnel} views={value.sums.totals.views} />}
					{value.ways && <WaysTable ways={value.ways} funnel={value.funnel} views={value.sums.totals.views} />}
				</div>
			)}
			{value && <Help since={value.sums.since} />}
		</Shell>
	);
}

function Downloads({numbers: {sums, tour, funnel, ways}}: {numbers: Numbers}) {
	const icon = <Download size={16} />;
	const name = tour?.name ?? 'roteiro';
	return (
		<Menu
			label={words.download}
			text="CSV"
			icon={icon}
			class="button"
			items={[
				{label: words.downloadDays, icon, run: () => saveDays(name, sums)},
				tour
					? {label: words.downloadSteps, icon, run: () => saveSteps(name, sums, funnel)}
					: {label: words.downloadTours, icon, run: () => saveTours(sums)},
				...(ways ? [{label: words.downloadWays, icon, run: () => saveWays(name, sums, ways, funnel)}] : []),
			]}
		/>
	);
}

function Help({since}: {since: string | null}) {
	return (
		<details class="counted">
			<summary>
				{words.help}
				{since && <span> {words.since(day(since, 'long'))}</span>}
			</summary>
			<dl>
				{words.helpLines.map(([name, text]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{text}</dd>
					</div>
				))}
			</dl>
		</details>
	);
}

/** Links that are offered where nothing was ever counted. */
const LINKS = 3;

/** Stands in for statistics without visits, with links to send. */
function NothingYet({tour}: {tour: Tour | null}) {
	const {value} = useReading(async () => {
		if (tour) return tour.publishedLink ? [{name: tour.name, url: tour.publishedLink.url}] : [];
		const {tours} = await client.call('GET /tours', {status: 'published', limit: LINKS});
		return tours.flatMap(({name, publishedLink}) => (publishedLink ? [{name, url: publishedLink.url}] : []));
	}, [tour?.id]);
	if (!value) return null;
	const hasLink = value.length > 0;
	return (
		<div class="nothing share">
			<ChartNoAxesColumn size={40} strokeWidth={1.5} />
			<h2>{words.empty}</h2>
			<p>{hasLink ? words.emptyShare : tour ? words.emptyDraft : words.emptyAll}</p>
			{value.map(({name, url}) => (
				<div key={url} class="sharing">
					{!tour && <span>{name}</span>}
					<CopyLine text={url} label={words.link(name)} />
				</div>
			))}
			{!hasLink && (
				<a class="button primary" href={tour ? `/tours/${tour.id}` : '/'}>
					{tour ? words.edit : words.toTours}
				</a>
			)}
		</div>
	);
}

/** The tours that were seen, each a way to its own numbers of the same days. */
function ToursTable({sums: {tours}, chosen}: {sums: Sums; chosen: Chosen}) {
	if (tours.length === 0) return null;
	return (
		<section class="panel" aria-labelledby="seen">
			<header>
				<h2 id="seen">{words.tours}</h2>
			</header>
			{tours.length >= LIMITS.mostViewed && <p class="hint">{words.most(tours.length)}</p>}
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

/** Chooses the number of days until today, or two dates. */
function PeriodChoice({chosen, choose}: {chosen: Chosen; choose: (period: Chosen) => void}) {
	const [open, setOpen] = useState(chosen.days === null);
	return (
		<div class="period">
			<fieldset class="filters" aria-label={words.period}>
				{PRESETS.map(days => (
					<button
						key={days}
						type="button"
						aria-pressed={!open && chosen.days === days}
						onClick={() => {
							setOpen(false);
							choose(readPeriod({days: String(days)}));
						}}
					>
						{words.days(days)}
					</button>
				))}
				<button type="button" aria-pressed={open} aria-expanded={open} onClick={() => setOpen(!open)}>
					{words.dates}
				</button>
			</fieldset>
			{open && <Dates chosen={chosen} choose={choose} />}
		</div>
	);
}

function Dates({chosen, choose}: {chosen: Chosen; choose: (period: Chosen) => void}) {
	const [from, setFrom] = useState(chosen.from);
	const [to, setTo] = useState(chosen.to);
	const wrong = !isPeriod(from, to);
	const today = utcDay(Date.now());
	return (
		<form
			class="dates"
			onSubmit={event => {
				event.preventDefault();
				if (!wrong) choose({days: null, from, to});
			}}
		>
			<label>
				<span>{words.from}</span>
				<input type="date" required max={today} value={from} onInput={event => setFrom(event.currentTarget.value)} />
			</label>
			<label>
				<span>{words.to}</span>
				<input type="date" required max={today} value={to} onInput={event => setTo(event.currentTarget.value)} />
			</label>
			<button type="submit" class="button" disabled={wrong}>
				{words.apply}
			</button>
			{wrong && (
				<p class="wrong" role="alert">
					{words.wrongDates}
				</p>
			)}
		</form>
	);
}
