import {useState} from 'preact/hooks';
import {words} from '../../shared/locales/en/editor/statistics.ts';
import {type Chosen, dateOf, isPeriod, PRESETS, readPeriod} from './period.ts';

/** Chooses the number of days until today, or two dates. */
export function PeriodChoice({chosen, choose}: {chosen: Chosen; choose: (period: Chosen) => void}) {
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
	const today = dateOf(Date.now());
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
