import {randomBytes} from 'node:crypto';
import {glob, rename, rm, statfs, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {Queue} from 'bullmq';
import type {Pool} from '../../shared/queue/job.ts';
import {taggedPrefix} from '../../shared/queue/keys.ts';
import {jobEnded} from '../helpers/service.ts';
import type {Watched} from './watched.ts';

/** What makes alerts fire, and what of their runbook ends them. */
export type Fault = {
	alerts: readonly string[];
	fault: string;
	remedy: string;
	cause(watched: Watched): Promise<void>;
	/** What users do meanwhile, again and again, until the alert has ended. */
	meanwhile?(watched: Watched): Promise<void>;
	mend(watched: Watched): Promise<void>;
};

const queueOf = ({whole}: Watched, pool: Pool) =>
	new Queue(pool, {connection: whole.redis as never, prefix: taggedPrefix(whole.config.redisPrefix, pool)});

const noBackup: Fault = {
	alerts: ['RoteiroBackupOld'],
	fault: 'no backup was ever taken',
	remedy: 'operator backup create',
	async cause() {},
	mend: async ({operator, folder}) => void (await operator('backup', 'create', '--to', join(folder, 'backup'))),
};

const noSweep: Fault = {
	alerts: ['RoteiroSweepOld'],
	fault: 'the last sweep ended four hours ago',
	remedy: 'its delayed job is promoted at /ops/queues',
	cause: async ({whole}) =>
		void (await whole.database.query(
			"INSERT INTO marks (name, at) VALUES ('sweep', UTC_TIMESTAMP(3) - INTERVAL 4 HOUR) ON DUPLICATE KEY UPDATE at = VALUES(at)",
		)),
	async mend(watched) {
		const queue = queueOf(watched, 'background');
		for (const job of await queue.getDelayed()) if (job.name === 'sweep') await job.promote();
	},
};

const noBrowser: Fault = {
	alerts: ['RoteiroBrowserFails'],
	fault: 'the browser does not start',
	remedy: 'the program that CHROMIUM names works again',
	async cause(watched) {
		await writeFile(watched.noBrowser, '');
		// The one that runs is ended with its worker.
		watched.whole.strike('worker', 'SIGKILL');
	},
	async meanwhile({client, tourId, stepId}) {
		await client('PATCH', `/v1/tours/${tourId}/steps/${stepId}`, {body: {title: randomBytes(4).toString('hex')}}).catch(() => {});
		await client('GET', `/v1/tours/${tourId}/steps/${stepId}/picture`).catch(() => {});
	},
	mend: watched => rm(watched.noBrowser),
};

const providerFails: Fault = {
	alerts: ['RoteiroProviderFails'],
	fault: 'the provider of texts responds 500',
	remedy: 'the provider works again, or another TEXT_PROVIDER',
	async cause({provider}) {
		provider.mode = 'status-500';
	},
	async meanwhile({client, tourId, stepId}) {
		await client('POST', `/v1/tours/${tourId}/steps/${stepId}/generate-text`, {body: {}}).catch(() => {});
	},
	async mend({provider}) {
		provider.mode = 'good';
	},
};

const redisFull: Fault = {
	alerts: ['RoteiroRedisMemory'],
	fault: 'Redis may take a quarter more than it has',
	remedy: 'maxmemory is raised',
	async cause({whole: {redis}}) {
		const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))![1]);
		await redis.config('SET', 'maxmemory', String(Math.round(used * 1.25)));
	},
	mend: async ({whole: {redis}}) => void (await redis.config('SET', 'maxmemory', '0')),
};

const diskFull: Fault = {
	alerts: ['RoteiroDiskFull'],
	fault: 'the disk is full but for a twentieth',
	remedy: 'room is made',
	async cause({whole}) {
		const {blocks, bsize} = await statfs(whole.config.dataDir);
		whole.disk!.fill((blocks * bsize) / 20);
	},
	mend: async ({whole}) => whole.disk!.free(),
};

const noProcessor: Fault = {
	alerts: ['RoteiroProcessorShort'],
	fault: 'the API gets the processor for a quarter of the time',
	remedy: 'nobody takes it away any more',
	async cause({whole}) {
		starved = true;
		void (async () => {
			while (starved) {
				whole.strike('api', 'SIGSTOP');
				await sleep(300);
				whole.strike('api', 'SIGCONT');
				await sleep(100);
			}
		})();
	},
	async mend() {
		starved = false;
	},
};
let starved = false;

const databaseHangs: Fault = {
	alerts: ['RoteiroErrors', 'RoteiroDatabasePool'],
	fault: 'MariaDB hangs (SIGSTOP), 60 calls at once',
	remedy: 'MariaDB is killed and started again',
	cause: async ({whole}) => void whole.strike('mariadb', 'SIGSTOP'),
	meanwhile: async ({client}) => void (await Promise.all(Array.from({length: 60}, () => client('GET', '/v1/tours').catch(() => {})))),
	mend: async ({whole}) => void whole.strike('mariadb', 'SIGKILL'),
};

const queuePaused: Fault = {
	alerts: ['RoteiroJobsWait', 'RoteiroJobsStuck'],
	fault: 'the queue render is paused',
	remedy: 'it is resumed at /ops/queues',
	async cause(watched) {
		await queueOf(watched, 'render').pause();
		await watched.client('POST', `/v1/tours/${watched.tourId}/publish`, {headers: {Prefer: 'respond-async'}});
	},
	mend: watched => queueOf(watched, 'render').resume(),
};

let failed = {id: '', file: ''};
const jobFails: Fault = {
	alerts: ['RoteiroJobsFail'],
	fault: 'a file that a publish needs is gone',
	remedy: 'the file is brought back, then operator job again',
	async cause(watched) {
		const {client, tourId, whole} = watched;
		const queue = queueOf(watched, 'render');
		await queue.pause();
		const accepted = await client('POST', `/v1/tours/${tourId}/publish`, {headers: {Prefer: 'respond-async'}});
		const {id} = accepted.body.job;
		const [row] = await whole.database.query('SELECT input FROM jobs WHERE id = ?', [id]);
		for await (const file of glob(join(whole.config.dataDir, '**', row.input.snapshot))) failed = {id, file};
		await rename(failed.file, `${failed.file}.away`);
		await queue.resume();
		await jobEnded(client, accepted);
	},
	async mend({operator, client}) {
		await rename(`${failed.file}.away`, failed.file);
		await operator('job', 'again', '--id', failed.id);
		const {status} = await jobEnded(client, {status: 202, headers: new Headers(), body: {job: failed}});
		if (status !== 'succeeded') throw new Error(`The job that was run again has ${status}.`);
	},
};

const REPORTS = 50_500;
const workerHangs: Fault = {
	alerts: ['RoteiroProcessDown', 'RoteiroReportsWait'],
	fault: `the worker hangs (SIGSTOP), ${REPORTS} reports of visitors come in`,
	remedy: 'the worker is killed and started again',
	async cause({whole, tourId}) {
		whole.strike('worker', 'SIGSTOP');
		const key = `${whole.config.redisPrefix}:reports`;
		for (let sent = 0; sent < REPORTS; sent += 500) {
			const pipeline = whole.redis.pipeline();
			for (let index = 0; index < 500; index++) {
				const visit = randomBytes(16).toString('base64url');
				pipeline.xadd(key, '*', 'report', JSON.stringify({tourId, visit, at: Date.now(), events: [{type: 'view'}]}));
			}
			await pipeline.exec();
		}
	},
	mend: async ({whole}) => void whole.strike('worker', 'SIGKILL'),
};

export const FAULTS: readonly Fault[] = [
	noBackup,
	noSweep,
	noBrowser,
	providerFails,
	redisFull,
	diskFull,
	noProcessor,
	databaseHangs,
	queuePaused,
	jobFails,
	workerHangs,
];
