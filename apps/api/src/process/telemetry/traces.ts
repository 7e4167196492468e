import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../../config/telemetry.ts';
import { currentContext, type TelemetryContext } from './context.ts';
import {
  callFinished,
  callStarted,
  jobFinished,
  jobStarted,
  type ProviderCall,
  queryFinished,
  requestFinished,
  requestStarted,
} from './events.ts';
import { statementKind } from './metrics.ts';

type Deps = Readonly<{
  version: string;
  copy: string;
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
}>;

/** Spans that wait for the collector; more are dropped, so that none who is away costs memory. */
const WAITING_MAX = 2_048;
const VALUE_LETTERS_MAX = 2_000;

/** Takes traces of this process from now on. @returns what sends the rest and ends it */
export function startTraces(
  settings: TraceSettings,
  { version, copy, log }: Deps,
): { stop(): Promise<void> } {
  const { endpoint, headers, serviceName } = settings;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: 5_000,
  });
  const ids = idsOfRequests();
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    idGenerator: ids.generator,
    spanLimits: { attributeValueLengthLimit: VALUE_LETTERS_MAX },
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': copy,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: sparingExporter(exporter, log),
        maxQueueSize: WAITING_MAX,
        scheduledDelayMillis: 2_000,
        exportTimeoutMillis: 6_000,
      }),
    ],
  });
  const end = traceEvents({ tracer: provider.getTracer('service', version), under: ids.under });
  return {
    stop: async () => {
      end();
      await provider.shutdown();
    },
  };
}

function samplerOf({ asksParent, ratio }: TraceSettings): Sampler {
  const root = ratio === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio);
  return asksParent ? new ParentBasedSampler({ root }) : root;
}

/** A trace that begins here is named after its request, where that has a name of the right length. */
function idsOfRequests() {
  const random = new RandomIdGenerator();
  let next: string | null = null;
  const generator: IdGenerator = {
    generateTraceId: () => next ?? random.generateTraceId(),
    generateSpanId: () => random.generateSpanId(),
  };
  const under = <T>(requestId: string, begin: () => T): T => {
    const hex = requestId.replaceAll('-', '').toLowerCase();
    next = /^(?!0+$)[0-9a-f]{32}$/.test(hex) ? hex : null;
    try {
      return begin();
    } finally {
      next = null;
    }
  };
  return { generator, under };
}

/** On spans that are nobody's business: turns of jobs that found nothing to do. */
const QUIET = 'service.quiet';

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
function traceEvents({ tracer, under }: Traces): () => void {
  const calls = new WeakMap<ProviderCall, Span>();
  /** Of jobs that have called somebody. */
  const busy = new WeakSet<Span>();
  const ends = [
    requestStarted.subscribe(({ context, method, route, headers }) => {
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
    requestFinished.subscribe(({ context, status, gone }) => {
      context.span?.setAttribute('http.response.status_code', status);
      if (gone) context.span?.setAttribute('service.caller_gone', true);
      endSpan(context.span, status >= 500);
    }),
    jobStarted.subscribe(({ job, context }) => {
      const attributes = { 'service.job': job, 'service.request_id': context.requestId };
      context.span = under(context.requestId, () =>
        tracer.startSpan(`job ${job}`, { attributes }, ROOT_CONTEXT),
      );
    }),
    jobFinished.subscribe(({ context, outcome, seconds }) => {
      const { span } = context;
      if (span && outcome === 'ok' && seconds < BUSY_S && !busy.has(span))
        span.setAttribute(QUIET, true);
      endSpan(context.span, outcome === 'failed');
    }),
    queryFinished.subscribe(({ sql, seconds, failed }) => {
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
    callStarted.subscribe((call) => {
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
    callFinished.subscribe(({ call, outcome, status, providerRequestId }) => {
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

/** https://www.w3.org/TR/trace-context/: version 00, and later ones as far as they begin alike. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** The trace that a caller has begun; none where the header is none or no sound one. */
function parentFrom(header: string | string[] | undefined): Context {
  const parts = TRACE_PARENT.exec(typeof header === 'string' ? header : '');
  if (!parts) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = ''] = parts;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  const remote: SpanContext = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}

/** The header that carries a trace on. */
function traceParentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

type Log = Readonly<{
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}>;

/**
 * An exporter that leaves quiet spans out, and says once that its collector is away and once that it is
 * back: whoever watches the service must not fill its log.
 */
function sparingExporter(exporter: SpanExporter, log: Log): SpanExporter {
  let isAway = false;

  function note(error: Error | undefined, failed: boolean): void {
    if (failed === isAway) return;
    isAway = failed;
    if (failed)
      log.warn(
        { reason: error?.message.slice(0, 200) },
        'traces do not reach their collector and are dropped until they do',
      );
    else log.info({}, 'traces reach their collector again');
  }

  return {
    export(spans, done) {
      const told = spans.filter(({ attributes }) => attributes[QUIET] !== true);
      if (told.length === 0) return done({ code: 0 });
      exporter.export(told, ({ code, error }) => {
        note(error, code !== 0);
        // What failed was told; the library would write it to the console.
        done({ code: 0 });
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
