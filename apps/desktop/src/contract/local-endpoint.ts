import { z } from 'zod';

/**
 * One call of the interface to the app on the same computer, as a value: the host registers it, the
 * interface makes it. Everything under `/api/` needs the secret of the launch; nothing else is secret.
 * Replies are JSON; a failure is `localFailure` with a status of 400 and above.
 */
export type LocalEndpoint = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `:name` parts are the keys of `params`. */
  path: `/${string}`;
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

/**
 * Why the host did not do it. `message` is one sentence for the person, with the limit and the actual value;
 * `fields` names what is wrong in a form, by the path of the field (`risk.maximum_daily_trades`).
 */
export const localFailure = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type LocalFailure = z.output<typeof localFailure>;

/** Of a configuration. */
export const named = z.object({ name: z.string().min(1).max(40) });

/** A change that was carried out and has nothing to tell: the stream of the state follows. */
export const done = z.object({ done: z.literal(true) });

/** Header of every call under `/api/`: `Authorization: Bearer SECRET`. */
export const SECRET_LENGTH = 43;

/**
 * The one call without the secret: the ticket that the app put into the address of its own window, once and
 * within a minute, for the secret of this launch.
 */
export const openSession = defineLocal({
  method: 'POST',
  path: '/session',
  body: z.strictObject({ ticket: z.string().min(1).max(128) }),
  reply: z.object({ secret: z.string() }),
});

/** Asked by a second launch, which knows the secret from the file of the first; no window calls it. */
export const askWindowAddress = defineLocal({
  method: 'POST',
  path: '/api/window-address',
  reply: z.object({ address: z.string(), version: z.string() }),
});

/** Asked beside it: how often windows of this launch have fetched their page. */
export const askPagesFetched = defineLocal({
  method: 'GET',
  path: '/api/window-pages',
  reply: z.object({ fetched: z.int().min(0) }),
});
