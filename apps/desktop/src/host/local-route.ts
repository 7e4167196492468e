import { BotFault } from '@quorate/bot/bot-fault';
import { storageFault } from '@quorate/bot/journal/storage-fault';
import { t } from '@quorate/bot/words';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type {
  done,
  LocalEndpoint,
  LocalFailure,
  LocalHandlerInput,
  LocalReply,
} from '../contract/local-endpoint.ts';
import { LocalFault } from '../local-fault.ts';

/** A call that only does something answers nothing of its own. */
type Handler<E extends LocalEndpoint> = (
  input: LocalHandlerInput<E>,
) => Done extends LocalReply<E> ? void : Promise<LocalReply<E>> | LocalReply<E>;

/** Registers what carries an endpoint out. */
export type LocalRoute = <E extends LocalEndpoint>(endpoint: E, handle: Handler<E>) => void;

type Done = z.output<typeof done>;
const DONE: Done = { done: true };

/**
 * Registers endpoints of the contract on the server: handlers get what was sent parsed, and what they
 * answer leaves only as far as the contract declares it.
 */
export function createLocalRoute(app: FastifyInstance): LocalRoute {
  return (endpoint, handle) => {
    type Input = LocalHandlerInput<typeof endpoint>;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      async handler(request, reply) {
        const input = {
          params: parsed(endpoint.params, request.params),
          query: parsed(endpoint.query, request.query),
          body: parsed(endpoint.body, request.body),
        };
        const answer: unknown = handle(input as Input);
        return reply
          .header('cache-control', 'no-store')
          .send(endpoint.reply.parse((await answer) ?? DONE));
      },
    });
  };
}

/** @throws LocalFault `validation_failed` with the path of each field */
function parsed(schema: z.ZodType | undefined, sent: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(sent);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fields[path.join('.')] ??= message;
  const { '': whole, ...named } = fields;
  const [first] = Object.entries(named);
  const why = first ? `${first[0]}: ${first[1]}` : (whole ?? t`it is not what this call takes`);
  throw new LocalFault(
    'validation_failed',
    t`This cannot be taken: ${{ why }}.`.replace(/\.\.$/, '.'),
    {
      fields: named,
    },
  );
}

type Failed = Readonly<{
  status: number;
  failure: LocalFailure;
  /** Whether the log must have it whole. */
  unforeseen: boolean;
}>;

/** Faults that something else than the person's input has to mend first. */
const UNAVAILABLE: ReadonlySet<BotFault['code']> = new Set([
  'vault',
  'terminal',
  'data_folder',
  'service_unreachable',
  'service_refused',
  'interrupted',
]);

/** What the interface is told of an error, whatever was thrown. */
export function failureOf(error: unknown): Failed {
  if (error instanceof LocalFault) {
    const { code, message, fields, status } = error;
    const failure = { code, message, ...(fields && { fields: { ...fields } }) };
    return { status, failure, unforeseen: false };
  }
  if (error instanceof BotFault) {
    const { code, message } = error;
    const status = code === 'usage' ? 400 : UNAVAILABLE.has(code) ? 503 : 409;
    return { status, failure: { code, message }, unforeseen: false };
  }
  const disk = diskFault(error);
  if (disk !== null) {
    const { code, message } = disk;
    return { status: 503, failure: { code, message }, unforeseen: true };
  }
  const status = statusOf(error);
  if (status !== null) {
    const failure = { code: 'validation_failed', message: sentenceOf(status) };
    return { status, failure, unforeseen: false };
  }
  return {
    status: 500,
    failure: {
      code: 'unexpected',
      message: t`Something unforeseen happened in the app. Its log, app.log, says what.`,
    },
    unforeseen: true,
  };
}

/** A disk that takes nothing, which any call that keeps something may come upon. */
function diskFault(error: unknown): BotFault | null {
  if (!(error instanceof Error)) return null;
  const isOfDisk =
    'errcode' in error ||
    ('code' in error && ['ENOSPC', 'EDQUOT', 'EROFS'].includes(String(error.code)));
  const fault = isOfDisk ? storageFault(t`of the app`, error) : null;
  return fault instanceof BotFault && fault.code === 'data_folder' ? fault : null;
}

/** What Fastify refuses before any handler sees it. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const { statusCode } = error as FastifyError;
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : null;
}

function sentenceOf(status: number): string {
  switch (status) {
    case 413:
      return t`More was sent than the 64 KiB that one call may have.`;
    case 415:
      return t`Only JSON can be taken.`;
    default:
      return t`What was sent cannot be read.`;
  }
}
