import type {JOBS} from '../../shared/queue/jobs.ts';
import type {Handler, Handlers, ScheduledHandler} from '../runtime/handler.ts';
import {buildBundle} from './build-bundle.ts';
import {drawStep} from './draw-step.ts';
import {encodeAvif} from './encode-avif.ts';
import {ingestAnimation} from './ingest-animation.ts';
import {ingestImage} from './ingest-image.ts';
import {narrateStep} from './narrate-step.ts';
import {putDocument, putDocumentWithAnimations} from './put-document.ts';
import {readElements} from './read-elements.ts';
import {rebuildPage} from './rebuild-page.ts';
import {renderCover} from './render-cover.ts';
import {sendMail} from './send-mail.ts';
import {sweep} from './sweep.ts';
import {offerVoices} from './sync-voices.ts';
import {writeStep} from './write-step.ts';

type AllHandlers = {[Job in (typeof JOBS)[number] as Job['name']]: {work: Handler<Job>} | {scheduled: ScheduledHandler}};

/** What does each job: a job without its handler does not compile. */
export const HANDLERS = {
	'ingest-image': {work: ingestImage},
	'ingest-animation': {work: ingestAnimation},
	'put-document': {work: putDocument},
	'put-animated-document': {work: putDocumentWithAnimations},
	'encode-avif': {work: encodeAvif},
	'build-bundle': {work: buildBundle},
	'render-cover': {work: renderCover},
	'rebuild-page': {work: rebuildPage},
	'write-step': {work: writeStep},
	'narrate-step': {work: narrateStep},
	'send-mail': {work: sendMail},
	'draw-step': {work: drawStep},
	'read-elements': {work: readElements},
	'offer-voices': {scheduled: offerVoices},
	sweep: {scheduled: sweep},
} satisfies AllHandlers as Handlers;
