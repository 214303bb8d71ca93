import type {Operation} from '../pipeline/operation.ts';
import {generateText} from './ai/generate-text.ts';
import {deleteNarration, generateNarration} from './ai/narration.ts';
import {listVoices, setNarrationSettings, speakSample} from './ai/voices.ts';
import {getAnalytics, getTourAnalytics} from './analytics/analytics.ts';
import {setEndCta, setLeadCapture, setTheme} from './appearance.ts';
import {duplicateTour, listBinOperation, restoreTourOperation, trashTourOperation} from './bin.ts';
import {changeTourOperation} from './changes.ts';
import {getDocument, importTour, putDocumentOperation} from './documents.ts';
import {deleteExport, exportTourOperation, getExport, listExportsOperation} from './exports/exports.ts';
import {getJob, watchJob} from './jobs.ts';
import {me} from './me.ts';
import {findElements, targetStep} from './media/elements.ts';
import {batchMedia, createUploadUrl, getMedia, redactStepOperation, uploadMedia} from './media/media.ts';
import {getFlow, setChapters, setStepActions} from './paths/paths.ts';
import {getUnpublished, publish, unpublish} from './publish.ts';
import {addStepOperation, deleteStepOperation, previewStep, reorderStepsOperation, setCameraOperation, updateStep} from './steps.ts';
import {createTour, getTour, listToursOperation, renameTour} from './tours.ts';
import {diffVersions, getVersion, listVersionsOperation, nameVersion, restoreVersion} from './versions.ts';
import {watchTourOperation} from './watch-tour.ts';

/** The table of contents: every operation under /v1, in the order of its documentation. `owner/` lists those of sessions alone. */
export const PUBLIC_OPERATIONS = [
	me,
	listToursOperation,
	createTour,
	getTour,
	renameTour,
	changeTourOperation,
	watchTourOperation,
	putDocumentOperation,
	getDocument,
	importTour,
	duplicateTour,
	trashTourOperation,
	restoreTourOperation,
	listBinOperation,
	listVersionsOperation,
	nameVersion,
	getVersion,
	diffVersions,
	restoreVersion,
	addStepOperation,
	updateStep,
	setCameraOperation,
	setStepActions,
	deleteStepOperation,
	reorderStepsOperation,
	setChapters,
	getFlow,
	targetStep,
	redactStepOperation,
	previewStep,
	setTheme,
	setLeadCapture,
	setEndCta,
	setNarrationSettings,
	publish,
	unpublish,
	getUnpublished,
	exportTourOperation,
	listExportsOperation,
	getExport,
	deleteExport,
	generateText,
	generateNarration,
	deleteNarration,
	getTourAnalytics,
	getAnalytics,
	listVoices,
	speakSample,
	uploadMedia,
	createUploadUrl,
	batchMedia,
	getMedia,
	findElements,
	getJob,
	watchJob,
] as const satisfies readonly Operation[];
