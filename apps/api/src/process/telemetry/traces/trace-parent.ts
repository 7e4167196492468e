import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  trace,
} from '@opentelemetry/api';

/** https://www.w3.org/TR/trace-context/: version 00, and later ones as far as they begin alike. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** The trace that a caller has begun; none where the header is none or no sound one. */
export function parentFrom(header: string | string[] | undefined): Context {
  const parts = TRACE_PARENT.exec(typeof header === 'string' ? header : '');
  if (!parts) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = ''] = parts;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  const remote: SpanContext = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}

/** The header that carries a trace on. */
export function traceParentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
