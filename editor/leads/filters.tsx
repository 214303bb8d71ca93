import {useState} from 'preact/hooks';
import {words} from '../../shared/locales/en/editor/leads.ts';
import {account, client} from '../shell/session-data.ts';
import {useReading} from '../shell/use-resource.tsx';
import {type Filter, leads} from './lead-list.ts';

/** Tours that are offered, newest change first. */
const OFFERED = 200;

/** Filters the leads. An address is found whole only: the service keeps no more of it than can be compared. */
export function Filters({filter, choose}: {filter: Filter; choose: (filter: Filter) => void}) {
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
