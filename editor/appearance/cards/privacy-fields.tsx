import type {Signal} from '@preact/signals';
import {useId, useState} from 'preact/hooks';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {cardWords} from '../../../shared/locales/en/editor/cards.ts';
import type {Offerer} from '../../../shared/tour/cards.ts';
import {isHttpsUrl} from '../../../shared/tour/urls.ts';
import {TextField} from '../../fields/fields.tsx';
import {CircleAlert} from '../../shell/icons.ts';
import {client} from '../../shell/session-data.ts';
import {completeUrl} from './cards-value.ts';

/** Company and privacy policy of the account, which the consent names: filled in where they are missed. */
export function PrivacyFields({offerer, open}: {offerer: Signal<Offerer>; open: boolean}) {
	const [company, setCompany] = useState(offerer.value.company ?? '');
	const [url, setUrl] = useState(offerer.value.privacyUrl ?? '');
	const [fault, setFault] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);
	const id = useId();
	const same = company.trim() === (offerer.value.company ?? '') && url.trim() === (offerer.value.privacyUrl ?? '');
	const save = async () => {
		const complete = completeUrl(url);
		setUrl(complete);
		if (complete && !isHttpsUrl(complete)) return setFault(cardWords.urlFault);
		setFault(null);
		setBusy(true);
		try {
			const {account} = await client.call('PATCH /account', {company: company.trim() || null, privacyUrl: complete || null});
			offerer.value = {company: account.company, privacyUrl: account.privacyUrl};
			setCompany(account.company ?? '');
		} catch (error) {
			setFault((error as Error).message);
		}
		setBusy(false);
	};
	return (
		<details class="privacy" open={open}>
			<summary>
				{cardWords.company}, {cardWords.privacyUrl}
			</summary>
			<form
				class="fields"
				noValidate
				onSubmit={event => {
					event.preventDefault();
					save();
				}}
			>
				<TextField label={cardWords.company} value={company} most={LIMITS.personName} change={text => setCompany(text ?? '')} />
				<div class="textfield">
					<label for={id}>{cardWords.privacyUrl}</label>
					<input
						id={id}
						type="url"
						inputMode="url"
						placeholder="https://"
						maxLength={LIMITS.linkUrl}
						value={url}
						aria-invalid={fault !== null}
						aria-describedby={`${id}-fault`}
						onInput={event => setUrl(event.currentTarget.value)}
					/>
				</div>
				<p class="fault" id={`${id}-fault`} role="alert">
					{fault && (
						<>
							<CircleAlert size={16} />
							{fault}
						</>
					)}
				</p>
				<p class="hint">{cardWords.privacyHint}</p>
				<button type="submit" class="button" disabled={busy || same}>
					{cardWords.save}
				</button>
			</form>
		</details>
	);
}
