import {benchCover} from './cover.ts';
import {benchDocuments} from './documents.ts';
import {benchEditorHour, benchEditorMap, benchEditorPictures, benchEditorStart, benchEditorWaits} from './editor/editor.ts';
import {benchElements} from './elements.ts';
import {benchExport} from './export.ts';
import {benchGetTour} from './get-tour.ts';
import {benchGrowth} from './growth.ts';
import {benchIngest} from './ingest.ts';
import {benchJob} from './job.ts';
import {benchLocalWriter} from './local-writer.ts';
import {benchNarration} from './narration.ts';
import {benchPage} from './page.ts';
import {benchPlayer} from './player.ts';
import {benchProcesses} from './processes.ts';
import {benchPublish} from './publish.ts';
import {benchRestore} from './restore.ts';
import {benchToolsCall} from './tools-call.ts';
import {benchWaitingJobs} from './waiting-jobs.ts';
import {benchWatched} from './watched.ts';
import {benchWideAccount} from './wide-account.ts';
import {benchWideEditor} from './wide-editor.ts';

/** One line of a bench; `bare` is what it is set beside, or the most that it may be. `isNoisy`: what programs beside it move more than the code does; a short round judges none. */
export type Measured = {what: string; ours: string; bare: string; ratio: number; goal: string; met: boolean; isNoisy?: boolean};

/** Every bench by its name. */
export const BENCHES: Readonly<Record<string, () => Promise<Measured[]>>> = {
	'get-tour': benchGetTour,
	'tools-call': benchToolsCall,
	watched: benchWatched,
	ingest: benchIngest,
	operation: benchJob,
	publish: benchPublish,
	page: benchPage,
	cover: benchCover,
	narration: benchNarration,
	'local-writer': benchLocalWriter,
	elements: benchElements,
	documents: benchDocuments,
	player: benchPlayer,
	'editor-waits': benchEditorWaits,
	'editor-start': benchEditorStart,
	'editor-hour': benchEditorHour,
	'editor-map': benchEditorMap,
	'editor-pictures': benchEditorPictures,
	export: benchExport,
	growth: benchGrowth,
	'growth-jobs': benchWaitingJobs,
	'wide-account': benchWideAccount,
	'wide-editor': benchWideEditor,
	processes: benchProcesses,
	restore: benchRestore,
};
