import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call. `none`: anyone. `user`: a signed-in browser, by `Authorization: Bearer <access_token>`.
 * `user_or_device`: a bot or desktop app with a token of its own as well. `optional`: anyone, and a live
 * session makes the call its user's; a dead one counts as none. `admin`: a signed-in browser of an operator.
 */
export type EndpointAuth = 'none' | 'optional' | 'user' | 'user_or_device' | 'admin';

/**
 * One call, as a value: the service registers it, the site and the bot call it, the API page is made
 * from it. `:name` parts of `path` are the keys of `params`.
 */
export type Endpoint = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly auth: EndpointAuth;
  /**
   * Takes only a session that was confirmed in the last minutes (`security.ts`); any other is answered
   * with 403 `confirmation_needed`. Of an operator who has a second factor, that has to have confirmed it.
   */
  readonly confirmed?: true;
  /** Ends the session it comes with, though a device may call it. */
  readonly signsOut?: true;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  /** The reply is sent while it is being read: the service's handler gives it as a stream of JSON text. */
  readonly streamed?: true;
  /** Who accepts `text/event-stream` gets server-sent events instead, until the connection ends. */
  readonly events?: true;
  /** The reply is a file, not JSON: the service's handler sends it by itself. */
  readonly file?: true;
  /** The body is a file, sent as application/octet-stream: the service's handler reads it by itself. */
  readonly fileBody?: true;
  /**
   * Counts against what one user may ask of a copy of the service in a minute, all calls of the kind together.
   * Other calls that write have limits of their own.
   */
  readonly counted?: 'changes' | 'heartbeats';
  readonly errors: readonly ErrorCode[];
  /** Largest request body in bytes, where it is not the common 64 KiB. */
  readonly bodyLimit?: number;
  /** Longest wait of a caller in milliseconds, where it is not the common 10 s. */
  readonly timeoutMs?: number;
};

/** What a caller passes: the schema's input, so that defaults may be left out. */
export type CallInput<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** What the service's handler receives: parsed, with defaults filled in. */
export type HandlerInput<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
};

export type Reply<E extends Endpoint> = z.output<E['reply']>;

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodType
  ? Record<never, never> extends z.input<E[K]>
    ? { readonly [P in K]?: z.input<E[K]> }
    : { readonly [P in K]: z.input<E[K]> }
  : unknown;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Keeps the literal types of one endpoint. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/** The longest any call may take unless its endpoint says otherwise (specification, section 7). */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** The largest request body unless its endpoint says otherwise. */
export const DEFAULT_BODY_LIMIT = 64 * 1024;
