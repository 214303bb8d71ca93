import {createRequire} from 'node:module';
import {join} from 'node:path';
import {endedOr} from '../concurrency.ts';
import type {Config} from '../config/config.ts';
import {VERSION} from '../config/version.ts';
import type {Log} from '../log.ts';
import {switchTracingOn} from './tracing.ts';

/** The packages that send spans, installed apart (`npm ci --prefix infra/traces`) because of their 28 MB. */
const SDK = join(import.meta.dirname, '../../infra/traces/package.json');
/** Milliseconds for the receiver to take a batch, and for a process that stops to send its last one. */
const SEND_MS = 5000;
const LAST_MS = 2000;
/** Spans that wait to be sent; further ones are dropped, and nobody waits. */
const QUEUE = 2048;

/**
 * Loads the sender of spans and starts it, if OTEL_EXPORTER_OTLP_ENDPOINT is set; returns a function that stops it. Loads nothing otherwise.
 * Never throws: if the SDK is not installed, it logs how to install it, and the process runs without.
 */
export async function startTracing(
	{traces}: Pick<Config, 'traces'>,
	process: 'api' | 'workers',
	log: Log,
	sdk = SDK,
): Promise<() => Promise<void>> {
	if (!traces) return async () => {};
	try {
		const require = createRequire(sdk);
		const {NodeTracerProvider, BatchSpanProcessor, AlwaysOnSampler} = require('@opentelemetry/sdk-trace-node');
		const {OTLPTraceExporter} = require('@opentelemetry/exporter-trace-otlp-http');
		const {resourceFromAttributes} = require('@opentelemetry/resources');
		const exporter = new OTLPTraceExporter({url: `${traces.endpoint}/v1/traces`, timeoutMillis: SEND_MS});
		const provider = new NodeTracerProvider({
			resource: resourceFromAttributes({'service.name': `roteiro-${process}`, 'service.version': VERSION}),
			// Which calls are traced was decided before.
			sampler: new AlwaysOnSampler(),
			spanProcessors: [new BatchSpanProcessor(exporter, {maxQueueSize: QUEUE, exportTimeoutMillis: SEND_MS})],
		});
		provider.register();
		switchTracingOn(traces.share);
		return () => endedOr(provider.shutdown(), LAST_MS);
	} catch (error) {
		log.warn({error}, 'no traces: what sends them is not installed; npm ci --prefix infra/traces');
		return async () => {};
	}
}
