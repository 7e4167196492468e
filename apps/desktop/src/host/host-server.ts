import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { stackOf } from '@quorate/bot/error-text';
import type { Timers } from '@quorate/bot/timers';
import { spokenLanguage, t } from '@quorate/bot/words';
import { basePathOf, type Language } from '@quorate/values/languages';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { getState, STATE_STREAM } from '../contract/app-state.ts';
import { openSession } from '../contract/local-endpoint.ts';
import { LocalFault } from '../local-fault.ts';
import { createLocalRoute, failureOf, type LocalRoute } from './local-route.ts';
import { createStateStreams, type StateFeed } from './state-streams.ts';

type Deps = Readonly<{
  timers: Timers;
  feed: StateFeed;
  /** Folder of the built interface. */
  interfaceFolder: string;
  /** Registers every call that needs the secret. */
  register(route: LocalRoute): void;
  notify(line: string): void;
}>;

/** The most that one call may send. */
const BODY_MAX_BYTES = 64 * 1_024;
/** Several for each window. Any user of the computer may connect, and what is open counts against the app's files. */
const CONNECTIONS_MAX = 256;

export type HostServer = Readonly<{
  port: number;
  /** Of this launch. */
  secret: string;
  /** Where one window may open, once and within a minute. */
  windowAddress(): string;
  /** How often a window has fetched its page. */
  pagesFetched(): number;
  /** How many windows are open. */
  windows(): number;
  /** Ends every connection. */
  close(): Promise<void>;
}>;

/** Serves the interface and its calls to this computer alone. @throws Error when no port can be had */
export async function openHostServer(deps: Deps): Promise<HostServer> {
  const { timers, feed, notify } = deps;
  const secret = newSecret();
  const tickets = createTickets(timers);
  const streams = createStateStreams({ timers, feed, notify });
  let host = '';
  let pagesFetched = 0;
  const app = fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    // Defaults are 0: somebody who sends a byte a minute would hold a connection for ever.
    requestTimeout: 30_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const { status, failure } = failureOf(error);
      void reply.code(status).send(failure);
    },
  });
  // Any page may send plain text anywhere; nothing here is made of it.
  app.removeContentTypeParser('text/plain');
  answerErrors(app, notify);
  app.addHook(
    'onRequest',
    guardEverything(() => host),
  );
  await app.register(async (calls) => {
    calls.addHook(
      'onRequest',
      guardCalls(() => host),
    );
    createLocalRoute(calls)(openSession, ({ body }) => {
      const outcome = tickets.redeem(body.ticket);
      if (outcome === 'right') return { secret };
      // So that whoever tries wrong ones does not fill the log.
      if (outcome === 'wrong') notify('A window came with a ticket that counts no longer.');
      throw new LocalFault(
        'forbidden',
        t`The address of this window counts once and for a minute. Open the app again.`,
        { code: 'ticket_used_up' },
      );
    });
  });
  // The hooks of this part hold for each of its routes: no call is registered beside them.
  await app.register(async (calls) => {
    calls.addHook(
      'onRequest',
      guardCalls(() => host),
    );
    calls.addHook('onRequest', guardSecret(secret));
    const route = createLocalRoute(calls);
    route(getState, () => feed.current());
    calls.get(STATE_STREAM, (_request, reply) => {
      // Before the head is one of a stream, which no refusal can have.
      streams.requireRoom();
      const { raw } = reply;
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value);
      raw.setHeader('content-type', 'text/event-stream');
      raw.setHeader('cache-control', 'no-store');
      streams.add(raw);
      reply.hijack();
    });
    deps.register(route);
  });
  await serveInterface(app, deps.interfaceFolder, () => {
    pagesFetched += 1;
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  host = `127.0.0.1:${port}`;
  return {
    port,
    secret,
    windowAddress: () => `http://${host}/#ticket=${tickets.issue()}`,
    pagesFetched: () => pagesFetched,
    windows: streams.count,
    async close() {
      streams.close();
      await app.close();
    },
  };
}

function answerErrors(app: FastifyInstance, notify: (line: string) => void): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, failure, unforeseen } = failureOf(error);
    if (unforeseen) {
      const what = stackOf(error);
      // The route and not the address: names and values stay with whoever sent them.
      notify(`${request.method} ${request.routeOptions.url ?? 'unknown'} failed: ${what}`);
    }
    void reply.code(status).header('cache-control', 'no-store').send(failure);
  });
}

/** The page of a language, whose files have its prefix; null where it was not built. */
function pageIn(folder: string, language: Language): string | null {
  const page = join(folder, basePathOf(language), 'index.html');
  return existsSync(page) ? page : null;
}

const YEAR_S = 31_536_000;

/**
 * Serves the built interface, which holds nothing secret: each of its files under its own name, so that no
 * path leads out of the folder, and its page for every other path that a window may be at.
 */
async function serveInterface(
  app: FastifyInstance,
  folder: string,
  onPage: () => void,
): Promise<void> {
  const pageNow = () => pageIn(folder, spokenLanguage()) ?? pageIn(folder, 'en');
  if (pageNow() !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders(reply, path) {
        // Names of built files carry the hash of what is in them.
        const isNamedByContent = /[\\/]assets[\\/]/.test(path);
        void reply.header(
          'cache-control',
          isNamedByContent ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = request.method === 'GET' && !/^(\/\w\w)?\/(api|assets|session)(\/|$)/.test(path);
    const shown = pageNow();
    if (!isPage) throw new LocalFault('not_found', t`The app has nothing at this address.`);
    if (shown === null) {
      return reply
        .code(500)
        .type('text/plain; charset=utf-8')
        .send(t`The interface is missing from this copy of the app. Install the app again.\n`);
    }
    onPage();
    // Whoever's browser runs nothing of the page reads why; the interface takes its place.
    const page = readFileSync(shown, 'utf8').replace(TOO_OLD, () => tooOld());
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}

const TOO_OLD = '<!-- too old -->';

function tooOld(): string {
  return t`If the app does not appear within a few seconds, this browser is too old for it, or runs no scripts. Update it, or open the app in Edge, Chrome or Firefox of the last two years.`;
}

const TICKET_LIFE_MS = 60_000;
/** More windows than a person opens within a minute; the oldest ticket gives way. */
const TICKETS_MAX = 32;
const WRONG_TRIES_MAX = 10;

/** Tickets of windows. Their minute is counted by timers, so that a clock set back lengthens none. */
function createTickets(timers: Timers) {
  const live = new Map<string, () => void>();
  let wrongTries = 0;
  const take = (key: string): boolean => {
    const callOff = live.get(key);
    callOff?.();
    return live.delete(key);
  };
  return {
    /** @returns a ticket that works once, within a minute */
    issue(): string {
      const ticket = newSecret();
      const key = digestText(ticket);
      const [oldest] = live.keys();
      if (live.size >= TICKETS_MAX && oldest !== undefined) take(oldest);
      live.set(
        key,
        timers.after(TICKET_LIFE_MS, () => live.delete(key)),
      );
      return ticket;
    },
    /** `too-many`: wrong ones came so often that this one, which is wrong as well, is not even talked about. */
    redeem(ticket: string): 'right' | 'wrong' | 'too-many' {
      // A right one always works: whoever tries wrong ones must not keep the owner's window shut.
      if (take(digestText(ticket))) return 'right';
      if (wrongTries >= WRONG_TRIES_MAX) return 'too-many';
      wrongTries += 1;
      timers.after(TICKET_LIFE_MS, () => {
        wrongTries -= 1;
      });
      return 'wrong';
    },
  };
}

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * For every answer: the headers of a page that trusts itself alone, and no answer at all to a name that
 * was made to point at this computer (DNS rebinding).
 *
 * @param host known once the server listens
 */
function guardEverything(host: () => string): Hook {
  return async (request, reply) => {
    reply.headers(HEADERS);
    if (request.headers.host !== host()) throw refused(t`This address is not the one of the app.`);
    const site = request.headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none') return;
    // The window comes from a private file, which browsers count as another site.
    const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = request.headers;
    if (request.method === 'GET' && mode === 'navigate' && dest === 'document') return;
    throw refused(t`Another page asked for this.`);
  };
}

/** For calls: only a page of this app's own address may make them, or a program. */
function guardCalls(host: () => string): Hook {
  return async ({ headers }) => {
    const { origin, 'sec-fetch-site': site } = headers;
    if (origin !== undefined && origin !== `http://${host()}`)
      throw refused(t`Another page asked for this.`);
    if (site !== undefined && site !== 'same-origin')
      throw refused(t`Another page asked for this.`);
  };
}

/** For everything that tells or does something: the secret of this launch. */
function guardSecret(secret: string): Hook {
  return async ({ headers }) => {
    const given = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1];
    if (given === undefined || !isSameSecret(given, secret))
      throw refused(t`This window belongs to an earlier start of the app. Open it again.`);
  };
}

function refused(message: string): LocalFault {
  return new LocalFault('forbidden', message);
}

/** 256 bits that nobody guesses, as 43 characters of an address or a header. */
function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Takes as long for a nearly right guess as for a wholly wrong one, whatever its length. */
function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** What may be looked up in a table without telling how much of a guess was right. */
function digestText(secret: string): string {
  return digest(secret).toString('base64');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
