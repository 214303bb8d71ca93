import {lines, OURS, orZero, p95, RATE, REQUESTS, type Row} from './panel.ts';

/** The rows below the first: where to look for why. */

const CALLS: Row = {
	title: 'Requests',
	panels: [
		lines(
			'Requests by status',
			'reqps',
			{'{{status}}': `sum by (status) (rate(${REQUESTS}_count${RATE}))`},
			'429 is a limit of ours, 503 an outage behind us.',
		),
		lines(
			'Duration',
			's',
			Object.fromEntries(
				[0.5, 0.95, 0.99].map(share => [
					`p${share * 100}`,
					`histogram_quantile(${share}, sum by (le) (rate(${REQUESTS}_bucket{operation!~"watch_.*"}${RATE})))`,
				]),
			),
			'Of all requests but those that stay open on purpose. A call that waits for its job takes up to 25 s.',
		),
		lines('Under way', 'short', {'{{instance}}': 'roteiro_http_requests_in_flight'}, 'Requests that wait for their response.'),
		lines(
			'Errors by identifier',
			'ops',
			{'{{code}}': `sum by (code) (rate(roteiro_errors_total${RATE}))`},
			'internal_error is a defect: the log of the API has it under the request id.',
		),
		lines(
			'Slowest operations, p95',
			's',
			{'{{operation}}': `topk(8, ${p95(REQUESTS, 'operation')})`},
			'Those that make a job wait for it.',
		),
		lines(
			'Held back by a limit',
			'ops',
			{'{{limit}}': orZero(`sum by (limit) (rate(roteiro_rate_limited_total${RATE}))`)},
			'Calls of those who do too much; one account alone is theirs, many are yours.',
		),
	],
};

const JOBS: Row = {
	title: 'Jobs',
	panels: [
		lines(
			'Open jobs',
			'short',
			{'{{pool}} {{state}}': 'max by (pool, state) (roteiro_jobs_open)'},
			'From the database. Every API says the same, so the largest counts.',
		),
		lines('Oldest wait', 's', {'{{pool}}': 'max by (pool) (roteiro_jobs_oldest_wait_seconds)'}, 'By pool.'),
		lines(
			'Ended, by outcome',
			'ops',
			{'{{outcome}}': `sum by (outcome) (rate(roteiro_jobs_finished_total${RATE}))`},
			'refused: the caller can mend it. failed: we must. put off: something is away or full.',
		),
		lines(
			'Failed for good or put off, by type',
			'ops',
			{
				'{{type}} {{outcome}}': orZero(
					`sum by (type, outcome) (rate(roteiro_jobs_finished_total{outcome=~"failed|put off|again|lease lost"}${RATE})) > 0`,
				),
			},
			'What does not go as it should.',
		),
		lines('Duration, p95', 's', {'{{type}}': p95('roteiro_job_duration_seconds', 'type')}, 'From the lease to the end.'),
		lines('Wait, p95', 's', {'{{type}}': p95('roteiro_job_wait_seconds', 'type')}, 'From the call to the first lease.'),
		lines(
			'Queues in Redis',
			'short',
			{'{{queue}} {{state}}': 'max by (queue, state) (bullmq_job_count{state=~"active|waiting|prioritized|delayed"}) > 0 or vector(0)'},
			'Where the database has open jobs and these have none, Redis was away: the relay brings them.',
			12,
		),
		lines('AVIF: oldest image', 's', {'': 'max(roteiro_avif_oldest_seconds)'}, 'Hours are well: nobody waits for them.', 12),
	],
};

const HELPERS: Row = {
	title: 'Providers and browser',
	panels: [
		lines(
			'Asked of providers',
			'ops',
			{
				'{{provider}} {{kind}} {{outcome}}': `sum by (provider, kind, outcome) (rate(roteiro_provider_request_duration_seconds_count${RATE}))`,
			},
			'Retries are within one.',
			6,
		),
		lines(
			'Providers, p95',
			's',
			{'{{provider}} {{kind}}': p95('roteiro_provider_request_duration_seconds', 'provider, kind')},
			'Until the whole response is there.',
			6,
		),
		lines('Pictures drawn', 'ops', {'{{outcome}}': `sum by (outcome) (rate(roteiro_renders_total${RATE}))`}, 'Covers and previews.', 6),
		lines(
			'Browsers started',
			'short',
			{'{{instance}}': 'sum by (instance) (increase(roteiro_browser_starts_total[1h]))'},
			'In an hour. Many for few pictures: it crashes.',
			6,
		),
	],
};

const STORES: Row = {
	title: 'Database, files, Redis',
	panels: [
		lines(
			'Connections to the database',
			'short',
			{'{{instance}} {{state}}': 'roteiro_db_pool_connections'},
			'waiting above 0: each statement begins late.',
		),
		lines(
			'Transactions run again',
			'ops',
			{'{{errno}}': orZero(`sum by (errno) (rate(roteiro_db_retries_total${RATE}))`)},
			'1213 is a deadlock, 1205 a lock waited for too long.',
		),
		lines(
			'Files, p95',
			's',
			{'{{action}} {{folder}}': p95('roteiro_files_request_duration_seconds', 'action, folder')},
			'A folder: milliseconds. An object store: tens of them.',
		),
		lines(
			'Files that could not be read or written',
			'ops',
			{
				'{{action}} {{folder}}': orZero(
					`sum by (action, folder) (rate(roteiro_files_request_duration_seconds_count{outcome="failed"}${RATE}))`,
				),
			},
			'0 is well.',
		),
		lines(
			'Redis memory',
			'bytes',
			{'{{state}}': 'max by (state) (roteiro_redis_memory_bytes)'},
			'At the limit it takes no more jobs; they wait in the database.',
		),
		lines('Disk of DATA_DIR', 'bytes', {'{{instance}} {{state}}': 'roteiro_disk_bytes'}, 'Full, it refuses what needs it with 503.'),
	],
};

const UPKEEP: Row = {
	title: 'Visitors and upkeep',
	panels: [
		lines('Reports that wait', 'short', {'': 'max(roteiro_reports_waiting)'}, 'Of visitors; none is taken beyond 100,000.', 6),
		lines('Reports counted', 'ops', {'': `sum(rate(roteiro_reports_counted_total${RATE}))`}, 'One process at a time counts.', 6),
		lines('Duration of the sweep', 's', {'{{instance}}': 'roteiro_sweep_duration_seconds'}, 'Of the last one, by worker.', 6),
		lines(
			'Swept and purged, 1 h',
			'short',
			{
				'{{kind}}': orZero('sum by (kind) (increase(roteiro_sweep_removed_total[1h])) > 0'),
				'accounts purged': 'sum(increase(roteiro_accounts_purged_total[1h]))',
			},
			'What was removed or recorded, by kind.',
			6,
		),
	],
};

const PROCESSES: Row = {
	title: 'Processes',
	panels: [
		lines('Memory', 'bytes', {'{{job}} {{instance}}': `process_resident_memory_bytes{${OURS}}`}, 'Resident; without its browsers.', 6),
		lines('Processor', 'percentunit', {'{{job}} {{instance}}': `rate(process_cpu_seconds_total{${OURS}}${RATE})`}, '1 is a whole core.', 6),
		lines(
			'Event loop, p99',
			's',
			{'{{job}} {{instance}}': `nodejs_eventloop_lag_p99_seconds{${OURS}}`},
			'How late it gets to its work. Runbook: RoteiroProcessorShort.',
			6,
		),
		lines(
			'Versions',
			'short',
			{'{{process}} {{version}}': 'count by (process, version) (roteiro_build_info)'},
			'Two during an upgrade.',
			6,
		),
	],
};

export const DETAILS: readonly Row[] = [CALLS, JOBS, HELPERS, STORES, UPKEEP, PROCESSES];
