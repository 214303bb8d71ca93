import type {Operation} from '../pipeline/operation.ts';
import {getAnalytics, getTourAnalytics} from './analytics.ts';
import {setEndCta, setLeadCapture, setTheme} from './appearance.ts';
import {duplicateTour, listBinOperation, restoreTourOperation, trashTourOperation} from './bin.ts';
import {getDocument, putDocumentOperation} from './documents.ts';
import {findElements, targetStep} from './elements.ts';
import {generateText} from './generate-text.ts';
import {getJob, watchJob} from './jobs.ts';
import {me} from './me.ts';
import {batchMedia, createUploadUrl, uploadMedia} from './media.ts';
import {generateNarration} from './narration.ts';
import {publish, unpublish} from './publish.ts';
import {addStepOperation, deleteStepOperation, reorderStepsOperation, setCameraOperation, updateStep} from './steps.ts';
import {createTour, getTour, listToursOperation, renameTour} from './tours.ts';
import {diffVersions, getVersion, listVersionsOperation, nameVersion, restoreVersion} from './versions.ts';
import {listVoices, setNarrationSettings} from './voices.ts';

/** The table of contents: every operation of the service, in the order of its documentation. */
export const OPERATIONS = [
	me,
	listToursOperation,
	createTour,
	getTour,
	renameTour,
	putDocumentOperation,
	getDocument,
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
	deleteStepOperation,
	reorderStepsOperation,
	targetStep,
	setTheme,
	setLeadCapture,
	setEndCta,
	setNarrationSettings,
	publish,
	unpublish,
	generateText,
	generateNarration,
	getTourAnalytics,
	getAnalytics,
	listVoices,
	uploadMedia,
	createUploadUrl,
	batchMedia,
	findElements,
	getJob,
	watchJob,
] as const satisfies readonly Operation[];
