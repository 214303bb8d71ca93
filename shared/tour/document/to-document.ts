import type {DocumentImage, DocumentStep, TourDocument} from '../../contract/document.ts';
import {DOCUMENT_FORMAT, DOCUMENT_VERSION} from '../../contract/document-format.ts';
import {STEP_DEFAULTS} from '../../contract/step-fields.ts';
import {givenEndCta} from '../cards.ts';
import {canonicalLanguage, usableLanguage} from '../language/language-tag.ts';
import {renameTargets} from '../paths/targets.ts';
import {DEFAULT_PRESET} from '../themes.ts';
import {DEFAULT_LANGUAGE, type StoredImage, type StoredStep, type TourContent} from './document.ts';

/** A tour's content as a document: what has its default is left out. */
export type WholeDocument = Omit<TourDocument, 'steps'> & {steps: KeyedStep[]};
export type KeyedStep = Omit<DocumentStep, 'key'> & {key: string};

/** Fields of a step's content, in the order of a document. */
const STEP_FIELDS = Object.keys(STEP_DEFAULTS) as Array<keyof typeof STEP_DEFAULTS>;

/** The whole tour as one document; `PUT` of it changes nothing. */
export function documentOf({name, narrationSettings, theme, leadCapture, endCta, chapters, steps}: TourContent): WholeDocument {
	const language = documentLanguage(narrationSettings.language);
	const shownTheme = {
		...(theme.preset !== DEFAULT_PRESET && {preset: theme.preset}),
		...(Object.keys(theme.colors).length > 0 && {colors: theme.colors}),
		...(theme.font !== 'default' && {font: theme.font}),
	};
	const keys = new Map(steps.map(step => [step.id, keyOf(step)]));
	return {
		format: DOCUMENT_FORMAT,
		version: DOCUMENT_VERSION,
		name,
		...(language !== DEFAULT_LANGUAGE && {language}),
		...whereFilled({voices: narrationSettings.voices, theme: shownTheme, leadCapture, endCta: givenEndCta(endCta)}),
		...(chapters && {chapters}),
		steps: steps.map(step => stepDocument(step, keys)),
	};
}

/** The key by which a document finds the step again: its own, else its id. */
export function keyOf({key, id}: Pick<StoredStep, 'key' | 'id'>): string {
	return key ?? id;
}

/** The language as a document may say it, also of a tour that was stored before tags were checked. */
export function documentLanguage(stored: string): string {
	return canonicalLanguage(stored) ?? usableLanguage(stored);
}

/** Returns the content of a step, without its key and id. */
export function shownBy(step: StoredStep): Omit<DocumentStep, 'key' | 'id'> {
	const given = STEP_FIELDS.flatMap(name => {
		const value = step[name] ?? STEP_DEFAULTS[name];
		return value === STEP_DEFAULTS[name] ? [] : [[name, value] as const];
	});
	return {
		...(Object.fromEntries(given) as Partial<DocumentStep>),
		...(step.image && {image: imageReference(step.image)}),
		...(step.camera && {camera: step.camera}),
	};
}

function stepDocument(step: StoredStep, keys: ReadonlyMap<string, string>): KeyedStep {
	return {key: keyOf(step), id: step.id, ...shownBy(step), ...(step.actions && {actions: renameTargets(step.actions, keys)})};
}

/** Returns the reference to an image; one that a dry run has not fetched is named by its URL. */
function imageReference({mediaId}: StoredImage): DocumentImage {
	return mediaId.includes(':') ? {url: mediaId} : {mediaId};
}

function whereFilled<Parts extends Record<string, object>>(parts: Parts): Partial<Parts> {
	return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0)) as Partial<Parts>;
}
