import type {ImageVariant, Snapshot, SnapshotImage} from '../contract/snapshot.ts';
import {resolveEndCta, resolveLeadCapture} from './cards.ts';
import {languageTag, pageLanguage, type StoredStep, type TourContent} from './document.ts';
import {stepDurationMs} from './present.ts';
import {resolveTheme} from './themes.ts';

/** What the snapshot needs to know of an image. */
type ImageFacts = Pick<SnapshotImage, 'width' | 'height' | 'color' | 'variants' | 'avif'> & {stills: ImageVariant[]};

/** Everything that is published, resolved and free of identifiers that mean nothing in public. `media` is by mediaId. */
export function makeSnapshot(content: TourContent, title: string, media: ReadonlyMap<string, ImageFacts>): Snapshot {
	const language = pageLanguage(content.narrationSettings);
	return {
		title,
		language,
		theme: resolveTheme(content.theme),
		leadCapture: resolveLeadCapture(content.leadCapture, language),
		endCta: {...resolveEndCta(content.endCta, language), ...(content.endCta.linkFirst && {linkFirst: true})},
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

/** The snapshot with the AVIF of its pictures that were made since; the same object where there are none. `media` are the images that it shows. */
export function addAvif(snapshot: Snapshot, media: ReadonlyArray<Pick<ImageFacts, 'variants' | 'avif'>>): Snapshot {
	const made = new Map(media.flatMap(({variants, avif = []}) => (avif.length > 0 ? [[variants.at(-1)!.file, avif] as const] : [])));
	const avifOf = (image: SnapshotImage | null) => (image && !image.avif ? made.get(image.variants.at(-1)!.file) : undefined);
	if (!snapshot.steps.some(({image}) => avifOf(image))) return snapshot;
	const steps = snapshot.steps.map(step => {
		const avif = avifOf(step.image);
		return avif ? {...step, image: {...step.image!, avif}} : step;
	});
	return {...snapshot, steps};
}

/** A slide keeps its image without showing it. */
function snapshotImage({type, image}: StoredStep, media: ReadonlyMap<string, ImageFacts>): SnapshotImage | null {
	if (type === 'slide' || !image) return null;
	const facts = media.get(image.mediaId);
	if (!facts) throw new Error(`The image ${image.mediaId} of a step is not stored.`);
	const {width, height, color, variants, avif = [], stills} = facts;
	return {width, height, color, variants, ...(avif.length > 0 && {avif}), still: stills[0] ?? null};
}
