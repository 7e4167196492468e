import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { LocalEndpoint, LocalHandlerInput, LocalReply } from '../contract/local-endpoint.ts';
import { LocalFault } from '../local-fault.ts';

/** Registers what carries an endpoint out. */
export type LocalRoute = <E extends LocalEndpoint>(
  endpoint: E,
  handle: (input: LocalHandlerInput<E>) => Promise<LocalReply<E>> | LocalReply<E>,
) => void;

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
        const answer = endpoint.reply.parse(await handle(input as Input));
        return reply.header('cache-control', 'no-store').send(answer);
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
  const why = first ? `${first[0]}: ${first[1]}` : (whole ?? 'it is not what this call takes');
  throw new LocalFault('validation_failed', `This cannot be taken: ${why}.`.replace(/\.\.$/, '.'), {
    fields: named,
  });
}
