import type { AddressInfo } from 'node:net';
import type { Timers } from '@quorate/bot/timers';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { getState, STATE_STREAM } from '../contract/app-state.ts';
import { openSession } from '../contract/session.ts';
import { LocalFault } from '../local-fault.ts';
import { failureOf } from './failures.ts';
import { guardCalls, guardEverything, guardSecret } from './guards.ts';
import { serveInterface } from './interface-files.ts';
import { createLocalRoute, type LocalRoute } from './local-route.ts';
import { newSecret } from './secrets.ts';
import { createStateStreams, type StateFeed } from './state-streams.ts';
import { createTickets } from './tickets.ts';

type Deps = Readonly<{
  timers: Timers;
  feed: StateFeed;
  /** Folder of the built interface. */
  interfaceFolder: string;
  /** Registers every call that needs the secret. */
  register(route: LocalRoute): void;
  notify(line: string): void;
}>;

export type HostServer = Readonly<{
  port: number;
  /** Of this launch. */
  secret: string;
  /** Where one window may open, once and within a minute. */
  windowAddress(): string;
  /** How many windows are open. */
  windows(): number;
  /** Ends every connection. */
  close(): Promise<void>;
}>;

/** The most that one call may send. */
const BODY_MAX_BYTES = 64 * 1_024;
/** Several for each window. Any user of the computer may connect, and what is open counts against the app's files. */
const CONNECTIONS_MAX = 256;

/** Serves the interface and its calls to this computer alone. @throws Error when no port can be had */
export async function openHostServer(deps: Deps): Promise<HostServer> {
  const { timers, feed, notify } = deps;
  const secret = newSecret();
  const tickets = createTickets(timers);
  const streams = createStateStreams({ timers, feed, notify });
  let host = '';
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
        'The address of this window counts once and for a minute. Open the app anew.',
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
  await serveInterface(app, deps.interfaceFolder);
  app.server.maxConnections = CONNECTIONS_MAX;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  host = `127.0.0.1:${port}`;
  return {
    port,
    secret,
    windowAddress: () => `http://${host}/#ticket=${tickets.issue()}`,
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
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      // The route and not the address: names and values stay with whoever sent them.
      notify(`${request.method} ${request.routeOptions.url ?? 'unknown'} failed: ${what}`);
    }
    void reply.code(status).header('cache-control', 'no-store').send(failure);
  });
}
