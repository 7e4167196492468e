import { loggedError } from '../../../http/log-error.ts';
import { currentContext } from '../context.ts';
import { textLines } from './text-lines.ts';

export type LogSettings = Readonly<{
  level: string;
  /** One line of JSON for machines, or of words for whoever develops. */
  format?: 'json' | 'text';
  /** Which copy of the service writes. */
  copy?: string | undefined;
  /** Where lines go instead of standard output. */
  stream?: { write: (line: string) => void };
}>;

/** Fastify's logger: every line names the request or the job that it belongs to, and who wrote it. */
export function loggerOptions({ level, format = 'json', copy, stream }: LogSettings) {
  const out = format === 'text' ? textLines(stream ?? process.stdout) : stream;
  return {
    level,
    ...(out && { stream: out }),
    serializers: { err: loggedError },
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    ...(copy !== undefined && { base: { pid: process.pid, copy } }),
    mixin: mine,
  };
}

/** A new object each time: the logger writes into it. */
function mine(): object {
  const context = currentContext();
  if (!context) return {};
  const { requestId: request_id, askedBy: asked_by, job, span } = context;
  return {
    request_id,
    ...(asked_by !== undefined && { asked_by }),
    ...(job !== undefined && { job }),
    ...(span && { trace_id: span.spanContext().traceId }),
  };
}
