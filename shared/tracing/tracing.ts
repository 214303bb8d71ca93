import {
	type Attributes,
	type Context,
	context,
	ROOT_CONTEXT,
	type Span,
	SpanKind,
	SpanStatusCode,
	TraceFlags,
	trace,
} from '@opentelemetry/api';

/** Spans, set by hand where time goes. Until `startTracing` has loaded what sends them, each of these costs a comparison. */

let isOn = false;

/** From here on spans are made. */
export function switchTracingOn(): void {
	isOn = true;
}

type Options = {
	kind?: 'server' | 'consumer' | 'client';
	/** `traceparent` of the span under which this one is; by default the one under way, null: none. */
	parent?: string | null;
};
/** Nothing of a person and nothing secret: names, numbers and ids of ours. */
type Facts = Attributes;

const KINDS = {server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT};

/** Does the work as a span of this name. An error is named by its code or class, for its words may hold what somebody wrote. */
export function traced<T>(name: string, facts: Facts, work: () => Promise<T>, {kind, parent}: Options = {}): Promise<T> {
	if (!isOn) return work();
	const under = parent === undefined ? context.active() : contextOf(parent);
	const options = {attributes: facts, kind: kind && KINDS[kind]};
	return trace.getTracer('roteiro').startActiveSpan(name, options, under, async span => {
		try {
			return await work();
		} catch (error) {
			fail(span, error);
			throw error;
		} finally {
			span.end();
		}
	});
}

/** Adds what is known by now to the span under way, and gives it a better name. */
export function noteInSpan(facts: Facts, name?: string): void {
	if (!isOn) return;
	const span = trace.getActiveSpan();
	span?.setAttributes(facts);
	if (name !== undefined) span?.updateName(name);
}

/** The span under way as a W3C `traceparent`, for work that goes on elsewhere; null where it is not sampled. */
export function traceParent(): string | null {
	if (!isOn) return null;
	const spanContext = trace.getActiveSpan()?.spanContext();
	if (!spanContext || (spanContext.traceFlags & TraceFlags.SAMPLED) === 0) return null;
	return `00-${spanContext.traceId}-${spanContext.spanId}-01`;
}

function contextOf(parent: string | null): Context {
	const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(parent ?? '') ?? [];
	if (!traceId || !spanId) return ROOT_CONTEXT;
	return trace.setSpanContext(ROOT_CONTEXT, {traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true});
}

function fail(span: Span, error: unknown): void {
	const {code, name} = error as {code?: unknown; name?: unknown};
	span.setStatus({code: SpanStatusCode.ERROR, message: String(code ?? name ?? 'error').slice(0, 60)});
}
