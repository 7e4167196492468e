import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { QUIET } from './trace-happenings.ts';

type Log = Readonly<{
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}>;

/**
 * An exporter that leaves quiet spans out, and says once that its collector is away and once that it is
 * back: whoever watches the service must not fill its log.
 */
export function sparingExporter(exporter: SpanExporter, log: Log): SpanExporter {
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
