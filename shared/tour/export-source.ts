import {type ExportFormat, factsOf} from '../contract/exports/index.ts';
import {LIMITS} from '../contract/limits.ts';
import {primaryLanguage} from '../contract/page-language.ts';
import type {StepActions} from '../contract/paths/actions.ts';
import type {Snapshot, SnapshotStep} from '../contract/snapshot.ts';
import {languageTag, type TourContent} from './document/document.ts';
import type {WholeDocument} from './document/from-document.ts';
import {isStale} from './narration.ts';
import {hasPaths, mainPath} from './paths/graph.ts';
import {inSections, planSections, type Section} from './paths/sections.ts';
import {mainLanguage, narrationOf, timelineOf} from './timeline.ts';

/** Rules for the source of an export. */

const NAME_MAX = 100;

/** Returns the snapshot without AVIF, which are made later and go into no file. */
export function withoutAvif(snapshot: Snapshot): Snapshot {
	const steps = snapshot.steps.map(({image, ...step}) => {
		if (!image) return {...step, image};
		const {avif: _avif, ...shown} = image;
		return {...step, image: shown};
	});
	return {...snapshot, steps};
}

/** Returns the tag that this language has in the tour; null if no step speaks it. */
export function spokenTag(snapshot: Snapshot, language: string): string | null {
	const spoken = spokenLanguages(snapshot);
	const wanted = language.toLowerCase();
	return spoken.find(tag => tag.toLowerCase() === wanted) ?? spoken.find(tag => primaryLanguage(tag) === wanted) ?? null;
}

/**
 * The part of a tour that an export shows: `document` and `snapshot` have equal steps, `sections` begin where branches do; `led` are all steps
 * with where they lead, if those of `snapshot` have no ways on.
 */
export type Shown = {
	snapshot: Snapshot;
	document<D extends Pick<WholeDocument, 'steps'>>(whole: D): D;
	leftOut: SnapshotStep[];
	sections?: Section[];
	led?: Array<Pick<SnapshotStep, 'id' | 'actions'>>;
};

/**
 * Returns a tour as a format shows it. A linear format leaves out the steps beside the main path, or with `branches: sections` those
 * that cannot be reached.
 */
export function asShown(format: ExportFormat, snapshot: Snapshot, {branches}: Pick<Chosen, 'branches'>): Shown {
	if (!factsOf(format).isLinear || !hasPaths(snapshot.steps)) return {snapshot, document: whole => whole, leftOut: []};
	if (branches === 'sections') {
		const plan = planSections(snapshot.steps);
		return {
			snapshot: {...snapshot, steps: inSections(snapshot.steps, plan, ({id}) => id)},
			document: whole => ({...whole, steps: inSections(whole.steps, plan, ({key}) => key)}),
			leftOut: snapshot.steps.filter((_, index) => !plan.order.includes(index)),
			sections: plan.sections,
		};
	}
	const main = mainPath(snapshot.steps);
	const along = <S extends {actions?: StepActions}>(steps: readonly S[]) =>
		main.map(index => {
			const {actions: _actions, ...step} = steps[index]!;
			return step as S;
		});
	return {
		snapshot: {...snapshot, steps: along(snapshot.steps)},
		document: whole => ({...whole, steps: along(whole.steps)}),
		leftOut: snapshot.steps.filter((_, index) => !main.includes(index)),
		led: snapshot.steps.map(({id, actions}) => ({id, ...(actions && {actions})})),
	};
}

/** The languages that the tour speaks, its own first. */
export function spokenLanguages({steps, language}: Snapshot): string[] {
	return [...new Set([language, ...steps.flatMap(({narrations}) => narrations.map(narration => narration.language))])];
}

/** A narration, by its step and language. */
export type NarrationName = {stepId: string; language: string};

/** Returns the narrations that the file will speak and that were made of words that the step no longer has, as many as a tour has steps. */
export function outdatedNarrations(
	format: ExportFormat,
	snapshot: Pick<Snapshot, 'steps' | 'language'>,
	{options, language, content}: {options: Chosen; language: string | null; content: TourContent},
): NarrationName[] {
	const {isLinear, speaks} = factsOf(format);
	if (!speaks || options.narration === false) return [];
	const spoken = language ?? (isLinear ? mainLanguage(snapshot) : null);
	const shown = new Map(snapshot.steps.map(step => [step.id, step]));
	const outdated = content.steps.flatMap(step => {
		const there = shown.get(step.id);
		const heard = there && spoken !== null ? narrationOf(there, spoken)?.language : null;
		return step.narrations
			.filter(narration => there && isStale(narration, step) && (spoken === null || languageTag(narration.language) === heard))
			.map(narration => ({stepId: step.id, language: narration.language}));
	});
	return outdated.slice(0, LIMITS.stepsPerTour);
}

type Chosen = {opening?: boolean; closing?: boolean; narration?: boolean; style?: string; branches?: string};

/** Returns how long the export plays, milliseconds; 0 if it does not move. */
export function exportLengthMs(format: ExportFormat, snapshot: Snapshot, options: Chosen, language: string | null): number {
	if (!factsOf(format).moves) return 0;
	const {opening, closing, narration} = options;
	return timelineOf(snapshot, {opening, closing, narration, ...(language !== null && {language})}).durationMs;
}

/** Returns the length that counts against the seconds of the day: 0 if each step is one still. */
export function countedLengthMs(format: ExportFormat, snapshot: Snapshot, options: Chosen, language: string | null): number {
	return options.style === 'slides' ? 0 : Math.ceil(exportLengthMs(format, snapshot, options, language));
}

/** Returns a name for files of the tour, without extension: its title, valid in every file system. */
export function exportName(title: string): string {
	const plain = title
		.normalize('NFC')
		// Letters of Persian and Hindi and parts of an emoji are joined, or kept apart, by two of these.
		.replaceAll(/[[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>:"\/\\\|?*]--[\u200c\u200d]]+/gv, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim()
		.replace(/^[.\u200c\u200d]+|[. \u200c\u200d]+$/g, '');
	return (
		[...plain]
			.slice(0, NAME_MAX)
			.join('')
			.replace(/[\s\u200c\u200d]+$/, '') || 'tour'
	);
}
