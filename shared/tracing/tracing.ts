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

/** Spans around the work that takes time. Until `startTracing` has loaded the sender, each call here costs a comparison. */

let share: number | null = null;

/** From here on spans are made, for this share of the calls. */
export function switchTracingOn(ofCalls: number): void {
	share = ofCalls;
}

/** True if any call may be traced. */
export function isTracing(): boolean {
	return share !== null;
}

type Options = {
	kind?: 'server' | 'consumer' | 'client';
	/**
	 * Parent of the span: by default the current one, without which no span is made; a `traceparent`, or null for work that is not
	 * traced; `new`: a root span, for a share of the calls.
	 */
	parent?: string | null | 'new';
};
/** Attributes of a span: names, numbers and ids of ours; no personal data, no secrets. */
type Facts = Attributes;

const KINDS = {server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT};

/**
 * Does the work in a span of this name. An error appears as its code or class, since its text may quote a user. Unsampled work costs
 * a comparison.
 */
export function traced<T>(name: string, facts: Facts, work: () => Promise<T>, {kind, parent}: Options = {}): Promise<T> {
	if (share === null) return work();
	const under = placeOf(parent);
	if (!under) return parent === undefined ? work() : apart(work);
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

/** Returns the context for a new span; null if none is made. */
function placeOf(parent: Options['parent']): Context | null {
	if (parent === undefined) return trace.getActiveSpan() ? context.active() : null;
	if (parent === 'new') return Math.random() < share! ? ROOT_CONTEXT : null;
	return parent === null ? null : contextOf(parent);
}

/** Runs work outside any current span, which may belong to something else. */
function apart<T>(work: () => Promise<T>): Promise<T> {
	return trace.getActiveSpan() ? context.with(ROOT_CONTEXT, work) : work();
}

/** Adds facts to the current span, and may rename it. */
export function noteInSpan(facts: Facts, name?: string): void {
	if (share === null) return;
	const span = trace.getActiveSpan();
	span?.setAttributes(facts);
	if (name !== undefined) span?.updateName(name);
}

/** Returns the current span as a W3C `traceparent`, for work that continues elsewhere; null if it is not sampled. */
export function traceParent(): string | null {
	if (share === null) return null;
	const spanContext = trace.getActiveSpan()?.spanContext();
	if (!spanContext || (spanContext.traceFlags & TraceFlags.SAMPLED) === 0) return null;
	return `00-${spanContext.traceId}-${spanContext.spanId}-01`;
}

function contextOf(parent: string): Context | null {
	const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(parent) ?? [];
	if (!traceId || !spanId) return null;
	return trace.setSpanContext(ROOT_CONTEXT, {traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true});
}

function fail(span: Span, error: unknown): void {
	const {code, name} = error as {code?: unknown; name?: unknown};
	span.setStatus({code: SpanStatusCode.ERROR, message: String(code ?? name ?? 'error').slice(0, 60)});
}
