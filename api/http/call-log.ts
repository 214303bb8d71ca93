import {metrics, secondsSince} from '../../shared/metrics/metrics.ts';
import type {Services} from '../../shared/services/services.ts';
import {noteInSpan} from '../../shared/tracing/tracing.ts';

/** A call that has ended. `route`: its name, never its path, which may hold a secret; `start`: a moment of `performance.now()`. */
export type EndedCall = {
	requestId: string;
	accountId?: string | undefined;
	jobId?: string | undefined;
	method: string;
	route: string;
	status: number;
	start: number;
};

/** One line a call, and its place in the metrics. */
export function noteCall({log}: Pick<Services, 'log'>, {requestId, accountId, jobId, method, route, status, start}: EndedCall): void {
	metrics.requests.observe({operation: route, method, status}, secondsSince(start));
	const facts = {'http.request.method': method, 'http.response.status_code': status, 'roteiro.request': requestId};
	noteInSpan(facts, `call ${route}`);
	const ms = Math.round((performance.now() - start) * 10) / 10;
	log.info({requestId, accountId, jobId, method, route, status, ms}, 'request');
}
