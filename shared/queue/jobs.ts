import {narrateStep, offerVoices, speakSample, writeStep} from './jobs/ai.ts';
import {importBundle, putAnimatedDocument, putDocument} from './jobs/documents.ts';
import {
	drawStep,
	encodeAvif,
	eraseRedacted,
	ingestAnimation,
	ingestImage,
	readElements,
	redactAnimation,
	redactStep,
} from './jobs/images.ts';
import {exportAccount, purgeAccounts, sendMail, sweep} from './jobs/maintenance.ts';
import {buildBundle, exportTour, pictureSheet, pictureStep, rebuildPage, renderCover} from './jobs/publishing.ts';

/** Every job of the service, by family in `jobs/`. */
export const JOBS = [
	ingestImage,
	ingestAnimation,
	encodeAvif,
	drawStep,
	readElements,
	redactStep,
	redactAnimation,
	eraseRedacted,
	putDocument,
	putAnimatedDocument,
	importBundle,
	buildBundle,
	renderCover,
	rebuildPage,
	pictureStep,
	pictureSheet,
	exportTour,
	writeStep,
	narrateStep,
	speakSample,
	offerVoices,
	sendMail,
	sweep,
	exportAccount,
	purgeAccounts,
] as const;
