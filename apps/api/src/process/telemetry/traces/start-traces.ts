import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../../../config/telemetry.ts';
import { sparingExporter } from './sparing-exporter.ts';
import { traceHappenings } from './trace-happenings.ts';

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
  const end = traceHappenings({ tracer: provider.getTracer('service', version), under: ids.under });
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
