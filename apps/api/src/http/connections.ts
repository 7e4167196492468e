import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { addressGroup } from './client-address.ts';
import { refuseConnection } from './client-errors.ts';

/** Requests that are sent ahead of their answers on one connection; browsers send none. */
const AT_ONCE_MAX = 16;
/** Browsers and proxies send some thirty. */
const HEADERS_MAX = 100;
/** What a refused request still sends is read for so long, so that its sender can read the refusal. */
const LINGER_MS = 1_000;

type Settings = Readonly<{
  limits: Readonly<{ connections: number; connectionsPerAddress: number }>;
  trustProxy?: string | undefined;
}>;

/** All servers of an app: one that listens at localhost has another for ::1, which the app does not show. */
const CONNECTED = 'net.server.socket';

/**
 * Bounds what connections can take from the service, whatever comes on them: how many there are from one
 * address (an IPv6 network) and in all, how many requests run on each, and how long an answer waits for its
 * reader. Where the total is reached, a newcomer takes the place of the address that has the most.
 */
export function boundConnections(app: FastifyInstance, { limits, trustProxy }: Settings): void {
  const open = new Map<Socket, Connection>();
  const groups = new Map<string, Set<Connection>>();
  const isProxy = trustProxy
    ? proxyAddr.compile(trustProxy.split(',').map((each) => each.trim()))
    : () => false;
  const slowReaders = watchSlowReaders(open);

  function connected(socket: Socket): void {
    const address = socket.remoteAddress;
    // It has gone already.
    if (address === undefined) return;
    const group = isProxy(address, 0) ? null : addressGroup(address);
    const mine = group === null ? 0 : (groups.get(group)?.size ?? 0);
    if (mine >= limits.connectionsPerAddress) {
      refuse(socket, `${limits.connectionsPerAddress} connections at once from an address`);
      return;
    }
    if (open.size >= limits.connections && !makeRoom(mine)) {
      refuse(socket, `${limits.connections} connections at once in all`);
      return;
    }
    const connection: Connection = { socket, group, answers: new Set() };
    open.set(socket, connection);
    if (group !== null) groups.set(group, (groups.get(group) ?? new Set()).add(connection));
    slowReaders.start();
    socket.once('close', () => left(connection));
  }

  function left(connection: Connection): void {
    open.delete(connection.socket);
    const { group } = connection;
    const those = group === null ? undefined : groups.get(group);
    those?.delete(connection);
    if (group !== null && those?.size === 0) groups.delete(group);
  }

  /** Ends a connection of the address that has the most of them, unless the newcomer would have as many. */
  function makeRoom(mine: number): boolean {
    let most: ReadonlySet<Connection> = new Set();
    for (const those of groups.values()) if (those.size > most.size) most = those;
    if (most.size <= mine + 1) return false;
    const [oldest] = most;
    const idle = [...most].find(({ answers }) => answers.size === 0) ?? oldest;
    if (!idle) return false;
    // Not when it has closed: the place is needed now.
    left(idle);
    idle.socket.destroy();
    return true;
  }

  const listener = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    const address = app.server.address();
    if (address !== null && typeof address !== 'string' && socket.localPort === address.port)
      connected(socket);
  };
  app.addHook('onListen', async () => subscribe(CONNECTED, listener));
  app.addHook('onClose', async () => {
    unsubscribe(CONNECTED, listener);
    slowReaders.stop();
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const answers = open.get(socket)?.answers;
    const [before] = [...(answers ?? [])].slice(-1);
    answers?.add(reply.raw);
    reply.raw.once('close', () => {
      answers?.delete(reply.raw);
      if (answers) leaveUnsent(request.raw, socket);
    });
    if (answers && answers.size > AT_ONCE_MAX) {
      reply.hijack();
      socket.destroy();
      return;
    }
    const go = () => {
      if (request.raw.rawHeaders.length / 2 <= HEADERS_MAX) return done();
      reply.header('connection', 'close');
      done(new AppError('headers_too_large'));
    };
    // Requests sent ahead run one after the other, and other connections have their turn in between.
    if (before) before.once('close', () => setImmediate(go));
    else go();
  });
}

function refuse(socket: Socket, limit: string): void {
  refuseConnection(socket, 'rate_limited', { limit, retry_after_s: 10 });
}

/** A body that goes on after its answer is of no use to anybody, and may have no end. */
function leaveUnsent(raw: IncomingMessage, socket: Socket): void {
  if (raw.complete || socket.destroyed) return;
  setTimeout(() => {
    if (!raw.complete) socket.destroy();
  }, LINGER_MS).unref();
}

const LOOK_EVERY_MS = 500;
/** A reader that takes less than this in this time is cut off. */
const SLOWEST_BYTES = 32 * 1024;
const SLOWEST_MS = 30_000;
/** What waits in memory for the readers of an address, and for all. */
const WAITING_PER_ADDRESS = 32 * 1024 * 1024;
const WAITING_IN_ALL = 256 * 1024 * 1024;

type Connection = {
  readonly socket: Socket;
  /** Null for a proxy that is trusted: it stands for many visitors. */
  readonly group: string | null;
  /** Answers that are not sent to the end yet. */
  readonly answers: Set<ServerResponse>;
};

type Mark = { at: number; taken: number };
type Waiting = Readonly<{ connection: Connection; bytes: number }>;

/**
 * Ends connections whose answers wait for their reader: those that are read too slowly, and the largest ones
 * where more waits than the memory for it. An event stream waits for its events and is none of them.
 */
function watchSlowReaders(open: ReadonlyMap<Socket, Connection>): {
  start(): void;
  stop(): void;
} {
  const marks = new WeakMap<Connection, Mark>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    if (open.size === 0) {
      stop();
      return;
    }
    const now = performance.now();
    const waiting: Waiting[] = [];
    for (const connection of open.values()) {
      const bytes = waitingBytes(connection);
      if (bytes === 0) marks.delete(connection);
      else if (isTooSlow(connection, now)) connection.socket.destroy();
      else waiting.push({ connection, bytes });
    }
    endBeyond(waiting);
  }

  function isTooSlow(connection: Connection, now: number): boolean {
    const { bytesWritten, writableLength } = connection.socket;
    const taken = bytesWritten - writableLength;
    const mark = marks.get(connection);
    if (mark && taken - mark.taken < SLOWEST_BYTES) return now - mark.at >= SLOWEST_MS;
    marks.set(connection, { at: now, taken });
    return false;
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    start() {
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    },
    stop,
  };
}

/** Of the answer that is being sent, and of those behind it. */
function waitingBytes({ socket, answers }: Connection): number {
  let bytes = socket.writableLength;
  for (const answer of answers) if (answer.socket === null) bytes += answer.writableLength;
  return bytes;
}

function endBeyond(waiting: readonly Waiting[]): void {
  const perGroup = new Map<string, number>();
  let inAll = 0;
  for (const { connection, bytes } of waiting) {
    inAll += bytes;
    if (connection.group !== null)
      perGroup.set(connection.group, (perGroup.get(connection.group) ?? 0) + bytes);
  }
  for (const { connection, bytes } of waiting.toSorted((a, b) => b.bytes - a.bytes)) {
    const { group, socket } = connection;
    const ofGroup = group === null ? 0 : (perGroup.get(group) ?? 0);
    if (inAll <= WAITING_IN_ALL && ofGroup <= WAITING_PER_ADDRESS) continue;
    socket.destroy();
    inAll -= bytes;
    if (group !== null) perGroup.set(group, ofGroup - bytes);
  }
}
