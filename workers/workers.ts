import type {Browser} from '../renderers/browser/browser.ts';
import {endedOr} from '../shared/concurrency.ts';
import type {JobDefinition, Pool} from '../shared/queue/job.ts';
import {sendMail} from '../shared/queue/jobs/accounts.ts';
import {offerVoices as offerVoicesJob} from '../shared/queue/jobs/ai.ts';
import {rebuildPage} from '../shared/queue/jobs/publishing.ts';
import {eraseRedacted} from '../shared/queue/jobs/redaction.ts';
import {JOBS} from '../shared/queue/jobs.ts';
import type {Services} from '../shared/services/services.ts';
import {warnOfMailServer} from './jobs/accounts/send-mail.ts';
import {offerVoices} from './jobs/ai/voices.ts';
import {HANDLERS} from './jobs/index.ts';
import {openRebuildOrders} from './jobs/publishing/rebuild-page.ts';
import {openErasures} from './jobs/redaction/erase-redacted.ts';
import {measuredText, measuredVoices, openTextProvider, openVoiceProvider} from './providers/index.ts';
import type {Dependencies, Handlers} from './runtime/handler.ts';
import {openPool} from './runtime/pool.ts';
import {openRelay} from './runtime/relay.ts';
import {openReportCounter} from './runtime/report-counter.ts';
import {openSchedules} from './runtime/schedules.ts';

/** The start of a worker does not wait longer for its provider of voices. */
const VOICES_WAIT_MS = 3000;

/** Begins to work on the pools, to relay what they missed, to count what pages report, and to run what runs by the clock. */
export async function openWorkers({
	services,
	browser,
	pools,
	concurrency,
	jobs = JOBS,
	handlers = HANDLERS,
}: {
	services: Services;
	browser: Browser;
	pools: readonly Pool[];
	concurrency: (pool: Pool) => number;
	jobs?: readonly JobDefinition[];
	handlers?: Handlers;
}) {
	const dependencies: Dependencies = {
		services,
		browser,
		textProvider: measuredText(openTextProvider(services.config)),
		voiceProvider: measuredVoices(openVoiceProvider(services.config)),
	};
	const schedules = await openSchedules(services, jobs, pools);
	const open = pools.map(pool => openPool(pool, {dependencies, jobs, handlers, concurrency: concurrency(pool)}));
	if (pools.includes('audio') && jobs.includes(offerVoicesJob)) await syncVoicesOnce(dependencies);
	if (pools.includes('delivery') && jobs.includes(sendMail)) void warnOfMailServer(services.config, services.log);
	const relay = openRelay(services, jobs, pools);
	const counter = openReportCounter(services);
	const rebuilds = pools.includes('render') && jobs.includes(rebuildPage) ? openRebuildOrders(services) : null;
	const erasures = pools.includes('render') && jobs.includes(eraseRedacted) ? openErasures(services) : null;
	return {
		async close() {
			await Promise.all([schedules.close(), relay.close(), counter.close(), rebuilds?.close(), erasures?.close()]);
			await Promise.all(open.map(pool => pool.close()));
		},
	};
}

/** Calls for narration need the list: it is stored before the first of them, where the provider responds soon, and again by the clock. */
async function syncVoicesOnce(dependencies: Dependencies): Promise<void> {
	const synced = offerVoices(dependencies).catch(error => dependencies.services.log.warn({error}, 'voices not synced'));
	await endedOr(synced, VOICES_WAIT_MS);
}
