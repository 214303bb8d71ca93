import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {requirePort} from '../../infra/servers/free-port.ts';
import {readConfig} from '../../shared/config/config.ts';
import {startWhole, type Whole} from '../faults/whole-service.ts';
import {startFakeOpenAi} from '../helpers/fakes/openai.ts';
import {picture} from '../helpers/pictures.ts';
import type {Client} from '../helpers/service.ts';
import {type Prometheus, startPrometheus} from './prometheus.ts';

/** A service as npm start runs it, on a small disk, with a Prometheus that watches it. */
export type Watched = {
	whole: Whole;
	client: Client;
	prometheus: Prometheus;
	/** Who writes the texts. */
	provider: Awaited<ReturnType<typeof startFakeOpenAi>>;
	/** The browser does not start while this file is there. */
	noBrowser: string;
	folder: string;
	tourId: string;
	stepId: string;
	/** The operator's command; returns what it says. */
	operator(...words: string[]): Promise<Record<string, unknown>>;
	stop(): Promise<void>;
};

const DISK_BYTES = 900 * 1024 * 1024;

export async function startWatched(): Promise<Watched> {
	const folder = mkdtempSync(join(tmpdir(), 'watched-'));
	const provider = await startFakeOpenAi();
	const noBrowser = join(folder, 'no-browser');
	const chromium = join(folder, 'chromium');
	const real = readConfig().chromium;
	writeFileSync(chromium, `#!/bin/sh\n[ -e ${noBrowser} ] && exit 1\nexec ${real} "$@"\n`, {mode: 0o755});
	const metrics = await twoPorts();
	const whole = await startWhole({
		small: {folder: '', bytes: DISK_BYTES},
		settings: {
			METRICS_PORT: String(metrics),
			CHROMIUM: chromium,
			TEXT_PROVIDER: 'openai',
			OPENAI_BASE_URL: provider.baseUrl,
			OPENAI_API_KEY: provider.key,
			AI_TEXTS_PER_MONTH: '1000000',
		},
	});
	const prometheus = await startPrometheus(folder, {api: metrics, workers: metrics + 1});
	const client = await whole.client();
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'Watched'}})).body;
	const image = {base64: (await picture({width: 1200, height: 800})).toString('base64')};
	const {step} = (await client('POST', `/v1/tours/${tour.id}/steps`, {body: {image, title: 'One'}})).body;
	return {
		whole,
		client,
		prometheus,
		provider,
		noBrowser,
		folder,
		tourId: tour.id,
		stepId: step.id,
		operator: (...words) => operator(whole, words),
		async stop() {
			await prometheus.stop();
			await whole.stop();
			await provider.close();
			rmSync(folder, {recursive: true, force: true});
		},
	};
}

/** The first of two ports that follow each other, as npm start wants them. */
async function twoPorts(): Promise<number> {
	for (;;) {
		const port = 20_000 + Math.floor(Math.random() * 10_000);
		const both = [port, port + 1].map(one => requirePort('127.0.0.1', one));
		if ((await Promise.allSettled(both)).every(({status}) => status === 'fulfilled')) return port;
	}
}

function operator({config}: Whole, words: string[]): Promise<Record<string, unknown>> {
	const env = {...process.env, DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir};
	return new Promise((resolve, reject) =>
		execFile(process.execPath, ['infra/operator/operator.ts', ...words], {env}, (error, out, err) =>
			error ? reject(new Error(err)) : resolve(JSON.parse(out)),
		),
	);
}
