import type {Signal} from '@preact/signals';
import {useId, useState} from 'preact/hooks';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {LEAD_FIELDS} from '../../../shared/contract/visitors/lead.ts';
import {cardWords} from '../../../shared/locales/en/editor/appearance.ts';
import {cardsMessages} from '../../../shared/locales/index.ts';
import {leadMessages} from '../../../shared/locales/lead.ts';
import {defaultConsent, type Publisher} from '../../../shared/tour/cards.ts';
import {isHttpsUrl} from '../../../shared/tour/urls.ts';
import {CheckField, SelectField, TextField} from '../../fields/fields.tsx';
import type {Work} from '../../saving/history.ts';
import {CircleAlert, TriangleAlert} from '../../shell/icons.ts';
import {client} from '../../shell/session-data.ts';
import {type CardWarning, completeUrl, type FormDraft, formWarnings} from './cards-value.ts';
import {formOf, setForm} from './written.ts';

type Props = {work: Work; language: string; publisher: Signal<Publisher>};

/** Edits the opening form. */
export function FormFields({work, language, publisher}: Props) {
	const form = formOf(work, publisher.value);
	const set = (change: Partial<FormDraft>) => setForm(work, publisher.value, change);
	const ours = cardsMessages(language);
	const said = leadMessages(language);
	const warnings = formWarnings(form, language, publisher.value);
	const demands = (['required', 'optional', 'hidden'] as const).map(name => [name, cardWords.demands[name]] as [typeof name, string]);
	return (
		<div class="fields">
			<CheckField label={cardWords.formOn} value={form.enabled} change={enabled => set({enabled})} />
			<TextField
				label={cardWords.title}
				value={form.title}
				most={LIMITS.cardTitle}
				hint={said.title}
				change={text => set({title: text ?? ''})}
			/>
			<TextField label={cardWords.text} value={form.text} most={LIMITS.cardText} change={text => set({text: text ?? ''})} long />
			<fieldset class="three">
				<legend>{cardWords.asked}</legend>
				{LEAD_FIELDS.map(field => (
					<SelectField
						key={field}
						label={cardWords.fields[field]}
						value={form.fields[field]}
						options={demands}
						change={demand => set({fields: {...form.fields, [field]: demand ?? 'hidden'}})}
					/>
				))}
			</fieldset>
			<CheckField label={cardWords.allowSkip} value={form.allowSkip} change={allowSkip => set({allowSkip})} />
			<TextField
				label={cardWords.consent}
				value={form.consentText}
				most={LIMITS.consentText}
				hint={defaultConsent(language, publisher.value)}
				change={text => set({consentText: text ?? ''})}
				long
			/>
			<p class="hint">{cardWords.consentHint}</p>
			<PrivacyFields publisher={publisher} open={warnings.includes('noPrivacy') && !form.consentText} />
			<div class="pair">
				<TextField
					label={cardWords.submitLabel}
					value={form.submitLabel}
					most={LIMITS.buttonLabel}
					hint={ours.submit}
					change={text => set({submitLabel: text ?? ''})}
				/>
				<TextField
					label={cardWords.skipLabel}
					value={form.skipLabel}
					most={LIMITS.buttonLabel}
					hint={ours.skip}
					change={text => set({skipLabel: text ?? ''})}
				/>
			</div>
			<Warnings list={warnings} />
		</div>
	);
}

/** Shows warnings about settings that are allowed but unwise, with ways to mend them. */
export function Warnings({list}: {list: CardWarning[]}) {
	return (
		<div class="warnings" role="status">
			{list.map(name => (
				<p key={name} data-warning={name}>
					<TriangleAlert size={16} />
					{cardWords.warnings[name]}
				</p>
			))}
		</div>
	);
}

/** Company and privacy policy of the account, which the consent names: filled in where they are missed. */
function PrivacyFields({publisher, open}: {publisher: Signal<Publisher>; open: boolean}) {
	const [company, setCompany] = useState(publisher.value.company ?? '');
	const [url, setUrl] = useState(publisher.value.privacyUrl ?? '');
	const [fault, setFault] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);
	const id = useId();
	const same = company.trim() === (publisher.value.company ?? '') && url.trim() === (publisher.value.privacyUrl ?? '');
	const save = async () => {
		const complete = completeUrl(url);
		setUrl(complete);
		if (complete && !isHttpsUrl(complete)) return setFault(cardWords.urlFault);
		setFault(null);
		setBusy(true);
		try {
			const {account} = await client.call('PATCH /account', {company: company.trim() || null, privacyUrl: complete || null});
			publisher.value = {company: account.company, privacyUrl: account.privacyUrl};
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
