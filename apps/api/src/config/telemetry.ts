import { z } from 'zod';

const endpoint = z.url({
  protocol: /^https?$/,
  error: 'must look like http://localhost:4318',
});

const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a whole number')
  .min(0, 'must be at least 0')
  .max(65_535, 'must be at most 65535');

/** Names and meanings of OTEL_… are OpenTelemetry's own, as far as they are read here. */
export const TELEMETRY_ENVIRONMENT = {
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be json or text' }).default('json'),
  /** `auto`: so far above PORT that the copies of one machine can share a file of settings. */
  METRICS_PORT: z.union([z.literal('auto'), port]).optional(),
  /** Of `npm run runner`, which may read the same file of settings as a copy of the service on its machine. */
  RUNNER_METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/, 'must look like name=value,name=value')
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(
      [
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_traceidratio',
      ],
      {
        error:
          'must be always_on, always_off, traceidratio, parentbased_always_on or parentbased_traceidratio',
      },
    )
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number' })
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .default(1),
};

/** Of a copy whose METRICS_PORT is `auto`, to its PORT: 3000 has its figures at 13000. */
const METRICS_ABOVE = 10_000;

export type TelemetrySettings = Readonly<{
  logFormat: 'json' | 'text';
  /** Where figures are given away; null: nowhere. */
  metrics: Readonly<{ host: string; port: number }> | null;
  /** The same of a process that only trades hosted accounts. */
  runnerMetrics: Readonly<{ host: string; port: number }> | null;
  /** Where traces go; null: none are taken. */
  traces: TraceSettings | null;
}>;

export type TraceSettings = Readonly<{
  /** Of the collector, without the path of the traces. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Whether a caller that traces decides for its call. */
  asksParent: boolean;
  /** Part of the traces that is kept, 0 to 1. */
  ratio: number;
}>;

type TelemetryEnvironment = z.output<z.ZodObject<typeof TELEMETRY_ENVIRONMENT>>;

/** @param port of the copy itself */
export function telemetryFrom(
  environment: TelemetryEnvironment,
  port: number,
): { telemetry: TelemetrySettings; faults: string[] } {
  const { LOG_FORMAT, METRICS_PORT, RUNNER_METRICS_PORT, METRICS_HOST: host } = environment;
  const at = (given: number | undefined) => (given === undefined ? null : { host, port: given });
  const own = METRICS_PORT === 'auto' ? port + METRICS_ABOVE : METRICS_PORT;
  const faults = [];
  if (own !== undefined && own > 65_535)
    faults.push(
      `METRICS_PORT auto is PORT plus ${METRICS_ABOVE}: set it, or a PORT of at most 55535`,
    );
  if (own === port) faults.push(`METRICS_PORT must not be ${port}: that is PORT, or its default`);
  const telemetry = {
    logFormat: LOG_FORMAT,
    metrics: at(own),
    runnerMetrics: at(RUNNER_METRICS_PORT),
    traces: tracesFrom(environment),
  };
  return { telemetry, faults };
}

function tracesFrom(environment: TelemetryEnvironment): TraceSettings | null {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers = '',
    OTEL_SERVICE_NAME: serviceName = 'quorate',
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: part,
  } = environment;
  if (endpoint === undefined) return null;
  const ratio = sampler === 'always_off' ? 0 : sampler.endsWith('ratio') ? part : 1;
  const asksParent = sampler.startsWith('parentbased');
  return { endpoint, headers: headersFrom(headers), serviceName, asksParent, ratio };
}

/** 'name=value,name=value', the values encoded as in an address. */
function headersFrom(text: string): Record<string, string> {
  const pairs = text.split(',').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [name.trim(), decoded(rest.join('=').trim())];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
