import type {ComponentChildren} from 'preact';
import {useId, useState} from 'preact/hooks';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {cardWords} from '../../../shared/locales/en/editor/appearance.ts';
import {cardsMessages, playerMessages} from '../../../shared/locales/index.ts';
import {CheckField, SelectField, TextField} from '../../fields/fields.tsx';
import type {Work} from '../../saving/history.ts';
import {CircleAlert} from '../../shell/icons.ts';
import {type CardDraft, cardFaults, cardWarnings, completeUrl} from './cards-value.ts';
import {Warnings} from './form-fields.tsx';
import {cardOf, setCard} from './written.ts';

/** Edits the closing card. */
export function CardFields({work, language}: {work: Work; language: string}) {
	const card = cardOf(work);
	const set = (change: Partial<CardDraft>) => setCard(work, change);
	return (
		<div class="fields">
			<CheckField label={cardWords.cardOn} value={card.enabled} change={enabled => set({enabled})} />
			<TextField
				label={cardWords.title}
				value={card.title}
				most={LIMITS.cardTitle}
				hint={playerMessages(language).end}
				change={text => set({title: text ?? ''})}
			/>
			<TextField label={cardWords.text} value={card.text} most={LIMITS.cardText} change={text => set({text: text ?? ''})} long />
			<ButtonFields card={card} set={set} language={language} />
			<CheckField label={cardWords.replay} value={card.showReplay} change={showReplay => set({showReplay})} />
			<Warnings list={cardWarnings(card)} />
		</div>
	);
}

type ButtonProps = {card: CardDraft; set: (change: Partial<CardDraft>) => void; language: string};

/** The two buttons, and which of them comes first. */
function ButtonFields({card, set, language}: ButtonProps) {
	const {whatsapp, link} = card;
	return (
		<>
			<h3>{cardWords.buttons}</h3>
			<ChatFields card={card} set={set} language={language} />
			<LinkFields card={card} set={set} language={language} />
			{whatsapp.on && link.on && (
				<SelectField
					label={cardWords.order}
					value={card.first}
					options={[
						['whatsapp', cardWords.whatsapp],
						['link', cardWords.link],
					]}
					change={first => set({first: first ?? 'whatsapp'})}
				/>
			)}
		</>
	);
}

function ChatFields({card, set, language}: ButtonProps) {
	const {whatsapp} = card;
	const wrong = cardFaults(card).includes('phone');
	const chat = (change: Partial<CardDraft['whatsapp']>) => set({whatsapp: {...whatsapp, ...change}});
	return (
		<Group label={cardWords.whatsapp} on={whatsapp.on} change={on => chat({on})}>
			<Checked
				label={cardWords.phone}
				type="tel"
				hint="+55 11 91234-5678"
				value={whatsapp.phone}
				most={32}
				fault={wrong ? cardWords.phoneFault : null}
				change={phone => chat({phone})}
			/>
			<TextField
				label={cardWords.message}
				value={whatsapp.message}
				most={LIMITS.whatsappMessage}
				change={message => chat({message: message ?? ''})}
				long
			/>
			<TextField
				label={cardWords.label}
				value={whatsapp.label}
				most={LIMITS.buttonLabel}
				hint={cardsMessages(language).whatsapp}
				change={label => chat({label: label ?? ''})}
			/>
		</Group>
	);
}

function LinkFields({card, set, language}: ButtonProps) {
	const {link} = card;
	const wrong = cardFaults(card).includes('url');
	const open = (change: Partial<CardDraft['link']>) => set({link: {...link, ...change}});
	return (
		<Group label={cardWords.link} on={link.on} change={on => open({on})}>
			<Checked
				label={cardWords.url}
				type="url"
				hint="https://"
				value={link.url}
				most={LIMITS.linkUrl}
				fault={wrong ? cardWords.urlFault : null}
				change={url => open({url})}
				leave={() => open({url: completeUrl(link.url)})}
			/>
			<TextField
				label={cardWords.label}
				value={link.label}
				most={LIMITS.buttonLabel}
				hint={cardsMessages(language).link}
				change={label => open({label: label ?? ''})}
			/>
		</Group>
	);
}

/** A button of the card, with what belongs to it once there is one. */
function Group({label, on, change, children}: {label: string; on: boolean; change: (on: boolean) => void; children: ComponentChildren}) {
	return (
		<div class={on ? 'block on' : 'block'}>
			<CheckField label={label} value={on} change={change} />
			{on && children}
		</div>
	);
}

type CheckedProps = {
	label: string;
	type: 'tel' | 'url';
	hint: string;
	value: string;
	most: number;
	fault: string | null;
	change: (value: string) => void;
	leave?: () => void;
};

/** A field with its fault, which is shown once the field has been left. */
function Checked({label, type, hint, value, most, fault, change, leave}: CheckedProps) {
	const id = useId();
	const [left, setLeft] = useState(value !== '');
	const shown = left ? fault : null;
	return (
		<div class="textfield">
			<label for={id}>{label}</label>
			<input
				id={id}
				type={type}
				inputMode={type}
				placeholder={hint}
				maxLength={most}
				autocomplete="off"
				value={value}
				aria-invalid={shown !== null}
				aria-describedby={`${id}-fault`}
				onInput={event => change(event.currentTarget.value)}
				onBlur={() => {
					leave?.();
					setLeft(true);
				}}
			/>
			<span class="fault" id={`${id}-fault`} role="alert">
				{shown && (
					<>
						<CircleAlert size={16} />
						{shown}
					</>
				)}
			</span>
		</div>
	);
}
