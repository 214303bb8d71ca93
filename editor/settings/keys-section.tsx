import {useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {ALL_SCOPES, type Scope} from '../../shared/contract/access.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {Confirm} from '../shell/confirm.tsx';
import {CopyLine} from '../shell/copy-line.tsx';
import {Dialog, FormActions} from '../shell/dialog.tsx';
import {ExternalLink, KeyRound, Plus} from '../shell/icons.ts';
import {Problem} from '../shell/problem.tsx';
import {client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {Failed, Lines, useReading} from '../shell/use-resource.tsx';
import {day, Field, tried, useSending} from './form.tsx';

type Key = Output<'GET /account/keys'>['keys'][number];

type Made = Output<'POST /account/keys'>;

const DAYS = [30, 90, 365] as const;
const USUAL_SCOPES: Scope[] = ['tours:read', 'tours:write', 'publish'];

export function KeysSection() {
	const {value, fault, again, set} = useReading(async () => (await client.call('GET /account/keys', {})).keys, []);
	const [making, setMaking] = useState(false);
	const [revoking, setRevoking] = useState<Key | null>(null);
	const texts = words.keys;
	const works = ({revokedAt, expiresAt}: Key) => !revokedAt && Date.parse(expiresAt) > Date.now();
	const live = value?.filter(works) ?? [];
	const old = value?.filter(key => !works(key)) ?? [];
	const revoke = ({id}: Key) =>
		tried(async () => {
			await client.call('DELETE /account/keys/{keyId}', {keyId: id});
			set(keys => keys.map(key => (key.id === id ? {...key, revokedAt: new Date().toISOString()} : key)));
			say(texts.revoked);
		});
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
		<details class="ended">
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

/** Makes a key, then shows it: this once, with a line that uses it. */
function NewKeyDialog({made, close}: {made: (key: Made['apiKey']) => void; close: () => void}) {
	const [shown, setShown] = useState<Made | null>(null);
	if (shown) return <NewKey made={shown} close={close} />;
	const keep = (response: Made) => {
		made(response.apiKey);
		setShown(response);
	};
	return <KeyForm keep={keep} close={close} />;
}

function KeyForm({keep, close}: {keep: (made: Made) => void; close: () => void}) {
	const [name, setName] = useState('');
	const [scopes, setScopes] = useState<readonly Scope[]>(USUAL_SCOPES);
	const [days, setDays] = useState<(typeof DAYS)[number]>(90);
	const texts = words.keys;
	const {busy, faults, problem, setFaults, send} = useSending({name: words.missing, scopes: texts.scopesMissing});
	const save = (event: Event) => {
		event.preventDefault();
		const missing = {...(!name.trim() && {name: words.missing}), ...(scopes.length === 0 && {scopes: texts.scopesMissing})};
		if (Object.keys(missing).length > 0) return setFaults(missing);
		return send(async () => keep(await client.call('POST /account/keys', {name: name.trim(), scopes: [...scopes], days})));
	};
	const toggle = (scope: Scope, on: boolean) => setScopes(ALL_SCOPES.filter(one => (one === scope ? on : scopes.includes(one))));
	return (
		<Dialog title={texts.create} close={close} class="small">
			<form class="form" noValidate onSubmit={save}>
				<Field label={texts.name} hint={texts.nameHint} value={name} change={setName} most={LIMITS.keyName} fault={faults.name} />
				<fieldset class="choices">
					<legend>{texts.scopes}</legend>
					{ALL_SCOPES.map(scope => (
						<label key={scope}>
							<input type="checkbox" checked={scopes.includes(scope)} onChange={event => toggle(scope, event.currentTarget.checked)} />
							<span>{words.scopes[scope]}</span>
						</label>
					))}
					{faults.scopes && (
						<small class="wrong" role="alert">
							{faults.scopes}
						</small>
					)}
				</fieldset>
				<label class="form-field">
					<span>{texts.validity}</span>
					<select value={days} onChange={event => setDays(Number(event.currentTarget.value) as typeof days)}>
						{DAYS.map(each => (
							<option key={each} value={each}>
								{texts.days(each)}
							</option>
						))}
					</select>
				</label>
				{problem && <Problem>{problem}</Problem>}
				<FormActions button={texts.make} disabled={busy} close={close} />
			</form>
		</Dialog>
	);
}

function NewKey({made: {key, apiKey}, close}: {made: Made; close: () => void}) {
	const texts = words.keys;
	return (
		<Dialog title={texts.made(apiKey.name)} close={close} class="small new-key" firm>
			<p class="warning" role="status">
				{texts.once}
			</p>
			<h3>{texts.key}</h3>
			<CopyLine text={key} label={texts.key} />
			<h3>{texts.curl}</h3>
			<CopyLine text={`curl -H 'Authorization: Bearer ${key}' ${location.origin}/v1/me`} label={texts.curl} />
			<div class="actions">
				<button type="button" class="button primary" onClick={close}>
					{texts.done}
				</button>
			</div>
		</Dialog>
	);
}
