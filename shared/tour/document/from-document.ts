import type {DocumentImage, DocumentStep, TourDocument} from '../../contract/document.ts';
import {DOCUMENT_FORMAT, DOCUMENT_VERSION} from '../../contract/document-format.ts';
import type {Fault} from '../../contract/error.ts';
import type {Adjustment} from '../../contract/geometry.ts';
import {STEP_DEFAULTS} from '../../contract/step-fields.ts';
import {invalid} from '../../errors.ts';
import {storedPictures} from '../browser-bar.ts';
import {givenEndCta, storeEndCta} from '../cards.ts';
import {canonicalLanguage, usableLanguage} from '../language/language-tag.ts';
import {actionsToKeep, chaptersToKeep} from '../paths/actions.ts';
import {renameTargets, withActions} from '../paths/targets.ts';
import {makeStep} from '../steps.ts';
import {changeTheme, DEFAULT_PRESET} from '../themes.ts';
import {canonicalJson, isSame} from './canonical-json.ts';
import {DEFAULT_TOUR_LANGUAGE, emptyTour, type StoredImage, type StoredStep, type TourContent} from './document.ts';

/** Returns the image to which a document refers; all are known before the document is applied. */
type FindImage = (image: DocumentImage) => StoredImage;

/** A tour's content as a document, without values that have their default. */
export type WholeDocument = Omit<TourDocument, 'steps'> & {steps: KeyedStep[]};
export type KeyedStep = Omit<DocumentStep, 'key'> & {key: string};

/** Fields of a step's content, in the order of a document. */
const STEP_FIELDS = Object.keys(STEP_DEFAULTS) as Array<keyof typeof STEP_DEFAULTS>;

/**
 * Returns the tour as the document describes it; a step that matches an existing one keeps its id and its narration. Throws the faults
 * of all steps at once (`steps[3].key`). `newStepId` names a step that is not there yet.
 */
export function contentFrom(
	document: TourDocument,
	before: TourContent,
	findImage: FindImage,
	newStepId: () => string,
): {content: TourContent; adjustments: Adjustment[]} {
	const given = document.steps ?? [];
	const made = given.map(({key: _key, id: _id, target: _target, image, camera, actions: _actions, ...fields}) => {
		const {step, adjustments} = makeStep('', fields, image ? findImage(image) : null);
		return {step: camera && camera.zoom !== 'auto' ? {...step, camera} : step, adjustments};
	});
	const found = matchSteps(
		given,
		made.map(({step}) => step),
		before.steps,
	);
	const adjustments: Adjustment[] = [];
	const steps = made.map(({step, adjustments: corrected}, index) => {
		const kept = found[index] ?? null;
		const same = kept !== null && isPlacedAs(kept, given[index]!, step.image);
		if (!same) adjustments.push(...corrected.map(adjustment => ({...adjustment, field: `steps[${index}].${adjustment.field}`})));
		const placed = same ? {...step, highlight: kept.highlight, click: kept.click} : step;
		return identified(placed, given[index]!, kept, newStepId);
	});
	refuseTwins(steps, given);
	const led = steps.map((step, index) => {
		const {actions} = given[index]!;
		if (!actions) return step;
		const kept = actionsToKeep(actions, steps, `steps[${index}].actions.`);
		adjustments.push(...kept.adjustments);
		return withActions(step, kept.actions);
	});
	const empty = emptyTour(document.name);
	const {chapters: _chapters, pictures: _pictures, ...kept} = before;
	return {
		content: {
			...kept,
			name: document.name,
			theme: changeTheme(empty.theme, document.theme ?? {}),
			leadCapture: document.leadCapture ?? {},
			endCta: storeEndCta(document.endCta ?? {}),
			narrationSettings: {language: languageFrom(document, before), voices: document.voices ?? {}},
			...storedPictures(document.pictures),
			...(document.chapters && document.chapters.length > 0 && {chapters: chaptersToKeep(document.chapters)}),
			steps: led,
		},
		adjustments,
	};
}

/** Returns the document's language, in the stored form if both mean one language. */
function languageFrom({language = DEFAULT_TOUR_LANGUAGE}: TourDocument, {narrationSettings}: TourContent): string {
	const canonical = canonicalLanguage(language) ?? language;
	return canonical === documentLanguage(narrationSettings.language) ? narrationSettings.language : canonical;
}

/**
 * Finds the existing step for each step of the document: by id, else by key, else one with equal content, else one
 * with the same image, so that a document without keys can be sent again.
 */
function matchSteps(given: DocumentStep[], made: StoredStep[], before: StoredStep[]): Array<StoredStep | undefined> {
	const free = new Set(before);
	const found: Array<StoredStep | undefined> = given.map(() => undefined);
	const pass = (nameOf: (step: StoredStep) => string | undefined, wantedBy: (index: number) => string | undefined) => {
		const byName = Map.groupBy(free, nameOf);
		for (const index of given.keys()) {
			const wanted = found[index] ? undefined : wantedBy(index);
			const step = wanted === undefined ? undefined : byName.get(wanted)?.shift();
			if (!step) continue;
			free.delete(step);
			found[index] = step;
		}
	};
	const unnamed = (index: number) => given[index]!.key === undefined;
	pass(
		({id}) => id,
		index => given[index]!.id,
	);
	pass(keyOf, index => given[index]!.key);
	if (free.size === 0 || !given.some((_step, index) => unnamed(index) && !found[index])) return found;
	const shown = (step: StoredStep) => canonicalJson(shownBy(step));
	pass(shown, index => (unnamed(index) ? shown(made[index]!) : undefined));
	pass(
		({image}) => image?.mediaId,
		index => (unnamed(index) ? made[index]!.image?.mediaId : undefined),
	);
	return found;
}

/** True if highlight, click and image are unchanged: the step stays as placed, even if rules have changed. */
function isPlacedAs(found: StoredStep, given: DocumentStep, image: StoredImage | null): boolean {
	const {highlight = null, click = null} = given;
	return isSame(highlight, found.highlight) && isSame(click, found.click) && image?.mediaId === found.image?.mediaId;
}

function identified(step: StoredStep, given: DocumentStep, found: StoredStep | null, newStepId: () => string): StoredStep {
	const id = found?.id ?? newStepId();
	const key = given.key ?? found?.key;
	const {narrations} = found ?? step;
	const image = found?.image?.mediaId === step.image?.mediaId ? (found?.image ?? step.image) : step.image;
	return {...step, id, ...(key !== undefined && key !== id && {key}), image, narrations};
}

function refuseTwins(steps: StoredStep[], given: DocumentStep[]): void {
	const faults = (['id', 'key'] as const).flatMap(name => {
		const nameOf = (index: number) => (name === 'key' ? keyOf(steps[index]!) : given[index]!.id);
		const first = new Map<string, number>();
		return [...steps.keys()].flatMap((index): Fault[] => {
			const wanted = nameOf(index);
			const earlier = wanted === undefined ? undefined : first.get(wanted);
			if (wanted !== undefined && earlier === undefined) first.set(wanted, index);
			if (earlier === undefined) return [];
			const message = `steps[${earlier}] has the ${name} ${wanted} as well.`;
			return [
				{field: `steps[${index}].${name}`, message, hint: `Give each step ${name === 'id' ? 'its own id, or none' : 'a key of its own'}.`},
			];
		});
	});
	if (faults.length > 0) throw invalid(faults);
}

/** The whole tour as one document; `PUT` of it changes nothing. */
export function documentOf({name, narrationSettings, theme, leadCapture, endCta, pictures, chapters, steps}: TourContent): WholeDocument {
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
		...(language !== DEFAULT_TOUR_LANGUAGE && {language}),
		...whereFilled({voices: narrationSettings.voices, theme: shownTheme, leadCapture, endCta: givenEndCta(endCta)}),
		...(pictures && {pictures}),
		...(chapters && {chapters}),
		steps: steps.map(step => stepDocument(step, keys)),
	};
}

/** Returns the key by which a document finds the step again: its own, else its id. */
export function keyOf({key, id}: Pick<StoredStep, 'key' | 'id'>): string {
	return key ?? id;
}

/** Returns the language as a document may name it, even for a tour stored before tags were checked. */
function documentLanguage(stored: string): string {
	return canonicalLanguage(stored) ?? usableLanguage(stored);
}

/** Returns the content of a step, without its key and id. */
function shownBy(step: StoredStep): Omit<DocumentStep, 'key' | 'id'> {
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
