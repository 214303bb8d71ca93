import {type Conflict, SETTINGS} from '../contract/edit.ts';
import type {Adjustment, Warning} from '../contract/geometry.ts';
import type {Media, MediaVariant} from '../contract/image.ts';
import type {Narration, Step} from '../contract/step.ts';
import type {FoundTour as ListedTour, PublishedLink, Tour, TourListItem} from '../contract/tour.ts';
import type {Version} from '../contract/version.ts';
import type {SpeechRow} from '../store/entities/narration.ts';
import type {MediaRow} from '../store/entities/tours.ts';
import type {NewMedia} from '../store/media/media.ts';
import type {NarrationTarget} from '../store/media/speech.ts';
import type {StoredLink, StoredTour, StoredTourSummary} from '../store/tour-list.ts';
import type {FoundTour} from '../store/tour-search.ts';
import type {ListedVersion} from '../store/versions.ts';
import {resolvePictures} from '../tour/browser-bar.ts';
import {type Publisher, resolveEndCta, resolveLeadCapture} from '../tour/cards.ts';
import {touchedSteps} from '../tour/changes/apply-changes.ts';
import {pageLanguage, type StoredNarration, type StoredStep, type TourContent} from '../tour/document/document.ts';
import {embedCode} from '../tour/embed.ts';
import {isStale} from '../tour/narration.ts';
import {stepDurationMs} from '../tour/pace.ts';
import {stepWarnings} from '../tour/readiness.ts';
import {type StepChange, stepIndex} from '../tour/steps.ts';
import {resolveTheme} from '../tour/themes.ts';
import {type Bases, coverUrl, mediaUrl, thumbnailSize, thumbnailUrl, tourUrl} from '../tour/urls.ts';

type Changed = {
	before: TourContent;
	content: TourContent;
	conflicts: Conflict[];
	adjustments: Adjustment[];
	/** The tour's version now. */
	version: number;
	/** How many changes were sent. */
	sent: number;
	/** The tour's owner, as the service's own words name them. */
	publisher: Publisher;
	/** True if no change was made, because one was a conflict. */
	refused: boolean;
};

/** Returns a tour as callers see it; `bases` begin its absolute URLs. */
export function presentTour(tour: StoredTour, bases: Bases): Tour {
	const {content} = tour;
	return {
		...presentTourListItem({...tour, name: content.name, stepCount: content.steps.length}, bases.baseUrl),
		...presentSettings(content, tour.publisher),
		steps: content.steps.map((step, position) => presentStep(step, position, bases)),
		hasUnpublishedChanges: hasUnpublishedChanges(tour),
		version: tour.version,
	};
}

/** Returns a tour's settings, which is everything but its steps, with all defaults resolved. */
function presentSettings(
	{theme, leadCapture, endCta, narrationSettings, pictures, chapters}: TourContent,
	publisher: Publisher,
): Pick<Tour, 'theme' | 'leadCapture' | 'endCta' | 'narrationSettings' | 'pictures' | 'chapters'> {
	const language = pageLanguage(narrationSettings);
	return {
		theme: resolveTheme(theme),
		leadCapture: resolveLeadCapture(leadCapture, language, publisher),
		endCta: resolveEndCta(endCta, language),
		narrationSettings,
		pictures: resolvePictures(pictures),
		...(chapters && {chapters}),
	};
}

export function presentFoundTour({image, ...tour}: FoundTour, baseUrl: string): ListedTour {
	const thumbnail = image && presentThumbnail(image, baseUrl);
	return {...presentTourListItem(tour, baseUrl), thumbnail, hasUnpublishedChanges: hasUnpublishedChanges(tour)};
}

function presentThumbnail({variants, color}: MediaRow, baseUrl: string): ListedTour['thumbnail'] {
	const largest = variants.at(-1)!;
	return {url: thumbnailUrl(baseUrl, largest.file), ...thumbnailSize(largest), color};
}

function hasUnpublishedChanges({
	status,
	publishedVersion,
	contentVersion,
}: Pick<StoredTour, 'status' | 'publishedVersion' | 'contentVersion'>): boolean {
	return status === 'published' && publishedVersion !== contentVersion;
}

export function presentTourListItem(tour: StoredTourSummary, baseUrl: string): TourListItem {
	return {
		id: tour.id,
		name: tour.name,
		status: tour.status,
		createdBy: tour.createdBy,
		tags: tour.createdBy === 'agent' ? ['created by agent'] : [],
		stepCount: tour.stepCount,
		publishedLink: tour.link && presentLink(tour.link, baseUrl),
		createdAt: tour.createdAt.toISOString(),
		updatedAt: tour.updatedAt.toISOString(),
	};
}

export function presentLink(link: StoredLink, baseUrl: string): PublishedLink {
	const {slug, title, snapshot, bytes, publishedAt, width, height} = link;
	const url = tourUrl(baseUrl, slug);
	return {
		url,
		embedCode: embedCode({url, title, width, height}),
		coverUrl: coverUrl(baseUrl, slug, snapshot),
		slug,
		title,
		bytes,
		publishedAt: publishedAt.toISOString(),
	};
}

export function presentStep(step: StoredStep, position: number, bases: Bases): Step {
	const {key: _key, image, narrations, ...plain} = step;
	const shown = narrations.map(narration => presentNarration(narration, step, bases));
	return {
		...plain,
		position,
		camera: step.camera ?? {zoom: 'auto'},
		label: step.label ?? step.title,
		image: image && {
			mediaId: image.mediaId,
			url: mediaUrl(bases, image.file),
			thumbnailUrl: thumbnailUrl(bases.baseUrl, image.file),
			width: image.width,
			height: image.height,
			...(image.frameless && {frameless: true}),
		},
		narration: shown.find(({lang}) => lang === null) ?? null,
		narrations: shown.filter(({lang}) => lang !== null),
		durationMs: stepDurationMs(step),
	};
}

/** The answer to adding or editing a step. */
export function presentStepChange(change: StepChange, bases: Bases): {step: Step; adjustments: Adjustment[]; warnings?: Warning[]} {
	const {content, step, adjustments} = change;
	const warnings = stepWarnings(change);
	return {step: presentStep(step, stepIndex(content, step.id), bases), adjustments, ...(warnings.length > 0 && {warnings})};
}

/** Returns a version as it is listed. */
export function presentVersion({number, createdAt, actorType, actorName, cause, name}: ListedVersion): Version {
	return {number, createdAt: createdAt.toISOString(), actor: {type: actorType as Version['actor']['type'], name: actorName}, cause, name};
}

/** Returns the answer to changes: what became of them. */
export function presentChangedTour({before, content, conflicts, adjustments, version, sent, publisher, refused}: Changed, bases: Bases) {
	const {changed, removed} = touchedSteps(before, content);
	const inConflict = new Set(conflicts.map(({index}) => index)).size;
	return {
		version,
		previousVersion: content === before ? version : version - 1,
		applied: refused ? 0 : sent - inConflict,
		steps: content.steps.flatMap((step, position) => (changed.has(step.id) ? [presentStep(step, position, bases)] : [])),
		order: content.steps.map(step => step.id),
		removed,
		conflicts,
		adjustments,
		...(SETTINGS.some(part => before[part] !== content[part]) && {settings: presentSettings(content, publisher)}),
	};
}

// Images and sounds as callers see them, with public URLs.

/** Returns an image's variants with public URLs: the thumbnail, then the others, smallest first. */
export function presentVariants(media: Pick<MediaRow, 'variants' | 'avif'>, bases: Bases): MediaVariant[] {
	const largest = media.variants.at(-1)!;
	const shown = [...media.variants, ...media.avif].sort((one, other) => one.width - other.width);
	return [
		{url: thumbnailUrl(bases.baseUrl, largest.file), ...thumbnailSize(largest), format: 'webp', bytes: null},
		...shown.map(({file, width, height, format, bytes}) => ({url: mediaUrl(bases, file), width, height, format, bytes})),
	];
}

export function presentMedia(media: NewMedia, bases: Bases): Media {
	const {mediaId, name, width, height, format, bytes} = media;
	return {mediaId, name, width, height, format, bytes, url: mediaUrl(bases, media.variants.at(-1)!.file)};
}

function presentNarration(narration: StoredNarration, step: StoredStep, bases: Bases): Narration {
	const {file, durationMs, bytes, language, lang, voice, script} = narration;
	return {url: mediaUrl(bases, file), durationMs, bytes, language, lang, voice, script, stale: isStale(narration, step)};
}

/** Returns the speech of a narration call; `reused`: it existed already. */
export function presentSpeech(
	{file, durationMs, bytes, script}: Pick<SpeechRow, 'file' | 'durationMs' | 'bytes' | 'script'>,
	{spoken, lang, voice}: Pick<NarrationTarget, 'spoken' | 'lang' | 'voice'>,
	{reused, bases}: {reused: boolean; bases: Bases},
) {
	return {url: mediaUrl(bases, file), durationMs, bytes, language: spoken, lang, voice: voice.id, script, reused};
}

/** Returns the sample of a voice; `reused`: its words had been spoken already. */
export function presentSample({file, durationMs, bytes}: Pick<SpeechRow, 'file' | 'durationMs' | 'bytes'>, reused: boolean, bases: Bases) {
	return {url: mediaUrl(bases, file), durationMs, bytes, reused};
}
