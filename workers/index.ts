import type {JOBS} from '../shared/queue/jobs.ts';
import {buildBundle} from './build-bundle.ts';
import type {Handler, Handlers, ScheduledHandler} from './handler.ts';
import {ingestImage} from './ingest-image.ts';
import {renderCover} from './render-cover.ts';
import {sweep} from './sweep.ts';

type AllHandlers = {[Job in (typeof JOBS)[number] as Job['name']]: {work: Handler<Job>} | {scheduled: ScheduledHandler}};

/** What does each job: a job without its handler does not compile. */
export const HANDLERS = {
	'ingest-image': {work: ingestImage},
	'build-bundle': {work: buildBundle},
	'render-cover': {work: renderCover},
	sweep: {scheduled: sweep},
} satisfies AllHandlers as Handlers;
