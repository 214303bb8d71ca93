/**
 * Every metric of the service: name, meaning, labels. A label has few values, all known here: no account, IP, URL
 * or path of a caller; none is `job` or `instance`, which are Prometheus' own. Histograms are in seconds unless the
 * name says otherwise. `of`: the processes that serve it.
 */

type Kind = 'counter' | 'gauge' | 'histogram';
type Definition = {
	type: Kind;
	name: string;
	help: string;
	labels: readonly string[];
	of: 'api' | 'workers' | 'both';
	buckets?: readonly number[];
};

/** Buckets from a response out of memory to the longest wait of a call. */
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Buckets from an update of a row to an hour of narration. */
const JOB_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** Buckets for operations on a file, and for statements. */
const SHORT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export const CATALOGUE = {
	requests: {
		type: 'histogram',
		name: 'roteiro_http_request_duration_seconds',
		help: 'Requests by operation or route, method and status.',
		labels: ['operation', 'method', 'status'],
		of: 'api',
		buckets: CALL_SECONDS,
	},
	requestsInFlight: {
		type: 'gauge',
		name: 'roteiro_http_requests_in_flight',
		help: 'Requests that wait for their response.',
		labels: [],
		of: 'api',
	},
	errors: {
		type: 'counter',
		name: 'roteiro_errors_total',
		help: 'Errors that were returned, by their identifier.',
		labels: ['code'],
		of: 'api',
	},
	rateLimited: {
		type: 'counter',
		name: 'roteiro_rate_limited_total',
		help: 'Uses beyond a limit, by the limit.',
		labels: ['limit'],
		of: 'api',
	},
	jobsOpen: {
		type: 'gauge',
		name: 'roteiro_jobs_open',
		help: 'Jobs in the database that have not ended, by pool and state (queued, running).',
		labels: ['pool', 'state'],
		of: 'api',
	},
	oldestWait: {
		type: 'gauge',
		name: 'roteiro_jobs_oldest_wait_seconds',
		help: 'Age of the oldest job that is queued, by pool; 0 where none is.',
		labels: ['pool'],
		of: 'api',
	},
	queueJobs: {
		type: 'gauge',
		name: 'bullmq_job_count',
		help: 'Jobs in the queues of Redis, by queue and state.',
		labels: ['queue', 'state'],
		of: 'api',
	},
	reportsWaiting: {
		type: 'gauge',
		name: 'roteiro_reports_waiting',
		help: 'Reports of visitors that are not counted yet.',
		labels: [],
		of: 'api',
	},
	avifOldest: {
		type: 'gauge',
		name: 'roteiro_avif_oldest_seconds',
		help: 'Age of the oldest image whose AVIF is still to be made; 0 where none is.',
		labels: [],
		of: 'api',
	},
	jobsFinished: {
		type: 'counter',
		name: 'roteiro_jobs_finished_total',
		help: 'Attempts at jobs by how they ended: done, refused (an error the caller can mend), failed (for good), again, put off, passed on, lease lost.',
		labels: ['pool', 'type', 'outcome'],
		of: 'workers',
	},
	jobDuration: {
		type: 'histogram',
		name: 'roteiro_job_duration_seconds',
		help: 'Attempts at jobs, from the lease to their end.',
		labels: ['type'],
		of: 'workers',
		buckets: JOB_SECONDS,
	},
	jobWait: {
		type: 'histogram',
		name: 'roteiro_job_wait_seconds',
		help: 'From the call that asked for a job to its first lease.',
		labels: ['type'],
		of: 'workers',
		buckets: JOB_SECONDS,
	},
	reportsCounted: {
		type: 'counter',
		name: 'roteiro_reports_counted_total',
		help: 'Reports of visitors that were counted.',
		labels: [],
		of: 'workers',
	},
	renders: {
		type: 'counter',
		name: 'roteiro_renders_total',
		help: 'Pictures drawn by the browser, by outcome (drawn, failed).',
		labels: ['outcome'],
		of: 'workers',
	},
	browserStarts: {
		type: 'counter',
		name: 'roteiro_browser_starts_total',
		help: 'Browsers that were started: the first, after a crash, and after a hundred pictures.',
		labels: [],
		of: 'workers',
	},
	sweepDuration: {
		type: 'gauge',
		name: 'roteiro_sweep_duration_seconds',
		help: 'How long the last sweep took.',
		labels: [],
		of: 'workers',
	},
	sweepRemoved: {
		type: 'counter',
		name: 'roteiro_sweep_removed_total',
		help: 'What sweeps removed or recorded, by kind.',
		labels: ['kind'],
		of: 'workers',
	},
	sweepSuccess: {
		type: 'gauge',
		name: 'roteiro_sweep_last_success_timestamp_seconds',
		help: 'When a sweep last ended well, Unix time; 0 where none did.',
		labels: [],
		of: 'api',
	},
	accountsPurged: {
		type: 'counter',
		name: 'roteiro_accounts_purged_total',
		help: 'Accounts of which nothing is left.',
		labels: [],
		of: 'workers',
	},
	backupSuccess: {
		type: 'gauge',
		name: 'roteiro_backup_last_success_timestamp_seconds',
		help: 'When `backup create` last ended well, Unix time; 0 where it never did.',
		labels: [],
		of: 'api',
	},
	providerRequests: {
		type: 'histogram',
		name: 'roteiro_provider_request_duration_seconds',
		help: 'What was asked of the providers of texts and voices, retries included, by provider, kind (write, translate, speak, voices) and outcome (ok, refused, unavailable, failed, ended).',
		labels: ['provider', 'kind', 'outcome'],
		of: 'workers',
		buckets: JOB_SECONDS,
	},
	redisMemory: {
		type: 'gauge',
		name: 'roteiro_redis_memory_bytes',
		help: 'Memory of Redis by state (used, limit), on a cluster of its fullest node; its limit is maxmemory, or the memory of its machine.',
		labels: ['state'],
		of: 'api',
	},
	disk: {
		type: 'gauge',
		name: 'roteiro_disk_bytes',
		help: 'Disk of DATA_DIR by state (free, size).',
		labels: ['state'],
		of: 'api',
	},
	fileRequests: {
		type: 'histogram',
		name: 'roteiro_files_request_duration_seconds',
		help: 'Requests to the file store, by action, folder and outcome.',
		labels: ['action', 'folder', 'outcome'],
		of: 'both',
		buckets: SHORT_SECONDS,
	},
	databaseConnections: {
		type: 'gauge',
		name: 'roteiro_db_pool_connections',
		help: 'Connections of the database pool by state (used, free), and statements that wait for one (waiting).',
		labels: ['state'],
		of: 'both',
	},
	databaseRetries: {
		type: 'counter',
		name: 'roteiro_db_retries_total',
		help: 'Transactions that were run again, by the error number of the database.',
		labels: ['errno'],
		of: 'both',
	},
	build: {
		type: 'gauge',
		name: 'roteiro_build_info',
		help: 'Always 1; version and process as labels.',
		labels: ['version', 'process'],
		of: 'both',
	},
} as const satisfies Record<string, Definition>;
