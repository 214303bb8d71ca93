import type {Snapshot, SnapshotStep} from '../shared/contract/snapshot.ts';
import type {StoredNarration} from '../shared/tour/document/document.ts';
import type {KeyedStep, WholeDocument} from '../shared/tour/document/from-document.ts';
import type {Section} from '../shared/tour/paths/sections.ts';
import type {Browser} from './browser/browser.ts';

/** All that an export is made of: equal sources and options make the same file. */
export type ExportSource = {
	snapshot: Snapshot;
	/** Branches that are printed after the main path; absent if only the main path is shown. */
	sections?: readonly Section[];
	/** All steps with where they lead; set if `snapshot` has only the main path of a tour with paths, without ways on. */
	led?: ReadonlyArray<Pick<SnapshotStep, 'id' | 'actions'>>;
	/** The link that visitors open, with its host; null if the tour has never been published. */
	url: string | null;
	/** Spoken language, BCP 47; `mainLanguage` if absent. A step without narration in it is silent. */
	language?: string;
	/** Returns a file of the public media store, by its name in the snapshot; null if it is gone. */
	read(file: string): Promise<Buffer | null>;
	/**
	 * The tour as `PUT /documents/{key}` takes it, with the key that finds it again (its own, else its id): there for a format that
	 * `takesDocument`, and then a part of what the export is made of.
	 */
	document?: WholeDocument & {key: string};
	/** All steps of a tour with paths in their order, where `document` has some of them, or has them in another order. */
	allSteps?: readonly KeyedStep[];
	/** Narrations of the steps of `document`, by step id; present if `document` is. */
	narrations?: Readonly<Record<string, StoredNarration[]>>;
	/** Returns an image's bytes without metadata, by its mediaId in `document`; null if it is gone. Set if `document` is. */
	original?(mediaId: string): Promise<Buffer | null>;
};

/** Tools and limits that an exporter works with. */
export type ExportWork = {
	browser: Browser;
	/** Its program, by name or path. */
	ffmpeg: string;
	/** Absolute path of an empty folder for intermediate files and the result, removed at the end and on errors. */
	folder: string;
	/** Reports how much is done, 0..1. */
	progress(fraction: number): void;
	/** Aborted if no caller waits for the result, or time is over: the exporter ends its processes and throws. */
	signal: AbortSignal;
	/**
	 * Returns the path of a part that is kept between exports, and calls `make` if there is none yet. `name` is the
	 * sha256 (hex) of all that the part is made of and of a number that is raised with each change of the drawing, so that
	 * after a change of one step only that step is rendered.
	 */
	kept(name: string, extension: string, make: (path: string) => Promise<void>): Promise<string>;
};

/**
 * A notice that something was left out or reduced: a code for programs and an English sentence.
 * `stepId` names the step if it concerns only one.
 */
export type ExportWarning = {code: string; message: string; stepId?: string};

/** A file that was made, in the work's folder. */
export type Exported = {path: string; warnings: ExportWarning[]};

/** Makes one format. The options are validated and complete before it is called. */
export type Exporter<Options> = {
	make(source: ExportSource, options: Options, work: ExportWork): Promise<Exported>;
};
