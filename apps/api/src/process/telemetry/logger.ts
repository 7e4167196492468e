import { z } from 'zod';
import { loggedError } from '../../http/log-error.ts';
import { currentContext } from './context.ts';

type LogSettings = Readonly<{
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

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

const line = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().optional(),
  err: z.looseObject({ stack: z.string().optional() }).optional(),
});

/** Log lines as a person reads them: time, level, message, fields; the stack of an error below. */
export function textLines(out: { write: (line: string) => unknown }): {
  write: (line: string) => void;
} {
  return { write: (json) => void out.write(textLine(json)) };
}

function textLine(json: string): string {
  const parsed = line.safeParse(JSON.parse(json));
  if (!parsed.success) return json;
  const { level, time, msg = '', err, pid: _pid, hostname: _host, ...fields } = parsed.data;
  const words = Object.entries(fields).map(([name, value]) => `${name}=${wordOf(value)}`);
  const at = new Date(time).toISOString().slice(11, 23);
  const first = [at, (LEVELS[level] ?? String(level)).padEnd(5), readable(msg), ...words].join(' ');
  if (!err?.stack) return `${first}\n`;
  const [head = '', ...rest] = err.stack.split('\n').map(readable);
  // A message of several lines is no line of the log: all but the first stand in.
  return [
    first,
    head,
    ...rest.map((each) => (each.startsWith(' ') ? each : `    ${each}`)),
    '',
  ].join('\n');
}

/** Control characters speak to the terminal: they move its cursor, clear it, and begin lines. */
function readable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

function wordOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return /^[\w./:-]+$/.test(text) ? text : readable(JSON.stringify(text));
}
