import type {Tour} from '../../../shared/contract/tour.ts';
import type {Offerer} from '../../../shared/tour/cards.ts';
import {pageLanguage} from '../../../shared/tour/document/document.ts';
import {account, client} from '../../shell/boot.ts';
import {Draft} from '../draft.ts';
import {type Kept, keptDraft} from '../kept.ts';
import {
	type CardDraft,
	cardDraftOf,
	cardFaults,
	cardInput,
	type FormDraft,
	formDraftOf,
	formInput,
	settledCard,
	settledForm,
} from './cards-value.ts';

type Version = {current: number};

/** The opening form as it is changed here; the `offerer` may become another meanwhile. */
export function formDraft(tour: Tour, version: Version, offerer: () => Offerer, kept: Kept<FormDraft> | undefined): Draft<FormDraft> {
	const {id} = tour;
	const read = ({leadCapture, narrationSettings}: Tour) => formDraftOf(leadCapture, pageLanguage(narrationSettings), offerer());
	const draft = new Draft<FormDraft>({
		first: read(tour),
		version,
		save: (value, _stored, options) =>
			stored(options, more => client.call('PUT /tours/{id}/lead-capture', {id, ...formInput(value)}, more), value),
		read: () => readAnew(id, read),
		keep: keptDraft<FormDraft>(account.id, id, 'form').keep,
		settle: settledForm,
	});
	draft.takeUp(kept);
	return draft;
}

/** The closing card as it is changed here. */
export function cardDraft(tour: Tour, version: Version, kept: Kept<CardDraft> | undefined): Draft<CardDraft> {
	const {id} = tour;
	const read = ({endCta, narrationSettings}: Tour) => cardDraftOf(endCta, pageLanguage(narrationSettings));
	const draft = new Draft<CardDraft>({
		first: read(tour),
		version,
		save: (value, _stored, options) =>
			stored(options, more => client.call('PUT /tours/{id}/end-cta', {id, ...cardInput(value)}, more), value),
		read: () => readAnew(id, read),
		keep: keptDraft<CardDraft>(account.id, id, 'card').keep,
		settle: settledCard,
		isSound: value => cardFaults(value).length === 0,
	});
	draft.takeUp(kept);
	return draft;
}

type Options = {ifMatch: number; keepalive: boolean};

async function stored<T>(
	options: Options,
	call: (options: Options & {onVersion: (version: number) => void}) => Promise<unknown>,
	value: T,
) {
	let version = options.ifMatch;
	await call({
		...options,
		onVersion: read => {
			version = read;
		},
	});
	return {value, version};
}

async function readAnew<T>(id: string, read: (tour: Tour) => T): Promise<{value: T; version: number}> {
	const {tour} = await client.call('GET /tours/{id}', {id});
	return {value: read(tour), version: tour.version};
}
