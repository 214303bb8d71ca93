import {Counter, collectDefaultMetrics, Gauge, Histogram, Registry} from 'prom-client';
import {CATALOGUE} from './catalogue.ts';

/** The metrics of this process. An observation costs less than a microsecond, whether anybody reads it or not. */

export const registry = new Registry();

type Catalogue = typeof CATALOGUE;
type Metric<D extends {type: string; labels: readonly string[]}> = D['type'] extends 'counter'
	? Counter<D['labels'][number]>
	: D['type'] extends 'gauge'
		? Gauge<D['labels'][number]>
		: Histogram<D['labels'][number]>;

export const metrics = Object.fromEntries(
	Object.entries(CATALOGUE).map(([key, definition]) => {
		const {type, name, help, labels: labelNames} = definition;
		const options = {name, help, labelNames, registers: [registry]};
		if (type === 'histogram') return [key, new Histogram({...options, buckets: [...definition.buckets]})];
		return [key, type === 'counter' ? new Counter(options) : new Gauge(options)];
	}),
) as {[Key in keyof Catalogue]: Metric<Catalogue[Key]>};

/** Three metrics of Node that are left out, since linters of metrics reject their names. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Adds the metrics of the process (processor, memory, event loop, garbage collection), once. */
export function collectProcessMetrics(): void {
	if (registry.getSingleMetric('process_cpu_seconds_total')) return;
	collectDefaultMetrics({register: registry});
	for (const name of MISNAMED) registry.removeSingleMetric(name);
}

/** Seconds since `start`, a moment of `performance.now()`. */
export function secondsSince(start: number): number {
	return (performance.now() - start) / 1000;
}
