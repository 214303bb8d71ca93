import {setTimeout as sleep} from 'node:timers/promises';
import {startFakeOpenAi} from '../helpers/fakes/openai.ts';
import {type ServiceProcess, startProcess} from '../helpers/processes.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';
import type {Outcome} from './experiment.ts';

const STEPS_PER_TOUR = 25;
const PATIENCE_MS = 120_000;

export type Storm = {
	texts: number;
	narrations: number;
	kills: number;
	/** Jobs by how they ended. */
	states: Record<string, number>;
	/** Steps that have what their job was to bring. */
	stepsDone: number;
	/** What the account was charged, and what it should have been. */
	charged: {texts: number; narrationMs: number};
	due: {texts: number; narrationMs: number};
	/** What is still held of the quotas at the end. */
	reserved: number;
	/** Texts that the provider wrote: those whose worker was killed were written again. */
	written: number;
};

/**
 * Texts and narrations for steps of their own, asked for at once, while the worker is killed and started again. `speechEvery`: one job in so
 * many is speech; `settings`: environment variables of the service.
 */
export async function storm({
	jobs,
	kills,
	speechEvery = 5,
	settings = {},
	report,
}: {
	jobs: number;
	kills: number;
	speechEvery?: number;
	settings?: Record<string, string>;
	report: (sentence: string) => void;
}): Promise<Storm> {
	const model = await startFakeOpenAi();
	const service = await startService(
		{
			TEXT_PROVIDER: 'openai',
			OPENAI_BASE_URL: model.baseUrl,
			OPENAI_API_KEY: model.key,
			AI_TEXTS_PER_MONTH: '100000',
			NARRATION_MINUTES_PER_MONTH: '100000',
			...settings,
		},
		{workers: false},
	);
	let worker: ServiceProcess | null = null;
	try {
		// Once, so that it registers its voices.
		worker = await startProcess('workers/main.ts', service.env, {pools: ['ai', 'audio']});
		await worker.kill('SIGTERM');
		const client = await service.client();
		const asked = await askForAll(client, jobs, speechEvery);
		report(`${asked.length} jobs asked for`);
		worker = await startProcess('workers/main.ts', service.env, {pools: ['ai', 'audio']});
		for (let kill = 1; kill <= kills; kill++) {
			await sleep(200 + (kill % 5) * 150);
			await worker.kill('SIGKILL');
			report(`kill ${kill} of ${kills}: ${JSON.stringify(await states(service))}`);
			worker = await startProcess('workers/main.ts', service.env, {pools: ['ai', 'audio']});
		}
		await allEnded(service);
		return await account(service, client, asked, {kills, written: model.requests.length});
	} finally {
		await worker?.kill('SIGTERM');
		await service.stop();
		await model.close();
	}
}

/** The storm as an experiment: holds where each job is done, charged once, and nothing is held of the quotas. */
export async function stormOutcome(options: Parameters<typeof storm>[0]): Promise<Outcome> {
	const {states, stepsDone, charged, due, reserved, written} = await storm(options);
	const twice = charged.texts - due.texts + Math.abs(charged.narrationMs - due.narrationMs);
	const lost = options.jobs - Math.min(stepsDone, states.succeeded ?? 0);
	return {
		figures: {acknowledged: options.jobs, lost, doubled: twice, kills: options.kills, reserved, written},
		ok: lost === 0 && twice === 0 && reserved === 0,
	};
}

type Asked = {tour: string; step: string; job: string; speech: boolean};

async function askForAll(client: Client, jobs: number, speechEvery: number): Promise<Asked[]> {
	const asked: Asked[] = [];
	let tour = '';
	for (let index = 0; index < jobs; index++) {
		if (index % STEPS_PER_TOUR === 0) tour = (await client('POST', '/v1/tours', {body: {name: `Storm ${index}`}})).body.tour.id;
		const speech = index % speechEvery === 0;
		const fields = speech ? {text: `This is sentence number ${index}.`} : {alt: `Form ${index}`};
		const {step} = (await client('POST', `/v1/tours/${tour}/steps`, {body: {type: 'slide', ...fields}})).body;
		const path = `/v1/tours/${tour}/steps/${step.id}/${speech ? 'narration' : 'generate-text'}`;
		const {status, body} = await client('POST', path, {body: {language: 'en'}, headers: {Prefer: 'respond-async'}});
		if (status !== 202) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
		asked.push({tour, step: step.id, job: body.job.id, speech});
	}
	return asked;
}

async function states({services}: TestService): Promise<Record<string, number>> {
	const rows: Array<{state: string; count: string}> = await services.database.query(
		"SELECT state, COUNT(*) AS count FROM jobs WHERE type IN ('write-step', 'narrate-step') GROUP BY state",
	);
	return Object.fromEntries(rows.map(({state, count}) => [state, Number(count)]));
}

async function allEnded(service: TestService): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const now = await states(service);
		if (!now.queued && !now.running) return;
		if (Date.now() > deadline) throw new Error(`Not all have ended: ${JSON.stringify(now)}`);
		await sleep(200);
	}
}

async function account(
	service: TestService,
	client: Client,
	asked: Asked[],
	{kills, written}: {kills: number; written: number},
): Promise<Storm> {
	const steps = new Map<string, {title: string | null; narration: {durationMs: number} | null}>();
	for (const tour of new Set(asked.map(one => one.tour))) {
		for (const step of (await client('GET', `/v1/tours/${tour}`)).body.tour.steps) steps.set(step.id, step);
	}
	const spoken = asked.filter(one => one.speech).map(one => steps.get(one.step)?.narration?.durationMs ?? 0);
	const titled = asked.filter(one => !one.speech && steps.get(one.step)?.title);
	const {aiTexts, narrationMs} = (await client('GET', '/v1/me')).body.quotas;
	return {
		texts: asked.length - spoken.length,
		narrations: spoken.length,
		kills,
		states: await states(service),
		stepsDone: titled.length + spoken.filter(ms => ms > 0).length,
		charged: {texts: aiTexts.used, narrationMs: narrationMs.used},
		due: {texts: asked.length - spoken.length, narrationMs: spoken.reduce((sum, ms) => sum + ms, 0)},
		reserved: aiTexts.reserved + narrationMs.reserved,
		written,
	};
}
