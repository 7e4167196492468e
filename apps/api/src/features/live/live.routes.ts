import { setMaxListeners } from 'node:events';
import { msg } from '@lingui/core/runtime-macro';
import {
  commandBot as commandBotCall,
  listBots as listBotsCall,
  sendHeartbeat,
} from '@quorate/contract/live';
import { getLive, LIVE_STREAMS_MAX, parseLiveEventId } from '@quorate/contract/live-stream';
import { type BotCommandId, type BotId, idOf, isUuid } from '@quorate/values/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, validationError } from '../../http/app-error.ts';
import type { SignedInUser } from '../../http/auth.ts';
import { addressGroup } from '../../http/client-address.ts';
import type { Route } from '../../http/endpoint.ts';
import { rateLimited } from '../../http/rate-limit.ts';
import { readLiveCounts } from '../../process/announcer.ts';
import { createFindLive } from '../account/sessions/find-session.ts';
import { commandBot, createPlaces, listBots } from './bots.service.ts';
import type { LiveDeps } from './heartbeat.service.ts';
import { heldOrders, preferredWaitMs, takeHeartbeat } from './heartbeat.service.ts';
import { createLiveHub, createSessionWatch, openLiveStream } from './live-stream.ts';

/** Heartbeats of one user that are held at once; one more is answered at once. */
const HELD_MAX = 20;

/** Nobody knows when a stream ends; a page that is closed ends one. */
const STREAMS_RETRY_MS = 30_000;

/** When a bot whose heartbeat is not held should send the next one. */
const NEXT_IN_S = 2;

export function registerLive(app: FastifyInstance, route: Route, deps: LiveDeps): void {
  const { db, clock, announcer } = deps;
  const hub = createLiveHub(deps.listen);
  const streams = createPlaces(LIVE_STREAMS_MAX);
  const streamsOfAddress = createPlaces(deps.limits.liveStreamsPerAddress);
  const streamsInAll = createPlaces(deps.limits.liveStreams);
  const held = createPlaces(HELD_MAX);
  const sessions = createSessionWatch(createFindLive({ db, clock }));
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  // Before the server waits for its connections to end: these would not, by themselves.
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onClose', async () => {
    sessions.close();
    await announcer.close();
    await hub.close();
  });

  route(sendHeartbeat, async ({ body }, context) => {
    const { user, request } = context;
    const take = () => takeHeartbeat(deps, user.id, body);
    const waitMs = body.ended ? 0 : preferredWaitMs(request.headers.prefer);
    const leave = waitMs > 0 ? held.take(user.id) : null;
    if (!leave) return { success: true, ...(await take()).orders, next_in_s: NEXT_IN_S };
    const sessionEnded = new AbortController();
    const unwatch = sessions.watch(user.session.tokenHash, () => sessionEnded.abort());
    try {
      const gone = [closing.signal, context.gone, sessionEnded.signal];
      const waits = { userId: user.id, received: body.received, waitMs, gone };
      const orders = await heldOrders({ db, hub, take }, waits);
      if (sessionEnded.signal.aborted) throw new AppError('unauthorized');
      return { success: true, ...orders, next_in_s: 0 };
    } finally {
      unwatch();
      leave();
    }
  });

  route(listBotsCall, async ({ query }, { user }) => ({
    success: true,
    ...(await listBots({ db, clock }, user.id, query)),
  }));

  route(commandBotCall, async ({ params, body }, { user }) => ({
    success: true,
    command: await commandBot(
      { db, clock, announcer },
      { userId: user.id, botId: botIdOf(params.bot_id) },
      { id: commandIdOf(body.command_id), kind: body.kind },
      user.session.kind === 'browser' ? 'browser' : 'device',
    ),
  }));

  /** @throws AppError live_limit_reached or rate_limited */
  function takePlaces(userId: string, address: string): () => void {
    const leaveUser = streams.take(userId);
    if (!leaveUser)
      throw new AppError('live_limit_reached', { details: { limit: LIVE_STREAMS_MAX } });
    const leaveAddress = streamsOfAddress.take(address);
    const leaveAll = leaveAddress && streamsInAll.take('');
    const leave = () => {
      leaveUser();
      leaveAddress?.();
      leaveAll?.();
    };
    if (leaveAll) return leave;
    leave();
    const words = leaveAddress
      ? msg`${{ limit: deps.limits.liveStreams }} live connections at once in all`
      : msg`${{ limit: deps.limits.liveStreamsPerAddress }} live connections at once from an address`;
    throw rateLimited({ words }, STREAMS_RETRY_MS);
  }

  async function streamTo({ id, session }: SignedInUser, request: FastifyRequest) {
    const leave = takePlaces(id, addressGroup(request.ip));
    try {
      const stream = await openLiveStream(
        {
          hub,
          readCounts: (userId) => readLiveCounts(db, userId),
          watchSession: (ended) => sessions.watch(session.tokenHash, ended),
        },
        id,
        parseLiveEventId(String(request.headers['last-event-id'] ?? '')),
      );
      const end = () => stream.push(null);
      closing.signal.addEventListener('abort', end);
      stream.once('close', () => {
        closing.signal.removeEventListener('abort', end);
        leave();
      });
      return stream;
    } catch (error) {
      leave();
      throw error;
    }
  }

  route(getLive, async (_input, { user, request, reply }) => {
    if (!wantsEvents(request)) return { success: true, counts: await readLiveCounts(db, user.id) };
    eventHeaders(reply);
    return streamTo(user, request);
  });
}

/** What can be no bot's id, though the wire takes it (all zeros, all ones), is an unknown bot. */
function botIdOf(text: string): BotId {
  if (!isUuid(text)) throw new AppError('not_found');
  return idOf<BotId>(text);
}

function commandIdOf(text: string): BotCommandId {
  if (!isUuid(text)) throw validationError([{ field: 'command_id', message: 'must be an id' }]);
  return idOf<BotCommandId>(text);
}

/** A HEAD has the same headers and no end to wait for. */
function wantsEvents({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/event-stream\b/.test(headers.accept ?? '');
}

function eventHeaders(reply: FastifyReply): void {
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    // nginx would keep events until its buffer is full.
    .header('x-accel-buffering', 'no');
}
