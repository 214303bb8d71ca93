import type {SettingsValues} from '../../../shared/contract/edit.ts';
import type {Publisher} from '../../../shared/tour/cards.ts';
import {pageLanguage} from '../../../shared/tour/document/document.ts';
import type {Work} from '../../saving/history.ts';
import {type CardDraft, cardDraftOf, cardFaults, type FormDraft, formDraftOf, settledCard, settledForm} from './cards-value.ts';

/** The two cards of a tour that is open, as they are written. */

const languageOf = ({outbox}: Work) => pageLanguage(outbox.tour.value.narrationSettings);

export function formOf(work: Work, publisher: Publisher): FormDraft {
	return formDraftOf(work.outbox.tour.value.leadCapture, languageOf(work), publisher);
}

export function setForm(work: Work, publisher: Publisher, change: Partial<FormDraft>): void {
	const before = formOf(work, publisher);
	work.set({leadCapture: settledForm(before)}, {leadCapture: settledForm({...before, ...change})});
}

/** Returns the card with its unfinished edits. */
export function cardOf(work: Work): CardDraft {
	return {...storedCard(work), ...work.unfinished.value};
}

export function setCard(work: Work, change: Partial<CardDraft>): void {
	const [before, after] = [storedCard(work), {...cardOf(work), ...change}];
	const faults = cardFaults(after);
	// What is not right yet is seen, and not sent.
	const waits = {...(faults.includes('phone') && {whatsapp: after.whatsapp}), ...(faults.includes('url') && {link: after.link})};
	work.unfinished.value = waits;
	const sound = {...after, ...(waits.whatsapp && {whatsapp: before.whatsapp}), ...(waits.link && {link: before.link})};
	work.set({endCta: valuesOf(before)}, {endCta: valuesOf(sound)});
}

function storedCard(work: Work): CardDraft {
	return cardDraftOf(work.outbox.tour.value.endCta, languageOf(work));
}

function valuesOf(card: CardDraft): NonNullable<SettingsValues['endCta']> {
	const {enabled, title, text, showReplay, whatsapp, link, first} = settledCard(card);
	const {on: chats, ...chat} = whatsapp;
	const {on: opens, ...open} = link;
	return {
		enabled,
		title,
		text,
		showReplay,
		whatsapp: chats ? chat : null,
		link: opens ? open : null,
		linkFirst: first === 'link',
	};
}
