import type {Signal} from '@preact/signals';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {LEAD_FIELDS} from '../../../shared/contract/visitors/lead.ts';
import {cardWords} from '../../../shared/locales/en/editor/cards.ts';
import {cardsMessages} from '../../../shared/locales/index.ts';
import {leadMessages} from '../../../shared/locales/lead.ts';
import {defaultConsent, type Offerer} from '../../../shared/tour/cards.ts';
import {CheckField, SelectField, TextField} from '../../fields/fields.tsx';
import type {Work} from '../../saving/work.ts';
import {TriangleAlert} from '../../shell/icons.ts';
import {type CardWarning, type FormDraft, formWarnings} from './cards-value.ts';
import {PrivacyFields} from './privacy-fields.tsx';
import {formOf, setForm} from './written.ts';

type Props = {work: Work; language: string; offerer: Signal<Offerer>};

/** Edits the opening form. */
export function FormFields({work, language, offerer}: Props) {
	const form = formOf(work, offerer.value);
	const set = (change: Partial<FormDraft>) => setForm(work, offerer.value, change);
	const ours = cardsMessages(language);
	const said = leadMessages(language);
	const warnings = formWarnings(form, language, offerer.value);
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
				hint={defaultConsent(language, offerer.value)}
				change={text => set({consentText: text ?? ''})}
				long
			/>
			<p class="hint">{cardWords.consentHint}</p>
			<PrivacyFields offerer={offerer} open={warnings.includes('noPrivacy') && !form.consentText} />
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
