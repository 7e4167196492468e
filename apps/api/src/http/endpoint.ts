import type { Readable } from 'node:stream';
import type { Endpoint, EndpointAuth, HandlerInput, Reply } from '@quorate/contract/endpoint';
import { DEFAULT_BODY_LIMIT } from '@quorate/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { I18n } from '../words/i18n.ts';
import { AppError, validationError } from './app-error.ts';
import type { Identify, SignedInUser } from './auth.ts';
import type { CallLimit } from './call-limit.ts';
import type { DemoReads } from './demo-reads.ts';
import { i18nOfAnswer, localeOfRequest, noteLanguage } from './spoken.ts';

export type EndpointContext<E extends Endpoint> = {
  request: FastifyRequest;
  reply: FastifyReply;
  user: CallerOf<E['auth']>;
  /** Aborted when the caller has gone before the answer was sent. */
  gone: AbortSignal;
  /** What sentences of the answer go through. */
  i18n: I18n;
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

type OperatorCall = Readonly<{ endpoint: Endpoint; user: SignedInUser; request: FastifyRequest }>;

/** What holds for operators beyond everybody's rules. */
export type OperatorGuard = Readonly<{
  /**
   * Of an operator's session, for a call that has to be confirmed: that a second factor has confirmed it.
   *
   * @throws AppError confirmation_needed, or second_factor_missing where there is none to confirm with
   */
  expectProof(call: OperatorCall): Promise<void>;
  /**
   * Does what an operator asks for, within a limit and to others' accounts alone; a refusal is noted.
   *
   * @throws AppError rate_limited or own_account, and whatever the work throws
   */
  act<T>(call: OperatorCall, work: () => Promise<T>): Promise<T>;
}>;

/**
 * Registers calls of the contract: who may call is checked before the body is read into anything, the
 * input is parsed before the handler sees it, and the handler's answer has the type the contract says.
 */
export function createRoute(
  app: FastifyInstance,
  {
    identify,
    operators,
    limit,
    demo,
  }: Readonly<{
    identify: Identify;
    operators: OperatorGuard;
    limit: CallLimit;
    /** Null where there is no demo: its token is one that nobody has. */
    demo: DemoReads | null;
  }>,
): Route {
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT,
      ...((endpoint.auth !== 'none' || demo) && {
        onRequest: async (request) => {
          const watcher = demo?.watcher(endpoint, request);
          if (watcher || endpoint.auth === 'none') {
            request.signedIn = watcher ?? undefined;
            return;
          }
          const user = await identify.caller(request, { fresh: needsFreshSession(endpoint) });
          if (user) {
            expectCaller(endpoint, user);
            if (endpoint.counted) limit.count(user.id, endpoint.counted);
            await expectConfirmed(operators, { endpoint, user, request });
          } else if (endpoint.auth !== 'optional') throw new AppError('unauthorized');
          request.signedIn = user ?? undefined;
        },
      }),
      handler: async (request, reply) => {
        const input = parseInput(endpoint, request);
        const answer = async () => {
          const answered = await handler(
            input as HandlerInput<typeof endpoint>,
            new Call(request, reply) as EndpointContext<Endpoint> as EndpointContext<
              typeof endpoint
            >,
          );
          if (isSpoken(answered)) noteLanguage(reply, localeOfRequest(request));
          return answered;
        };
        const user = request.signedIn;
        if (demo?.isWatcher(user)) return demo.answer(request, reply, answer);
        try {
          return user && isOperatorAct(endpoint)
            ? await operators.act({ endpoint, user, request }, answer)
            : await answer();
        } finally {
          forgetChanged(identify, endpoint, request.signedIn);
        }
      },
    });
  };
}

/** Whether a sentence comes with an answer. */
function isSpoken(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'message' in answer;
}

/** A class, as a getter in a literal would give every call an object of a shape of its own, which outlives it. */
class Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly user: SignedInUser | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request;
    this.reply = reply;
    this.user = request.signedIn;
  }

  /** Made only for those who ask: most calls are answered before anybody could go. */
  get gone(): AbortSignal {
    return goneSignal(this.reply);
  }

  get i18n(): I18n {
    return i18nOfAnswer(this.request, this.reply);
  }
}

/** A change in the back office: of money, plans, sessions, or of what everybody sees. */
function isOperatorAct({ auth, method }: Pick<Endpoint, 'auth' | 'method'>): boolean {
  return auth === 'admin' && method !== 'GET';
}

/** Where a second would be too long to believe what a session was. */
function needsFreshSession({ auth, confirmed }: Endpoint): boolean {
  return auth === 'admin' || confirmed === true;
}

/**
 * Whatever a person changes may be about sessions, so that no call has to remember to say so: one who is
 * signed in changes what is theirs; operators, and whoever opens a mailed link, what is anybody's.
 */
function forgetChanged(
  { forget }: Identify,
  { method, auth, signsOut }: Endpoint,
  user: SignedInUser | undefined,
): void {
  if (!signsOut && (method === 'GET' || auth === 'user_or_device')) return;
  if (auth === 'none' || auth === 'admin') forget(null);
  else if (user) forget(user.id);
}

/** @throws AppError device_not_allowed or operator_only */
function expectCaller({ auth }: Endpoint, { session, role }: SignedInUser): void {
  if ((auth === 'user' || auth === 'admin') && session.kind !== 'browser')
    throw new AppError('device_not_allowed');
  if (auth === 'admin' && role !== 'admin') throw new AppError('operator_only');
}

/** @throws AppError confirmation_needed or second_factor_missing */
async function expectConfirmed(operators: OperatorGuard, call: OperatorCall): Promise<void> {
  const { endpoint, user } = call;
  if (!endpoint.confirmed && !isOperatorAct(endpoint)) return;
  if (user.role === 'admin') await operators.expectProof(call);
  else if (user.session.confirmedUntil === null) throw new AppError('confirmation_needed');
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
