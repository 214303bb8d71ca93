import {EntitySchema} from 'typeorm';
import type {LeadCapture} from '../../contract/cards.ts';
import {accountId, ascii, hash, id, time, word} from './columns.ts';

/** Rows about visitors of public pages. */

const tourId = word(40, {name: 'tour_id'});
const count = (name?: string) => ({type: 'int' as const, ...(name && {name})});
const counts = {views: count(), completions: count(), ctaClicks: count('cta_clicks'), leads: count()};

/** An opening form as a page has shown it: the text that a visitor agreed to stays readable, whatever is published later. */
export type LeadFormRow = {
	/** The first half of the sha256 of the rest, in hex. */
	id: string;
	accountId: string;
	tourId: string;
	/** BCP 47 of the page. */
	language: string;
	form: LeadCapture;
	createdAt: Date;
};
export const LeadFormEntity = new EntitySchema<LeadFormRow>({
	name: 'LeadForm',
	tableName: 'lead_forms',
	columns: {
		id: word(32, {primary: true}),
		accountId,
		tourId,
		language: word(35),
		form: {type: 'json'},
		createdAt: time('created_at'),
	},
});

export type LeadRow = {
	id: string;
	accountId: string;
	tourId: string;
	publicationId: string;
	formId: string;
	/** Name, e-mail address and telephone, encrypted. */
	answers: Buffer;
	/** Keyed hash of form and answers: the same answers sent twice are one lead. */
	contentHash: Buffer;
	/** Keyed hash of the address, by which its owner's leads are found without decrypting all. */
	emailHash: Buffer | null;
	createdAt: Date;
};
export const LeadEntity = new EntitySchema<LeadRow>({
	name: 'Lead',
	tableName: 'leads',
	columns: {
		id,
		accountId,
		tourId,
		publicationId: word(40, {name: 'publication_id'}),
		formId: word(32, {name: 'form_id'}),
		answers: {type: 'varbinary', length: 4096},
		contentHash: hash({name: 'content_hash'}),
		emailHash: hash({name: 'email_hash', nullable: true}),
		createdAt: time('created_at'),
	},
});

/** Fingerprint of the secret that leads are written with: one row, with the id 1. */
export type KeptSecretRow = {id: number; fingerprint: Buffer};
export const KeptSecretEntity = new EntitySchema<KeptSecretRow>({
	name: 'KeptSecret',
	tableName: 'kept_secret',
	columns: {id: {type: 'int', primary: true}, fingerprint: hash()},
});

/** Counts of a tour's link on a day (YYYY-MM-DD, UTC). */
export type TourDayRow = {
	tourId: string;
	day: string;
	/** Account whose sums include it; null if the tour is in the bin or gone. */
	accountId: string | null;
	views: number;
	completions: number;
	ctaClicks: number;
	leads: number;
};
export const TourDayEntity = new EntitySchema<TourDayRow>({
	name: 'TourDay',
	tableName: 'tour_days',
	columns: {
		tourId: {...tourId, primary: true},
		day: {type: 'date', primary: true},
		accountId: ascii(40, {name: 'account_id', nullable: true}),
		...counts,
	},
});

/** Daily sums of an account's tours outside the bin; days without counts have no row. */
export type AccountDayRow = Omit<TourDayRow, 'tourId' | 'accountId'> & {accountId: string};
export const AccountDayEntity = new EntitySchema<AccountDayRow>({
	name: 'AccountDay',
	tableName: 'account_days',
	columns: {
		accountId: ascii(40, {name: 'account_id', primary: true}),
		day: {type: 'date', primary: true},
		...counts,
	},
});

/** Number of views in which a step was reached. */
export type StepDayRow = {tourId: string; stepId: string; day: string; views: number};
export const StepDayEntity = new EntitySchema<StepDayRow>({
	name: 'StepDay',
	tableName: 'step_days',
	columns: {
		tourId: {...tourId, primary: true},
		stepId: word(40, {name: 'step_id', primary: true}),
		day: {type: 'date', primary: true},
		views: count(),
	},
});

/**
 * Number of views in which something happened on the paths: `action` (without an id: Next), `end`, `goal` (of no step), and `left`, where a view
 * stopped. `left` counts on the day of the view, and moves on with it.
 */
export type PathKind = 'action' | 'end' | 'goal' | 'left';
export type PathDayRow = {tourId: string; day: string; kind: PathKind; stepId: string; actionId: string; visits: number};
export const PathDayEntity = new EntitySchema<PathDayRow>({
	name: 'PathDay',
	tableName: 'path_days',
	columns: {
		tourId: {...tourId, primary: true},
		day: {type: 'date', primary: true},
		kind: ascii(8, {primary: true}),
		stepId: word(40, {name: 'step_id', primary: true}),
		actionId: word(64, {name: 'action_id', primary: true}),
		visits: count(),
	},
});

/** The counted parts of a visit, so that none counts twice. Kept for some days. */
export type VisitRow = {
	/** Day of the first report (YYYY-MM-DD, UTC). */
	day: string;
	/** The first half of the sha256 of tour and visit. */
	id: Buffer;
	/** 5 bytes of each event's hash, one after the other. */
	events: Buffer;
	/** Number of the newest step that the visit has seen, and that step; 0 and null before the first. */
	shown: number;
	stepId: string | null;
};
export const VisitEntity = new EntitySchema<VisitRow>({
	name: 'Visit',
	tableName: 'visits',
	columns: {
		day: {type: 'date', primary: true},
		id: {type: 'binary', length: 16, primary: true},
		events: {type: 'varbinary', length: 5000},
		shown: count(),
		stepId: word(40, {name: 'step_id', nullable: true}),
	},
});
