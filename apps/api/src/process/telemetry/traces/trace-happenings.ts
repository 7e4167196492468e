import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { currentContext, type TelemetryContext } from '../context.ts';
import {
  callBegan,
  callEnded,
  jobBegan,
  jobEnded,
  type ProviderCall,
  queryDone,
  requestBegan,
  requestEnded,
} from '../happenings.ts';
import { statementKind } from '../statement-kind.ts';
import { parentFrom, traceParentOf } from './trace-parent.ts';

/** On spans that are nobody's business: turns of jobs that found nothing to do. */
export const QUIET = 'service.quiet';

const BUSY_S = 0.05;

type Traces = Readonly<{
  tracer: Tracer;
  /** Begins a trace under the id of the request, so that whoever has one has the other. */
  under: <T>(requestId: string, begin: () => T) => T;
}>;

/**
 * A span for each request and turn of a job, and below it for each statement and each call to somebody
 * outside.
 *
 * @returns what ends it
 */
export function traceHappenings({ tracer, under }: Traces): () => void {
  const calls = new WeakMap<ProviderCall, Span>();
  /** Of jobs that have called somebody. */
  const busy = new WeakSet<Span>();
  const ends = [
    requestBegan.hear(({ context, method, route, headers }) => {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'service.request_id': context.requestId,
      };
      const options = { kind: SpanKind.SERVER, attributes };
      const parent = parentFrom(headers.traceparent);
      context.span = under(context.requestId, () =>
        tracer.startSpan(`${method} ${route}`, options, parent),
      );
    }),
    requestEnded.hear(({ context, status, gone }) => {
      context.span?.setAttribute('http.response.status_code', status);
      if (gone) context.span?.setAttribute('service.caller_gone', true);
      endSpan(context.span, status >= 500);
    }),
    jobBegan.hear(({ job, context }) => {
      const attributes = { 'service.job': job, 'service.request_id': context.requestId };
      context.span = under(context.requestId, () =>
        tracer.startSpan(`job ${job}`, { attributes }, ROOT_CONTEXT),
      );
    }),
    jobEnded.hear(({ context, outcome, seconds }) => {
      const { span } = context;
      if (span && outcome === 'ok' && seconds < BUSY_S && !busy.has(span))
        span.setAttribute(QUIET, true);
      endSpan(context.span, outcome === 'failed');
    }),
    queryDone.hear(({ sql, seconds, failed }) => {
      const parent = parentIn(currentContext());
      // Jobs look for work every second; what they find shows in what they do with it.
      if (!parent || currentContext()?.job !== undefined) return;
      const endTime = performance.now();
      const options = {
        kind: SpanKind.CLIENT,
        startTime: endTime - seconds * 1_000,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
      };
      const span = tracer.startSpan(`database ${statementKind(sql)}`, options, parent);
      endSpan(span, failed, endTime);
    }),
    callBegan.hear((call) => {
      const context = currentContext();
      const parent = parentIn(context);
      if (!parent) return;
      if (context?.span) busy.add(context.span);
      const attributes = {
        'service.provider': call.provider,
        'service.operation': call.operation,
        ...(context?.askedBy !== undefined && { 'service.asked_by': context.askedBy }),
        ...call.about,
      };
      const span = tracer.startSpan(
        `call ${call.provider}`,
        { kind: SpanKind.CLIENT, attributes },
        parent,
      );
      calls.set(call, span);
      call.outgoing.traceparent = traceParentOf(span);
    }),
    callEnded.hear(({ call, outcome, status, providerRequestId }) => {
      const span = calls.get(call);
      span?.setAttribute('service.outcome', outcome);
      if (status !== null) span?.setAttribute('http.response.status_code', status);
      if (providerRequestId !== null)
        span?.setAttribute('service.provider_request_id', providerRequestId);
      endSpan(span, outcome === 'failed' || outcome === 'unreachable');
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** null: nobody traces what this belongs to. */
function parentIn(context: TelemetryContext | undefined): Context | null {
  return context?.span ? trace.setSpan(ROOT_CONTEXT, context.span) : null;
}

function endSpan(span: Span | undefined, failed: boolean, endTime?: number): void {
  if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end(endTime);
}
