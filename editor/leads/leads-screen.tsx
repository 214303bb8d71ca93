import {useEffect, useState} from 'preact/hooks';
import {useLocation} from 'preact-iso';
import {LEAD_RETENTION} from '../../shared/contract/visitors/lead.ts';
import {words} from '../../shared/locales/en/editor/leads.ts';
import {NumberField} from '../fields/number-field.tsx';
import {language, m} from '../messages/index.ts';
import {Dialog, FormActions} from '../shell/dialog.tsx';
import {Contact, Download} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {account, client} from '../shell/session-data.ts';
import {Shell} from '../shell/shell.tsx';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, More, useReading} from '../shell/use-resource.tsx';
import {cursor, type Filter, fault, type Lead, LeadDialog, leads, queryOf, readLeads, readMore} from './lead-dialog.tsx';

/** Tours that are offered, newest change first. */
const OFFERED = 200;

/** Lists visitors who left a name or an address: in which tour, and what they agreed to. */
export function LeadsScreen() {
	const {query, path, route} = useLocation();
	const filter = {tourId: query.tourId ?? '', email: query.email ?? ''};
	const [open, setOpen] = useState<Lead | null>(null);
	const asked = new URLSearchParams(queryOf(filter)).toString();
	useEffect(() => {
		document.title = `${words.title} · Roteiro`;
		readLeads(filter);
	}, [asked]);
	const filtered = asked !== '';
	const found = leads.value;
	return (
		<Shell here="leads">
			<header class="head">
				<h1>{words.title}</h1>
				{found && found.length > 0 && (
					<a class="button" href={`/app/v1/leads/export${filtered ? `?${asked}` : ''}`} download>
						<Download size={16} />
						{words.export}
					</a>
				)}
			</header>
			<p class="hint">{words.hint}</p>
			<Retention />
			{(filtered || found?.length !== 0) && (
				<Filters key={asked} filter={filter} choose={chosen => route(`${path}?${new URLSearchParams(queryOf(chosen))}`, true)} />
			)}
			{fault.value && <Failed fault={fault.value} again={() => readLeads(filter)} />}
			{!found && !fault.value && <Lines count={5} />}
			{found?.length === 0 && <None filtered={filtered} clear={() => route(path, true)} />}
			{found && found.length > 0 && <Table leads={found} open={setOpen} />}
			{cursor.value && found && <More label={words.more} more={() => readMore(filter)} />}
			{open && <LeadDialog lead={open} close={() => setOpen(null)} />}
		</Shell>
	);
}

function Table({leads: rows, open}: {leads: Lead[]; open: (lead: Lead) => void}) {
	const time = new Intl.DateTimeFormat(language, {dateStyle: 'medium', timeStyle: 'short'});
	return (
		<table class="leads">
			<caption class="unseen">{words.title}</caption>
			<thead>
				<tr>
					<th scope="col">{words.name}</th>
					<th scope="col">{words.email}</th>
					<th scope="col">{words.phone}</th>
					<th scope="col">{words.tour}</th>
					<th scope="col">{words.when}</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(lead => (
					<tr key={lead.id}>
						<th scope="row">
							<button type="button" class="link" aria-label={words.details(titleOf(lead))} onClick={() => open(lead)}>
								<bdi>{lead.readable ? (lead.name ?? words.noName) : words.unreadable}</bdi>
							</button>
						</th>
						<td>{lead.email}</td>
						<td>{lead.phone}</td>
						<td class="tour">{lead.tour ?? <i>{words.gone}</i>}</td>
						<td class="when">
							<time dateTime={lead.createdAt}>{time.format(new Date(lead.createdAt))}</time>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function titleOf({readable, name, email, phone}: Lead): string {
	return readable ? (name ?? email ?? phone ?? words.noName) : words.unreadable;
}

function None({filtered, clear}: {filtered: boolean; clear: () => void}) {
	return (
		<div class="nothing">
			<Contact size={40} strokeWidth={1.5} />
			{filtered ? (
				<>
					<p>{words.nothingFound}</p>
					<button type="button" class="button" onClick={clear}>
						{words.clear}
					</button>
				</>
			) : (
				<>
					<h2>{words.none}</h2>
					<p>{words.noneHint}</p>
					{account.plan !== 'free' && (
						<a class="button" href="/">
							{m.nav.tours}
						</a>
					)}
				</>
			)}
		</div>
	);
}

/** Filters the leads. An address is found whole only: the service keeps no more of it than can be compared. */
function Filters({filter, choose}: {filter: Filter; choose: (filter: Filter) => void}) {
	const [email, setEmail] = useState(filter.email);
	const {value: tours} = useReading(async () => {
		// Without a plan for tours they are known by their leads alone.
		if (account.plan === 'free') return [];
		return (await client.call('GET /tours', {limit: OFFERED})).tours.map(({id, name}) => ({id, name}));
	}, []);
	const options = new Map((tours ?? []).map(({id, name}) => [id, name]));
	for (const {tourId, tour} of leads.value ?? []) if (!options.has(tourId)) options.set(tourId, tour ?? words.gone);
	if (filter.tourId && !options.has(filter.tourId)) options.set(filter.tourId, filter.tourId);
	return (
		<form
			class="lead-filters"
			onSubmit={event => {
				event.preventDefault();
				choose({...filter, email: email.trim()});
			}}
		>
			<label>
				<span>{words.tour}</span>
				<select value={filter.tourId} onChange={event => choose({email: email.trim(), tourId: event.currentTarget.value})}>
					<option value="">{words.everyTour}</option>
					{[...options].map(([id, name]) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			</label>
			<label>
				<span>{words.email}</span>
				<input
					type="search"
					inputMode="email"
					autocomplete="off"
					maxLength={254}
					placeholder={words.emailHint}
					value={email}
					onInput={event => setEmail(event.currentTarget.value)}
				/>
			</label>
			<button type="submit" class="button">
				{words.search}
			</button>
			{(filter.email || filter.tourId) && (
				<button type="button" class="button" onClick={() => choose({tourId: '', email: ''})}>
					{words.clear}
				</button>
			)}
		</form>
	);
}

/** Shows how long leads are kept, and a way to change it. */
function Retention() {
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
	const [wanted, setWanted] = useState<number | null>(months);
	const [failed, setFailed] = useState(false);
	const {min, max} = LEAD_RETENTION;
	const save = (event: Event) => {
		event.preventDefault();
		if (wanted) keep(wanted).then(close, () => setFailed(true));
	};
	return (
		<Dialog title={words.keepTitle} close={close} class="small">
			<form class="form" onSubmit={save}>
				<p class="hint">{words.keepHint}</p>
				<NumberField label={words.months} value={wanted} least={min} most={max} change={setWanted} />
				{wanted !== null && wanted < months && (
					<p class="warning" role="status">
						{words.shorter}
					</p>
				)}
				{failed && <Problem>{words.failed}</Problem>}
				<FormActions button={words.save} disabled={!wanted || wanted === months} close={close} />
			</form>
		</Dialog>
	);
}
