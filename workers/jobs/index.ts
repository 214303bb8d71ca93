import type {JOBS} from '../../shared/queue/jobs.ts';
import type {Handler, Handlers, ScheduledHandler} from '../runtime/handler.ts';
import {exportAccount, purgeAccounts} from './accounts/account-end.ts';
import {sendMail} from './accounts/send-mail.ts';
import {narrateStep} from './ai/narrate-step.ts';
import {offerVoices, speakSample} from './ai/voices.ts';
import {writeStep} from './ai/write-step.ts';
import {importBundle} from './documents/import-bundle.ts';
import {putAnimatedDocument, putDocument} from './documents/put-document.ts';
import {exportTour} from './exporting/export-tour.ts';
import {drawStep} from './images/draw-step.ts';
import {encodeAvif} from './images/encode-avif.ts';
import {ingestAnimation, ingestImage} from './images/ingest-image.ts';
import {readElements} from './images/read-elements.ts';
import {sweep} from './maintenance/sweep.ts';
import {buildBundle} from './publishing/build-bundle.ts';
import {pictureSheet, pictureStep} from './publishing/picture-step.ts';
import {rebuildPage} from './publishing/rebuild-page.ts';
import {renderCover} from './publishing/render-cover.ts';
import {eraseRedacted} from './redaction/erase-redacted.ts';
import {redactAnimation, redactStep} from './redaction/redact-step.ts';

type AllHandlers = {[Job in (typeof JOBS)[number] as Job['name']]: {work: Handler<Job>} | {scheduled: ScheduledHandler}};

/** Handlers of all jobs: a job without its handler does not compile. */
export const HANDLERS = {
	'ingest-image': {work: ingestImage},
	'ingest-animation': {work: ingestAnimation},
	'put-document': {work: putDocument},
	'put-animated-document': {work: putAnimatedDocument},
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
	'redact-animation': {work: redactAnimation},
	'erase-redacted': {work: eraseRedacted},
	'offer-voices': {scheduled: offerVoices},
	sweep: {scheduled: sweep},
	'export-account': {work: exportAccount},
	'purge-accounts': {scheduled: purgeAccounts},
} satisfies AllHandlers as Handlers;
