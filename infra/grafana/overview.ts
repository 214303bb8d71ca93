import {OURS, orZero, REQUESTS, type Row, stat} from './panel.ts';

/** The first row: whether the service is well. Each figure that is not names its runbook. */
export const OVERVIEW: Row = {
	title: 'Is it well?',
	panels: [
		stat('Processes up', 'percentunit', `avg(up{${OURS}})`, [1, 0.99], 'Of the API processes and workers that Prometheus knows.'),
		stat('Requests', 'reqps', `sum(rate(${REQUESTS}_count[5m]))`, undefined, 'A second, of the last 5 minutes.'),
		stat(
			'Errors',
			'percentunit',
			`(${orZero(`sum(rate(${REQUESTS}_count{status=~"5.."}[5m]))`)}) / sum(rate(${REQUESTS}_count[5m]))`,
			[0.005, 0.02],
			'Share of the requests that end with a 5xx. Runbook: RoteiroErrors.',
		),
		stat(
			'Oldest job that waits',
			's',
			'max(roteiro_jobs_oldest_wait_seconds{pool!="background"})',
			[30, 60],
			'Over all pools but background. Runbook: RoteiroJobsWait.',
		),
		stat(
			'Jobs failed for good, 1 h',
			'short',
			'sum(increase(roteiro_jobs_finished_total{outcome="failed"}[1h]))',
			[1, 10],
			'operator job list names them. Runbook: RoteiroJobsFail.',
		),
		stat(
			'Providers fail',
			'percentunit',
			`(${orZero('sum(rate(roteiro_provider_request_duration_seconds_count{outcome=~"failed|unavailable"}[15m]))')}) / (sum(rate(roteiro_provider_request_duration_seconds_count[15m])) > 0) or vector(0)`,
			[0.05, 0.2],
			'Share of what providers of texts and voices were asked. Runbook: RoteiroProviderFails.',
		),
		stat(
			'Statements that wait for a connection',
			'short',
			'sum(roteiro_db_pool_connections{state="waiting"})',
			[1, 10],
			'Runbook: RoteiroDatabasePool.',
		),
		stat(
			'Redis memory',
			'percentunit',
			'max(roteiro_redis_memory_bytes{state="used"}) / max(roteiro_redis_memory_bytes{state="limit"})',
			[0.5, 0.7],
			'Runbook: RoteiroRedisMemory.',
		),
		stat(
			'Disk left',
			'percentunit',
			'min(roteiro_disk_bytes{state="free"} / ignoring (state) roteiro_disk_bytes{state="size"})',
			[0.2, 0.1],
			'Of the disk with DATA_DIR. Runbook: RoteiroDiskFull.',
		),
		stat(
			'Pictures that fail',
			'percentunit',
			`(${orZero('sum(rate(roteiro_renders_total{outcome="failed"}[15m]))')}) / (sum(rate(roteiro_renders_total[15m])) > 0) or vector(0)`,
			[0.05, 0.2],
			'Share of what the browser drew. Runbook: RoteiroBrowserFails.',
		),
		stat(
			'Last sweep',
			'dtdurations',
			'time() - max(roteiro_sweep_last_success_timestamp_seconds)',
			[7200, 10_800],
			'It runs every hour. Runbook: RoteiroSweepOld.',
		),
		stat(
			'Last backup',
			'dtdurations',
			'time() - max(roteiro_backup_last_success_timestamp_seconds)',
			[90_000, 93_600],
			'Fifty years: there was none yet. Runbook: RoteiroBackupOld.',
		),
		{
			title: 'Alerts that fire',
			about: 'Each has a runbook of its name in docs/operations.md.',
			kind: 'table',
			unit: 'short',
			queries: {'': 'ALERTS{alertname=~"Roteiro.+", alertstate="firing"}'},
			width: 24,
		},
	],
};
