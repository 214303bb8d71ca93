import {exportAccount, purgeAccounts, sendMail} from './jobs/accounts.ts';
import {narrateStep, offerVoices, speakSample, writeStep} from './jobs/ai.ts';
import {importBundle, putAnimatedDocument, putDocument} from './jobs/documents.ts';
import {exportTour} from './jobs/exporting.ts';
import {drawStep, encodeAvif, ingestAnimation, ingestImage, readElements} from './jobs/images.ts';
import {sweep} from './jobs/maintenance.ts';
import {buildBundle, pictureSheet, pictureStep, rebuildPage, renderCover} from './jobs/publishing.ts';
import {eraseRedacted, redactAnimation, redactStep} from './jobs/redaction.ts';

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
