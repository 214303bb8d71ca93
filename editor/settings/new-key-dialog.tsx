import {useState} from 'preact/hooks';
import type {Output} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {ALL_SCOPES, type Scope} from '../../shared/contract/scopes.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {Dialog, FormActions} from '../shell/dialog.tsx';
import {Problem} from '../shell/problem.tsx';
import {client} from '../shell/session-data.ts';
import {CopyLine} from '../tours/first-run.tsx';
import {Field, useSending} from './form.tsx';

type Made = Output<'POST /account/keys'>;

const DAYS = [30, 90, 365] as const;
const USUAL_SCOPES: Scope[] = ['tours:read', 'tours:write', 'publish'];

/** Makes a key, then shows it: this once, with a line that uses it. */
export function NewKeyDialog({made, close}: {made: (key: Made['apiKey']) => void; close: () => void}) {
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
