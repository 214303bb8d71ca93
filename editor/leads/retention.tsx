import {useState} from 'preact/hooks';
import {LEAD_RETENTION} from '../../shared/contract/visitors/lead.ts';
import {words} from '../../shared/locales/en/editor/leads.ts';
import {m} from '../messages/index.ts';
import {Dialog, FormActions} from '../shell/dialog.tsx';
import {Problem} from '../shell/problem.tsx';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {useReading} from '../shell/use-resource.tsx';

/** Shows how long leads are kept, and a way to change it. */
export function Retention() {
	const {value: months, set} = useReading(async () => (await client.call('GET /leads/retention', {})).retention.months, []);
	const [open, setOpen] = useState(false);
	if (months === null) return <div class="kept" />;
	const keep = async (wanted: number, before: number | null) => {
		const {due} = await client.call('PUT /leads/retention', {months: wanted});
		set(() => wanted);
		const back = before === null ? undefined : {label: m.undo, run: () => keep(before, null).catch(() => say(words.failed))};
		say(due > 0 ? words.due(due) : words.saved(wanted), due > 0 ? back : undefined);
	};
	return (
		<div class="kept">
			{words.kept(months)}
			<button type="button" class="link" onClick={() => setOpen(true)}>
				{words.change}
			</button>
			{open && <Months months={months} close={() => setOpen(false)} keep={wanted => keep(wanted, months)} />}
		</div>
	);
}

type Props = {months: number; close: () => void; keep: (months: number) => Promise<void>};

function Months({months, close, keep}: Props) {
	const [wanted, setWanted] = useState(months);
	const [failed, setFailed] = useState(false);
	const {min, max} = LEAD_RETENTION;
	const fits = Number.isInteger(wanted) && wanted >= min && wanted <= max;
	const save = (event: Event) => {
		event.preventDefault();
		if (fits) keep(wanted).then(close, () => setFailed(true));
	};
	return (
		<Dialog title={words.keepTitle} close={close} class="small">
			<form class="form" onSubmit={save}>
				<p class="hint">{words.keepHint}</p>
				<label class="form-field">
					<span>{words.months}</span>
					<input
						type="number"
						min={min}
						max={max}
						required
						value={Number.isNaN(wanted) ? '' : wanted}
						onInput={event => setWanted(event.currentTarget.valueAsNumber)}
					/>
				</label>
				{wanted < months && (
					<p class="warning" role="status">
						{words.shorter}
					</p>
				)}
				{failed && <Problem>{words.failed}</Problem>}
				<FormActions button={words.save} disabled={!fits || wanted === months} close={close} />
			</form>
		</Dialog>
	);
}
