import {useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {Confirm} from '../shell/confirm.tsx';
import {ExternalLink, KeyRound, Plus} from '../shell/icons.ts';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, useReading} from '../shell/use-resource.tsx';
import {problemOf} from './form.tsx';
import {day} from './formats.ts';
import {NewKeyDialog} from './new-key-dialog.tsx';

type Key = Output<'GET /account/keys'>['keys'][number];

export function KeysSection() {
	const {value, fault, again, set} = useReading(async () => (await client.call('GET /account/keys', {})).keys, []);
	const [making, setMaking] = useState(false);
	const [revoking, setRevoking] = useState<Key | null>(null);
	const texts = words.keys;
	const works = ({revokedAt, expiresAt}: Key) => !revokedAt && Date.parse(expiresAt) > Date.now();
	const live = value?.filter(works) ?? [];
	const old = value?.filter(key => !works(key)) ?? [];
	const revoke = async ({id}: Key) => {
		try {
			await client.call('DELETE /account/keys/{keyId}', {keyId: id});
			set(keys => keys.map(key => (key.id === id ? {...key, revokedAt: new Date().toISOString()} : key)));
			say(texts.revoked);
		} catch (error) {
			say(problemOf(error));
		}
	};
	return (
		<section class="panel" aria-labelledby="keys">
			<header>
				<h2 id="keys">{words.sections.keys}</h2>
				<a class="button" href="/docs" target="_blank" rel="noopener">
					<ExternalLink size={16} />
					{texts.reference}
				</a>
				<button type="button" class="button primary" onClick={() => setMaking(true)}>
					<Plus size={16} />
					{texts.create}
				</button>
			</header>
			<p class="hint">{texts.hint}</p>
			{fault && <Failed fault={fault} again={again} />}
			{!value && !fault && <Lines count={3} />}
			{value && live.length === 0 && (
				<div class="nothing">
					<KeyRound size={40} strokeWidth={1.5} />
					<p>{texts.none}</p>
				</div>
			)}
			<ul class="rows">
				{live.map(key => (
					<KeyRow key={key.id} apiKey={key} revoke={() => setRevoking(key)} />
				))}
			</ul>
			{old.length > 0 && <OldKeys keys={old} />}
			{making && <NewKeyDialog made={key => set(keys => [key, ...keys])} close={() => setMaking(false)} />}
			{revoking && (
				<Confirm
					title={texts.revokeTitle(revoking.name)}
					hint={texts.revokeHint}
					button={texts.revoke}
					run={() => revoke(revoking)}
					close={() => setRevoking(null)}
				/>
			)}
		</section>
	);
}

function KeyRow({apiKey: {name, scopes, expiresAt}, revoke}: {apiKey: Key; revoke: () => void}) {
	return (
		<li>
			<div>
				<strong>{name}</strong>
				<span>
					{scopes.map(scope => words.scopes[scope]).join(', ')} · {words.keys.until(day(expiresAt))}
				</span>
			</div>
			<button type="button" class="button bad" aria-label={`${words.keys.revoke}: ${name}`} onClick={revoke}>
				{words.keys.revoke}
			</button>
		</li>
	);
}

function OldKeys({keys}: {keys: Key[]}) {
	const {old, revokedOn, expiredOn} = words.keys;
	return (
		<details class="old">
			<summary>{old(keys.length)}</summary>
			<ul class="rows">
				{keys.map(({id, name, revokedAt, expiresAt}) => (
					<li key={id}>
						<div>
							<strong>{name}</strong>
							<span>{revokedAt ? revokedOn(day(revokedAt)) : expiredOn(day(expiresAt))}</span>
						</div>
					</li>
				))}
			</ul>
		</details>
	);
}
