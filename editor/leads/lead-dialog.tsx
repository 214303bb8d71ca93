import {useState} from 'preact/hooks';
import {words} from '../../shared/locales/en/editor/leads.ts';
import {language} from '../messages/index.ts';
import {Dialog} from '../shell/dialog.tsx';
import {Trash2} from '../shell/icons.ts';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {TypedConfirm} from '../shell/typed-confirm.tsx';
import {type Lead, takeOut} from './lead-list.ts';

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
	const time = new Intl.DateTimeFormat(language, {dateStyle: 'full', timeStyle: 'medium'});
	const facts: Array<[string, string | null]> = [
		[words.email, email],
		[words.phone, phone],
		[words.tour, tour ?? words.gone],
		[words.when, time.format(new Date(createdAt))],
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
