import type {JOBS} from '../../shared/queue/jobs.ts';
import type {Handler, Handlers, ScheduledHandler} from '../runtime/handler.ts';
import {exportAccount, purgeAccounts} from './account-end/account-end.ts';
import {narrateStep} from './ai/narrate-step.ts';
import {offerVoices} from './ai/offer-voices.ts';
import {speakSample} from './ai/speak-sample.ts';
import {writeStep} from './ai/write-step.ts';
import {exportTour} from './exporting/export-tour.ts';
import {drawStep} from './images/draw-step.ts';
import {encodeAvif} from './images/encode-avif.ts';
import {ingestAnimation, ingestImage} from './images/ingest-image.ts';
import {readElements} from './images/read-elements.ts';
import {importBundle} from './importing/import-bundle.ts';
import {sendMail} from './mail/send-mail.ts';
import {sweep} from './maintenance/sweep.ts';
import {buildBundle} from './publishing/build-bundle.ts';
import {renderCover} from './publishing/covers.ts';
import {pictureSheet, pictureStep} from './publishing/picture-step.ts';
import {rebuildPage} from './publishing/render-page.ts';
import {putDocument, putDocumentWithAnimations} from './put-document.ts';
import {eraseRedacted} from './redaction/erase-redacted.ts';
import {redactAnimationStep, redactStep} from './redaction/redact-step.ts';

type AllHandlers = {[Job in (typeof JOBS)[number] as Job['name']]: {work: Handler<Job>} | {scheduled: ScheduledHandler}};

/** Handlers of all jobs: a job without its handler does not compile. */
export const HANDLERS = {
	'ingest-image': {work: ingestImage},
	'ingest-animation': {work: ingestAnimation},
	'put-document': {work: putDocument},
	'put-animated-document': {work: putDocumentWithAnimations},
	'import-bundle': {work: importBundle},
	'encode-avif': {work: encodeAvif},
	'build-bundle': {work: buildBundle},
	'render-cover': {work: renderCover},
	'rebuild-page': {work: rebuildPage},
	'picture-step': {work: pictureStep},
	'picture-sheet': {work: pictureSheet},
	'export-tour': {work: exportTour},
	'write-step': {work: writeStep},
	'narrate-step': {work: narrateStep},
	'speak-sample': {work: speakSample},
	'send-mail': {work: sendMail},
	'draw-step': {work: drawStep},
	'read-elements': {work: readElements},
	'redact-step': {work: redactStep},
	'redact-animation': {work: redactAnimationStep},
	'erase-redacted': {work: eraseRedacted},
	'offer-voices': {scheduled: offerVoices},
	sweep: {scheduled: sweep},
	'export-account': {work: exportAccount},
	'purge-accounts': {scheduled: purgeAccounts},
} satisfies AllHandlers as Handlers;
