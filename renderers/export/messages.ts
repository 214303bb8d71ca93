import type {ExportFormat} from '../../shared/contract/exports/index.ts';
import type {AppError} from '../../shared/errors.ts';
import type {Exported, ExportSource} from '../exporter.ts';

/** Messages between a worker and the process of one export. */

/** The first message to the process. */
export type ExportTask = {
	format: ExportFormat;
	/** Complete and valid. */
	options: Record<string, unknown>;
	source: Pick<ExportSource, 'snapshot' | 'sections' | 'led' | 'url' | 'language' | 'document' | 'allSteps' | 'narrations'>;
	folder: string;
	chromium: string;
	ffmpeg: string;
};

/** A request of the process; the reply has the same `id`. */
export type ExportQuestion =
	| {ask: 'file'; id: number; name: string}
	| {ask: 'original'; id: number; name: string}
	/** Asks for the path of a part and if it exists; `put` tells that it has been made. */
	| {ask: 'part' | 'put'; id: number; name: string; extension: string};
export type ExportReply = {
	id: number;
	/** The reply to `file` and `original`. */
	bytes?: Buffer | null;
	/** The reply to `part`. */
	path?: string;
	isThere?: boolean;
	/** Why the request failed. */
	failed?: string;
};

/** The last message of the process, or one on its way. */
export type ExportNews =
	| {news: 'progress'; fraction: number}
	| {news: 'done'; exported: Exported}
	| {news: 'failed'; message: string; code?: string; appError?: ReturnType<AppError['toJSON']>};
