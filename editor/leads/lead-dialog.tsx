import {signal} from '@preact/signals';
import {useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {words} from '../../shared/locales/en/editor/leads.ts';
import {moment} from '../messages/index.ts';
import {TypedConfirm} from '../shell/confirm.tsx';
import {Dialog} from '../shell/dialog.tsx';
import {Trash2} from '../shell/icons.ts';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {type Fault, faultOf} from '../shell/use-resource.tsx';

export type Lead = Output<'GET /leads'>['leads'][number];
export type Filter = {tourId: string; email: string};

export const leads = signal<Lead[] | null>(null);
export const fault = signal<Fault | null>(null);
export const cursor = signal<string | null>(null);
let round = 0;

/** All that is kept of a lead, with what was agreed to, and the two ways to erase it. */
export function LeadDialog({lead, close}: {lead: Lead; close: () => void}) {
	const [asking, setAsking] = useState<'one' | 'all' | null>(null);
	const {email} = lead;
	if (asking === null) return <Detail lead={lead} close={close} ask={setAsking} />;
	const all = asking === 'all' && email !== null;
	const erase = async () => {
		const {erased} = all ? await client.call('DELETE /leads', {email}) : await client.call('DELETE /leads/{id}', {id: lead.id});
		const address = email?.trim().toLowerCase();
		takeOut(other => (all ? other.email?.trim().toLowerCase() === address : other.id === lead.id));
		say(words.erased(erased));
		close();
	};
	return (
		<TypedConfirm
			title={all ? words.eraseAllTitle : words.eraseTitle}
			hint={all ? words.eraseAllHint(email) : words.eraseHint}
			label={words.typeToConfirm(all ? email : words.word)}
			text={all ? email : words.word}
			button={words.eraseButton}
			failed={words.failed}
			run={erase}
			close={() => setAsking(null)}
		/>
	);
}

function Detail({lead, close, ask}: {lead: Lead; close: () => void; ask: (what: 'one' | 'all') => void}) {
	const {name, email, phone, tour, createdAt, consent, language: page, readable} = lead;
	const facts: Array<[string, string | null]> = [
		[words.email, email],
		[words.phone, phone],
		[words.tour, tour ?? words.gone],
		[words.when, moment(createdAt, {dateStyle: 'full', timeStyle: 'medium'})],
		[words.language, page],
	];
	return (
		<Dialog title={name ?? email ?? words.detail} close={close} class="small lead">
			{!readable && <p class="hint">{words.unreadableHint}</p>}
			<dl>
				{facts.map(
					([label, value]) =>
						value && (
							<div key={label}>
								<dt>{label}</dt>
								<dd dir="auto">{value}</dd>
							</div>
						),
				)}
			</dl>
			<h3>{words.consent}</h3>
			<blockquote lang={page}>{consent.text}</blockquote>
			<p class="fingerprint">
				{words.fingerprint}: <code>{consent.sha256}</code>
			</p>
			<div class="actions">
				<button type="button" class="button bad" onClick={() => ask('one')}>
					<Trash2 size={16} />
					{words.erase}
				</button>
				{email && (
					<button type="button" class="button bad" onClick={() => ask('all')}>
						<Trash2 size={16} />
						{words.eraseAll}
					</button>
				)}
			</div>
		</Dialog>
	);
}

// The leads that fit the filter, as far as they were read, newest first.

/** Reads the first page of what fits. A page that arrives after another was asked for is dropped. */
export async function readLeads(filter: Filter): Promise<void> {
	leads.value = null;
	cursor.value = null;
	await read(filter, undefined);
}

export async function readMore(filter: Filter): Promise<void> {
	if (cursor.value) await read(filter, cursor.value);
}

/** Returns the filter for the operations, without empty fields. */
export function queryOf({tourId, email}: Filter): Partial<Filter> {
	return {...(tourId && {tourId}), ...(email && {email})};
}

function takeOut(gone: (lead: Lead) => boolean): void {
	leads.value = leads.value?.filter(lead => !gone(lead)) ?? null;
}

async function read(filter: Filter, after: string | undefined): Promise<void> {
	const mine = ++round;
	fault.value = null;
	try {
		const page = await client.call('GET /leads', {...queryOf(filter), limit: 50, cursor: after});
		if (mine !== round) return;
		leads.value = [...(after ? (leads.value ?? []) : []), ...page.leads];
		cursor.value = page.nextCursor;
	} catch (error) {
		if (mine === round) fault.value = faultOf(error);
	}
}
