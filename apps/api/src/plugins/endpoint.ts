import type { Readable } from 'node:stream';
import type { Endpoint, EndpointAuth, HandlerInput, Reply } from '@quorate/contract/endpoint';
import { DEFAULT_BODY_LIMIT } from '@quorate/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, validationError } from '../app-error.ts';
import type { Identify, SignedInUser } from './auth.ts';

export type EndpointContext<E extends Endpoint> = {
  request: FastifyRequest;
  reply: FastifyReply;
  user: CallerOf<E['auth']>;
  /** Aborted when the caller has gone before the answer was sent. */
  gone: AbortSignal;
};

type CallerOf<Auth extends EndpointAuth> = Auth extends 'user' | 'user_or_device' | 'admin'
  ? SignedInUser
  : Auth extends 'optional'
    ? SignedInUser | undefined
    : undefined;

/** `const`: a handler's literals (`success: true`) are checked against the reply as they are, not widened first. */
export type Route = <E extends Endpoint, const R extends Answer<E>>(
  endpoint: E,
  handler: (input: HandlerInput<E>, context: EndpointContext<E>) => Promise<R>,
) => void;

/**
 * A handler of a streamed reply sets its own content type and gives the text of the document in pieces; one
 * of a file sends it by itself and gives back the reply.
 */
type Answer<E extends Endpoint> = E extends { streamed: true }
  ? Readable
  : E extends { file: true }
    ? FastifyReply
    : E extends { events: true }
      ? Reply<E> | Readable
      : Reply<E>;

/**
 * Registers calls of the contract: who may call is checked before the body is read into anything, the
 * input is parsed before the handler sees it, and the handler's answer has the type the contract says.
 */
export function createRoute(app: FastifyInstance, identify: Identify): Route {
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT,
      onRequest: async (request) => {
        if (endpoint.auth === 'none') return;
        const user = await identify(request);
        if (user) expectAllowed(endpoint, user);
        else if (endpoint.auth !== 'optional') throw new AppError('unauthorized');
        request.signedIn = user ?? undefined;
      },
      handler: async (request, reply) => {
        const input = parseInput(endpoint, request);
        const context = {
          request,
          reply,
          user: request.signedIn,
          // Made only for those who ask: most calls are answered before anybody could go.
          get gone() {
            return goneSignal(reply);
          },
        };
        return handler(
          input as HandlerInput<typeof endpoint>,
          context as EndpointContext<typeof endpoint>,
        );
      },
    });
  };
}

/** @throws AppError device_not_allowed, operator_only or confirmation_needed */
function expectAllowed(endpoint: Endpoint, { session, role }: SignedInUser): void {
  const { auth } = endpoint;
  if ((auth === 'user' || auth === 'admin') && session.kind !== 'browser')
    throw new AppError('device_not_allowed');
  if (auth === 'admin' && role !== 'admin') throw new AppError('operator_only');
  if (endpoint.confirmed && session.confirmedUntil === null)
    throw new AppError('confirmation_needed');
}

/** Ends with the connection, or with the answer; either way nobody waits for more. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed || raw.writableEnded) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  return {
    params: parsePart(endpoint.params, request.params),
    query: parsePart(endpoint.query, request.query),
    body: parsePart(endpoint.body, request.body ?? {}),
  };
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw validationError(
    parsed.error.issues.map((issue) => ({
      field: issue.path.join('.'),
      message: lowerFirst(issue.message),
    })),
  );
}

/** Zod's own messages ("Invalid input: …") follow a field's name; ours are sentences or begin in lower case. */
function lowerFirst(message: string): string {
  return /^(Invalid|Too|Unrecognized|Expected)/.test(message)
    ? message[0]?.toLowerCase() + message.slice(1)
    : message;
}
