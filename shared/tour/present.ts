import type {Adjustment, Warning} from '../contract/geometry.ts';
import type {Step} from '../contract/step.ts';
import type {FoundTour as ListedTour, PublishedLink, Thumbnail, Tour, TourListItem} from '../contract/tour.ts';
import {resolveEndCta, resolveLeadCapture} from './cards.ts';
import {pageLanguage, type StoredStep, type TourContent} from './document/document.ts';
import {presentNarration} from './narration.ts';
import {stepWarnings} from './step-warnings.ts';
import {type StepChange, stepIndex} from './steps.ts';
import {resolveTheme} from './themes.ts';
import {mediaUrl, thumbnailUrl} from './urls.ts';

/** A tour as the database knows it: its content and what stands beside it. */
export type StoredTour = {
	id: string;
	accountId: string;
	createdBy: 'agent' | 'editor';
	status: 'unpublished' | 'published';
	version: number;
	/** The version of the last change of the content. */
	contentVersion: number;
	/** The one that the public link shows; null without one. */
	publishedVersion: number | null;
	publishedLink: PublishedLink | null;
	createdAt: Date;
	updatedAt: Date;
	content: TourContent;
};

export type StoredTourSummary = Omit<StoredTour, 'content'> & {name: string; stepCount: number};

/** One that a list has found. */
export type FoundTour = StoredTourSummary & {thumbnail: Thumbnail | null};

/** What an automatic advance takes at the least, and per code point of title and text: milliseconds (contract, "Defaults"). */
const STEP_MIN_MS = 3000;
const STEP_MS_PER_CODE_POINT = 50;

/** `baseUrl` begins the absolute URLs of images. */
export function presentTour(tour: StoredTour, baseUrl: string): Tour {
	const {content} = tour;
	const language = pageLanguage(content.narrationSettings);
	return {
		...presentTourListItem({...tour, name: content.name, stepCount: content.steps.length}),
		theme: resolveTheme(content.theme),
		leadCapture: resolveLeadCapture(content.leadCapture, language),
		endCta: resolveEndCta(content.endCta, language),
		steps: content.steps.map((step, position) => presentStep(step, position, baseUrl)),
		hasUnpublishedChanges: hasUnpublishedChanges(tour),
		version: tour.version,
		narrationSettings: content.narrationSettings,
	};
}

export function presentFoundTour({thumbnail, ...tour}: FoundTour): ListedTour {
	return {...presentTourListItem(tour), thumbnail, hasUnpublishedChanges: hasUnpublishedChanges(tour)};
}

function hasUnpublishedChanges({status, publishedVersion, contentVersion}: Omit<StoredTour, 'content'>): boolean {
	return status === 'published' && publishedVersion !== contentVersion;
}

export function presentTourListItem(tour: StoredTourSummary): TourListItem {
	return {
		id: tour.id,
		name: tour.name,
		status: tour.status,
		createdBy: tour.createdBy,
		tags: tour.createdBy === 'agent' ? ['created by agent'] : [],
		stepCount: tour.stepCount,
		publishedLink: tour.publishedLink,
		createdAt: tour.createdAt.toISOString(),
		updatedAt: tour.updatedAt.toISOString(),
	};
}

export function presentStep(step: StoredStep, position: number, baseUrl: string): Step {
	const {key: _key, image, narrations, ...plain} = step;
	const shown = narrations.map(narration => presentNarration(narration, step, baseUrl));
	return {
		...plain,
		position,
		camera: step.camera ?? {zoom: 'auto'},
		label: step.label ?? step.title,
		image: image && {
			mediaId: image.mediaId,
			url: mediaUrl(baseUrl, image.file),
			thumbnailUrl: thumbnailUrl(baseUrl, image.file),
			width: image.width,
			height: image.height,
		},
		narration: shown.find(({lang}) => lang === null) ?? null,
		narrations: shown.filter(({lang}) => lang !== null),
		durationMs: stepDurationMs(step),
	};
}

/** What adding and editing a step answer. */
export function presentStepChange(change: StepChange, baseUrl: string): {step: Step; adjustments: Adjustment[]; warnings?: Warning[]} {
	const {content, step, adjustments} = change;
	const warnings = stepWarnings(change);
	return {step: presentStep(step, stepIndex(content, step.id), baseUrl), adjustments, ...(warnings.length > 0 && {warnings})};
}

/** How long the step lasts when the tour plays by itself: time to read it, and time to hear it in any language. */
export function stepDurationMs(step: Pick<StoredStep, 'title' | 'text' | 'narrations'>): number {
	const codePoints = [...(step.title ?? ''), ...(step.text ?? '')].length;
	const heard = step.narrations.map(narration => narration.durationMs);
	return Math.max(STEP_MIN_MS, codePoints * STEP_MS_PER_CODE_POINT, ...heard);
}
