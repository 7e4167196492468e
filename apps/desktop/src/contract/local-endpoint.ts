import type { z } from 'zod';

/**
 * One call of the interface to the app on the same computer, as a value: the host registers it, the
 * interface makes it. Everything under `/api/` needs the secret of the launch; nothing else is secret.
 * Replies are JSON; a failure is `localFailure` with a status of 400 and above.
 */
export type LocalEndpoint = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `:name` parts are the keys of `params`. */
  path: `/${string}`;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  reply: z.ZodType;
  /** Longest wait of the interface in milliseconds, where it is not 10 s. */
  timeoutMs?: number;
}>;

/** What the interface passes. */
export type LocalInput<E extends LocalEndpoint> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'>;

/** What the host's handler receives: parsed, with defaults filled in. */
export type LocalHandlerInput<E extends LocalEndpoint> = Readonly<{
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}>;

export type LocalReply<E extends LocalEndpoint> = z.output<E['reply']>;

type Part<E extends LocalEndpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodType
  ? Record<never, never> extends z.input<E[K]>
    ? { readonly [P in K]?: z.input<E[K]> }
    : { readonly [P in K]: z.input<E[K]> }
  : unknown;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Keeps the literal types of one endpoint. */
export function defineLocal<const E extends LocalEndpoint>(endpoint: E): E {
  return endpoint;
}
