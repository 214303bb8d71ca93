import {LIMITS} from '../contract/limits.ts';
import type {ImageVariant, Snapshot, SnapshotImage} from '../contract/snapshot.ts';
import {STEP_DEFAULTS} from '../contract/step-fields.ts';
import {hasBrowserBar} from './browser-bar.ts';
import {type Publisher, resolveEndCta, resolveLeadCapture} from './cards.ts';
import {languageTag, pageLanguage, type StoredStep, type TourContent} from './document/document.ts';
import {stepDurationMs} from './pace.ts';
import {hasPaths} from './paths/graph.ts';
import {resolveTheme} from './themes.ts';
import {cut} from './wording/sentences.ts';

/** The facts about an image that a snapshot needs. */
type ImageFacts = Pick<SnapshotImage, 'width' | 'height' | 'color' | 'variants' | 'avif'> & {
	stills: ImageVariant[];
	detail?: string | null;
};

/**
 * Makes a snapshot: everything that is published, resolved and without internal ids. `media` is by mediaId; the form names the `publisher`
 * if its author has not written a consent.
 */
export function makeSnapshot(content: TourContent, title: string, media: ReadonlyMap<string, ImageFacts>, publisher?: Publisher): Snapshot {
	const language = pageLanguage(content.narrationSettings);
	return {
		// A tour's name has no bound; pictures and documents with a title of megabytes would never be made.
		title: cut(title, LIMITS.publishTitle),
		language,
		theme: resolveTheme(content.theme),
		leadCapture: resolveLeadCapture(content.leadCapture, language, publisher),
		endCta: {...resolveEndCta(content.endCta, language), ...(content.endCta.linkFirst && {linkFirst: true})},
		...(hasBrowserBar(content) && {browserBar: true}),
		...(content.chapters && {chapters: content.chapters}),
		steps: content.steps.map(step => {
			const {key: _key, narrationScript: _script, image: _image, narrations, ...shown} = step;
			return {
				...shown,
				label: step.label ?? step.title,
				durationMs: stepDurationMs(step),
				image: snapshotImage(step, media),
				narrations: narrations.map(({file, durationMs, bytes, language, script}) => ({
					file,
					durationMs,
					bytes,
					language: languageTag(language),
					script,
				})),
			};
		}),
	};
}

/**
 * Makes a snapshot for the page of one step. Other steps are stand-ins that keep only their number, chapters, voices
 * and ways, so that a change of words elsewhere leaves the snapshot equal. `media` holds the step's image.
 */
export function snapshotOfStep(content: TourContent, index: number, media: ReadonlyMap<string, ImageFacts>): Snapshot {
	const isNamed = hasPaths(content.steps);
	const steps = content.steps.map((step, at) => (at === index ? step : standIn(step, isNamed ? step.id : `other_${at}`)));
	const withoutAvif = new Map([...media].map(([mediaId, facts]) => [mediaId, {...facts, avif: []}]));
	const pictures = {frame: hasBrowserBar(content) ? 'browser' : 'none'} as const;
	const snapshot = makeSnapshot({...content, leadCapture: {}, pictures, steps}, content.name, withoutAvif);
	const {enabled, title} = snapshot.endCta;
	return {...snapshot, endCta: {enabled, title, text: null, whatsapp: null, link: null, showReplay: true}};
}

function standIn({scene, narrations, actions}: StoredStep, id: string): StoredStep {
	const spoken = narrations.map(narration => ({...narration, file: '', durationMs: 0, bytes: 0, script: ''}));
	const ways = actions && JSON.parse(JSON.stringify(actions, (key, value) => (key === 'label' ? '' : value)));
	return {...STEP_DEFAULTS, id, type: 'slide', scene, image: null, narrations: spoken, ...(ways && {actions: ways})};
}

/** Adds AVIF that were made since to the snapshot's pictures; returns the same object without any. `media`: its images. */
export function addAvif(snapshot: Snapshot, media: ReadonlyArray<Pick<ImageFacts, 'variants' | 'avif'>>): Snapshot {
	// By the largest file. AVIF that a picture has already stay.
	const made = new Map(media.map(({variants, avif = []}) => [variants.at(-1)!.file, avif]));
	const madeFor = (image: SnapshotImage | null) => (image && !image.avif ? (made.get(image.variants.at(-1)!.file) ?? []) : []);
	if (!snapshot.steps.some(({image}) => madeFor(image).length > 0)) return snapshot;
	const steps = snapshot.steps.map(step => {
		const avif = madeFor(step.image);
		return avif.length > 0 ? {...step, image: {...step.image!, avif}} : step;
	});
	return {...snapshot, steps};
}

/** True if the snapshot has a picture without AVIF. */
export function lacksAvif(snapshot: Snapshot): boolean {
	return snapshot.steps.some(({image}) => image && !image.avif);
}

/** A slide keeps its image without showing it. */
function snapshotImage({type, image}: StoredStep, media: ReadonlyMap<string, ImageFacts>): SnapshotImage | null {
	if (type === 'slide' || !image) return null;
	const facts = media.get(image.mediaId);
	if (!facts) throw new Error(`The image ${image.mediaId} of a step is not stored.`);
	const {width, height, color, variants, avif = [], detail, stills} = facts;
	return {width, height, color, variants, ...(avif.length > 0 && {avif}), ...(detail && {detail}), still: stills[0] ?? null};
}
